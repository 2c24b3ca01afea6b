/** The house's own trading: policies, orders at venues, and what is booked of them. */
import { sql } from "kysely";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { rowsAfter, type Place } from "./pages.ts";
import type {
  Epoch,
  HedgingPolicyRow,
  VenueBalanceRow,
  VenueFillRow,
  VenueOrderRow,
  VenueOrderStatus,
  VenueStateRow,
} from "./tables.ts";

export const listHedgingPolicies = (reader: Reader): Promise<HedgingPolicyRow[]> =>
  reader.selectFrom("hedging_policies").selectAll().orderBy("currency").execute();

/** The policy, which no one else changes or orders by until the transaction ends. */
export const lockHedgingPolicy = (tx: WriteTx, currency: string): Promise<HedgingPolicyRow | undefined> =>
  tx
    .updateTable("hedging_policies")
    .set((row) => ({ set_at: row.ref("set_at") }))
    .where("currency", "=", currency)
    .returningAll()
    .executeTakeFirst();

export async function saveHedgingPolicy(
  tx: WriteTx,
  { currency, ...changes }: HedgingPolicyRow,
): Promise<void> {
  await tx
    .insertInto("hedging_policies")
    .values({ currency, ...changes })
    .onConflict((conflict) => conflict.column("currency").doUpdateSet(changes))
    .execute();
}

/** Keeps how the policy fares. `failing_since` stays at the first time. */
export async function noteHedging(
  tx: WriteTx,
  currency: string,
  state: Pick<HedgingPolicyRow, "reason" | "failing_since">,
): Promise<void> {
  await tx.updateTable("hedging_policies").set(state).where("currency", "=", currency).execute();
}

export async function insertVenueOrder(tx: WriteTx, order: VenueOrderRow): Promise<void> {
  await tx.insertInto("venue_orders").values(order).execute();
}

export const findVenueOrder = (reader: Reader, id: string): Promise<VenueOrderRow | undefined> =>
  reader.selectFrom("venue_orders").selectAll().where("id", "=", id).executeTakeFirst();

