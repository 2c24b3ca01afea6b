import { verify, type KeyObject } from "node:crypto";
import type { SealKeys } from "./seal-books.ts";

/** Public halves of an installation's keys, by their names. */
export type KnownKeys = ReadonlyMap<string, KeyObject>;

/** Checks signatures by these keys. */
export const verifierOf =
  (known: KnownKeys): SealKeys["verify"] =>
  (kid, text, signature) => {
    const key = known.get(kid);
    return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  };
