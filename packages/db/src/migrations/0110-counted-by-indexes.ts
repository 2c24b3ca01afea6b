import type { Migration } from "./migration.ts";

/** Indexes that have all that the desk counts and adds up, so that no row is read for it. An exchange writes into none of them. */
export const countedByIndexes: Migration = {
  name: "0110-counted-by-indexes",
  statements: () => [
    ...["source", "destination"].flatMap((side) => [
      `drop index ledger_postings_by_inventory_${side}`,
      `create index ledger_postings_by_inventory_${side} on ledger_postings (${side}_account, currency, amount)
       where ${side}_account like 'house:inventory:%'`,
    ]),
    "create index bank_lines_open on bank_lines (status, imported_at) where status in ('unmatched', 'proposed')",
  ],
};
