import { PARCEL_METHODS } from "@wattle/exchange-core/parcels";
import { createTable, type Migration } from "./migration.ts";

const METHODS = PARCEL_METHODS.map((method) => `'${method}'`).join(", ");

/** How customers count their gains, what coins from elsewhere cost them, and where they are resident. */
export const tax: Migration = {
  name: "0016-tax",
  statements: (dialect) => [
    createTable(
      dialect,
      "tax_choices",
      `user_id text not null references users (id),
       year bigint not null,
       method text not null check (method in (${METHODS})),
       downloaded_method text check (downloaded_method in (${METHODS})),
       downloaded_at bigint,
       primary key (user_id, year),
       check ((downloaded_method is null) = (downloaded_at is null))`,
    ),
    createTable(
      dialect,
      "stated_costs",
      `transaction_id text primary key references transactions (id),
       user_id text not null references users (id),
       acquired_on text not null,
       currency text not null references currencies (code),
       cost bigint not null check (cost >= 0),
       stated_at bigint not null`,
    ),
    createTable(
      dialect,
      "tax_residences",
      `user_id text primary key references users (id),
       residences text not null,
       certified_at bigint not null`,
    ),
    "create index stated_costs_by_user on stated_costs (user_id)",
  ],
};
