import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

/** Closing days against the bank's statements. */
export const RECONCILIATION_COMMANDS: readonly Command[] = [
  calling("reconciliation close", "ops.reconciliation.close", {
    about: "compare a statement's balance with the books; what explains the difference is kept",
    words: ["deposit-account", "day", "statement-balance"],
    names: { deposit_account_id: "deposit-account", date: "day" },
  }),
  calling("reconciliation list", "ops.reconciliation.list", {
    about: "closes of days, newest first",
    row: ({ lines: _lines, ...row }) => row,
    empty: "no day was closed",
  }),
  calling("reconciliation reopen", "ops.reconciliation.reopen", {
    about: "reopen a day, once a second person approves",
    words: ["close"],
    names: { id: "close" },
  }),
];
