import { verify, type KeyObject } from "node:crypto";

/** Keys that an installation signs with. */
export interface OwnKeys {
  /** Public halves, by their names. */
  readonly known: ReadonlyMap<string, KeyObject>;
  /** Names of those that this process cannot open: it was started before `DATA_KEYS` were exchanged. */
  readonly locked: ReadonlySet<string>;
}

/** Whether a key made a signature over a text, as base64url. False also for a key that is not the installation's. */
export type Verify = (kid: string, text: string, signature: string) => boolean;

/** Nothing can be said of what a key signed that this process cannot open. */
export class LockedKeyError extends Error {
  override readonly name = "LockedKeyError";
  constructor(kid: string) {
    super(`the key ${kid} signs seals and cannot be opened: restart this process`);
  }
}

/** Checks signatures by these keys. It throws a LockedKeyError for a key that this process cannot open. */
export const verifierOf =
  ({ known, locked }: OwnKeys): Verify =>
  (kid, text, signature) => {
    const key = known.get(kid);
    if (key === undefined && locked.has(kid)) throw new LockedKeyError(kid);
    return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  };
