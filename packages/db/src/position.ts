/** The house's coins, against customers' holdings. */
import { sql } from "kysely";
import { houseAccount, type HouseAccountId } from "./ledger/accounts.ts";
import { postEntry } from "./ledger/post-entry.ts";
import { readOwed } from "./owed.ts";
import type { PositionLimits, PositionTrade } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { rowsAfter, type Place } from "./pages.ts";

/** Smallest units. */
export interface Position {
  readonly currency: string;
  /** Customers' holdings, set aside or not. */
  readonly owed: bigint;
  /** Coins that the house has: in wallets, at venues and at the card provider, less what came and is not known whose. */
  readonly held: bigint;
  /** Those of them at the venue where the house trades by itself. */
  readonly atVenues: bigint;
  readonly soft: bigint | null;
  readonly hard: bigint | null;
}

/** Accounts that hold the house's coins. By name: of what is in their index, nearly all went through a bank's suspense account. */
const ACCOUNTS_OF_COINS = sql`(select 'house:' || purpose || ':' || code from currencies
  cross join (select 'inventory' as purpose union all select 'wallet' union all select 'onramp' union all select 'suspense'
    union all select 'venue') as purposes
  where kind = 'crypto')`;

/** Every crypto currency, in the order of lists. */
export async function listPositions(reader: Reader): Promise<Position[]> {
  const owed = await readOwed(reader);
  const moved = (side: "source_account" | "destination_account") =>
    reader
      .selectFrom("ledger_postings")
      .select((posting) => [
        "currency",
        (side === "source_account" ? posting.ref("amount") : posting.neg(posting.ref("amount"))).as("moved"),
        sql<bigint>`case when ${sql.ref(side)} like 'house:venue:%' then 1 else 0 end`.as("at_venue"),
      ])
      .where(sql<boolean>`${sql.ref(side)} in ${ACCOUNTS_OF_COINS}`)
      // The words of the partial index.
      .where(
        sql<boolean>`(${sql.ref(side)} like 'house:inventory:%' or ${sql.ref(side)} like 'house:wallet:%'
          or ${sql.ref(side)} like 'house:onramp:%' or ${sql.ref(side)} like 'house:suspense:%'
          or ${sql.ref(side)} like 'house:venue:%')`,
      );
  const summed = reader
    .selectFrom(moved("source_account").unionAll(moved("destination_account")).as("moves"))
    .select([
      "currency",
      sql<bigint>`sum(moved)`.as("held"),
      sql<bigint>`sum(moved * at_venue)`.as("at_venues"),
    ])
    .groupBy("currency");
  const rows = await reader
    .selectFrom("currencies")
    .leftJoin(summed.as("summed"), "summed.currency", "currencies.code")
    .leftJoin("position_limits", "position_limits.currency", "currencies.code")
    .select([
      "currencies.code as currency",
      sql<bigint>`cast(coalesce(summed.held, 0) as bigint)`.as("held"),
      sql<bigint>`cast(coalesce(summed.at_venues, 0) as bigint)`.as("atVenues"),
      "position_limits.soft",
      "position_limits.hard",
    ])
    .where("currencies.kind", "=", "crypto")
    .orderBy("currencies.position")
    .orderBy("currencies.code")
    .execute();
  return rows.map((row) => ({ ...row, owed: owed.get(row.currency) ?? 0n }));
}

/**
 * Keeps a trade and moves the coins and the fiat with it.
 * @param at `venue` if it was at the one where the house trades by itself, `inventory` for any other
 */
export async function recordTrade(
  tx: WriteTx,
  trade: PositionTrade,
  at: "inventory" | "venue",
): Promise<void> {
  const { side, currency, amount, in_currency, total, created_by, created_at } = trade;
  const coins = [houseAccount(at, currency), houseAccount("trading", currency)] as const;
  const fiat = [houseAccount("trading", in_currency), houseAccount(at, in_currency)] as const;
  const move = ([from, to]: readonly [HouseAccountId, HouseAccountId], code: string, units: bigint) =>
    side === "buy"
      ? { source: from, destination: to, currency: code, amount: units }
      : { source: to, destination: from, currency: code, amount: units };
  await postEntry(tx, {
    id: trade.entry_id,
    kind: "position_trade",
    description: `${side === "buy" ? "Bought" : "Sold"} at ${trade.venue}`,
    createdBy: created_by,
    createdAt: created_at,
    postings: [move(coins, currency, amount), move(fiat, in_currency, total)],
  });
  await tx.insertInto("position_trades").values(trade).execute();
}

interface TradesPiece {
  readonly currency: string | undefined;
  readonly venue: string | undefined;
  readonly after: Place | undefined;
  readonly limit: number;
}

/** Trades after a place in the list, newest first. */
export async function listTrades(
  reader: AnyReader,
  { currency, venue, after, limit }: TradesPiece,
): Promise<PositionTrade[]> {
  const chosen = reader
    .selectFrom("position_trades")
    .selectAll()
    .$if(currency !== undefined, (rows) => rows.where("currency", "=", currency ?? ""))
    .$if(venue !== undefined, (rows) => rows.where("venue", "=", venue ?? ""));
  return rowsAfter(chosen, "position_trades", after)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
}

/** Sets, or replaces, a coin's limits. @returns what they were */
export async function savePositionLimits(
  tx: WriteTx,
  { currency, ...limits }: PositionLimits,
): Promise<PositionLimits | undefined> {
  const before = await tx
    .selectFrom("position_limits")
    .selectAll()
    .where("currency", "=", currency)
    .executeTakeFirst();
  await tx
    .insertInto("position_limits")
    .values({ currency, ...limits })
    .onConflict((conflict) => conflict.column("currency").doUpdateSet(limits))
    .execute();
  return before;
}
