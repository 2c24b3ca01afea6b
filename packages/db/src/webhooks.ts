/**
 * Where customers are sent events. A delivery is written with its event; an endpoint is leased by one sender at a time, so that its
 * events leave in their order and none is in flight twice.
 */
import { sql } from "kysely";
import type { Epoch, EventRow, WebhookDeliveryRow, WebhookEndpoint } from "./tables.ts";
import { readStatement } from "./handles/statement.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

export type NewEndpoint = Pick<
  WebhookEndpoint,
  "id" | "user_id" | "url" | "events" | "secret" | "created_at"
>;

export async function insertEndpoint(tx: WriteTx, endpoint: NewEndpoint): Promise<void> {
  await tx
    .insertInto("webhook_endpoints")
    .values({ ...endpoint, failures: 0n, leased_until: 0n, disabled_at: null, disabled_because: null })
    .execute();
}

/** A customer's endpoints, oldest first. */
export async function listEndpoints(reader: Reader, userId: string): Promise<WebhookEndpoint[]> {
  return reader
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** One of the customer's own endpoints. */
export async function findEndpoint(
  reader: Reader,
  userId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  return reader
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Removes an endpoint with all that was sent to it. */
export async function deleteEndpoint(tx: WriteTx, id: string): Promise<void> {
  await tx.deleteFrom("webhook_deliveries").where("endpoint_id", "=", id).execute();
  await tx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
}

/** Turns an endpoint on again. What it was not sent meanwhile stays unsent. */
export async function enableEndpoint(tx: WriteTx, id: string): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ disabled_at: null, disabled_because: null, failures: 0n })
    .where("id", "=", id)
    .execute();
}

/** Turns an endpoint off; what waits for it is given up. @returns false where it was off already */
export async function disableEndpoint(
  tx: WriteTx,
  id: string,
  because: NonNullable<WebhookEndpoint["disabled_because"]>,
  at: Epoch,
): Promise<boolean> {
  const turned = await tx
    .updateTable("webhook_endpoints")
    .set({ disabled_at: at, disabled_because: because })
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  await tx
    .updateTable("webhook_deliveries")
    .set({ next_attempt_at: null })
    .where("endpoint_id", "=", id)
    .where("next_attempt_at", "is not", null)
    .execute();
  return turned !== undefined;
}

const endpointsOf = readStatement<{ userId: string }, Pick<WebhookEndpoint, "id" | "events">>(
  "webhook_endpoints_of",
  (db, parameter) =>
    db
      .selectFrom("webhook_endpoints")
      .select(["id", "events"])
      .where("user_id", "=", parameter("userId"))
      .where("disabled_at", "is", null),
);

/** Has events sent to the owner's endpoints that want them, within the transaction that adds them. */
export async function insertDeliveries(
  tx: WriteTx,
  userId: string,
  events: readonly Pick<EventRow, "id" | "seq" | "type" | "created_at">[],
): Promise<void> {
  const endpoints = await tx.run(endpointsOf, { userId });
  const rows = endpoints.flatMap(({ id: endpoint_id, events: wanted }) => {
    const types = JSON.parse(wanted) as string[];
    return events
      .filter(({ type }) => types.includes("*") || types.includes(type))
      .map(({ id, seq, created_at }) =>
        newDelivery({ endpoint_id, event_id: id, position: seq, created_at }),
      );
  });
  if (rows.length > 0) await tx.insertInto("webhook_deliveries").values(rows).execute();
}

type Delivered = Pick<WebhookDeliveryRow, "endpoint_id" | "event_id" | "position" | "created_at">;

const newDelivery = (delivery: Delivered, testBody: WebhookDeliveryRow["test_body"] = null) => ({
  ...delivery,
  test_body: testBody,
  attempts: 0n,
  next_attempt_at: delivery.created_at,
  delivered_at: null,
  last_status: null,
  last_error: null,
});

