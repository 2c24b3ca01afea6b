import type { Generated, Selectable } from "kysely";
import type { Epoch, Flag } from "./columns/column-types.ts";
import { INNER, LOGIN, SECRET } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

interface SessionsTable {
  /** SHA-256 (hex) of the session id; the id itself is only in the customer's cookie. */
  id_hash: string;
  /** Names the session towards its owner ("sign out that one"), useless for signing in. */
  public_id: string;
  user_id: string;
  expires_at: Epoch;
  created_at: Epoch;
  last_used_at: Epoch;
  ip: string | null;
  user_agent: string | null;
  /** When its owner last proved to be there, by logging in or since. */
  confirmed_at: Epoch | null;
  /** 1n if its owner has proved a second factor that the account still has. */
  two_factor: Generated<Flag>;
}

export const sessions = table<SessionsTable>({
  whose: own,
  key: ["id_hash"],
  copy: { file: "sessions", about: "Where you are logged in" },
  erasure: { removed: "at once", why: LOGIN },
  columns: {
    id_hash: SECRET,
    public_id: "text",
    user_id: INNER,
    expires_at: "time",
    created_at: "time",
    last_used_at: "time",
    ip: "text",
    user_agent: "text",
    confirmed_at: "time",
    two_factor: "flag",
  },
});

export type Session = Selectable<SessionsTable>;
