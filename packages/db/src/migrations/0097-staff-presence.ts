import { createTable, type Migration } from "./migration.ts";

/** The row that each member of staff has open: one at most, so that it never has more rows than there are staff. */
export const staffPresence: Migration = {
  name: "0097-staff-presence",
  statements: (dialect) => [
    createTable(
      dialect,
      "staff_presence",
      `user_id text primary key references users (id),
       kind text not null,
       subject text not null,
       seen_at bigint not null`,
    ),
  ],
};
