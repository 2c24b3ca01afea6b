import { createTable, type Migration } from "./migration.ts";

/** Who signed in to an account, or tried to: what its owner sees, and no more rows than that. */
export const signIns: Migration = {
  name: "0044-sign-ins",
  statements: (dialect) => [
    createTable(
      dialect,
      "sign_ins",
      `id text primary key,
       user_id text references users (id),
       outcome text not null check (outcome in ('succeeded', 'failed')),
       ip text not null,
       user_agent text,
       created_at bigint not null`,
    ),
    "create index sign_ins_by_user on sign_ins (user_id, outcome, created_at desc, id desc)",
  ],
};
