import type { Migration } from "./migration.ts";

/**
 * The indexes of customers' postings without those of exchanges, which a customer's history has under an index of its own:
 * an exchange pays for none of them (the bench's "exchanges through HTTP").
 */
export const ownedPostings: Migration = {
  name: "0064-owned-postings",
  statements: () => [
    "drop index ledger_postings_by_customer_source",
    "drop index ledger_postings_by_customer_destination",
    ...(
      [
        ["source", "destination"],
        ["destination", "source"],
      ] as const
    ).map(
      ([side, other]) =>
        `create index ledger_postings_owned_${side} on ledger_postings (${side}_account, entry_id, amount)
         where ${side}_account like 'customer:%' and ${other}_account not like 'house:trading:%'
           and ${other}_account not like 'house:fees:%'`,
    ),
  ],
};
