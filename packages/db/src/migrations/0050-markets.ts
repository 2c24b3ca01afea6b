import type { Dialect } from "../handles/dialect.ts";
import type { Migration } from "./migration.ts";

const addColumn =
  (dialect: Dialect, table: string) =>
  (column: string): string =>
    `alter table ${table} add column ${
      dialect === "postgres" ? column : column.replaceAll(/\bbigint\b/g, "integer")
    }`;

/** What older installations offered, as rows: limits in smallest units. */
const LIMITS = [
  { code: "AUD", exchange: [100_00, 100_000_00], deposit: [1_00, 1_000_000_00], card: [50_00, 20_000_00] },
  {
    code: "NGN",
    exchange: [100_000_00, 5_000_000_00],
    deposit: [1_000_00, 1_000_000_000_00],
    card: [50_000_00, 10_000_000_00],
  },
] as const;

/** Currencies and pairs say all there is to know about a market. */
export const markets: Migration = {
  name: "0050-markets",
  statements: (dialect) => [
    ...[
      "short_name text not null default ''",
      "shown_decimals bigint not null default 2",
      "residents_of text",
      "exchange_min bigint",
      "exchange_max bigint",
      "deposit_min bigint",
      "deposit_max bigint",
      "card_min bigint",
      "card_max bigint",
      "source_codes text not null default '{}'",
    ].map(addColumn(dialect, "currencies")),
    ...[
      "spread_bp bigint not null default 0",
      "active bigint not null default 1",
      "record_prices bigint not null default 1",
    ].map(addColumn(dialect, "exchange_fees")),
    "update currencies set short_name = code",
    "update currencies set shown_decimals = 8 where kind = 'crypto'",
    "update currencies set residents_of = 'NG' where code = 'NGN'",
    "update currencies set exchange_min = 10000, exchange_max = 10000000 where kind = 'fiat'",
    ...LIMITS.map(
      ({ code, exchange, deposit, card }) =>
        `update currencies set exchange_min = ${exchange[0]}, exchange_max = ${exchange[1]},
         deposit_min = ${deposit[0]}, deposit_max = ${deposit[1]}, card_min = ${card[0]}, card_max = ${card[1]}
         where code = '${code}'`,
    ),
    `update currencies set source_codes = '{"kraken":"XBT"}' where code = 'BTC'`,
    `update currencies set source_codes = '{"kraken":"' || code || '"}' where code in ('AUD', 'USD', 'ETH')`,
  ],
};
