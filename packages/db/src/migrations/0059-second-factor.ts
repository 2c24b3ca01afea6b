import { createTable, type Migration } from "./migration.ts";

/** Authenticator apps, their recovery codes, and what the owner of a session has proved. */
export const secondFactor: Migration = {
  name: "0059-second-factor",
  statements: (dialect) => {
    const integer = dialect === "sqlite" ? "integer" : "bigint";
    return [
      createTable(
        dialect,
        "second_factors",
        `user_id text primary key references users (id),
         secret text not null,
         created_at bigint not null,
         confirmed_at bigint,
         last_step bigint not null,
         failures bigint not null,
         locked_until bigint`,
      ),
      createTable(
        dialect,
        "recovery_codes",
        `user_id text not null references users (id),
         code_hash text not null,
         primary key (user_id, code_hash)`,
      ),
      `alter table sessions add column confirmed_at ${integer}`,
      `alter table sessions add column two_factor ${integer} not null default 0`,
    ];
  },
};
