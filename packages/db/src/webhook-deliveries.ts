/** Deliveries: events that an endpoint was sent, or is to be sent. Each is written with its event, after its endpoint is locked. */
import { sql } from "kysely";
import type { Epoch, EventRow, WebhookDeliveryRow, WebhookEndpoint } from "./tables.ts";
import { readStatement } from "./handles/statement.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import type { PageNumber } from "./pages.ts";
import { firstDue, setDue } from "./webhook-endpoints.ts";

const endpointsOf = readStatement<{ userId: string }, Pick<WebhookEndpoint, "id" | "events">>(
  "webhook_endpoints_of",
  (db, parameter, dialect) => {
    const on = db
      .selectFrom("webhook_endpoints")
      .select(["id", "events"])
      .where("user_id", "=", parameter("userId"))
      .where("disabled_at", "is", null)
      .orderBy("id");
    // None of them is removed, turned off or given back before the events that it is sent are there.
    return dialect === "postgres" ? on.forNoKeyUpdate() : on;
  },
);

/** Has an event sent to those of its owner's endpoints that want it, within the transaction that adds it. */
export async function insertDeliveries(
  tx: WriteTx,
  { id: event_id, user_id: userId, seq: position, type, created_at }: EventRow,
): Promise<void> {
  const endpoints = (await tx.run(endpointsOf, { userId })).filter(({ events }) => {
    const types = JSON.parse(events) as string[];
    return types.includes("*") || types.includes(type);
  });
  if (endpoints.length === 0) return;
  const ids = endpoints.map(({ id }) => id);
  await tx
    .insertInto("webhook_deliveries")
    .values(ids.map((endpoint_id) => newDelivery({ endpoint_id, event_id, position, created_at })))
    .execute();
  await setDue(tx, ids, created_at);
}

/** Removes what was to be sent of an event that was taken back. Its endpoints, woken for nothing, find out by themselves. */
export async function deleteDeliveries(tx: WriteTx, userId: string, eventId: string): Promise<void> {
  await tx
    .deleteFrom("webhook_deliveries")
    .where("event_id", "=", eventId)
    .where("endpoint_id", "in", (of) =>
      of.selectFrom("webhook_endpoints").select("id").where("user_id", "=", userId),
    )
    .execute();
}

type Delivered = Pick<WebhookDeliveryRow, "endpoint_id" | "event_id" | "position" | "created_at">;

const newDelivery = (delivery: Delivered, body: WebhookDeliveryRow["body"] = null) => ({
  ...delivery,
  body,
  attempts: 0n,
  next_attempt_at: delivery.created_at,
  delivered_at: null,
  last_status: null,
  last_error: null,
});

/** Has something sent to an endpoint, which is locked, that is no event of a customer. @param body JSON text */
export async function insertOwnDelivery(
  tx: WriteTx,
  delivery: Omit<Delivered, "position">,
  body: string,
): Promise<void> {
  const newest = await tx
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.max<bigint | null>("position").as("position"))
    .where("endpoint_id", "=", delivery.endpoint_id)
    .executeTakeFirst();
  const position = newest?.position ?? 0n;
  await tx
    .insertInto("webhook_deliveries")
    .values(newDelivery({ ...delivery, position }, body))
    .execute();
  await setDue(tx, [delivery.endpoint_id], delivery.created_at);
}

/** A delivery with its event; none if it has its own body. */
export interface Delivery extends WebhookDeliveryRow {
  readonly event: EventRow | undefined;
}

async function withEvents(reader: Reader, rows: readonly WebhookDeliveryRow[]): Promise<Delivery[]> {
  if (rows.length === 0) return [];
  const events = await reader
    .selectFrom("events")
    .selectAll()
    .where(
      "id",
      "in",
      rows.map(({ event_id }) => event_id),
    )
    .execute();
  return rows.map((row) => ({ ...row, event: events.find(({ id }) => id === row.event_id) }));
}

/** Deliveries of an endpoint for events until `now`, newest first. */
export async function listDeliveries(
  reader: Reader,
  endpointId: string,
  { now, limit }: { readonly now: Epoch; readonly limit: number },
): Promise<Delivery[]> {
  const rows = await reader
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .where("created_at", "<=", now)
    .orderBy("position", "desc")
    .orderBy("event_id", "desc")
    .limit(BigInt(limit))
    .execute();
  return withEvents(reader, rows);
}

/** One of the deliveries of an endpoint, by its event. */
export async function findDelivery(
  reader: Reader,
  endpointId: string,
  eventId: string,
): Promise<Delivery | undefined> {
  const rows = await reader
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .where("event_id", "=", eventId)
    .execute();
  return (await withEvents(reader, rows))[0];
}

/** An event that a customer's endpoint has not taken, with whose it is. */
export interface FailedDeliveryRow
  extends
    Pick<
      WebhookDeliveryRow,
      | "endpoint_id"
      | "event_id"
      | "created_at"
      | "attempts"
      | "next_attempt_at"
      | "last_status"
      | "last_error"
    >,
    Pick<WebhookEndpoint, "url" | "disabled_because"> {
  readonly user_id: string;
  readonly email: string;
  /** The event's; null for a test. */
  readonly type: string | null;
}

