import { z } from "zod";
import { CHART_RANGES } from "./chart-ranges.ts";
import { time } from "./ids.ts";
import { currencyCode } from "./money.ts";

/** A rate: what one unit is worth, decimal text with up to 18 significant digits. */
export const rateText = z
  .string()
  .meta({ id: "Rate", description: "Decimal text, up to 18 significant digits", examples: ["150000.00"] });
/** A percentage as decimal text. */
export const percentText = z
  .string()
  .meta({ id: "Percent", description: "Percentage as decimal text", examples: ["1.00"] });

/**
 * `symbols` arrives as `BTC,ETH`. Omitted fields are the installation's own choice: the coins of its cards, its home
 * currency.
 */
export const ratesInput = z.object({
  symbols: z
    .string({ error: "Name at least one symbol" })
    .max(60, "Name at most ten symbols")
    .meta({ pattern: "^[A-Z0-9]{1,10}(,[A-Z0-9]{1,10}){0,9}$" })
    .transform((text) => [...new Set(text.split(","))])
    .pipe(z.array(currencyCode).min(1).max(10))
    .optional(),
  in: currencyCode.optional(),
});

export const rateCard = z
  .object({
    symbol: z.string(),
    /** Price of one unit, 2 decimals. */
    rate: rateText,
    rate_with_fee: rateText,
    /** Signed percent over the last 24 hours, 2 decimals; null while a day has not been recorded. */
    change_24h: z.string().nullable(),
    /** Whole Unix seconds: when the source says the price was. */
    timestamp: z.int().nonnegative(),
  })
  .meta({ id: "RateCard" });
export type RateCard = z.infer<typeof rateCard>;

const pricePoint = z.object({ rate: rateText, recorded_at: time });
export const priceHistoryInput = z.object({ symbol: currencyCode, in: currencyCode.optional() });
/**
 * The past day's recorded prices of one symbol, oldest first, at most 96 points, up to half a minute old. If more were
 * recorded, each point is the middle price by value of its stretch, so they are not evenly apart; the last is the
 * newest.
 */
export const priceHistory = z.object({ symbol: z.string(), in: z.string(), points: z.array(pricePoint) });
export type PriceHistory = z.infer<typeof priceHistory>;

export const priceChartInput = priceHistoryInput.extend({ range: z.enum(CHART_RANGES) });
/** A coin's prices over a range. */
export const priceChart = z.object({
  symbol: z.string(),
  in: z.string(),
  range: z.enum(CHART_RANGES),
  /** Milliseconds between two points. */
  step: z.int(),
  /** Oldest first, the last one the newest that was recorded. The rate is null if none was recorded within a step. */
  points: z.array(z.object({ at: time, rate: rateText.nullable() })),
});
export type PriceChart = z.infer<typeof priceChart>;
