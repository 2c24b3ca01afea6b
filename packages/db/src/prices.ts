/** Past prices of a symbol in a currency, for charts and the change over 24 hours. */
import { sql } from "kysely";
import { rowsIn } from "./handles/json-lists.ts";
import { readStatement, WriteStatement } from "./handles/statement.ts";
import type { PricePoint } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

const MINUTE_MS = 60_000n;
const HOUR_MS = 60n * MINUTE_MS;
const DAY_MS = 24n * HOUR_MS;

/**
 * How much of the past is kept: up to an age, the first price of each period. Prices older than the last age are
 * deleted.
 */
const KEPT: readonly { readonly age: bigint; readonly period: bigint }[] = [
  { age: 2n * DAY_MS, period: MINUTE_MS },
  { age: 30n * DAY_MS, period: 15n * MINUTE_MS },
  { age: 365n * DAY_MS, period: HOUR_MS },
  { age: 5n * 365n * DAY_MS, period: DAY_MS },
];

/** Each row of the list has symbol, currency, rate and time as texts. A list of any length is one statement, prepared once. */
const insertPrices = new WriteStatement<{ rows: string }, never>(
  "insert_price_points",
  (db, parameter, dialect) =>
    db
      .insertInto("price_points")
      .columns(["symbol", "currency", "rate", "recorded_at"])
      .expression((from) =>
        from
          .selectFrom(rowsIn(parameter("rows"), dialect).as("listed"))
          .select([
            sql<string>`value ->> 0`.as("symbol"),
            sql<string>`value ->> 1`.as("currency"),
            sql<string>`value ->> 2`.as("rate"),
            sql<bigint>`cast(value ->> 3 as bigint)`.as("recorded_at"),
          ])
          // Else SQLite takes the conflict for the condition of a join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) => conflict.columns(["symbol", "currency", "recorded_at"]).doNothing())
      .$castTo<never>(),
);

/** Keeps prices; one that is known for the same moment stays as it is. */
export async function recordPrices(tx: WriteTx, points: readonly PricePoint[]): Promise<void> {
  const rows = points.map(({ symbol, currency, rate, recorded_at }) => [
    symbol,
    currency,
    rate,
    String(recorded_at),
  ]);
  await tx.run(insertPrices, { rows: JSON.stringify(rows) });
}

/**
 * The times for which a price would be kept, oldest first, for a past that is computed, not recorded.
 * @param from the first of them, and `now` the last, milliseconds since 1970
 */
export function keptTimes(from: bigint, now: bigint): bigint[] {
  const times: bigint[] = [];
  let begin = from;
  for (let tier = KEPT.length - 1; tier >= 0; tier -= 1) {
    const { age, period } = KEPT[tier] ?? { age: 0n, period: 1n };
    const younger = KEPT[tier - 1];
    const end = younger === undefined ? now + 1n : now - younger.age;
    if (begin < now - age) begin = now - age;
    for (let at = roundedUp(begin, period); at < end; at += period) times.push(at);
    if (begin < end) begin = end;
  }
  return times;
}

const roundedUp = (at: bigint, period: bigint): bigint => ((at + period - 1n) / period) * period;

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

/** One walk along the key, whatever the planner thinks of it: the last price of each step is that before the next step's first. */
const pricesOfSteps = readStatement<
  { symbol: string; currency: string; from: bigint; step: bigint; less: bigint },
  Pick<PricePoint, "recorded_at" | "rate">
>("prices_of_steps", (db, parameter) => {
  const numbered = db
    .selectFrom("price_points")
    .select([
      "recorded_at",
      "rate",
      sql<bigint>`(recorded_at + ${parameter("less")}) / ${parameter("step")}`.as("step"),
    ])
    .where("symbol", "=", parameter("symbol"))
    .where("currency", "=", parameter("currency"))
    .where("recorded_at", ">", parameter("from"));
  const followed = db
    .selectFrom(numbered.as("numbered"))
    .select(["recorded_at", "rate", "step"])
    .select(sql<bigint | null>`lead(step) over (order by recorded_at)`.as("next"));
  return db
    .selectFrom(followed.as("followed"))
    .select(["recorded_at", "rate"])
    .where((row) => row.or([row("next", "is", null), row("next", "<>", row.ref("step"))]))
    .orderBy("recorded_at");
});

/**
 * Prices at whole steps of time: at each, the newest one recorded since the step before it. A step without one is missing.
 * @param from the first step is after it; a multiple of `step`, milliseconds since 1970
 * @param step milliseconds
 * @returns plain decimal text by the step's time
 */
export async function pricesEvery(
  reader: Reader,
  { symbol, currency }: Pick<PricePoint, "symbol" | "currency">,
  from: number,
  step: number,
): Promise<Map<number, string>> {
  const rows = await reader.run(pricesOfSteps, {
    symbol,
    currency,
    from: BigInt(from),
    step: BigInt(step),
    less: BigInt(step - 1),
  });
  return new Map(rows.map(({ recorded_at, rate }) => [Math.ceil(Number(recorded_at) / step) * step, rate]));
}

/** When the first price of a pair that is kept was recorded, milliseconds since 1970; undefined if none is. */
export async function firstPriceTime(
  reader: Reader,
  { symbol, currency }: Pick<PricePoint, "symbol" | "currency">,
): Promise<number | undefined> {
  const point = await reader
    .selectFrom("price_points")
    .select("recorded_at")
    .where("symbol", "=", symbol)
    .where("currency", "=", currency)
    .orderBy("recorded_at")
    .limit(1n)
    .executeTakeFirst();
  return point && Number(point.recorded_at);
}

/** The first price recorded at or after `from` and before `until`: thinning leaves it, if these are whole days. */
export async function firstPriceWithin(
  reader: Reader,
  { symbol, currency }: Pick<PricePoint, "symbol" | "currency">,
  from: bigint,
  until: bigint,
): Promise<string | undefined> {
  const point = await reader
    .selectFrom("price_points")
    .select("rate")
    .where("symbol", "=", symbol)
    .where("currency", "=", currency)
    .where("recorded_at", ">=", from)
    .where("recorded_at", "<", until)
    .orderBy("recorded_at")
    .limit(1n)
    .executeTakeFirst();
  return point?.rate;
}

/**
 * Thins the past out, as seen from `now`: the older a price, the fewer of its neighbours stay, and after five years none does.
 * @param since when it was thinned before; only what has grown older since then is looked at
 * @returns how many prices were deleted
 */
export async function thinPrices(tx: WriteTx, now: bigint, since = 0n): Promise<number> {
  let deleted = 0;
  let youngest = 0n;
  for (const { age, period } of KEPT) {
    const thinned = since === 0n ? 0n : roundedUp(since - youngest, period) - 2n * period;
    const oldest = now - age;
    deleted += await keepFirstOfEach(tx, period, thinned > oldest ? thinned : oldest, now - youngest);
    youngest = age;
  }
  const gone = await tx
    .deleteFrom("price_points")
    .where("recorded_at", "<", now - youngest)
    .returning("symbol")
    .execute();
  return deleted + gone.length;
}

/**
 * From the prices from `from` until before `to`, deletes all but the first within each `period` (milliseconds, aligned
 * to 1970).
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
          // in question. A fixed bound would read all of them for each price that stays.
          .where((pair) => pair("earlier.recorded_at", ">", pair("price_points.recorded_at", "-", period)))
          // Integer division, so both fall into the same period if the quotients agree.
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
