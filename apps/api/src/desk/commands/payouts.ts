import { writeFile } from "node:fs/promises";
import type { Payout } from "@wattle/contracts/payouts";
import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

const batchCells = ({ rows, ...batch }: Payout): Record<string, unknown> => ({
  ...batch,
  rows: rows.map(({ customer, warnings, ...row }) => ({
    ...row,
    customer: customer.email,
    name: customer.name,
    warnings: warnings.join("; "),
  })),
});

const BATCH = { words: ["batch"], names: { id: "batch" }, print: batchCells } as const;

/** Paying many withdrawals by one file. */
export const PAYOUT_COMMANDS: readonly Command[] = [
  calling("payouts create", "ops.payouts.create", {
    about: "take the withdrawals that may be paid into a new batch",
    words: ["currency"],
    print: batchCells,
  }),
  calling("payouts list", "ops.payouts.list", { about: "batches, newest first", empty: "no batches" }),
  calling("payouts get", "ops.payouts.get", {
    ...BATCH,
    about: "a batch with its withdrawals, and what to look at in each",
  }),
  calling("payouts remove", "ops.payouts.remove", {
    ...BATCH,
    about: "take a withdrawal out of a batch whose file was not taken yet",
    words: ["batch", "reference"],
  }),
  calling("payouts release", "ops.payouts.release", {
    ...BATCH,
    about: "allow a batch to be paid, once a second person approves",
  }),
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
  calling("payouts sent", "ops.payouts.sent", {
    ...BATCH,
    about: "record that the bank has the file: the withdrawals are completed, and their customers are told",
  }),
  calling("payouts cancel", "ops.payouts.cancel", {
    ...BATCH,
    about: "give up a batch that was not released",
  }),
];
