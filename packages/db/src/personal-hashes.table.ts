import { IDENTITY } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { SearchHash, SharedKind } from "./sealed/search-hashes.ts";

interface PersonalHashesTable {
  kind: SharedKind;
  hash: SearchHash;
  user_id: string;
}

export const personalHashes = table<PersonalHashesTable>({
  whose: own,
  key: ["kind", "hash", "user_id"],
  copy: "hashes of what profile.json has",
  erasure: { removed: "retention", why: IDENTITY },
});

interface AccountNumberHashesTable {
  hash: SearchHash;
  user_id: string;
}

export const accountNumberHashes = table<AccountNumberHashesTable>({
  whose: own,
  key: ["hash", "user_id"],
  copy: "hashes of what bank-accounts.json has",
  erasure: { removed: "retention", why: IDENTITY },
});
