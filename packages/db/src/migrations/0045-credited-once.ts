import type { Migration } from "./migration.ts";

/** Replaced by the migration 0051, which reads more spellings as one reference. */
const KEY = `lower(credit_currency || '/' || payment_method || '/' || replace(bank_reference, ' ', ''))`;
const CREDITED_BY_BANK = `transaction_type = 'deposit' and status = 'completed' and payment_method <> 'onramp'
  and bank_reference is not null`;

/**
 * What has been paid once is credited once. A bank's reference is unique among the credited deposits of a deposit account;
 * of deposits that had shared one before, the first keeps it. A payment provider's order pays one of ours.
 */
export const creditedOnce: Migration = {
  name: "0045-credited-once",
  statements: () => [
    "alter table transactions add column bank_reference_key text",
    `update transactions set bank_reference_key = ${KEY} where id in
     (select min(id) from transactions where ${CREDITED_BY_BANK} group by ${KEY})`,
    `create unique index transactions_credited_once on transactions (bank_reference_key)
     where status = 'completed' and bank_reference_key is not null`,
    `create unique index onramp_orders_credited_once on onramp_orders (provider, provider_order_id)
     where transaction_id is not null`,
  ],
};
