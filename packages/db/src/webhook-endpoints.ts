/**
 * Addresses to which customers and the operator are sent events. An endpoint is leased by one sender at a time, so that
 * its events leave in their order and none is in flight twice. It knows when the first of its deliveries is due; so
 * whatever writes one locks the endpoint first.
 */
import type { ExpressionBuilder } from "kysely";
import type { Epoch, Tables, WebhookEndpoint } from "./tables.ts";
import { readStatement } from "./handles/statement.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

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
export async function firstDue(reader: Reader, id: string): Promise<Epoch | null> {
  const first = await reader
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.min<Epoch | null>("next_attempt_at").as("at"))
    .where("endpoint_id", "=", id)
    .where("next_attempt_at", "is not", null)
    .executeTakeFirst();
  return first?.at ?? null;
}

/** Has endpoints, which are locked, looked at by a sender from `at` on. */
export async function setDue(tx: WriteTx, ids: readonly string[], at: Epoch): Promise<void> {
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

/** The customer whose endpoint it is; undefined if there is none. */
export async function findEndpointOwner(reader: Reader, id: string): Promise<string | undefined> {
  const found = await reader
    .selectFrom("webhook_endpoints")
    .select("user_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.user_id ?? undefined;
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

/** Gives an endpoint back. */
export async function releaseEndpoint(tx: WriteTx, id: string): Promise<void> {
  await tx.updateTable("webhook_endpoints").set({ leased_until: 0n }).where("id", "=", id).execute();
  const due = await firstDue(tx, id);
  await tx.updateTable("webhook_endpoints").set({ next_due_at: due }).where("id", "=", id).execute();
}
