/**
 * What happened to customers' accounts. A customer's events are numbered under a row that stays locked until they are committed, so
 * that no number appears before a lower one: who reads on after the last number that was seen misses nothing.
 */
import type { Epoch, EventRow } from "./tables.ts";
import { commandStatement, writeStatement } from "./handles/statement.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { insertDeliveries } from "./webhooks.ts";

export type NewEvent = Omit<EventRow, "user_id" | "seq">;

const countEvents = writeStatement<{ userId: string; count: bigint }, { last_seq: bigint }>(
  "events_count",
  (db, parameter) =>
    db
      .insertInto("event_counts")
      .values({ user_id: parameter("userId"), last_seq: parameter("count") })
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet((row) => ({
          last_seq: row("event_counts.last_seq", "+", row.ref("excluded.last_seq")),
        })),
      )
      .returning("last_seq"),
);

const insertEvent = commandStatement<EventRow>("events_insert", (db, parameter) =>
  db.insertInto("events").values({
    id: parameter("id"),
    user_id: parameter("user_id"),
    seq: parameter("seq"),
    type: parameter("type"),
    subject_id: parameter("subject_id"),
    data: parameter("data"),
    created_at: parameter("created_at"),
  }),
);

/** Adds events of one customer, in their order, and what is sent of them, within the transaction that causes them. */
export async function insertEvents(tx: WriteTx, userId: string, events: readonly NewEvent[]): Promise<void> {
  const count = BigInt(events.length);
  if (count === 0n) return;
  const [counted] = await tx.run(countEvents, { userId, count });
  if (counted === undefined) throw new Error("a customer's events have no count");
  const first = counted.last_seq - count + 1n;
  const rows = events.map((event, place) => ({ ...event, user_id: userId, seq: first + BigInt(place) }));
  for (const row of rows) await tx.run(insertEvent, row);
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
