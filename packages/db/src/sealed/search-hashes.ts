/**
 * Keyed hashes of personal values, so that the desk finds who shares one without the values being
 * readable. They are made with a secret of their own, which stays the same when data keys are replaced.
 */
import { createHmac, hkdfSync } from "node:crypto";

/** Facts that two customers may share although one person should have them. */
export const SHARED_KINDS = ["document_number", "phone", "date_of_birth", "bank_account"] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

/**
 * Kinds of values that can be searched for. Many share an account number who have another bank, so that it tells no two
 * customers to be one.
 */
const HASHED_KINDS = [...SHARED_KINDS, "account_number"] as const;
export type HashedKind = (typeof HASHED_KINDS)[number];

declare const hashed: unique symbol;
/** Lower-case hex of 32 bytes. It is no `string` to the compiler: only `SearchHashes` makes one. */
export interface SearchHash {
  readonly [hashed]: true;
}

const HASH_BYTES = 32;

/** The same value however it is written: case, spaces and punctuation make no difference. */
const normalised = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

export class SearchHashes {
  readonly #keys: ReadonlyMap<HashedKind, Buffer>;

  /** @param secret 32 random bytes as base64url */
  constructor(secret: string) {
    const bytes = Buffer.from(secret, "base64url");
    this.#keys = new Map(
      HASHED_KINDS.map((kind) => [
        kind,
        Buffer.from(hkdfSync("sha256", bytes, "", `wattle search ${kind}`, HASH_BYTES)),
      ]),
    );
  }

  /** HMAC-SHA-256 of the normalised text under a key of its kind; undefined if nothing is left of it. */
  of(kind: HashedKind, text: string): SearchHash | undefined {
    const value = normalised(text);
    const key = this.#keys.get(kind);
    if (value === "" || key === undefined) return undefined;
    return createHmac("sha256", key).update(value).digest("hex") as unknown as SearchHash;
  }

  /** As `of`, as the list of none or one that is kept for a customer. */
  list(kind: HashedKind, text: string | null | undefined): readonly SearchHash[] {
    const hash = this.of(kind, text ?? "");
    return hash === undefined ? [] : [hash];
  }
}
