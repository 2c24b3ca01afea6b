/** The house's own trading at a venue: policies by coin, orders, balances there, and what it earns. */
import { parseRate } from "@wattle/exchange-core/rate";
import { z } from "zod";
import { TRADE_SIDES, VENUE_ORDER_STATUSES, VENUE_STATES, VENUES } from "./choices.ts";
import { cursor } from "./cursor.ts";
import { daysBetween } from "./days.ts";
import { idempotencyKey } from "./exchange.ts";
import { id, time } from "./ids.ts";
import { currencyOf } from "./markets.ts";
import { amountInput, amountOutput, checkAmountDecimals, currencyCode } from "./money.ts";
import { wholeNumber } from "./paging.ts";
import { isPlainLine } from "./plain-text.ts";
import { day, MOST_DAYS } from "./reports.ts";
import { internalNoteField } from "./staff-texts.ts";

export type VenueName = (typeof VENUES)[number];
export type VenueOrderStatus = (typeof VENUE_ORDER_STATUSES)[number];

const coin = currencyCode.refine((code) => currencyOf(code)?.kind !== "fiat", "Choose a coin");

/** A tenth: a limit further away is no limit. */
const MOST_SLIPPAGE_BP = 1000;

/** `dry` writes the orders that it would send, and sends none. */
const hedgingMode = z.union([z.boolean(), z.literal("dry")], "Choose true, false or dry");
export type HedgingMode = z.infer<typeof hedgingMode>;

const SIZES = ["target", "band", "order_min", "order_max"] as const;

/** Sizes are in the coin, sums of an hour and a day in the home currency. */
export const setPolicyInput = z
  .object({
    currency: coin,
    on: hedgingMode,
    /** How much more than customers own the house wants to have. */
    target: amountInput,
    /** How far from the target starts an order. */
    band: amountInput,
    order_min: amountInput,
    order_max: amountInput,
    /** Hundredths of a percent between the guarded price and an order's limit. */
    max_slippage_bp: wholeNumber(0, MOST_SLIPPAGE_BP),
    max_per_hour: amountInput,
    max_per_day: amountInput,
  })
  .superRefine((policy, context) => {
    for (const size of SIZES) checkAmountDecimals(context, [size], policy[size], policy.currency);
  });
export type SetPolicyInput = z.output<typeof setPolicyInput>;

export const hedgingPolicy = z
  .object({
    currency: z.string(),
    on: hedgingMode,
    target: amountOutput,
    band: amountOutput,
    order_min: amountOutput,
    order_max: amountOutput,
    max_slippage_bp: z.int(),
    max_per_hour: amountOutput,
    max_per_day: amountOutput,
  })
  .meta({ id: "HedgingPolicy" });
export type HedgingPolicy = z.infer<typeof hedgingPolicy>;

const hedgedCurrency = z
  .object({
    currency: z.string(),
    /** Customers' holdings, set aside or not. */
    owed: amountOutput,
    /** Coins of the house that are not at the venue. */
    held: amountOutput,
    at_venues: amountOutput,
    /** Coins that are being bought; below zero if they are being sold. */
    on_order: z.string(),
    /** Held and at venues, less owed; below zero if coins are missing. */
    position: z.string(),
    /** Worth of the position in the home currency; null without a price. */
    worth: z.string().nullable(),
    target: amountOutput,
    band: amountOutput,
    on: hedgingMode,
    /** Why a wanted order does not start; null if nothing is wrong. */
    reason: z.string().nullable(),
    /** Since when wanted orders have not been filled. */
    failing_since: time.nullable(),
    /** Null before a policy is set. */
    policy: hedgingPolicy.nullable(),
    /** Sums of orders in the last hour and the last 24 hours, in the home currency. */
    used_hour: amountOutput,
    used_day: amountOutput,
  })
  .meta({ id: "HedgedCurrency" });
export type HedgedCurrency = z.infer<typeof hedgedCurrency>;

const byCurrency = z.record(z.string(), z.string());

const unbookedFill = z.object({
  venue_id: z.string(),
  client_id: z.string().nullable(),
  side: z.enum(TRADE_SIDES),
  currency: z.string(),
  amount: z.string(),
  cost: z.string(),
  fee: z.string(),
});
export type UnbookedFill = z.infer<typeof unbookedFill>;

const venueStatus = z
  .object({
    venue: z.enum(VENUES),
    state: z.enum(VENUE_STATES),
    /** The fault, and how to end it; null if there is none. */
    reason: z.string().nullable(),
    balances: byCurrency,
    books: byCurrency,
    /** Balance less books: zero if they agree. */
    difference: byCurrency,
    /** Fills at the venue that the books do not have, which explain a difference. */
    unbooked: z.array(unbookedFill),
    /** Its balances of currencies that the house does not trade, by the venue's own names. No books have them. */
    others: byCurrency,
    checked_at: time.nullable(),
  })
  .meta({ id: "VenueStatus" });
export type VenueStatus = z.infer<typeof venueStatus>;

export const hedgingStatus = z
  .object({
    home_currency: z.string(),
    currencies: z.array(hedgedCurrency),
    venues: z.array(venueStatus),
  })
  .meta({ id: "HedgingStatus" });
export type HedgingStatus = z.infer<typeof hedgingStatus>;