/** Has something sent to an endpoint that is no event of the customer. @param body JSON text */
export async function insertTestDelivery(
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
}

/** A delivery with its event; none for a test. */
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

/** What was or will be sent to an endpoint, newest first. */
export async function listDeliveries(reader: Reader, endpointId: string, limit: number): Promise<Delivery[]> {
  const rows = await reader
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .orderBy("position", "desc")
    .orderBy("event_id", "desc")
    .limit(BigInt(limit))
    .execute();
  return withEvents(reader, rows);
}

/** Sends something again, at once and with all tries. @returns false where there is no such delivery */
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
    .returning("event_id")
    .executeTakeFirst();
  return again !== undefined;
}

/** What a sender takes. */
interface Lease {
  readonly now: Epoch;
  /** Until when no other sender has these endpoints. */
  readonly until: Epoch;
  readonly limit: number;
  /** How many of them may be such as did not take what they were sent last. */
  readonly failing: number;
}

/** Takes endpoints for which something is due and which no other sender has, longest due first. */
export async function leaseEndpoints(tx: WriteTx, lease: Lease): Promise<WebhookEndpoint[]> {
  const due = (limit: number, failing: boolean) =>
    tx
      .selectFrom("webhook_deliveries as delivery")
      .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
      .select("endpoint.id")
      .where("delivery.next_attempt_at", "<=", lease.now)
      .where("endpoint.leased_until", "<=", lease.now)
      .where("endpoint.disabled_at", "is", null)
      .where("endpoint.failures", failing ? ">" : "=", 0n)
      .groupBy("endpoint.id")
      .orderBy(sql`min(delivery.next_attempt_at)`)
      .limit(BigInt(limit))
      .execute();
  const found = [...(await due(lease.limit, false)), ...(await due(lease.failing, true))];
  if (found.length === 0) return [];
  return tx
    .updateTable("webhook_endpoints")
    .set({ leased_until: lease.until })
    .where(
      "id",
      "in",
      found.slice(0, lease.limit).map(({ id }) => id),
    )
    .where("leased_until", "<=", lease.now)
    .returningAll()
    .execute();
}

/** Whether anything is due at `now`. */
export async function isAnythingDue(reader: Reader, now: Epoch): Promise<boolean> {
  const due = await reader
    .selectFrom("webhook_deliveries")
    .select("event_id")
    .where("next_attempt_at", "<=", now)
    .limit(1n)
    .executeTakeFirst();
  return due !== undefined;
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
  /** The sender has the endpoint for so long. */
  readonly leasedUntil: Epoch;
}

/** Writes down how a try went. */
export async function settleDelivery(
  tx: WriteTx,
  { endpoint_id, event_id }: Pick<WebhookDeliveryRow, "endpoint_id" | "event_id">,
  { status, error, deliveredAt, nextAt, leasedUntil }: Outcome,
): Promise<void> {
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
  await tx
    .updateTable("webhook_endpoints")
    .set((row) => ({
      failures: deliveredAt === null ? row("failures", "+", 1n) : 0n,
      leased_until: leasedUntil,
    }))
    .where("id", "=", endpoint_id)
    .execute();
}

/** Gives an endpoint back. */
export async function releaseEndpoint(tx: WriteTx, id: string): Promise<void> {
  await tx.updateTable("webhook_endpoints").set({ leased_until: 0n }).where("id", "=", id).execute();
}

/** Removes what was sent before `before`. @returns how much, at most `limit` */
export async function deleteOldDeliveries(tx: WriteTx, before: Epoch, limit: number): Promise<number> {
  const old = tx
    .selectFrom("webhook_deliveries")
    .select("event_id")
    .where("created_at", "<", before)
    .where("next_attempt_at", "is", null)
    .limit(BigInt(limit));
  const { numDeletedRows: total } = await tx
    .deleteFrom("webhook_deliveries")
    .where("event_id", "in", old)
    .where("next_attempt_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(total);
}
