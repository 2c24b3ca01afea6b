import { createTable, type Migration } from "./migration.ts";

/** Which customers were emailed that a month's statement is there. */
export const statementNotices: Migration = {
  name: "0081-statement-notices",
  statements: (dialect) => [
    createTable(
      dialect,
      "statement_notices",
      `user_id text not null references users (id),
       month text not null,
       noticed_at bigint not null,
       primary key (user_id, month)`,
    ),
  ],
};
