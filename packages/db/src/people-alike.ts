/** Whom staff could take for someone else, and what two of them have in common. */
import { sql } from "kysely";
import type { User } from "./tables.ts";
import type { Reader } from "./handles/handles.ts";

/** As the index `users_by_looks` has it, word for word. */
const LOOKS = sql<string>`replace(replace(lower(replace(first_name || ' ' || last_name, 'I', 'l')), 'm', 'rn'), 'w', 'vv')`;

/** More than anyone reads. */
const MOST_ALIKE = 10n;

type Named = Pick<User, "id" | "email" | "first_name" | "last_name">;

/** Accounts whose name has these looks. @param looks as `looksOf` gives them */
export async function listByLooks(reader: Reader, looks: string): Promise<Named[]> {
  return reader
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name"])
    .where(LOOKS, "=", looks)
    .orderBy("id")
    .limit(MOST_ALIKE)
    .execute();
}

/** Things shared by two people who should decide apart from each other. */
export type Shared = "device" | "network address" | "phone";

/** Things that one person shares with each of some others: devices they logged in from, addresses of their sessions, phones. */
export async function listShared(
  reader: Reader,
  one: string,
  others: readonly string[],
): Promise<Map<string, Shared[]>> {
  const them = [...new Set(others)].filter((id) => id !== one);
  if (them.length === 0) return new Map();
  const devices = reader
    .selectFrom("known_devices as own")
    .innerJoin("known_devices as other", (join) =>
      join.onRef("other.mark", "=", "own.mark").on("other.kind", "=", sql.lit<"device">("device")),
    )
    .select(["other.user_id as id", sql<Shared>`'device'`.as("shared")])
    .where("own.kind", "=", "device")
    .where("own.user_id", "=", one)
    .where("other.user_id", "in", them);
  const addresses = reader
    .selectFrom("sessions as own")
    .innerJoin("sessions as other", "other.ip", "own.ip")
    .select(["other.user_id as id", sql<Shared>`'network address'`.as("shared")])
    .where("own.user_id", "=", one)
    .where("other.user_id", "in", them);
  const phones = reader
    .selectFrom("personal_hashes as own")
    .innerJoin("personal_hashes as other", (join) =>
      join.onRef("other.hash", "=", "own.hash").onRef("other.kind", "=", "own.kind"),
    )
    .select(["other.user_id as id", sql<Shared>`'phone'`.as("shared")])
    .where("own.kind", "=", "phone")
    .where("own.user_id", "=", one)
    .where("other.user_id", "in", them);
  const rows = await devices.union(addresses).union(phones).orderBy("id").orderBy("shared").execute();
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => [id, of.map(({ shared }) => shared)]),
  );
}
