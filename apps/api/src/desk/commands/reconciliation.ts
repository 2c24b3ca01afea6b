import { printOutcome, type Command } from "./command.ts";

/** Closing days against the bank's statements. */
export const RECONCILIATION_COMMANDS: readonly Command[] = [
  {
    name: "reconciliation close",
    takes: "<deposit-account> <day> <statement-balance> [--internal-note TEXT]",
    about: "compare a statement's balance with the books; what explains the difference is kept",
    options: { "internal-note": { type: "string" } },
    async run(context) {
      const note = context.option("internal-note");
      context.record(
        await context.ops.reconciliation.close({
          deposit_account_id: context.word(0),
          date: context.word(1),
          statement_balance: context.word(2),
          ...(note !== undefined && { internal_note: note }),
        }),
      );
    },
  },
  {
    name: "reconciliation list",
    takes: "[--account ID] [--after PLACE] [--limit N]",
    about: "closes of days, newest first",
    options: { account: { type: "string" }, after: { type: "string" }, limit: { type: "string" } },
    async run(context) {
      const [account, after, limit] = [
        context.option("account"),
        context.option("after"),
        context.option("limit"),
      ];
      const { data, next } = await context.ops.reconciliation.list({
        ...(account !== undefined && { deposit_account_id: account }),
        ...(after !== undefined && { after }),
        ...(limit !== undefined && { limit }),
      });
      context.table(
        context.flag("json") ? data : data.map(({ lines: _lines, ...row }) => row),
        "no day was closed",
      );
      if (next !== null && !context.flag("json")) context.line(`more: --after ${next}`);
    },
  },
  {
    name: "reconciliation reopen",
    takes: "<close> --internal-note TEXT",
    about: "reopen a day, once a second person approves",
    options: { "internal-note": { type: "string" } },
    async run(context) {
      const input = { id: context.word(0), internal_note: context.needed("internal-note") };
      printOutcome(context, await context.ops.reconciliation.reopen(input), (row) => ({ ...row }));
    },
  },
];
