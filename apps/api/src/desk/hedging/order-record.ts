import type { VenueName, VenueOrderRecord } from "@wattle/contracts/hedging";
import { pieceOf } from "@wattle/contracts/cursor";
import type { venueOrdersInput } from "@wattle/contracts/hedging";
import { listVenueOrders } from "@wattle/db/hedging";
import type { VenueOrderRow } from "@wattle/db/tables";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import { isoTime, timeOf } from "../../clock.ts";
import { LOOK_UP_MILLISECONDS } from "../../hedging/orders.ts";
import type { Services } from "../../services.ts";

/** When two people may say what became of an order; undefined unless it is unknown. */
export const resolvableAt = ({ status, unknown_since }: VenueOrderRow): bigint | undefined =>
  status === "unknown" && unknown_since !== null ? unknown_since + LOOK_UP_MILLISECONDS : undefined;

const countOf = (attempts: bigint): number => Number(attempts);

export const orderOfRow = (row: VenueOrderRow): VenueOrderRecord => ({
  id: row.id,
  venue: row.venue as VenueName,
  side: row.side,
  currency: row.currency,
  in: row.in_currency,
  amount: amountText(row.amount, row.currency),
  limit: row.limit_price,
  filled: row.filled,
  cost: row.cost,
  fee: row.fee,
  status: row.status,
  client_id: row.client_id,
  venue_id: row.venue_id,
  reason: row.reason,
  created_at: isoTime(row.created_at),
  unknown_since: timeOf(row.unknown_since),
  lookups: countOf(row.lookups),
  resolvable_at: timeOf(resolvableAt(row)),
  by: row.created_by,
});

/** Orders, newest first. */
export async function readVenueOrders(
  { database }: Pick<Services, "database">,
  { status, after, limit }: z.output<typeof venueOrdersInput>,
): Promise<{ data: VenueOrderRecord[]; next: string | null }> {
  const { piece, next } = pieceOf(
    await listVenueOrders(database.standby, { status, after, limit: limit + 1 }),
    limit,
  );
  return { data: piece.map(orderOfRow), next };
}
