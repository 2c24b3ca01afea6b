import { createTable, flag, type Migration } from "./migration.ts";

const SIDES = "check (side in ('buy', 'sell'))";

type MakeTable = (name: string, body: string) => string;

const orders = (table: MakeTable): string[] => [
  table(
    "hedging_policies",
    `currency text primary key references currencies (code),
         mode text not null check (mode in ('off', 'dry', 'on')),
         target bigint not null,
         band bigint not null check (band >= 0),
         order_min bigint not null check (order_min > 0),
         order_max bigint not null check (order_max >= order_min),
         max_slippage_bp bigint not null check (max_slippage_bp between 0 and 1000),
         max_per_hour bigint not null check (max_per_hour >= 0),
         max_per_day bigint not null check (max_per_day >= 0),
         reason text,
         failing_since bigint,
         set_by text not null,
         set_at bigint not null`,
  ),
  table(
    "venue_orders",
    `id text primary key,
         venue text not null,
         side text not null ${SIDES},
         currency text not null references currencies (code),
         in_currency text not null references currencies (code),
         amount bigint not null check (amount > 0),
         limit_price text not null,
         guard_price text not null,
         status text not null
           check (status in ('planned', 'sent', 'unknown', 'partly_filled', 'filled', 'rejected', 'cancelled')),
         ${flag("dry")},
         ${flag("open")},
         client_id text not null unique,
         venue_id text,
         filled text not null,
         cost text not null,
         fee text not null,
         reason text,
         tries bigint not null,
         next_at bigint not null,
         sent_at bigint,
         unknown_since bigint,
         lookups bigint not null,
         created_by text not null,
         created_at bigint not null`,
  ),
  "create index venue_orders_newest on venue_orders (created_at desc, id desc)",
  "create index venue_orders_by_status on venue_orders (status, created_at desc, id desc)",
  "create index venue_orders_of_coin on venue_orders (currency, created_at)",
  // One order of a coin at a time, from the policy or from staff.
  "create unique index venue_orders_open on venue_orders (currency) where open = 1",
  table(
    "venue_fills",
    `id text primary key references ledger_entries (id),
         order_id text not null references venue_orders (id),
         amount bigint not null,
         cost bigint not null,
         fee bigint not null,
         created_at bigint not null`,
  ),
  "create index venue_fills_by_time on venue_fills (created_at)",
  "create index venue_fills_of_order on venue_fills (order_id)",
];

const venues = (table: MakeTable): string[] => [
  table(
    "venue_states",
    `venue text primary key,
         holder text,
         leased_until bigint not null,
         failure text,
         failed_at bigint,
         checked_at bigint,
         unbooked text not null,
         others text not null`,
  ),
  table(
    "venue_balances",
    `venue text not null,
         currency text not null references currencies (code),
         said text,
         books bigint not null,
         remainder bigint not null,
         primary key (venue, currency)`,
  ),
];

const play = (table: MakeTable): string[] => [
  table("play_venues", "name text primary key, mode text not null"),
  table(
    "play_venue_balances",
    `venue text not null,
         currency text not null,
         amount bigint not null,
         primary key (venue, currency)`,
  ),
  table(
    "play_venue_orders",
    `id text primary key,
         venue text not null,
         client_id text not null,
         side text not null ${SIDES},
         currency text not null,
         in_currency text not null,
         amount bigint not null,
         limit_price text not null,
         state text not null check (state in ('open', 'closed', 'cancelled')),
         filled bigint not null,
         cost bigint not null,
         fee bigint not null,
         due_at bigint,
         placed_at bigint not null`,
  ),
  "create index play_venue_orders_by_client on play_venue_orders (venue, client_id)",
  "create index play_venue_orders_open on play_venue_orders (venue) where state = 'open'",
  "create index play_venue_orders_by_time on play_venue_orders (venue, placed_at)",
];

/** Trades of the house by itself, and the exchange that a demo makes up for it. */
export const hedging: Migration = {
  name: "0020-hedging",
  statements: (dialect) => {
    const table: MakeTable = (name, body) => createTable(dialect, name, body);
    return [...orders(table), ...venues(table), ...play(table)];
  },
};
