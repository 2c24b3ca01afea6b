import { generateKeyPairSync, sign } from "node:crypto";
import type { SealKeys } from "../book-seals/seal-books.ts";
import { verifierOf, type KnownKeys } from "../book-seals/verifier.ts";

/** A key of an installation that only a test knows. */
export function testSealKeys(kid = "test"): SealKeys & { readonly known: KnownKeys } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const known = new Map([[kid, publicKey]]);
  return {
    kid,
    known,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    verify: verifierOf(known),
  };
}
