import { generateKeyPairSync, sign, verify } from "node:crypto";
import type { SealKeys } from "../book-seals/seal-books.ts";

/** A key of an installation that only a test knows. */
export function testSealKeys(kid = "test"): SealKeys {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    kid,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    verify: (by, text, signature) =>
      by === kid && verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64url")),
  };
}
