import { createTable, type Migration } from "./migration.ts";

/** The prices of the last hour that the guard has believed, and the last one however old: the next one is judged by them. */
export const believedPrices: Migration = {
  name: "0130-believed-prices",
  statements: (dialect) => [
    createTable(
      dialect,
      "believed_prices",
      `what text not null,
       believed_at bigint not null,
       bid text not null,
       ask text not null,
       named_by text,
       primary key (what, believed_at)`,
    ),
  ],
};
