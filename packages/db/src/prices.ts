/** Past prices of a symbol in a currency, for charts and the change over 24 hours. */
import type { PricePoint } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

const MINUTE_MS = 60_000n;
const HOUR_MS = 60n * MINUTE_MS;
const DAY_MS = 24n * HOUR_MS;

/** Keeps a price; one that is known for the same moment stays as it is. */
export async function recordPrice(tx: WriteTx, point: PricePoint): Promise<void> {
  await tx
    .insertInto("price_points")
    .values(point)
    .onConflict((conflict) => conflict.columns(["symbol", "currency", "recorded_at"]).doNothing())
    .execute();
}

/** Prices at or after `since`, oldest first. */
export async function pricesSince(
  reader: Reader,
  symbol: string,
  currency: string,
  since: bigint,
): Promise<PricePoint[]> {
  return reader
    .selectFrom("price_points")
    .selectAll()
    .where("symbol", "=", symbol)
    .where("currency", "=", currency)
    .where("recorded_at", ">=", since)
    .orderBy("recorded_at")
    .execute();
}

/** The newest price at or before `at`. */
export async function priceAt(
  reader: Reader,
  symbol: string,
  currency: string,
  at: bigint,
): Promise<PricePoint | undefined> {
  return reader
    .selectFrom("price_points")
    .selectAll()
    .where("symbol", "=", symbol)
    .where("currency", "=", currency)
    .where("recorded_at", "<=", at)
    .orderBy("recorded_at", "desc")
    .limit(1n)
    .executeTakeFirst();
}

/**
 * Thins the past out, as seen from `now`: of the last 24 hours the first price of each minute stays, of what
 * is older the first of each hour. Returns how many prices were deleted.
 */
export async function thinPrices(tx: WriteTx, now: bigint): Promise<number> {
  const dayAgo = now - DAY_MS;
  const older = await keepFirstOfEach(tx, HOUR_MS, 0n, dayAgo);
  return older + (await keepFirstOfEach(tx, MINUTE_MS, dayAgo, now));
}

/**
 * Of the prices from `from` until before `to`, deletes all but the first within each `period` (milliseconds,
 * aligned to 1970).
 */
async function keepFirstOfEach(tx: WriteTx, period: bigint, from: bigint, to: bigint): Promise<number> {
  const deleted = await tx
    .deleteFrom("price_points")
    .where("recorded_at", ">=", from)
    .where("recorded_at", "<", to)
    .where((point) =>
      point.exists(
        point
          .selectFrom("price_points as earlier")
          .select("earlier.symbol")
          .whereRef("earlier.symbol", "=", "price_points.symbol")
          .whereRef("earlier.currency", "=", "price_points.currency")
          .whereRef("earlier.recorded_at", "<", "price_points.recorded_at")
          // Follows from the quotients below. As the only lower bound it lets the index find the few prices
          // in question, where a fixed bound would read all of them for each price that stays.
          .where((pair) => pair("earlier.recorded_at", ">", pair("price_points.recorded_at", "-", period)))
          // Integer division, so both fall into the same period where the quotients agree.
          .where((both) =>
            both(
              both("earlier.recorded_at", "/", period),
              "=",
              both("price_points.recorded_at", "/", period),
            ),
          ),
      ),
    )
    .returning("symbol")
    .execute();
  return deleted.length;
}
