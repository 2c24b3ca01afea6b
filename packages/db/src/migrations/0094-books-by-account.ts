import type { Migration } from "./migration.ts";

/** Accounts of the house that an exchange moves. */
const OF_EXCHANGES = ["trading", "fees"];

/**
 * What the desk's pages of the books read: all customers' exchanges and sign-ups by time, and the postings of the house's accounts but
 * those of exchanges, so that an exchange pays for one entry at the end of one index.
 */
export const booksByAccount: Migration = {
  name: "0094-books-by-account",
  statements: () => [
    `create index transactions_exchanged on transactions (created_at, id) where transaction_type = 'exchange'`,
    `create index users_signed_up on users (created_at, status)
     where roles in ('["regular-user"]', '["partner"]')`,
    ...["source", "destination"].map(
      (side) =>
        `create index ledger_postings_of_house_${side} on ledger_postings (${side}_account, entry_id, position)
         where ${side}_account like 'house:%' and ${OF_EXCHANGES.map(
           (purpose) => `${side}_account not like 'house:${purpose}:%'`,
         ).join(" and ")}`,
    ),
  ],
};
