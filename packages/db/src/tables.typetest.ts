/** Checked by the compiler, never run: each line below an expectation must not compile. */
import { INNER, MONEY, NAMES_NO_ONE } from "./columns/decisions.ts";
import { apart, table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

interface Gifts {
  id: string;
  amount: bigint;
}

const copy = { file: "gifts", about: "Gifts", whose: own, key: ["id"] } as const;
const erasure = { removed: "soon", why: "no law keeps it", whose: own, key: ["id"] } as const;
const byColumn = { by: "column", whose: own, key: ["id"] } as const;

export const decided = [
  apart<Gifts>("the program's own"),
  table<Gifts>({ copy: "no one asks for it", erasure }),
  table<Gifts>({ copy, erasure, columns: { id: INNER, amount: "count" } }),
  table<Gifts>({ copy, erasure: byColumn, columns: { id: [INNER, NAMES_NO_ONE], amount: ["count", MONEY] } }),
];

export const undecided = [
  // @ts-expect-error a column of the copy is missing
  table<Gifts>({ copy, erasure, columns: { id: INNER } }),
  // @ts-expect-error one of the erasure, too
  table<Gifts>({ copy, erasure: byColumn, columns: { id: [INNER, NAMES_NO_ONE], amount: "count" } }),
  // @ts-expect-error a column that the table does not have
  table<Gifts>({ copy, erasure, columns: { id: INNER, amount: "count", colour: "text" } }),
  // @ts-expect-error nor may a key name one
  table<Gifts>({ copy: { ...copy, key: ["colour"] }, erasure, columns: { id: INNER, amount: "count" } }),
  table<Gifts>({
    copy,
    erasure: byColumn,
    columns: {
      id: [INNER, NAMES_NO_ONE],
      // @ts-expect-error a value that the column does not take
      amount: ["count", { at: "soon", becomes: null }],
    },
  }),
  // @ts-expect-error the decision about an erasure is missing
  table<Gifts>({ copy: "no one asks for it" }),
];
