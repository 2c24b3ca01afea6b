import { createTable, type Migration } from "./migration.ts";

/** What is paused, by whom and why; what was never paused has no row. */
export const switches: Migration = {
  name: "0053-switches",
  statements: (dialect) => [
    createTable(
      dialect,
      "switches",
      `what text primary key,
       paused bigint not null,
       message text,
       reason text,
       set_by text not null,
       set_at bigint not null`,
    ),
  ],
};
