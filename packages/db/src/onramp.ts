/** Orders at a payment provider and the events about them. Amounts are smallest units, times milliseconds since 1970. */
import type {
  OnrampAccessToken,
  OnrampEventRow,
  OnrampOrderChanges,
  OnrampOrderRow,
  Transaction,
  OnrampStatus,
} from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { readSomePage, type PageNumber } from "./pages.ts";

export async function insertOnrampOrder(tx: WriteTx, row: OnrampOrderRow): Promise<void> {
  await tx.insertInto("onramp_orders").values(row).execute();
}

/** The order with this id, of any customer: for what a provider says of it, and for the desk. */
export async function findOnrampOrder(reader: Reader, id: string): Promise<OnrampOrderRow | undefined> {
  return reader.selectFrom("onramp_orders").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A customer's own order; with null an order of the public test page. Undefined if it is someone else's. */
export async function findOwnOnrampOrder(
  reader: Reader,
  userId: string | null,
  id: string,
): Promise<OnrampOrderRow | undefined> {
  return reader
    .selectFrom("onramp_orders")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "is not distinct from", userId)
    .executeTakeFirst();
}

/** The order whose checkout has this token, by the token's hash. */
export async function findOnrampCheckout(reader: Reader, hash: string): Promise<OnrampOrderRow | undefined> {
  return reader.selectFrom("onramp_orders").selectAll().where("checkout_hash", "=", hash).executeTakeFirst();
}

/** A customer's orders, newest first. */
export async function listOwnOnrampOrders(
  reader: Reader,
  userId: string,
  limit: number,
): Promise<OnrampOrderRow[]> {
  return reader
    .selectFrom("onramp_orders")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
}

/** All customers' orders, oldest first, with how many there are on all pages. `page` counts from 1. */
export async function listOnrampOrders(
  reader: AnyReader,
  {
    status,
    ...page
  }: PageNumber & {
    readonly status?: OnrampStatus | undefined;
  },
): Promise<{ rows: OnrampOrderRow[]; total: number }> {
  let orders = reader.selectFrom("onramp_orders");
  if (status !== undefined) orders = orders.where("status", "=", status);
  return readSomePage(reader, orders.selectAll(), page, "asc");
}

/**
 * Moves an order from one status to another. False, and nothing is written, if it is not (or no longer) in the status
 * `from`: of two concurrent calls one wins.
 */
export async function changeOnrampOrder(
  tx: WriteTx,
  id: string,
  from: OnrampStatus,
  to: OnrampStatus,
  changes: OnrampOrderChanges,
): Promise<boolean> {
  const changed = await tx
    .updateTable("onramp_orders")
    .set({ ...changes, status: to })
    .where("id", "=", id)
    .where("status", "=", from)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Sets what the provider answered when the checkout was opened. */
export async function setOnrampCheckout(
  tx: WriteTx,
  id: string,
  changes: Partial<Pick<OnrampOrderRow, "checkout_hash" | "quoted_amount">>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable("onramp_orders").set(changes).where("id", "=", id).execute();
}

/** The other order of ours that this order of the provider's has paid. */
export async function findOrderPaidBy(
  reader: Reader,
  { id, provider }: Pick<OnrampOrderRow, "id" | "provider">,
  providerOrderId: string,
): Promise<OnrampOrderRow | undefined> {
  return reader
    .selectFrom("onramp_orders")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_order_id", "=", providerOrderId)
    .where("transaction_id", "is not", null)
    .where("id", "<>", id)
    .executeTakeFirst();
}

/** The order that a transaction of a customer credited; undefined for one that came another way. */
export async function findOrderOfTransaction(
  reader: Reader,
  { id, user_id }: Pick<Transaction, "id" | "user_id">,
): Promise<OnrampOrderRow | undefined> {
  return reader
    .selectFrom("onramp_orders")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("transaction_id", "=", id)
    .executeTakeFirst();
}

/** Keeps an event; false, and nothing is written, if the provider has sent it before. */
export async function insertOnrampEvent(tx: WriteTx, row: OnrampEventRow): Promise<boolean> {
  const inserted = await tx
    .insertInto("onramp_events")
    .values(row)
    .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function setOnrampOutcome(
  tx: WriteTx,
  id: string,
  outcome: OnrampEventRow["outcome"],
): Promise<void> {
  await tx.updateTable("onramp_events").set({ outcome }).where("id", "=", id).execute();
}

/** Events about an order, oldest first; with an outcome only those that have it. */
export async function listOnrampEvents(
  reader: Reader,
  orderId: string,
  outcome?: OnrampEventRow["outcome"],
): Promise<OnrampEventRow[]> {
  let events = reader.selectFrom("onramp_events").selectAll().where("order_id", "=", orderId);
  if (outcome !== undefined) events = events.where("outcome", "=", outcome);
  return events.orderBy("received_at").orderBy("id").execute();
}

export async function insertOnrampToken(tx: WriteTx, row: OnrampAccessToken): Promise<void> {
  await tx.insertInto("onramp_access_tokens").values(row).execute();
}

/** The provider's newest access tokens, newest first. */
export async function listOnrampTokens(reader: Reader, limit: number): Promise<OnrampAccessToken[]> {
  return reader
    .selectFrom("onramp_access_tokens")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
}
