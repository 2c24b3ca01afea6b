// @vitest-environment node
import { expect, test } from "vitest";
import { activityWords } from "./activity-words.ts";

const WITHDRAWAL = {
  transaction_type: "withdraw",
  credit: "250.25",
  credit_currency: "AUD",
  debit: "250.25",
  debit_currency: "AUD",
  note: null,
} as const;

test.each([
  ["requested", "−250.25 AUD"],
  ["completed", "−250.25 AUD"],
  ["rejected", "250.25 AUD"],
  ["cancelled", "250.25 AUD"],
  ["returned", "250.25 AUD"],
] as const)("the amount of a withdrawal that is %s: %s", (status, effect) => {
  expect(activityWords({ ...WITHDRAWAL, status }).effect).toBe(effect);
});
