import { createTable, type Migration } from "./migration.ts";

/** What customers own of each currency as of a seal of the ledger (decision 0185). One row. */
export const owedTotals: Migration = {
  name: "0109-owed-totals",
  statements: (dialect) => [
    createTable(
      dialect,
      "owed_totals",
      `name text primary key,
       seal bigint not null,
       totals text not null`,
    ),
  ],
};
