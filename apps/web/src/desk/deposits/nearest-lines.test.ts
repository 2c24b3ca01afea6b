// @vitest-environment node
import { expect, test } from "vitest";
import type { BankLineRecord, DepositRecord } from "../parts/answers.ts";
import { nearestLines } from "./nearest-lines.ts";

const DEPOSIT = {
  id: "deposit",
  reference: "CY68-MHB3-S87B",
  bill_reference: null,
  announced: "275.00",
  credit: "275.00",
  credit_currency: "AUD",
  customer: { first_name: "Mara", last_name: "Quist" },
} as unknown as DepositRecord;

const lineOf = (id: string, changes: Partial<BankLineRecord>): BankLineRecord => ({
  ...({
    id,
    amount: "10.00",
    currency: "AUD",
    text: "",
    payer: null,
    status: "unmatched",
    proposal: null,
  } as unknown as BankLineRecord),
  ...changes,
});

test.each<[string, Partial<BankLineRecord>, readonly string[] | undefined]>([
  ["the reference", { text: "OSKO CY68-MHB3-S87B" }, ["Reference matches"]],
  ["a reference with two wrong letters", { text: "CYA8MHB3SZ7B" }, ["Reference off by 2 letters"]],
  ["the amount", { amount: "275.00" }, ["Same amount"]],
  ["the full name", { payer: "MARA QUIST" }, ["Full name"]],
  ["the full name, last name first", { text: "QUIST, MARA" }, ["Full name"]],
  ["the last name", { payer: "M QUIST" }, ["Last name only"]],
  ["the first name in another word", { payer: "TAMARA QUIST" }, ["Last name only"]],
  ["nothing of it", { text: "RENT" }, undefined],
  ["another currency", { text: "CY68MHB3S87B", currency: "NZD" }, undefined],
  ["money that went out", { text: "CY68MHB3S87B", amount: "-275.00" }, undefined],
  ["only the amount, used for another", { amount: "275.00", status: "credited" }, undefined],
  [
    "amount and name, returned",
    { amount: "275.00", payer: "QUIST", status: "returned" },
    ["Same amount", "Last name only"],
  ],
])("a line with %s", (_what, changes, alike) => {
  expect(nearestLines([lineOf("line", changes)], DEPOSIT)[0]?.alike).toEqual(alike);
});

test("the nearest comes first, each once, and no more than three", () => {
  const lines = [
    lineOf("name", { payer: "QUIST" }),
    lineOf("amount", { amount: "275.00" }),
    lineOf("letters", { text: "CYA8MHB3S87B" }),
    lineOf("own", { proposal: { deposit_id: "deposit" } as BankLineRecord["proposal"] }),
  ];
  expect(nearestLines([...lines, ...lines], DEPOSIT).map(({ line }) => line.id)).toEqual([
    "own",
    "letters",
    "amount",
  ]);
});

test("of two lines with one reference and one amount, the one with the full name comes first", () => {
  const same = { text: "OSKO CY68-MHB3-S87B", amount: "275.00" };
  const lines = [
    lineOf("initial", { ...same, payer: "M QUIST" }),
    lineOf("full", { ...same, payer: "MARA QUIST" }),
  ];
  expect(nearestLines(lines, DEPOSIT).map(({ line }) => line.id)).toEqual(["full", "initial"]);
});
