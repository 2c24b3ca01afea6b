import { createTable, type Migration } from "./migration.ts";

/** Proofs of what the house holds. */
export const reserves: Migration = {
  name: "0022-reserves",
  statements: (dialect) => [
    createTable(
      dialect,
      "reserve_proofs",
      `id text primary key,
         created_at bigint not null,
         held text not null,
         document text,
         published_at bigint,
         checked_at bigint`,
    ),
    "create index reserve_proofs_published on reserve_proofs (published_at)",
  ],
};
