import { RECEIVABLE_STATUSES } from "@wattle/contracts/choices";
import type { Receivable } from "@wattle/contracts/receivables";
import {
  customerId,
  NOTE_OPTION,
  oneOf,
  printOutcome,
  type Command,
  type CommandContext,
} from "./command.ts";

const receivableCells = ({ customer, ...row }: Receivable): Record<string, unknown> => ({
  ...row,
  customer: customer.email,
  name: customer.name,
});

const inputOf = (context: CommandContext) => ({
  id: context.word(0),
  internal_note: context.needed("internal-note"),
});

/** Debts of customers after a bank took money back. */
export const RECEIVABLE_COMMANDS: readonly Command[] = [
  {
    name: "receivables list",
    takes: `[--status ${RECEIVABLE_STATUSES.join("|")}] [--customer CUSTOMER] [--after PLACE] [--limit N]`,
    about: "what customers owe since a bank took money back, newest first",
    options: {
      status: { type: "string" },
      customer: { type: "string" },
      after: { type: "string" },
      limit: { type: "string" },
    },
    async run(context) {
      const [status, customer] = [context.option("status"), context.option("customer")];
      const [after, limit] = [context.option("after"), context.option("limit")];
      const { data, next } = await context.ops.receivables.list({
        ...(status !== undefined && { status: oneOf(RECEIVABLE_STATUSES, status) }),
        ...(customer !== undefined && { customer: await customerId(context, customer) }),
        ...(after !== undefined && { after }),
        ...(limit !== undefined && { limit }),
      });
      context.table(data.map(receivableCells), "no one owes anything");
      if (next !== null && !context.flag("json")) context.line(`more: --after ${next}`);
    },
  },
  {
    name: "receivables settle",
    takes: "<receivable> --internal-note TEXT",
    about: "take what a customer owes from the balance",
    options: NOTE_OPTION,
    moves: "ops.receivables.settle",
    async run(context) {
      printOutcome(context, await context.ops.receivables.settle(inputOf(context)), receivableCells);
    },
  },
  {
    name: "receivables write-off",
    takes: "<receivable> --internal-note TEXT",
    about: "give up what a customer owes, once a second person approves; it is the operator's loss",
    options: NOTE_OPTION,
    moves: "ops.receivables.writeOff",
    async run(context) {
      printOutcome(context, await context.ops.receivables.writeOff(inputOf(context)), receivableCells);
    },
  },
];