/** The order, which no one else changes until the transaction ends. */
export const lockVenueOrder = (tx: WriteTx, id: string): Promise<VenueOrderRow | undefined> =>
  tx
    .updateTable("venue_orders")
    .set((row) => ({ tries: row.ref("tries") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

export async function changeVenueOrder(
  tx: WriteTx,
  id: string,
  changes: Partial<Omit<VenueOrderRow, "id" | "client_id">>,
): Promise<void> {
  await tx.updateTable("venue_orders").set(changes).where("id", "=", id).execute();
}

type Dated = Pick<VenueOrderRow, "created_at" | "id">;
const isBefore = (a: Dated, b: Dated): boolean =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id);

/** Orders that the venue may still fill, or that wait to be sent, oldest first. */
export async function listOpenVenueOrders(reader: Reader): Promise<VenueOrderRow[]> {
  const open = await reader
    .selectFrom("venue_orders")
    .selectAll()
    // The words of the partial index. One of a coin is open: to be put in order by SQLite, all that ever were would be read.
    .where("open", "=", sql.lit(1n))
    .execute();
  return open.toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
}

/** A coin's newest orders, newest first. */
export const newestVenueOrders = (reader: Reader, currency: string, most: number): Promise<VenueOrderRow[]> =>
  reader
    .selectFrom("venue_orders")
    .selectAll()
    .where("currency", "=", currency)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(most))
    .execute();

/** A coin's orders since a time. */
export const venueOrdersSince = (reader: Reader, currency: string, since: Epoch): Promise<VenueOrderRow[]> =>
  reader
    .selectFrom("venue_orders")
    .selectAll()
    .where("currency", "=", currency)
    .where("created_at", ">", since)
    .execute();

interface OrdersPiece {
  readonly status: VenueOrderStatus | undefined;
  readonly after: Place | undefined;
  readonly limit: number;
}

/** Orders after a place in the list, newest first. */
export const listVenueOrders = (
  reader: AnyReader,
  { status, after, limit }: OrdersPiece,
): Promise<VenueOrderRow[]> => {
  const chosen = reader
    .selectFrom("venue_orders")
    .selectAll()
    .$if(status !== undefined, (rows) => rows.where("status", "=", status ?? "planned"));
  return rowsAfter(chosen, "venue_orders", after)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
};

export async function insertVenueFill(tx: WriteTx, fill: VenueFillRow): Promise<void> {
  await tx.insertInto("venue_fills").values(fill).execute();
}

interface Lease {
  readonly venue: string;
  /** The process that trades. */
  readonly holder: string;
  readonly now: Epoch;
  readonly until: Epoch;
}

/** Has one process trade at a venue for a time. @returns undefined if another one does */
export async function leaseVenue(
  tx: WriteTx,
  { venue, holder, now, until }: Lease,
): Promise<VenueStateRow | undefined> {
  await tx
    .insertInto("venue_states")
    .values({
      venue,
      holder: null,
      leased_until: 0n,
      failure: null,
      failed_at: null,
      checked_at: null,
      unbooked: "[]",
      others: "{}",
    })
    .onConflict((conflict) => conflict.column("venue").doNothing())
    .execute();
  return tx
    .updateTable("venue_states")
    .set({ holder, leased_until: until })
    .where("venue", "=", venue)
    .where((row) => row.or([row("holder", "=", holder), row("leased_until", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
}

export const findVenueState = (reader: Reader, venue: string): Promise<VenueStateRow | undefined> =>
  reader.selectFrom("venue_states").selectAll().where("venue", "=", venue).executeTakeFirst();

export async function changeVenueState(
  tx: WriteTx,
  venue: string,
  changes: Partial<Omit<VenueStateRow, "venue">>,
): Promise<void> {
  await tx.updateTable("venue_states").set(changes).where("venue", "=", venue).execute();
}

export const listVenueBalances = (reader: Reader, venue: string): Promise<VenueBalanceRow[]> =>
  reader.selectFrom("venue_balances").selectAll().where("venue", "=", venue).orderBy("currency").execute();

/** Part of a currency at a venue that is not booked yet; no one else changes it until the transaction ends. */
export async function lockVenueRemainder(tx: WriteTx, venue: string, currency: string): Promise<bigint> {
  await tx
    .insertInto("venue_balances")
    .values({ venue, currency, said: null, books: 0n, remainder: 0n })
    .onConflict((conflict) => conflict.columns(["venue", "currency"]).doNothing())
    .execute();
  const { remainder } = await tx
    .updateTable("venue_balances")
    .set((row) => ({ remainder: row.ref("remainder") }))
    .where("venue", "=", venue)
    .where("currency", "=", currency)
    .returning("remainder")
    .executeTakeFirstOrThrow();
  return remainder;
}

export async function changeVenueBalance(
  tx: WriteTx,
  venue: string,
  currency: string,
  changes: Partial<Pick<VenueBalanceRow, "said" | "books" | "remainder">>,
): Promise<void> {
  await lockVenueRemainder(tx, venue, currency);
  await tx
    .updateTable("venue_balances")
    .set(changes)
    .where("venue", "=", venue)
    .where("currency", "=", currency)
    .execute();
}

/** Balances of `house:venue` by currency, smallest units: what the books have at the venue. */
export async function venueBooks(reader: Reader): Promise<ReadonlyMap<string, bigint>> {
  const moved = (side: "source_account" | "destination_account") =>
    reader
      .selectFrom("ledger_postings")
      .select((posting) => [
        "currency",
        (side === "source_account" ? posting.ref("amount") : posting.neg(posting.ref("amount"))).as("moved"),
      ])
      .where(side, "like", sql.lit("house:venue:%"))
      // The words of the partial index.
      .where(side, "like", sql.lit("house:%"))
      .where(side, "not like", sql.lit("house:trading:%"))
      .where(side, "not like", sql.lit("house:fees:%"));
  const rows = await reader
    .selectFrom(moved("source_account").unionAll(moved("destination_account")).as("moves"))
    .select(["currency", sql<bigint>`cast(sum(moved) as bigint)`.as("units")])
    .groupBy("currency")
    .execute();
  return new Map(rows.map(({ currency, units }) => [currency, units]));
}

/** Orders by our names of them. */
export const venueOrdersByClientIds = async (
  reader: Reader,
  names: readonly string[],
): Promise<VenueOrderRow[]> =>
  names.length === 0
    ? []
    : reader.selectFrom("venue_orders").selectAll().where("client_id", "in", names).execute();
