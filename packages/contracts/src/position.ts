/** The house's coins against customers' holdings, the trades that change them, and the allowed difference. */
import { parseRate } from "@wattle/exchange-core/rate";
import { z } from "zod";
import { POSITION_STATES, TRADE_SIDES } from "./choices.ts";
import { cursor } from "./cursor.ts";
import { idempotencyKey } from "./exchange.ts";
import { id, time } from "./ids.ts";
import { currencyOf } from "./markets.ts";
import { amountInput, amountOutput, checkAmountDecimals, currencyCode } from "./money.ts";
import { wholeNumber } from "./paging.ts";
import { isPlainLine } from "./plain-text.ts";
import { internalNote, internalNoteField } from "./staff-texts.ts";

export type TradeSide = (typeof TRADE_SIDES)[number];

const coin = currencyCode.refine((code) => currencyOf(code)?.kind !== "fiat", "Choose a coin");
const fiat = currencyCode.refine((code) => currencyOf(code)?.kind !== "crypto", "Choose a fiat currency");

const LONGEST_VENUE = 100;

const venue = z
  .string({ error: "Venue is a required field" })
  .trim()
  .min(1, "Venue is a required field")
  .max(LONGEST_VENUE, "Venue is not valid.")
  .refine(isPlainLine, "Venue is not valid.");

/** `price` is that of one coin, in the currency `in`. The house buys, or sells. */
export const recordTradeInput = z
  .object({
    side: z.enum(TRADE_SIDES, { error: "Choose buy or sell" }),
    currency: coin,
    amount: amountInput,
    price: amountInput.refine((text) => parseRate(text) !== undefined, "Price is not valid."),
    in: fiat,
    venue,
    note: internalNoteField.optional(),
    idempotency_key: idempotencyKey.optional(),
  })
  .superRefine(({ amount, currency }, context) => checkAmountDecimals(context, ["amount"], amount, currency));
export type RecordTradeInput = z.output<typeof recordTradeInput>;

export const positionTrade = z
  .object({
    id,
    side: z.enum(TRADE_SIDES),
    currency: z.string(),
    amount: amountOutput,
    price: z.string(),
    in: z.string(),
    /** Amount paid or received for it. */
    total: amountOutput,
    venue: z.string(),
    note: internalNote.nullable(),
    created_by: z.string(),
    created_at: time,
  })
  .meta({ id: "PositionTrade" });
export type PositionTradeRecord = z.infer<typeof positionTrade>;

/** Newest first. */
export const positionTradesInput = z.object({
  currency: coin.optional(),
  venue: venue.optional(),
  after: cursor.optional(),
  limit: wholeNumber(1, 200).default(50),
});
export const positionTrades = z.object({
  data: z.array(positionTrade),
  /** For the rows after these; null if there are none. */
  next: z.string().nullable(),
});

export const positionRow = z
  .object({
    currency: z.string(),
    /** Customers' holdings, set aside or not. */
    owed: amountOutput,
    /** Coins in wallets, at venues and at the card provider, less what came and is not known whose. */
    inventory: amountOutput,
    /** Inventory less what is owed: below zero if coins are missing. */
    difference: z.string(),
    /** Worth of the difference; null without a price. */
    worth: z.string().nullable(),
    worth_currency: z.string(),
    soft_limit: amountOutput.nullable(),
    hard_limit: amountOutput.nullable(),
    /** `warning` above the soft limit; `paused` above the hard one: customers may not trade what makes it worse. */
    state: z.enum(POSITION_STATES),
  })
  .meta({ id: "Position" });
export type PositionRow = z.infer<typeof positionRow>;
export const positionList = z.object({ data: z.array(positionRow) });

/** A limit that is left out, or null, holds nothing back. Both are amounts of the coin, either way. */
export const positionLimitsInput = z
  .object({ currency: coin, soft: amountInput.nullish(), hard: amountInput.nullish() })
  .superRefine(({ currency, soft, hard }, context) => {
    if (typeof soft === "string") checkAmountDecimals(context, ["soft"], soft, currency);
    if (typeof hard === "string") checkAmountDecimals(context, ["hard"], hard, currency);
  });
