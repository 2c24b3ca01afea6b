/** The exchange that a demo makes up: its orders and balances, apart from the books. */
import { sql } from "kysely";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, PlayVenueMode, PlayVenueOrder } from "./tables.ts";

/** How it behaves at the moment. */
export async function readPlayMode(reader: Reader, venue: string): Promise<PlayVenueMode> {
  const row = await reader
    .selectFrom("play_venues")
    .select("mode")
    .where("name", "=", venue)
    .executeTakeFirst();
  return row?.mode ?? "ok";
}

export async function savePlayMode(tx: WriteTx, name: string, mode: PlayVenueMode): Promise<void> {
  await tx
    .insertInto("play_venues")
    .values({ name, mode })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ mode }))
    .execute();
}

export const listPlayBalances = (
  reader: Reader,
  venue: string,
): Promise<{ currency: string; amount: bigint }[]> =>
  reader
    .selectFrom("play_venue_balances")
    .select(["currency", "amount"])
    .where("venue", "=", venue)
    .execute();

/** Moves a balance. @param by smallest units, below zero to take */
export async function movePlayBalance(
  tx: WriteTx,
  { venue, currency, by }: { readonly venue: string; readonly currency: string; readonly by: bigint },
): Promise<void> {
  await tx
    .insertInto("play_venue_balances")
    .values({ venue, currency, amount: by })
    .onConflict((conflict) =>
      conflict
        .columns(["venue", "currency"])
        .doUpdateSet({ amount: sql<bigint>`play_venue_balances.amount + excluded.amount` }),
    )
    .execute();
}

export async function insertPlayOrder(tx: WriteTx, order: PlayVenueOrder): Promise<void> {
  await tx.insertInto("play_venue_orders").values(order).execute();
}

export async function changePlayOrder(
  tx: WriteTx,
  id: string,
  changes: Partial<PlayVenueOrder>,
): Promise<void> {
  await tx.updateTable("play_venue_orders").set(changes).where("id", "=", id).execute();
}

/** Orders with one of our names, oldest first. As at real venues, a name is unique only among open ones. */
export const findPlayOrders = (reader: Reader, venue: string, clientId: string): Promise<PlayVenueOrder[]> =>
  reader
    .selectFrom("play_venue_orders")
    .selectAll()
    .where("venue", "=", venue)
    .where("client_id", "=", clientId)
    .orderBy("placed_at")
    .execute();

export const playOrdersSince = (reader: Reader, venue: string, since: Epoch): Promise<PlayVenueOrder[]> =>
  reader
    .selectFrom("play_venue_orders")
    .selectAll()
    .where("venue", "=", venue)
    .where("placed_at", ">=", since)
    .orderBy("placed_at")
    .execute();

/** Open orders. */
export const openPlayOrders = (reader: Reader, venue: string): Promise<PlayVenueOrder[]> =>
  reader
    .selectFrom("play_venue_orders")
    .selectAll()
    .where("venue", "=", venue)
    .where("state", "=", "open")
    .execute();

/** Holds the venue, so that one order is placed or filled at a time. */
export async function lockPlayVenue(tx: WriteTx, name: string): Promise<PlayVenueMode> {
  await tx
    .insertInto("play_venues")
    .values({ name, mode: "ok" })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { mode } = await tx
    .updateTable("play_venues")
    .set((row) => ({ mode: row.ref("mode") }))
    .where("name", "=", name)
    .returning("mode")
    .executeTakeFirstOrThrow();
  return mode;
}
