/**
 * Events of customers' accounts. A customer's events are numbered under a row that stays locked until they are
 * committed, so that no number appears before a lower one. A reader that continues after the last seen number misses
 * nothing.
 */
import { sql } from "kysely";
import type { Epoch, EventRow } from "./tables.ts";
import { commandStatement, writeStatement } from "./handles/statement.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { deleteDeliveries, insertDeliveries } from "./webhook-deliveries.ts";

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

const insertRow = commandStatement<EventRow>("events_insert", (db, parameter) =>
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

/** The number of a customer's newest event once `count` more are added; its row stays locked until the transaction ends. */
async function lastSeq(tx: WriteTx, userId: string, count: bigint): Promise<bigint> {
  const [counted] = await tx.run(countEvents, { userId, count });
  if (counted === undefined) throw new Error("a customer's events have no count");
  return counted.last_seq;
}

/** Adds an event of a customer, and what is sent of it, within the transaction that causes it. */
export async function insertEvent(tx: WriteTx, userId: string, event: NewEvent): Promise<void> {
  const row = { ...event, user_id: userId, seq: await lastSeq(tx, userId, 1n) };
  await tx.run(insertRow, row);
  await insertDeliveries(tx, row);
}

/** Takes an event of a customer back whose time is after `now`, with what is to be sent of it. @returns false if it was due before */
export async function cancelEvent(tx: WriteTx, userId: string, id: string, now: Epoch): Promise<boolean> {
  const cancelled = await tx
    .deleteFrom("events")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("created_at", ">", now)
    .returning("id")
    .executeTakeFirst();
  if (cancelled === undefined) return false;
  await deleteDeliveries(tx, userId, id);
  return true;
}

/** Whether a customer's exchanges have events. */
export async function followsEvents(reader: Reader, userId: string): Promise<boolean> {
  const begun = await reader
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("follows_events", "=", 1n)
    .executeTakeFirst();
  return begun !== undefined;
}

/**
 * Gives a customer's exchanges events: those of `since` or later at once, and from now on each as it is made. Until
 * then theirs cost nothing. All events are numbered again, in the order of their times: no one has seen a number yet.
 * Nothing if the customer has begun already. The customer's row stays locked until the transaction ends, so that an
 * exchange is either here or knows.
 */
export async function startFollowing(tx: WriteTx, userId: string, since: Epoch): Promise<void> {
  const begun = await tx
    .updateTable("users")
    .set({ follows_events: 1n })
    .where("id", "=", userId)
    .where("follows_events", "=", 0n)
    .returning("id")
    .executeTakeFirst();
  if (begun === undefined) return;
  const seq = await lastSeq(tx, userId, 0n);
  await tx
    .insertInto("events")
    .columns(["id", "user_id", "seq", "type", "subject_id", "data", "created_at"])
    .expression((db) =>
      db
        .selectFrom("transactions as made")
        .where("made.user_id", "=", userId)
        .where("made.transaction_type", "=", "exchange")
        .where("made.created_at", ">=", since)
        .select((row) => [
          row.ref("made.id").as("id"),
          "made.user_id",
          sql<bigint>`${seq} + row_number() over (order by made.created_at, made.id)`.as("seq"),
          sql.lit<EventRow["type"]>("exchange.completed").as("type"),
          row.ref("made.id").as("subject_id"),
          sql<null>`null`.as("data"),
          "made.created_at",
        ]),
    )
    .execute();
  await renumber(tx, userId);
}

/** Numbers a customer's events above all numbers so far, oldest first. */
async function renumber(tx: WriteTx, userId: string): Promise<void> {
  const places = tx
    .selectFrom("events")
    .where("user_id", "=", userId)
    .select([
      "id",
      sql<bigint>`(select max(seq) from events where user_id = ${userId})
        + row_number() over (order by created_at, id)`.as("seq"),
    ]);
  await tx
    .updateTable("events")
    .from(places.as("place"))
    .whereRef("events.id", "=", "place.id")
    .set((row) => ({ seq: row.ref("place.seq") }))
    .execute();
  await tx
    .updateTable("event_counts")
    .where("user_id", "=", userId)
    .set((row) => ({
      last_seq: row
        .selectFrom("events")
        .where("user_id", "=", userId)
        .select(({ fn }) => fn.coalesce(fn.max("seq"), row.ref("event_counts.last_seq")).as("seq")),
    }))
    .execute();
}

/** The number of one of the customer's own events; undefined if it is another's, or none. */
export async function findEventSeq(reader: Reader, userId: string, id: string): Promise<bigint | undefined> {
  const event = await reader
    .selectFrom("events")
    .select("seq")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (event !== undefined) return event.seq;
  const forgotten = await reader
    .selectFrom("event_counts")
    .select("forgotten_seq")
    .where("user_id", "=", userId)
    .where("forgotten_id", "=", id)
    .executeTakeFirst();
  return forgotten?.forgotten_seq ?? undefined;
}

/**
 * A customer's events after a number, those of `since` or later, in their order: up to the first whose time is after `now`, which
 * may be taken back. Those after it wait for it, so that a program that reads on misses none.
 */
export async function listEvents(
  reader: Reader,
  userId: string,
  {
    after,
    since,
    now,
    limit,
  }: Readonly<Record<"after" | "since" | "now", bigint>> & { readonly limit: number },
): Promise<EventRow[]> {
  const rows = await reader
    .selectFrom("events")
    .selectAll()
    .where("user_id", "=", userId)
    .where("seq", ">", after)
    .where("created_at", ">=", since)
    .orderBy("seq")
    .limit(BigInt(limit))
    .execute();
  const waits = rows.findIndex((row) => row.created_at > now);
  return waits === -1 ? rows : rows.slice(0, waits);
}

const forget = commandStatement<{ userId: string; id: string; seq: bigint }>(
  "events_forget",
  (db, parameter) =>
    db
      .updateTable("event_counts")
      .set({ forgotten_id: parameter("id"), forgotten_seq: parameter("seq") })
      .where("user_id", "=", parameter("userId"))
      .where((row) =>
        row.or([row("forgotten_seq", "is", null), row("forgotten_seq", "<", parameter("seq"))]),
      ),
);

/**
 * Removes events from before `before`. The newest of a customer's stays known until another one is as old, so that a program which
 * has seen it can go on from there however long nothing happens.
 * @returns how many were removed, at most `limit`
 */
export async function deleteOldEvents(tx: WriteTx, before: Epoch, limit: number): Promise<number> {
  const old = tx
    .selectFrom("events")
    .select("id")
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(BigInt(limit));
  const gone = await tx
    .deleteFrom("events")
    .where("id", "in", old)
    .returning(["id", "user_id", "seq"])
    .execute();
  // The newest of each customer, and customers in one order: two processes never wait for each other.
  const newest = new Map(
    gone.toSorted((a, b) => (a.seq < b.seq ? -1 : 1)).map((event) => [event.user_id, event]),
  );
  for (const userId of [...newest.keys()].toSorted()) {
    const event = newest.get(userId);
    if (event !== undefined) await tx.run(forget, { userId, id: event.id, seq: event.seq });
  }
  return gone.length;
}
