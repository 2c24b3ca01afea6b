import { PAYOUT_STATUSES } from "@wattle/contracts/choices";
import { writeFile } from "node:fs/promises";
import type { Payout } from "@wattle/contracts/payouts";
import { customerId, oneOf, printOutcome, type Command, type CommandContext } from "./command.ts";

const batchCells = ({ rows, ...batch }: Payout): Record<string, unknown> => ({
  ...batch,
  rows: rows.map(({ customer, warnings, ...row }) => ({
    ...row,
    customer: customer.email,
    name: customer.name,
    warnings: warnings.join("; "),
  })),
});

const print = (context: CommandContext, batch: Payout): void =>
  context.record(context.flag("json") ? batch : batchCells(batch));

/** Paying many withdrawals by one file. */
export const PAYOUT_COMMANDS: readonly Command[] = [
  {
    name: "payouts create",
    takes: "<currency>",
    about: "take the withdrawals that may be paid into a new batch",
    run: async (context) =>
      print(context, await context.ops.payouts.create({ currency: context.word(0).toUpperCase() })),
  },
  {
    name: "payouts list",
    takes: `[--status ${PAYOUT_STATUSES.join("|")}] [--currency AUD] [--from DAY] [--to DAY] [--customer CUSTOMER] [--after PLACE] [--limit N]`,
    about: "batches, newest first",
    options: {
      status: { type: "string" },
      currency: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      customer: { type: "string" },
      after: { type: "string" },
      limit: { type: "string" },
    },
    async run(context) {
      const [status, currency] = [context.option("status"), context.option("currency")?.toUpperCase()];
      const [after, limit] = [context.option("after"), context.option("limit")];
      const [from, to, name] = [context.option("from"), context.option("to"), context.option("customer")];
      const { data, next } = await context.ops.payouts.list({
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(name !== undefined && { customer: await customerId(context, name) }),
        ...(status !== undefined && { status: oneOf(PAYOUT_STATUSES, status) }),
        ...(currency !== undefined && { currency }),
        ...(after !== undefined && { after }),
        ...(limit !== undefined && { limit }),
      });
      context.table(data, "no batches");
      if (next !== null && !context.flag("json")) context.line(`more: --after ${next}`);
    },
  },
  {
    name: "payouts get",
    takes: "<batch>",
    about: "a batch with its withdrawals, and what to look at in each",
    run: async (context) => print(context, await context.ops.payouts.get({ id: context.word(0) })),
  },
  {
    name: "payouts remove",
    takes: "<batch> <reference>",
    about: "take a withdrawal out of a batch whose file was not taken yet",
    run: async (context) =>
      print(context, await context.ops.payouts.remove({ id: context.word(0), reference: context.word(1) })),
  },
  {
    name: "payouts release",
    takes: "<batch>",
    about: "allow a batch to be paid, once a second person approves",
    moves: "ops.payouts.release",
    async run(context) {
      printOutcome(context, await context.ops.payouts.release({ id: context.word(0) }), batchCells);
    },
  },
  {
    name: "payouts file",
    takes: "<batch> [--to FILE]",
    about: "the file for the bank: print it, or write it to FILE",
    options: { to: { type: "string" } },
    async run(context) {
      const file = await context.ops.payouts.file({ id: context.word(0) });
      const to = context.option("to");
      if (to !== undefined) {
        await writeFile(to, file.content, { flag: "wx", mode: 0o600 });
        context.line(`${file.filename} written to ${to}`);
      } else if (context.flag("json")) context.record(file);
      else context.line(file.content);
    },
  },
  {
    name: "payouts sent",
    takes: "<batch>",
    about: "record that the bank has the file: the withdrawals are completed, and their customers are told",
    moves: "ops.payouts.sent",
    run: async (context) => print(context, await context.ops.payouts.sent({ id: context.word(0) })),
  },
  {
    name: "payouts cancel",
    takes: "<batch>",
    about: "give up a batch that was not released",
    run: async (context) => print(context, await context.ops.payouts.cancel({ id: context.word(0) })),
  },
];
