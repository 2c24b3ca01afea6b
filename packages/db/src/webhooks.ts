/**
 * Addresses to which customers are sent events. A delivery is written with its event; an endpoint is leased by one
 * sender at a time, so that its events leave in their order and none is in flight twice. An endpoint knows when the
 * first of its deliveries is due; so whatever writes one locks the endpoint first.
 */
import { sql, type ExpressionBuilder } from "kysely";
import type { Epoch, EventRow, Tables, WebhookDeliveryRow, WebhookEndpoint } from "./tables.ts";
import { readStatement } from "./handles/statement.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { PageNumber } from "./pages.ts";

/** The customer who owns an endpoint; null for the operator's. */
type Owner = WebhookEndpoint["user_id"];

export type NewEndpoint = Pick<
  WebhookEndpoint,
  "id" | "user_id" | "url" | "events" | "secret" | "created_at"
>;

const NEW_ENDPOINT = {
  former_secret: null,
  former_until: null,
  failures: 0n,
  leased_until: 0n,
  next_due_at: null,
  disabled_at: null,
  disabled_because: null,
} as const;

export async function insertEndpoint(tx: WriteTx, endpoint: NewEndpoint): Promise<void> {
  await tx
    .insertInto("webhook_endpoints")
    .values({ ...endpoint, ...NEW_ENDPOINT, changed_at: endpoint.created_at })
    .execute();
}

/** Rows of an owner's endpoints. */
const ownedBy = (owner: Owner) => (row: ExpressionBuilder<Tables, "webhook_endpoints">) =>
  row("user_id", owner === null ? "is" : "=", owner);

/** An owner's endpoints that were added at `since` or later, or got an address or a secret then, oldest first. */
export async function listEndpoints(
  reader: Reader,
  owner: Owner,
  since: Epoch = 0n,
): Promise<WebhookEndpoint[]> {
  return reader
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where(ownedBy(owner))
    .where("changed_at", ">=", since)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** One of the owner's endpoints. */
export const findEndpoint = (
  reader: Reader,
  owner: Owner,
  id: string,
): Promise<WebhookEndpoint | undefined> =>
  reader
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", id)
    .where(ownedBy(owner))
    .executeTakeFirst();

/** The same, held until the transaction ends, so that it cannot change meanwhile. */
export const lockEndpoint = (tx: WriteTx, owner: Owner, id: string): Promise<WebhookEndpoint | undefined> =>
  tx
    .updateTable("webhook_endpoints")
    .set((row) => ({ failures: row.ref("failures") }))
    .where("id", "=", id)
    .where(ownedBy(owner))
    .returningAll()
    .executeTakeFirst();

/** When the first of an endpoint's deliveries is due; null if none waits. */
async function firstDue(reader: Reader, id: string): Promise<Epoch | null> {
  const first = await reader
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.min<Epoch | null>("next_attempt_at").as("at"))
    .where("endpoint_id", "=", id)
    .where("next_attempt_at", "is not", null)
    .executeTakeFirst();
  return first?.at ?? null;
}

/** Has endpoints, which are locked, looked at by a sender from `at` on. */
async function setDue(tx: WriteTx, ids: readonly string[], at: Epoch): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ next_due_at: at })
    .where("id", "in", ids)
    .where((row) => row.or([row("next_due_at", "is", null), row("next_due_at", ">", at)]))
    .execute();
}

/** Removes one of the owner's endpoints with all that was sent to it. @returns false if there is none */
export async function deleteEndpoint(tx: WriteTx, owner: Owner, id: string): Promise<boolean> {
  if ((await lockEndpoint(tx, owner, id)) === undefined) return false;
  await tx.deleteFrom("webhook_deliveries").where("endpoint_id", "=", id).execute();
  await tx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
  return true;
}

type EndpointChanges = Partial<
  Pick<WebhookEndpoint, "url" | "events" | "secret" | "former_secret" | "former_until" | "changed_at">
>;

/** Changes an endpoint that is locked. */
export async function updateEndpoint(tx: WriteTx, id: string, changes: EndpointChanges): Promise<void> {
  await tx.updateTable("webhook_endpoints").set(changes).where("id", "=", id).execute();
}

/** Turns an endpoint on again. Events that it was not sent meanwhile stay unsent. */
export async function enableEndpoint(tx: WriteTx, id: string): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ disabled_at: null, disabled_because: null, failures: 0n })
    .where("id", "=", id)
    .execute();
}

/** Turns an endpoint off, and drops its pending deliveries. @param because null if its owner wants it @returns false if it was off already */
export async function disableEndpoint(
  tx: WriteTx,
  id: string,
  because: WebhookEndpoint["disabled_because"],
  at: Epoch,
): Promise<boolean> {
  const turned = await tx
    .updateTable("webhook_endpoints")
    .set({ disabled_at: at, disabled_because: because, next_due_at: null })
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

const failedDeliveries = (reader: Reader) =>
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
  reader: Reader,
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

/** The customer whose endpoint it is; undefined if there is none. */
export async function findEndpointOwner(reader: Reader, id: string): Promise<string | undefined> {
  const found = await reader
    .selectFrom("webhook_endpoints")
    .select("user_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.user_id ?? undefined;
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

/** Work that a sender takes. */
interface Lease {
  readonly now: Epoch;
  /** Until when no other sender has these endpoints. */
  readonly until: Epoch;
  readonly limit: number;
  /** How many of them may be such as did not take what they were sent last. */
  readonly failing: number;
}

const dueEndpoints = (failing: boolean) =>
  readStatement<{ now: Epoch; limit: bigint }, { id: string }>(
    failing ? "webhook_endpoints_due_failing" : "webhook_endpoints_due",
    (db, parameter, dialect) => {
      const due = db
        .selectFrom("webhook_endpoints")
        .select("id")
        .where("next_due_at", "<=", parameter("now"))
        .where("leased_until", "<=", parameter("now"))
        .where("failures", failing ? ">" : "=", 0n)
        .orderBy("next_due_at")
        .limit(parameter("limit"));
      // One that something is being written for, or that another sender is taking, has its turn a moment later.
      return dialect === "postgres" ? due.forNoKeyUpdate().skipLocked() : due;
    },
  );
const [dueWell, dueFailing] = [dueEndpoints(false), dueEndpoints(true)];

/** Takes endpoints for which something is due and which no other sender has, longest due first. */
export async function leaseEndpoints(tx: WriteTx, lease: Lease): Promise<WebhookEndpoint[]> {
  const { now, limit, failing } = lease;
  const well = await tx.run(dueWell, { now, limit: BigInt(limit) });
  const others = await tx.run(dueFailing, { now, limit: BigInt(Math.min(failing, limit - well.length)) });
  const found = [...well, ...others].map(({ id }) => id);
  if (found.length === 0) return [];
  return tx
    .updateTable("webhook_endpoints")
    .set({ leased_until: lease.until })
    .where("id", "in", found)
    .returningAll()
    .execute();
}

/** Whether anything is due at `now` for an endpoint that no sender has. */
export async function isAnythingDue(reader: Reader, now: Epoch): Promise<boolean> {
  const due = await reader
    .selectFrom("webhook_endpoints")
    .select("id")
    .where("next_due_at", "<=", now)
    .where("leased_until", "<=", now)
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

/** Gives an endpoint back. */
export async function releaseEndpoint(tx: WriteTx, id: string): Promise<void> {
  await tx.updateTable("webhook_endpoints").set({ leased_until: 0n }).where("id", "=", id).execute();
  const due = await firstDue(tx, id);
  await tx.updateTable("webhook_endpoints").set({ next_due_at: due }).where("id", "=", id).execute();
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
