import type { Migration } from "./migration.ts";

/** What an identity was when it was last sent back, so that the next try can be compared with it. */
export const sentBack: Migration = {
  name: "0115-sent-back",
  statements: () => ["alter table identities add column sent_back text"],
};
