import { createTable, type Migration } from "./migration.ts";

/** How far those have come who follow the sealed ledger: what is sealed is committed, in an order that does not change. */
export const sealReaders: Migration = {
  name: "0073-seal-readers",
  statements: (dialect) => [
    createTable(
      dialect,
      "seal_readers",
      `name text primary key,
       seal bigint not null,
       entries bigint not null`,
    ),
    `create index recurring_runs_by_transaction on recurring_runs (transaction_id) where transaction_id is not null`,
  ],
};
