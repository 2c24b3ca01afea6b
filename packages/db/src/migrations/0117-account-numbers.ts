import { createTable, type Migration } from "./migration.ts";

/**
 * Keyed hashes of bank account numbers without their bank, to search by. They are no kind of `personal_hashes`: a program of the version
 * before compares whatever is there. `hashed_as` is the end of the sealed number that was hashed last: another end says that the number
 * was written by a program that keeps no such hash.
 */
export const accountNumbers: Migration = {
  name: "0117-account-numbers",
  statements: (dialect) => [
    createTable(
      dialect,
      "account_number_hashes",
      `hash text not null,
       user_id text not null references users (id),
       primary key (hash, user_id)`,
    ),
    "create index account_number_hashes_by_user on account_number_hashes (user_id)",
    "alter table bank_accounts add column hashed_as text",
    `create index bank_accounts_unhashed on bank_accounts (id)
     where hashed_as is null or hashed_as <> substr(account_number, length(account_number) - 21)`,
  ],
};
