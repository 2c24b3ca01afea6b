import { createTable, flag, type Migration } from "./migration.ts";

/** Currencies, the pairs that are traded, and their prices. Limits are in smallest units. */
export const markets: Migration = {
  name: "0002-markets",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      table(
        "currencies",
        `code text primary key,
         kind text not null check (kind in ('fiat', 'crypto')),
         full_name text not null,
         short_name text not null default '',
         ${flag("active")},
         position bigint not null,
         shown_decimals bigint not null default 2,
         residents_of text,
         exchange_min bigint,
         exchange_max bigint,
         deposit_min bigint,
         deposit_max bigint,
         card_min bigint,
         card_max bigint,
         network text,
         chain_deposit_min bigint,
         withdrawal_min bigint,
         withdrawal_fee bigint,
         source_codes text not null default '{}',
         check ((network is null) = (chain_deposit_min is null) and (network is null) = (withdrawal_min is null)
           and (network is null) = (withdrawal_fee is null))`,
      ),
      table(
        "exchange_fees",
        `currency_from text not null references currencies (code),
         currency_to text not null references currencies (code),
         percent text not null,
         spread_bp bigint not null default 0,
         active bigint not null default 1,
         record_prices bigint not null default 1,
         primary key (currency_from, currency_to)`,
      ),
      table(
        "price_points",
        `symbol text not null,
         currency text not null,
         recorded_at bigint not null,
         rate text not null,
         primary key (symbol, currency, recorded_at)`,
      ),
      // The prices of the last hour that the guard has believed, and the last one however old: the next one is judged by them.
      table(
        "believed_prices",
        `what text not null,
         believed_at bigint not null,
         bid text not null,
         ask text not null,
         named_by text,
         primary key (what, believed_at)`,
      ),
    ];
  },
};
