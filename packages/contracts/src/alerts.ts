import { parseRate } from "@wattle/exchange-core/rate";
import { z } from "zod";
import { id, time } from "./ids.ts";
import { amountInput, currencyCode } from "./money.ts";
import { OWN_MESSAGES } from "./own-messages.ts";
import { rateText } from "./rates.ts";

/** So many price alerts of a customer may wait at once. */
export const MOST_ALERTS = 20;

const ALERT_DIRECTIONS = ["above", "below"] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

/** The price is one of the customer's home currency. */
export const alertInput = z.object({
  symbol: currencyCode,
  direction: z.enum(ALERT_DIRECTIONS, { error: "Choose above or below" }),
  price: amountInput.refine((text) => parseRate(text) !== undefined, OWN_MESSAGES.notAboveZero),
});
export type AlertInput = z.output<typeof alertInput>;

export const priceAlert = z
  .object({
    id,
    symbol: z.string(),
    /** The currency that the price is in. */
    in: z.string(),
    direction: z.enum(ALERT_DIRECTIONS),
    price: rateText,
    created_at: time,
    /** When it was reached, at which price, and that it is off since; both null while it waits. */
    reached_at: time.nullable(),
    reached_price: rateText.nullable(),
  })
  .meta({ id: "PriceAlert" });
export type PriceAlert = z.infer<typeof priceAlert>;

export const priceAlerts = z.object({
  /** The customer's home currency, which new alerts are in. */
  home: z.string(),
  /** Waiting ones first, newest first. */
  alerts: z.array(priceAlert),
});
export type PriceAlerts = z.infer<typeof priceAlerts>;