const failedDeliveries = (reader: AnyReader) =>
  reader
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .where("endpoint.user_id", "is not", null)
    .where("delivery.delivered_at", "is", null)
    // As the index has it, letter by letter.
    .where(sql<boolean>`(attempts > 0 or next_attempt_at is null)`);

/**
 * Deliveries that endpoints have not taken after a try, or that were given up, newest first, and how many there are on
 * all pages.
 */
export async function listFailedDeliveries(
  reader: AnyReader,
  { page, perPage }: PageNumber,
): Promise<{ rows: FailedDeliveryRow[]; total: number }> {
  const rows = await failedDeliveries(reader)
    .innerJoin("users", "users.id", "endpoint.user_id")
    .leftJoin("events", "events.id", "delivery.event_id")
    .select([
      "delivery.endpoint_id",
      "delivery.event_id",
      "delivery.created_at",
      "delivery.attempts",
      "delivery.next_attempt_at",
      "delivery.last_status",
      "delivery.last_error",
      "endpoint.url",
      "users.id as user_id",
      "endpoint.disabled_because",
      "users.email",
      "events.type",
    ])
    .orderBy("delivery.created_at", "desc")
    .orderBy("delivery.event_id", "desc")
    .orderBy("delivery.endpoint_id", "desc")
    .limit(BigInt(perPage))
    .offset(BigInt(page - 1) * BigInt(perPage))
    .execute();
  const { total } = await failedDeliveries(reader)
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Has a locked endpoint sent something again, at once and with all tries. @returns false if there is no such delivery */
export async function resendDelivery(
  tx: WriteTx,
  endpointId: string,
  eventId: string,
  at: Epoch,
): Promise<boolean> {
  const again = await tx
    .updateTable("webhook_deliveries")
    .set({ attempts: 0n, next_attempt_at: at, delivered_at: null, last_status: null, last_error: null })
    .where("endpoint_id", "=", endpointId)
    .where("event_id", "=", eventId)
    // An event that may still be taken back is not due for anyone.
    .where("created_at", "<=", at)
    .returning("event_id")
    .executeTakeFirst();
  await setDue(tx, [endpointId], at);
  return again !== undefined;
}

/** The first that is due for an endpoint, in the order of events. */
export async function nextDelivery(
  reader: Reader,
  endpointId: string,
  now: Epoch,
): Promise<Delivery | undefined> {
  const rows = await reader
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .where("next_attempt_at", "<=", now)
    .orderBy("position")
    .orderBy("event_id")
    .limit(1n)
    .execute();
  return (await withEvents(reader, rows))[0];
}

/** How a try went: taken where `deliveredAt` is set, else tried again at `nextAt`, if at all. */
interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
  readonly deliveredAt: Epoch | null;
  readonly nextAt: Epoch | null;
  /** The sender keeps the endpoint for so long if more is due at `now`. */
  readonly leasedUntil: Epoch;
  readonly now: Epoch;
}

/** Writes down how a try went. @returns whether the sender still has the endpoint, which it is given back with otherwise */
export async function settleDelivery(
  tx: WriteTx,
  { endpoint_id, event_id }: Pick<WebhookDeliveryRow, "endpoint_id" | "event_id">,
  { status, error, deliveredAt, nextAt, leasedUntil, now }: Outcome,
): Promise<boolean> {
  // Locks the endpoint before its due deliveries are looked up.
  await tx
    .updateTable("webhook_endpoints")
    .set((row) => ({ failures: deliveredAt === null ? row("failures", "+", 1n) : 0n }))
    .where("id", "=", endpoint_id)
    .execute();
  await tx
    .updateTable("webhook_deliveries")
    .set((row) => ({
      attempts: row("attempts", "+", 1n),
      last_status: status === null ? null : BigInt(status),
      last_error: error,
      delivered_at: deliveredAt,
      next_attempt_at: nextAt,
    }))
    .where("endpoint_id", "=", endpoint_id)
    .where("event_id", "=", event_id)
    .execute();
  const due = await firstDue(tx, endpoint_id);
  const goesOn = deliveredAt !== null && due !== null && due <= now && leasedUntil > now;
  await tx
    .updateTable("webhook_endpoints")
    .set({ next_due_at: due, leased_until: goesOn ? leasedUntil : 0n })
    .where("id", "=", endpoint_id)
    .execute();
  return goesOn;
}

/** Removes what was sent before `before`. @returns how much, at most `limit` */
export async function deleteOldDeliveries(tx: WriteTx, before: Epoch, limit: number): Promise<number> {
  const old = tx
    .selectFrom("webhook_deliveries")
    .select(["endpoint_id", "event_id"])
    .where("created_at", "<", before)
    .where("next_attempt_at", "is", null)
    .limit(BigInt(limit));
  const { numDeletedRows: total } = await tx
    .deleteFrom("webhook_deliveries")
    .where((row) =>
      row(row.refTuple("endpoint_id", "event_id"), "in", old.$asTuple("endpoint_id", "event_id")),
    )
    .executeTakeFirstOrThrow();
  return Number(total);
}
