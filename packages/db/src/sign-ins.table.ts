import { sql, type Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { INNER, LOGIN, SECRET } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

interface SignInsTable {
  id: string;
  /** Null only within the transaction that passes over a try at an unknown address. */
  user_id: string | null;
  outcome: "succeeded" | "failed";
  ip: string;
  user_agent: string | null;
  created_at: Epoch;
}

export const signIns = table<SignInsTable>({
  whose: own,
  key: ["id"],
  copy: { file: "logins", about: "Logins, and those that failed" },
  erasure: { removed: "soon", why: LOGIN },
  columns: {
    id: "text",
    user_id: INNER,
    outcome: "text",
    ip: "text",
    user_agent: "text",
    created_at: "time",
  },
});

/** A device or a network that an account was logged in from. */
interface KnownDevicesTable {
  user_id: string;
  kind: "device" | "network";
  /** SHA-256 (hex) of the device's cookie, or the front of the address. */
  mark: string;
  seen_at: Epoch;
}

export const knownDevices = table<KnownDevicesTable>({
  copy: [
    {
      file: "known-devices",
      about: "Devices that you logged in from",
      whose: ({ id }) => sql`user_id = ${id} and kind = 'device'`,
      key: ["mark"],
    },
    {
      file: "known-networks",
      about: "Networks that you logged in from",
      whose: ({ id }) => sql`user_id = ${id} and kind = 'network'`,
      key: ["mark"],
      columns: { mark: "text" },
    },
  ],
  erasure: { removed: "soon", why: LOGIN, whose: own, key: ["user_id", "kind", "mark"] },
  columns: { user_id: INNER, kind: "text", mark: SECRET, seen_at: "time" },
});

export type KnownPlace = Selectable<KnownDevicesTable>;
