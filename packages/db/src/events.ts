/**
 * What happened to customers' accounts. A customer's events are numbered under a row that stays locked until they are committed, so
 * that no number appears before a lower one: who reads on after the last number that was seen misses nothing.
 */
import type { Epoch, EventRow } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { insertDeliveries } from "./webhooks.ts";

export type NewEvent = Omit<EventRow, "user_id" | "seq">;

/** Adds events of one customer, in their order, and what is sent of them, within the transaction that causes them. */
export async function insertEvents(tx: WriteTx, userId: string, events: readonly NewEvent[]): Promise<void> {
  const count = BigInt(events.length);
  if (count === 0n) return;
  const { last_seq: last } = await tx
    .insertInto("event_counts")
    .values({ user_id: userId, last_seq: count })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((row) => ({
        last_seq: row("event_counts.last_seq", "+", row.ref("excluded.last_seq")),
      })),
    )
    .returning("last_seq")
    .executeTakeFirstOrThrow();
  const first = last - count + 1n;
  const rows = events.map((event, place) => ({ ...event, user_id: userId, seq: first + BigInt(place) }));
  await tx.insertInto("events").values(rows).execute();
  await insertDeliveries(tx, userId, rows);
}

/** The number of one of the customer's own events; undefined where it is another's, or none. */
export async function findEventSeq(reader: Reader, userId: string, id: string): Promise<bigint | undefined> {
  const event = await reader
    .selectFrom("events")
    .select("seq")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return event?.seq;
}

/** A customer's events after a number, those of `since` or later, in their order. */
export async function listEvents(
  reader: Reader,
  userId: string,
  { after, since, limit }: { readonly after: bigint; readonly since: Epoch; readonly limit: number },
): Promise<EventRow[]> {
  return reader
    .selectFrom("events")
    .selectAll()
    .where("user_id", "=", userId)
    .where("seq", ">", after)
    .where("created_at", ">=", since)
    .orderBy("seq")
    .limit(BigInt(limit))
    .execute();
}

/**
 * Removes events from before `before`. The newest of a customer's stays until another one is as old, so that a program which has
 * seen it can go on from there however long nothing happens.
 * @returns how many were removed, at most `limit`
 */
export async function deleteOldEvents(tx: WriteTx, before: Epoch, limit: number): Promise<number> {
  const old = tx
    .selectFrom("events as old")
    .select("old.id")
    .where("old.created_at", "<", before)
    .where((row) =>
      row.exists(
        row
          .selectFrom("events as later")
          .select("later.id")
          .whereRef("later.user_id", "=", "old.user_id")
          .whereRef("later.seq", ">", "old.seq")
          .where("later.created_at", "<", before),
      ),
    )
    .limit(BigInt(limit));
  const { numDeletedRows: total } = await tx
    .deleteFrom("events")
    .where("id", "in", old)
    .executeTakeFirstOrThrow();
  return Number(total);
}
