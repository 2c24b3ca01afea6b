import type { Migration } from "./migration.ts";

/** Finds accounts by what their name looks like: as `looksOf` in contracts/name-scripts, for names in English letters. */
export const namesAlike: Migration = {
  name: "0139-names-alike",
  statements: () => [
    `create index users_by_looks on users
       (replace(replace(lower(replace(first_name || ' ' || last_name, 'I', 'l')), 'm', 'rn'), 'w', 'vv'))`,
  ],
};
