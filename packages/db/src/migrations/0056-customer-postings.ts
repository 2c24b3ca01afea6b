import type { Migration } from "./migration.ts";

/**
 * A customer's postings by account, with all that a walk through them reads: the index alone answers it. House accounts are
 * left out, so that an exchange pays for its customer's three postings only.
 */
export const customerPostings: Migration = {
  name: "0056-customer-postings",
  statements: () =>
    ["source", "destination"].map(
      (side) =>
        `create index ledger_postings_by_customer_${side} on ledger_postings (${side}_account, entry_id, amount)
         where ${side}_account like 'customer:%'`,
    ),
};
