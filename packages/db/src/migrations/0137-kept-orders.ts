import type { Dialect } from "../handles/dialect.ts";
import { differs, refusedUpdate, saidOnce } from "./kept-columns.ts";
import type { Migration } from "./migration.ts";

/** Refuses new rows. A later migration that notes a place drops the trigger, and makes it again. */
function neverAdded(dialect: Dialect, table: string): string[] {
  const says = `${table} takes no more rows`;
  if (dialect === "sqlite") {
    return [
      `create trigger ${table}_no_insert before insert on ${table} begin select raise(abort, '${says}'); end`,
    ];
  }
  return [
    `create function ${table}_no_insert() returns trigger language plpgsql as $$
     begin raise exception '${says}' using errcode = 'integrity_constraint_violation'; end $$`,
    `create trigger ${table}_no_insert before insert on ${table}
     for each row execute function ${table}_no_insert()`,
  ];
}

/**
 * An order at a payment provider keeps its customer and what was agreed, and is credited once. Only a migration says that a column may
 * still hold plain values: a start seals those as genuine.
 */
export const keptOrders: Migration = {
  name: "0137-kept-orders",
  statements: (dialect) => [
    ...refusedUpdate(dialect, {
      table: "onramp_orders",
      name: "onramp_orders_kept",
      when: `${differs("id, user_id, provider, fiat_amount, fiat_currency, crypto_currency, created_at")} or
        ${saidOnce("crypto_amount, transaction_id")}`,
      says: "keeps what was agreed",
    }),
    ...neverAdded(dialect, "unsealed"),
    ...refusedUpdate(dialect, {
      table: "unsealed",
      name: "unsealed_kept",
      when: differs("place"),
      says: "keeps its places",
    }),
  ],
};
