import { createTable, type Migration } from "./migration.ts";

/** A day's close of a deposit account: what its statement says against the books. A day is closed once, unless it is reopened. */
export const reconciliations: Migration = {
  name: "0076-reconciliations",
  statements: (dialect) => [
    createTable(
      dialect,
      "reconciliations",
      `id text primary key,
       deposit_account_id text not null references system_bank_accounts (id),
       currency text not null references currencies (code),
       day text not null,
       statement_balance bigint not null,
       ledger_balance bigint not null,
       explanation text not null,
       unexplained bigint not null,
       closed_by text not null,
       created_at bigint not null,
       reopened_by text,
       reopened_at bigint,
       reopen_note text,
       check ((reopened_by is null) = (reopened_at is null))`,
    ),
    `create unique index reconciliations_of_day on reconciliations (deposit_account_id, day)
     where reopened_at is null`,
    "create index reconciliations_newest on reconciliations (created_at desc, id desc)",
  ],
};
