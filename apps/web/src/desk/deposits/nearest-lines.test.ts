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
  customer: { last_name: "Quist" },
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
  ["the name", { payer: "M QUIST" }, ["Names the customer"]],
  ["nothing of it", { text: "RENT" }, undefined],
  ["another currency", { text: "CY68MHB3S87B", currency: "NZD" }, undefined],
  ["money that went out", { text: "CY68MHB3S87B", amount: "-275.00" }, undefined],
  ["only the amount, used for another", { amount: "275.00", status: "credited" }, undefined],
  [
    "amount and name, returned",
    { amount: "275.00", payer: "QUIST", status: "returned" },
    ["Same amount", "Names the customer"],
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
