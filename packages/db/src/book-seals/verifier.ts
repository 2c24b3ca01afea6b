import { verify, type KeyObject } from "node:crypto";

/** Public halves of an installation's keys, by their names. */
export type KnownKeys = ReadonlyMap<string, KeyObject>;

/** Whether a key made a signature over a text, as base64url. False also for a key that is not the installation's. */
export type Verify = (kid: string, text: string, signature: string) => boolean;

/** Checks signatures by these keys. */
export const verifierOf =
  (known: KnownKeys): Verify =>
  (kid, text, signature) => {
    const key = known.get(kid);
    return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  };
