import type { Selectable } from "kysely";
import type { Epoch, Flag, JsonText } from "./columns/column-types.ts";
import { CHOSEN, INNER, LOGIN } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

/** A program that a customer wrote, to which other customers can give a token. */
interface AppsTable {
  id: string;
  /** Its developer. */
  user_id: string;
  name: string;
  /** JSON array of the addresses to which customers may be sent back. */
  redirects: JsonText;
  /** JSON array of addresses and CIDR ranges from which its tokens work; empty for any. */
  addresses: JsonText;
  created_at: Epoch;
}

export const apps = table<AppsTable>({
  whose: own,
  key: ["id"],
  copy: { file: "apps", about: "Apps that you registered" },
  erasure: { removed: "at once", why: CHOSEN },
  columns: {
    id: "text",
    user_id: INNER,
    name: "text",
    redirects: "json",
    addresses: "json",
    created_at: "time",
  },
});

export type App = Selectable<AppsTable>;

/** A customer's yes to an app, which the app exchanges for a token. */
interface AppCodesTable {
  /** SHA-256 (hex) of the code. */
  code_hash: string;
  user_id: string;
  app_id: string;
  redirect: string;
  /** SHA-256 of the app's secret, as base64url text (PKCE). */
  challenge: string;
  /** JSON array of the token's scopes. */
  scopes: JsonText;
  /** How long the token lives. */
  lifetime_seconds: bigint;
  /** Whether the customer had proved a second factor. */
  two_factor: Flag;
  expires_at: Epoch;
  /** The token that it gave; null while it is not used. */
  token_id: string | null;
}

export const appCodes = table<AppCodesTable>({
  whose: own,
  key: ["code_hash"],
  copy: "kept for a day; what came of it is with the tokens",
  erasure: { removed: "at once", why: LOGIN },
});

export type AppCode = Selectable<AppCodesTable>;
