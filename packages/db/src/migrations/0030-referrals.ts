import type { Migration } from "./migration.ts";

/** A referral record knows its transaction, so that one makes one record; a partner's totals come from an index alone. */
export const referrals: Migration = {
  name: "0030-referrals",
  statements: () => [
    "alter table referral_records add column transaction_id text",
    "create unique index referral_records_by_transaction on referral_records (transaction_id)",
    `create index referral_records_totals
     on referral_records (partner_id, transaction_type, credit_currency, credit)`,
    "create index users_by_partner on users (referred_by) where referred_by is not null",
  ],
};
