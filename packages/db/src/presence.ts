/** Open rows of the desk, by member of staff. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, StaffPresence, User } from "./tables.ts";

/** Someone who has a row open, or had one a moment ago. */
export type Present = StaffPresence &
  Pick<User, "first_name" | "roles"> & {
    /** The act of the request that is open; null for a row of another kind. */
    readonly act: string | null;
  };

/** Says what someone has open, in place of what they had open before. */
export async function savePresence(tx: WriteTx, { user_id, ...changes }: StaffPresence): Promise<void> {
  await tx
    .insertInto("staff_presence")
    .values({ user_id, ...changes })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(changes))
    .execute();
}

/** Someone has closed a row. If they have opened another one since, that one stays. */
export async function deletePresence(
  tx: WriteTx,
  { user_id, kind, subject }: Omit<StaffPresence, "seen_at">,
): Promise<void> {
  await tx
    .deleteFrom("staff_presence")
    .where("user_id", "=", user_id)
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .execute();
}

/** Forgets who was not seen since a moment. */
export async function deletePresenceBefore(tx: WriteTx, moment: Epoch): Promise<void> {
  await tx.deleteFrom("staff_presence").where("seen_at", "<", moment).execute();
}

/** Everyone who was seen and not forgotten yet, in an order that stays. */
export async function listPresent(reader: Reader): Promise<Present[]> {
  // Crossed, so that SQLite, which takes a table that it never counted for a long one, begins with the few who are there.
  return reader
    .selectFrom("staff_presence")
    .crossJoin("users")
    .whereRef("users.id", "=", "staff_presence.user_id")
    .leftJoin("approvals", "approvals.id", "staff_presence.subject")
    .select(["user_id", "kind", "staff_presence.subject", "seen_at", "first_name", "roles", "act"])
    .orderBy("user_id")
    .execute();
}
