import { createTable, type Migration } from "./migration.ts";

/** Which import of an account's statements is under way, and until when it counts as such if it says no more. */
export const statementImports: Migration = {
  name: "0140-statement-imports",
  statements: (dialect) => [
    createTable(
      dialect,
      "statement_imports",
      `deposit_account_id text primary key references system_bank_accounts (id),
       import_id text not null,
       held_until bigint not null`,
    ),
  ],
};
