import { createTable, type Migration } from "./migration.ts";
import { differs, refusedUpdate, saidOnce } from "./triggers.ts";

/**
 * Orders at a payment provider, every event the provider sent about them, and the provider's access tokens. An order keeps its
 * customer and what was agreed, and is credited once.
 */
export const onramp: Migration = {
  name: "0010-onramp",
  statements: (dialect) => [
    createTable(
      dialect,
      "onramp_orders",
      // An order without a customer is one of the public test page, and credits no one.
      `id text primary key,
       user_id text references users (id),
       provider text not null check (provider in ('sandbox', 'transak')),
       status text not null check (status in
         ('created', 'pending', 'completed', 'failed', 'cancelled', 'expired', 'refunded', 'review')),
       fiat_amount bigint not null check (fiat_amount > 0),
       fiat_currency text not null references currencies (code),
       crypto_currency text not null references currencies (code),
       crypto_amount bigint check (crypto_amount > 0),
       provider_order_id text,
       checkout_hash text unique,
       quoted_amount bigint,
       transaction_id text unique,
       note text,
       created_at bigint not null,
       updated_at bigint not null`,
    ),
    "create index onramp_orders_by_user on onramp_orders (user_id, created_at desc, id desc)",
    "create index onramp_orders_by_status on onramp_orders (status, created_at, id)",
    "create index onramp_orders_oldest on onramp_orders (created_at, id)",
    `create unique index onramp_orders_credited_once on onramp_orders (provider, provider_order_id)
     where transaction_id is not null`,
    ...refusedUpdate(dialect, {
      table: "onramp_orders",
      name: "onramp_orders_kept",
      when: `${differs("id, user_id, provider, fiat_amount, fiat_currency, crypto_currency, created_at")} or
        ${saidOnce("crypto_amount, transaction_id")}`,
      says: "keeps what was agreed",
    }),
    createTable(
      dialect,
      "onramp_events",
      `id text primary key,
       provider text not null,
       event_id text not null,
       order_id text not null,
       payload text not null,
       outcome text not null check (outcome in ('applied', 'ignored', 'review', 'order unknown')),
       received_at bigint not null,
       unique (provider, event_id)`,
    ),
    "create index onramp_events_by_order on onramp_events (order_id, received_at, id)",
    createTable(
      dialect,
      "onramp_access_tokens",
      "id text primary key, token text not null, expires_at bigint not null, created_at bigint not null",
    ),
  ],
};
