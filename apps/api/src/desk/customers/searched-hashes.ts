import { BANK_FORMATS } from "@wattle/contracts/bank-formats/formats";
import type { HashedKind, SearchHash, SearchHashes } from "@wattle/db/sealed/search-hashes";
import parsePhoneNumber, { type CountryCode } from "libphonenumber-js";

/** The possible forms of a phone number. Other texts are not read as one. */
const PHONE = /^\+?[\d\s().\-/]{6,}$/;

/** A text as a phone number is stored, `+61412345678`: written with the prefix of its country, or as it is dialled in one of ours. */
function phonesOf(text: string): string[] {
  if (!PHONE.test(text)) return [];
  return Object.values(BANK_FORMATS).flatMap(({ country }) => {
    const number = parsePhoneNumber(text, country as CountryCode);
    return number?.isValid() === true ? [number.number] : [];
  });
}

/** The hashes of a text as each kind: a search does not know which it is. */
export function searchedHashes(
  hashes: Pick<SearchHashes, "list">,
  text: string,
): Record<HashedKind, readonly SearchHash[]> {
  return {
    document_number: hashes.list("document_number", text),
    phone: [...new Set([text, ...phonesOf(text)].flatMap((phone) => hashes.list("phone", phone)))],
    date_of_birth: hashes.list("date_of_birth", text),
    bank_account: hashes.list("bank_account", text),
    account_number: hashes.list("account_number", text),
  };
}
