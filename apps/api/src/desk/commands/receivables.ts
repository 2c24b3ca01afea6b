import type { Receivable } from "@wattle/contracts/receivables";
import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

const receivableCells = ({ customer, ...row }: Receivable): Record<string, unknown> => ({
  ...row,
  customer: customer.email,
  name: customer.name,
});

const ONE = { words: ["receivable"], names: { id: "receivable" }, print: receivableCells } as const;

/** Debts of customers after a bank took money back. */
export const RECEIVABLE_COMMANDS: readonly Command[] = [
  calling("receivables list", "ops.receivables.list", {
    about: "what customers owe since a bank took money back, newest first",
    row: receivableCells,
    empty: "no one owes anything",
  }),
  calling("receivables settle", "ops.receivables.settle", {
    ...ONE,
    about: "take what a customer owes from the balance",
  }),
  calling("receivables write-off", "ops.receivables.writeOff", {
    ...ONE,
    about: "give up what a customer owes, once a second person approves; it is the operator's loss",
  }),
];
