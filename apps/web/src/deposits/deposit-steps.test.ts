// @vitest-environment node
import type { TransactionDetail } from "@wattle/contracts/history";
import { DEFAULT_TIMES } from "@wattle/contracts/staff-times";
import { expect, test } from "vitest";
import { withdrawalSteps } from "../withdrawals/withdrawal-steps.ts";
import { depositSteps } from "./deposit-steps.ts";

const AT = "2026-01-31T09:30:00.000Z";
const detail = (
  status: TransactionDetail["status"],
  changes: Partial<TransactionDetail> = {},
): TransactionDetail => ({
  id: "1",
  transaction_type: "deposit",
  status,
  credit: "450.25",
  credit_currency: "AUD",
  debit: "450.25",
  debit_currency: "AUD",
  rate: null,
  fee: null,
  fee_amount: null,
  fee_currency: null,
  converted: null,
  reference: "7KQ4-M2XB-9PTR",
  payment_method: "payid",
  bank_account_id: null,
  coin_payee_id: null,
  txid: null,
  note: null,
  created_at: AT,
  updated_at: AT,
  announced: null,
  expires_at: AT,
  bill_reference: null,
  being_paid: false,
  bank_reference: null,
  bank_account: null,
  coin_payee: null,
  events: [{ from_status: null, to_status: status, actor: "operator", reason: null, created_at: AT }],
  ...changes,
});
const statesOf = (steps: ReturnType<typeof depositSteps>): string =>
  steps.map(({ state }) => state).join(" ");

test.each([
  ["awaiting_payment", "done current coming coming"],
  ["completed", "done done done done"],
  ["cancelled", "done stopped coming"],
  ["expired", "done stopped coming"],
  ["returned", "done stopped"],
] as const)("a deposit that is %s is at: %s", (status, states) => {
  expect(statesOf(depositSteps(detail(status), DEFAULT_TIMES))).toBe(states);
});

test("a deposit says what came where something else was announced, and why one was returned", () => {
  const arrived = depositSteps(detail("completed", { announced: "500.00" }), DEFAULT_TIMES).at(-1);
  expect(arrived?.title).toBe("450.25 AUD is in your balance");
  expect(arrived?.detail).toContain("You planned to send 500.00 AUD. We credited what arrived.");
  const [event] = detail("returned").events;
  if (event === undefined) throw new Error("no event");
  const returned = depositSteps(
    detail("returned", { events: [{ ...event, reason: "Another name" }] }),
    DEFAULT_TIMES,
  );
  expect(returned.at(-1)?.detail).toMatch(/: Another name$/);
});

test.each([
  ["requested", "done current coming"],
  ["completed", "done done coming"],
  ["cancelled", "done stopped done"],
  ["rejected", "done stopped done"],
] as const)("a withdrawal that is %s is at: %s", (status, states) => {
  expect(statesOf(withdrawalSteps(detail(status, { transaction_type: "withdraw" }), DEFAULT_TIMES))).toBe(
    states,
  );
});

test("a withdrawal that is paid names the bank's reference", () => {
  const steps = withdrawalSteps(detail("completed", { bank_reference: "ABA 42" }), DEFAULT_TIMES);
  expect(steps[1]?.detail).toContain("bank reference ABA 42");
});

test("a withdrawal that came back says why, and where the money is", () => {
  const events = [
    { from_status: null, to_status: "requested", actor: "customer", reason: null, created_at: AT },
    {
      from_status: "completed",
      to_status: "returned",
      actor: "operator",
      reason: "Account closed.",
      created_at: AT,
    },
  ] as const;
  const steps = withdrawalSteps(detail("returned", { events: [...events] }), DEFAULT_TIMES);
  expect(steps.map(({ title }) => title)).toEqual([
    "Withdrawal requested",
    "We paid it to your bank account",
    "Your bank returned it",
    "The money is back in your balance",
  ]);
  expect(steps[2]?.detail).not.toContain("Account closed.");
});

test("the steps take their times from the installation", () => {
  const times = { ...DEFAULT_TIMES, matched: "matched hourly", paidOut: "At noon", arrives: "In a minute" };
  const textOf = (steps: ReturnType<typeof depositSteps>): string =>
    JSON.stringify(steps.map((step) => step.detail));
  expect(textOf(depositSteps(detail("awaiting_payment"), times))).toContain("Payments are matched hourly.");
  expect(textOf(withdrawalSteps(detail("requested"), times))).toContain("At noon.");
  expect(textOf(withdrawalSteps(detail("completed"), times))).toContain("In a minute.");
});
