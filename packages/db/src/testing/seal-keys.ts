import { generateKeyPairSync, sign } from "node:crypto";
import type { SealKeys } from "../book-seals/seal-books.ts";
import { verifierOf, type OwnKeys } from "../book-seals/verifier.ts";

/** A key of an installation that only a test knows. */
export function testSealKeys(kid = "test"): SealKeys & { readonly keys: OwnKeys } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const keys: OwnKeys = { known: new Map([[kid, publicKey]]), locked: new Set() };
  return {
    kid,
    keys,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    verify: verifierOf(keys),
  };
}
