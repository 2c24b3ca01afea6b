import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { INNER, LOGIN, SECRET } from "./columns/decisions.ts";
import { apart, table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

/** The purpose of a passkey's answer. A challenge for one purpose is worth nothing for another. */
export type PasskeyPurpose = "login" | "confirm" | "register";

/** Passkeys of accounts: the data to check a signature. */
interface PasskeysTable {
  id: string;
  user_id: string;
  /** The authenticator's own name for it, as base64url text. */
  credential_id: string;
  /** COSE key, as base64url text. */
  public_key: string;
  /** How often it was used as its authenticator counts; always 0 for those that do not count. */
  counter: bigint;
  /** JSON: list of how a browser reaches the authenticator, such as `internal`. */
  transports: string;
  /** The owner's name for it. */
  name: string;
  created_at: Epoch;
  last_used_at: Epoch | null;
}

export const passkeys = table<PasskeysTable>({
  whose: own,
  key: ["id"],
  copy: { file: "passkeys", about: "Your passkeys, without their keys" },
  erasure: { removed: "at once", why: LOGIN },
  columns: {
    id: "text",
    user_id: INNER,
    credential_id: SECRET,
    public_key: SECRET,
    counter: INNER,
    transports: "json",
    name: "text",
    created_at: "time",
    last_used_at: "time",
  },
});

export type Passkey = Selectable<PasskeysTable>;

/** Challenges that were given out; answering one removes it. */
interface PasskeyChallengesTable {
  /** SHA-256 (hex) of the challenge. */
  challenge_hash: string;
  purpose: PasskeyPurpose;
  /** The public id of the session that asked for it; null for a login. */
  session: string | null;
  expires_at: Epoch;
}

export const passkeyChallenges = apart<PasskeyChallengesTable>("random numbers, for minutes");

export type PasskeyChallenge = Selectable<PasskeyChallengesTable>;
