/** Moves of the house's coins since a time, for its profit. Amounts are smallest units. */
import { sql } from "kysely";
import type { AnyReader } from "./handles/handles.ts";
import type { Epoch, PositionTrade } from "./tables.ts";

/** Fills at venues, with the price that slippage is measured from. */
export const venueFillsSince = (reader: AnyReader, since: Epoch) =>
  reader
    .selectFrom("venue_fills")
    .innerJoin("venue_orders", "venue_orders.id", "venue_fills.order_id")
    .select([
      "venue_orders.side",
      "venue_orders.currency",
      "venue_orders.guard_price",
      "venue_fills.amount",
      "venue_fills.cost",
      "venue_fills.fee",
      "venue_fills.created_at",
    ])
    .where("venue_fills.created_at", ">=", since)
    .execute();

/** Trades that staff recorded. */
export const positionTradesSince = (reader: AnyReader, since: Epoch): Promise<PositionTrade[]> =>
  reader.selectFrom("position_trades").selectAll().where("created_at", ">=", since).execute();

/** Accounts by which coins come or go without a trade. */
const UNTRADED = ["own", "adjustments", "network", "receivables"] as const;

/** Coins that came to the house, or went, without a trade: the operator's own, adjustments, fees of chains. */
export async function untradedMovesSince(
  reader: AnyReader,
  since: Epoch,
): Promise<{ currency: string; coins: bigint; created_at: Epoch }[]> {
  const coins = await reader.selectFrom("currencies").select("code").where("kind", "=", "crypto").execute();
  const accounts = coins.flatMap(({ code }) => UNTRADED.map((purpose) => `house:${purpose}:${code}`));
  if (accounts.length === 0) return [];
  const moved = (side: "source_account" | "destination_account") =>
    reader
      .selectFrom("ledger_postings")
      .innerJoin("ledger_entries", "ledger_entries.id", "ledger_postings.entry_id")
      .select((posting) => [
        "ledger_postings.currency",
        (side === "source_account"
          ? posting.neg(posting.ref("ledger_postings.amount"))
          : posting.ref("ledger_postings.amount")
        ).as("coins"),
        "ledger_entries.created_at",
      ])
      .where(`ledger_postings.${side}`, "in", accounts)
      // The words of the partial index.
      .where(`ledger_postings.${side}`, "like", sql.lit("house:%"))
      .where(`ledger_postings.${side}`, "not like", sql.lit("house:trading:%"))
      .where(`ledger_postings.${side}`, "not like", sql.lit("house:fees:%"))
      .where("ledger_entries.created_at", ">=", since);
  return moved("source_account").unionAll(moved("destination_account")).execute();
}