/** Newest first. */
export const venueOrdersInput = z
  .object({
    status: z.enum(VENUE_ORDER_STATUSES, "Choose a status").optional(),
    after: cursor.optional(),
    limit: wholeNumber(1, 200).default(50),
  })
  .prefault({});

export const venueOrder = z
  .object({
    id,
    venue: z.enum(VENUES),
    side: z.enum(TRADE_SIDES),
    currency: z.string(),
    in: z.string(),
    amount: amountOutput,
    limit: z.string(),
    /** All three as the venue said them. */
    filled: z.string(),
    cost: z.string(),
    fee: z.string(),
    status: z.enum(VENUE_ORDER_STATUSES),
    client_id: z.string(),
    venue_id: z.string().nullable(),
    reason: z.string().nullable(),
    created_at: time,
    /** Null unless no answer came: since then we have looked for it at the venue, and how often. */
    unknown_since: time.nullable(),
    lookups: z.int(),
    /** Two people may resolve it from then on; null unless it is unknown. */
    resolvable_at: time.nullable(),
    /** `policy`, or the account of a member of staff. */
    by: z.string(),
  })
  .meta({ id: "VenueOrder" });
export type VenueOrderRecord = z.infer<typeof venueOrder>;

export const venueOrders = z.object({
  data: z.array(venueOrder),
  /** For the rows after these; null if there are none. */
  next: z.string().nullable(),
});

/** As exact as amounts of venues are. */
const EXACT = /^\d{1,9}(?:\.\d{1,10})?$/;
const price = amountInput.refine(
  (text) => EXACT.test(text) && parseRate(text) !== undefined,
  "Price is not valid.",
);

export const placeOrderInput = z
  .object({
    currency: coin,
    side: z.enum(TRADE_SIDES, { error: "Choose buy or sell" }),
    amount: amountInput,
    /** Price of one coin in the home currency. */
    limit: price,
    /** One order is placed, however often it is asked for under the key. */
    idempotency_key: idempotencyKey.optional(),
  })
  .superRefine(({ amount, currency }, context) => checkAmountDecimals(context, ["amount"], amount, currency));

export const venueOrderInput = z.object({ id });

const LONGEST_REFERENCE = 100;
const SAID = "Enter an amount like 100.00";
const venueAmount = amountInput.refine((text) => EXACT.test(text), SAID);
/** A venue may pay a fee, too. */
const venueFee = z.string(SAID).regex(/^-?\d{1,9}(?:\.\d{1,10})?$/, SAID);

const venueReference = z
  .string("Venue reference is a required field")
  .trim()
  .min(1, "Venue reference is a required field")
  .max(LONGEST_REFERENCE, "Venue reference is not valid.")
  .refine(isPlainLine, "Venue reference is not valid.");

export const resolveOrderInput = z
  .object({
    id,
    outcome: z.enum(["filled", "not_placed"], "Choose filled or not_placed"),
    /** The order's name at the venue, or where staff saw that there is none. */
    venue_reference: venueReference,
    /** As the venue says them; the whole order at its limit and the fee so far, unless given. */
    filled: venueAmount.optional(),
    cost: venueAmount.optional(),
    fee: venueFee.optional(),
    internal_note: internalNoteField,
  })
  .superRefine(({ outcome, filled, cost, fee }, context) => {
    if (outcome === "not_placed" && [filled, cost, fee].some((text) => text !== undefined))
      context.addIssue({ code: "custom", path: ["filled"], message: "Leave this out if it wasn't placed" });
    if (outcome !== "filled" || filled === undefined) return;
    if (!/[1-9]/.test(filled))
      context.addIssue({ code: "custom", path: ["filled"], message: "Enter an amount above zero" });
    if (cost === undefined) context.addIssue({ code: "custom", path: ["cost"], message: SAID });
  });

/** A fee that the venue took for a withdrawal: it has that much less than the books. */
export const venueFeeInput = z
  .object({
    currency: currencyCode,
    fee: amountInput,
    venue_reference: venueReference,
    internal_note: internalNoteField,
  })
  .superRefine(({ fee, currency }, context) => checkAmountDecimals(context, ["fee"], fee, currency));

export const bookedVenueFee = z
  .object({
    /** The ledger entry. */
    id,
    venue: z.enum(VENUES),
    currency: z.string(),
    fee: amountOutput,
  })
  .meta({ id: "BookedVenueFee" });

/** Both days included. */
export const hedgingProfitInput = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "The last day is before the first" })
  .refine(({ from, to }) => daysBetween(from, to) < MOST_DAYS, {
    path: ["from"],
    message: `At most ${MOST_DAYS} days`,
  });

const sums = {
  /** Customers' prices against the market's. */
  spread: z.string(),
  /** Fees of customers. */
  fees: z.string(),
  /** Prices paid at the venue against the guarded ones; below zero is a cost. */
  slippage: z.string(),
  venue_fees: z.string(),
  /** Change of worth of the open position. */
  revaluation: z.string(),
  total: z.string(),
};

/** All in the home currency; the parts of a row add up to its total. */
export const hedgingProfit = z
  .object({
    home_currency: z.string(),
    days: z.array(z.object({ day: z.string(), currency: z.string(), ...sums })),
    total: z.string(),
  })
  .meta({ id: "HedgingProfit" });
export type HedgingProfit = z.infer<typeof hedgingProfit>;
