import type { Migration } from "./migration.ts";

/** Whether the owner of passkeys has chosen that the password still logs in without them. */
export const passwordAlone: Migration = {
  name: "0125-password-alone",
  statements: (dialect) => [
    `alter table users add column password_alone ${dialect === "sqlite" ? "integer" : "bigint"} not null default 0`,
  ],
};
