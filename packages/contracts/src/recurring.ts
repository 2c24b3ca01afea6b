import { parseRate } from "@wattle/exchange-core/rate";
import { z } from "zod";
import { isDay } from "./days.ts";
import { ERRORS } from "./errors.ts";
import { id, time } from "./ids.ts";
import { amountInput, amountOutput, checkAmountDecimals, currencyCode } from "./money.ts";
import { OWN_MESSAGES } from "./own-messages.ts";
import { rateText } from "./rates.ts";
import { FREQUENCIES } from "./recurring-days.ts";
import { MISSED_REASONS } from "./recurring-words.ts";

/** So many recurring buys a customer may have that are not cancelled. */
export const MOST_RECURRING_BUYS = 20;

/** A local day of the installation. */
const localDate = z
  .string("Choose a day")
  .refine(isDay, "Choose a day")
  .meta({ id: "LocalDate", description: "A day in the installation's time zone", examples: ["2026-11-23"] });

export const recurringInput = z
  .object({
    credit_currency: currencyCode,
    debit_currency: currencyCode,
    /** Amount given each time, in the credit currency. */
    amount: amountInput,
    /** The highest price of one coin at which a buy is made, fee included, in the credit currency. */
    max_price: amountInput.refine((text) => parseRate(text) !== undefined, OWN_MESSAGES.notAboveZero),
    frequency: z.enum(FREQUENCIES, { error: "Choose how often" }),
    first_on: localDate,
  })
  .superRefine((value, context) =>
    checkAmountDecimals(context, ["amount"], value.amount, value.credit_currency),
  );
export type RecurringInput = z.output<typeof recurringInput>;

export const recurringBuy = z
  .object({
    id,
    credit_currency: z.string(),
    debit_currency: z.string(),
    amount: amountOutput,
    max_price: rateText,
    frequency: z.enum(FREQUENCIES),
    status: z.enum(["active", "paused", "cancelled"]),
    first_on: localDate,
    /** The day of the next buy; null while none is planned. */
    next_on: localDate.nullable(),
    created_at: time,
  })
  .meta({ id: "RecurringBuy" });
export type RecurringBuy = z.infer<typeof recurringBuy>;

export const recurringBuys = z.object({
  /** Today and the day whose buys are due now, in the installation's time zone. */
  today: localDate,
  run_day: localDate,
  time_zone: z.string(),
  /** Newest first, cancelled ones last. */
  buys: z.array(recurringBuy),
});
export type RecurringBuys = z.infer<typeof recurringBuys>;

/** One day of a plan. */
const recurringRun = z
  .object({
    on: localDate,
    outcome: z.enum(["bought", "skipped", "missed"]),
    /** Why a buy was missed; null if it was not. */
    reason: z.enum(MISSED_REASONS).nullable(),
    /** The figure that belongs to the reason, decimal text: the missing amount, the price, the limit. */
    detail: z.string().nullable(),
    /** Amount bought; null if there was no purchase. */
    transaction_id: id.nullable(),
    bought: amountOutput.nullable(),
    at: time,
  })
  .meta({ id: "RecurringRun" });
export type RecurringRun = z.infer<typeof recurringRun>;

/** The newest runs of one plan. */
export const recurringRuns = z.array(recurringRun);

/** The day that the caller saw as the next one: pressed twice, one day is skipped. */
export const skipInput = z.object({ id, on: z.string().refine(isDay, ERRORS.state_conflict.message) });
