/** Coins that arrive at addresses of ours, from the first sight to the credit. */
import { sql } from "kysely";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { readPage, type PageNumber, type Place } from "./pages.ts";
import type { ArrivalState, CoinArrival, Epoch, Network, User } from "./tables.ts";

/** An arrival with the height of the block that has it now. */
export interface FollowedArrival extends CoinArrival {
  readonly made_height: bigint | null;
}

const followed = (reader: AnyReader) =>
  reader
    .selectFrom("coin_arrivals")
    .innerJoin("chain_outputs", (join) =>
      join
        .onRef("chain_outputs.network", "=", "coin_arrivals.network")
        .onRef("chain_outputs.txid", "=", "coin_arrivals.txid")
        .onRef("chain_outputs.output", "=", "coin_arrivals.output"),
    )
    .selectAll("coin_arrivals")
    .select("chain_outputs.made_height");

export async function insertArrival(tx: WriteTx, arrival: CoinArrival): Promise<void> {
  await tx.insertInto("coin_arrivals").values(arrival).execute();
}

export const findArrival = (reader: Reader, id: string): Promise<FollowedArrival | undefined> =>
  followed(reader).where("coin_arrivals.id", "=", id).executeTakeFirst();

export const findArrivalOf = (
  reader: Reader,
  { network, txid, output }: { readonly network: string; readonly txid: string; readonly output: bigint },
): Promise<CoinArrival | undefined> =>
  reader
    .selectFrom("coin_arrivals")
    .selectAll()
    .where("network", "=", network as Network)
    .where("txid", "=", txid)
    .where("output", "=", output)
    .executeTakeFirst();

/**
 * Changes an arrival.
 * @returns undefined, and nothing is written, unless it is still as the caller has read it: of two concurrent calls one wins
 */
export const changeArrival = (
  tx: WriteTx,
  { id, status, entry_id }: Pick<CoinArrival, "id" | "status" | "entry_id">,
  changes: Partial<CoinArrival>,
): Promise<CoinArrival | undefined> =>
  tx
    .updateTable("coin_arrivals")
    .set(changes)
    .where("id", "=", id)
    .where("status", "=", status)
    .where((row) => (entry_id === null ? row("entry_id", "is", null) : row("entry_id", "=", entry_id)))
    .returningAll()
    .executeTakeFirst();

/** Arrivals of customers that are booked and not credited, in the order in which they settled. */
export const listUncredited = (reader: Reader, network: Network): Promise<CoinArrival[]> =>
  reader
    .selectFrom("coin_arrivals")
    .selectAll()
    .where("network", "=", network)
    .where("status", "in", ["seen", "below_minimum", "under_review"])
    .where("entry_id", "is not", null)
    .where("user_id", "is not", null)
    .orderBy("settled_height")
    .orderBy("txid")
    .orderBy("output")
    .execute();

/** Arrivals since a time that no block has. */
export const listWaiting = (reader: Reader, network: Network, since: Epoch): Promise<FollowedArrival[]> =>
  followed(reader)
    .where("coin_arrivals.network", "=", network)
    .where("coin_arrivals.status", "in", ["seen", "dropped"])
    .where("coin_arrivals.created_at", ">=", since)
    .where("chain_outputs.made_height", "is", null)
    .execute();

/** A customer's arrivals, newest first. */
export async function listArrivalsOf(
  reader: Reader,
  userId: string,
  page: PageNumber,
): Promise<{ rows: FollowedArrival[]; total: number }> {
  const own = reader.selectFrom("coin_arrivals").selectAll().where("user_id", "=", userId);
  const { rows, total } = await readPage(own, page);
  return { rows: await withHeights(reader, rows), total };
}

async function withHeights(reader: Reader, rows: readonly CoinArrival[]): Promise<FollowedArrival[]> {
  const found = await Promise.all(rows.map(({ id }) => findArrival(reader, id)));
  return found.filter((row) => row !== undefined);
}

/** An arrival as staff see it, with its customer. */
export interface OwnedArrival extends FollowedArrival {
  readonly customer: Pick<User, "id" | "email" | "first_name" | "last_name"> | undefined;
}

interface ArrivalsPiece {
  readonly status: ArrivalState | "confirming" | undefined;
  readonly after: Place | undefined;
  readonly limit: number;
}

/** Arrivals after a place in the list, newest first. */
export async function listArrivals(
  reader: AnyReader,
  { status, after, limit }: ArrivalsPiece,
): Promise<OwnedArrival[]> {
  let rows = followed(reader);
  if (status === "seen" || status === "confirming")
    rows = rows
      .where("coin_arrivals.status", "=", "seen")
      .where("chain_outputs.made_height", status === "seen" ? "is" : "is not", null);
  else if (status !== undefined) rows = rows.where("coin_arrivals.status", "=", status);
  if (after !== undefined)
    rows = rows.where(
      sql<boolean>`(coin_arrivals.created_at, coin_arrivals.id) < (${after.createdAt}, ${after.id})`,
    );
  const found = await rows
    .orderBy("coin_arrivals.created_at", "desc")
    .orderBy("coin_arrivals.id", "desc")
    .limit(BigInt(limit))
    .execute();
  const owners = await reader
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name"])
    .where("id", "in", ["", ...found.flatMap(({ user_id }) => user_id ?? [])])
    .execute();
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  return found.map((row) => ({ ...row, customer: byId.get(row.user_id ?? "") }));
}

/** Base units of unspent outputs of ours in blocks up to a height. */
export async function unspentTotal(reader: Reader, network: Network, height: bigint): Promise<bigint> {
  const ours = reader
    .selectFrom("chain_outputs")
    .select(sql<bigint>`cast(amount as bigint)`.as("units"))
    .where("network", "=", network);
  const unspent = ours.where("made_height", "<=", height).where("spent_height", "is", null);
  // Few are spent above. With the bare column all that was ever made might be read.
  const spentLater = ours
    .where("spent_height", ">", height)
    .where(sql<boolean>`made_height + 0 <= ${height}`);
  const { total } = await reader
    .selectFrom(unspent.unionAll(spentLater).as("outputs"))
    .select(sql<bigint>`cast(coalesce(sum(units), 0) as bigint)`.as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** The wallet's balance of a coin in the books. */
export async function bookedTotal(reader: Reader, currency: string): Promise<bigint> {
  const account = `house:wallet:${currency}`;
  const moved = (side: "source_account" | "destination_account") =>
    reader
      .selectFrom("ledger_postings")
      .select(sql<bigint>`cast(coalesce(sum(amount), 0) as bigint)`.as("units"))
      // The words of the partial index, then the account.
      .where(sql<boolean>`${sql.ref(side)} like 'house:%'`)
      .where(
        sql<boolean>`${sql.ref(side)} not like 'house:trading:%' and ${sql.ref(side)} not like 'house:fees:%'`,
      )
      .where(side, "=", account)
      .executeTakeFirstOrThrow();
  const [into, out] = [await moved("source_account"), await moved("destination_account")];
  return into.units - out.units;
}

/** Changes of the height at which a waiting arrival was missing first, and of its state. */
export async function noteMissing(
  tx: WriteTx,
  id: string,
  changes: { readonly missing_since: bigint | null; readonly status?: ArrivalState },
): Promise<void> {
  await tx
    .updateTable("coin_arrivals")
    .set(changes)
    .where("id", "=", id)
    .where("status", "in", ["seen", "dropped"])
    .execute();
}
