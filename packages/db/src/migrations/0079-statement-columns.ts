import { createTable, type Migration } from "./migration.ts";

/** Which columns of a bank's CSV files have what, where they are none that we know. */
export const statementColumns: Migration = {
  name: "0079-statement-columns",
  statements: (dialect) => [
    createTable(
      dialect,
      "statement_columns",
      `deposit_account_id text primary key references system_bank_accounts (id),
       columns text not null`,
    ),
  ],
};
