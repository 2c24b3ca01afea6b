import { createTable, type Migration } from "./migration.ts";

/** The check of the ledger that was made last, so that the processes of an installation take turns. One row. */
export const ledgerChecks: Migration = {
  name: "0108-ledger-checks",
  statements: (dialect) => [
    createTable(
      dialect,
      "ledger_checks",
      `name text primary key,
       begun_at bigint not null,
       ended_at bigint,
       milliseconds bigint not null,
       mismatches text not null`,
    ),
  ],
};
