import type { IdentityDraft } from "@wattle/contracts/identity";
import type { HashesByKind } from "@wattle/db/personal-hashes";
import type { SearchHashes } from "@wattle/db/sealed/search-hashes";

/** Hashes by which the desk finds the same person in another account. */
export const hashesOfForm = (searchHashes: SearchHashes, form: IdentityDraft): HashesByKind => ({
  document_number: searchHashes.list("document_number", form.document_number),
  date_of_birth: searchHashes.list("date_of_birth", form.date_of_birth),
});
