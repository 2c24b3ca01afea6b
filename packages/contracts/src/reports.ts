/** Reports of the books: what was earned, traded and owned, in local days. */
import { z } from "zod";
import { isCountryCode } from "./countries.ts";
import { cursor } from "./cursor.ts";
import { daysBetween, isDay } from "./days.ts";
import { id } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { wholeNumber } from "./paging.ts";

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A local day. */
export const day = z
  .string("Enter a date like 2026-11-22")
  .refine(isDay, "Enter a date like 2026-11-22")
  .meta({ examples: ["2026-11-22"] });

/** Time zone of the days: `Australia/Sydney`. The installation's if it is left out. */
export const timezone = z
  .string("Enter a time zone")
  .max(60, "Enter a time zone")
  .refine(isTimeZone, "Enter a time zone")
  .optional();

const period = z.object({
  from: day,
  /** The last day, with it. */
  to: day,
  timezone,
});
const ordered = <Shape extends typeof period>(shape: Shape) =>
  shape.refine(({ from, to }) => from <= to, { path: ["to"], message: "The last day is before the first" });

export const reportInput = ordered(period);

export const MOST_DAYS = 366;

/** A report with a row for each day, which is shown as a line. */
export const dailyReportInput = ordered(period).refine(({ from, to }) => daysBetween(from, to) < MOST_DAYS, {
  path: ["from"],
  message: `At most ${MOST_DAYS} days`,
});
/** `after` is the `next` of the piece before. */
export const tradesReportInput = ordered(
  period.extend({ after: cursor.optional(), limit: wholeNumber(1, 5000).default(1000) }),
);

const head = { from: day, to: day, timezone: z.string() };
/** The same rows as the text of a CSV file. */
const csv = z.string();

export const feesRow = z.object({
  date: day,
  /** Currency of the fee. */
  currency: z.string(),
  /** Other currency of the exchanges, for a fee in coins; otherwise the fee's own currency. */
  fiat: z.string(),
  exchanges: z.int(),
  fees: amountOutput,
  /** The same in fiat, at each exchange's own rate. */
  worth: amountOutput,
  /** GST in `worth`; null for a currency that is not the home currency. */
  gst: amountOutput.nullable(),
});
export type FeesRow = z.infer<typeof feesRow>;
export const feesReport = z.object({ ...head, rows: z.array(feesRow), csv });
export type FeesReport = z.infer<typeof feesReport>;

const tradesRow = z.object({
  date: day,
  /** In UTC. */
  time: z.string(),
  reference: z.string(),
  customer: z.string(),
  credit: amountOutput,
  credit_currency: z.string(),
  debit: amountOutput,
  debit_currency: z.string(),
  rate: z.string(),
  fee: amountOutput,
  fee_currency: z.string(),
});
export type TradesRow = z.infer<typeof tradesRow>;
export const tradesReport = z.object({
  ...head,
  rows: z.array(tradesRow),
  csv,
  /** For the rows after these; null if there are none. */
  next: z.string().nullable(),
});
export type TradesReport = z.infer<typeof tradesReport>;

const balancesRow = z.object({
  /** `customers:available`, or `house:bank`. */
  account: z.string(),
  currency: z.string(),
  opening: z.string(),
  change: z.string(),
  closing: z.string(),
});
export type BalancesRow = z.infer<typeof balancesRow>;
export const balancesReport = z.object({ ...head, rows: z.array(balancesRow), csv });
export type BalancesReport = z.infer<typeof balancesReport>;

const volumeRow = z.object({
  date: day,
  /** Sum that customers gave, fees included. */
  given: amountOutput,
  given_currency: z.string(),
  got: amountOutput,
  got_currency: z.string(),
  exchanges: z.int(),
});
export type VolumeRow = z.infer<typeof volumeRow>;
/** Days and pairs without exchanges have no row. */
export const volumeReport = z.object({ ...head, rows: z.array(volumeRow), csv });
export type VolumeReport = z.infer<typeof volumeReport>;

const signUpsRow = z.object({
  date: day,
  /** Customers who signed up, partners too. */
  sign_ups: z.int(),
  /** How many of them are verified now. */
  verified: z.int(),
});
export type SignUpsRow = z.infer<typeof signUpsRow>;
/** A row for each day. */
export const signUpsReport = z.object({ ...head, rows: z.array(signUpsRow), csv });
export type SignUpsReport = z.infer<typeof signUpsReport>;

/** `after` is the `next` of the piece before. */
export const carfReportInput = z.object({
  /** A calendar year. */
  year: wholeNumber(2009, 2199),
  country: z.string().refine(isCountryCode, "Country is not valid."),
  after: id.optional(),
});
/** A piece of the file for a tax authority: all of them one after the other are an XML document. */
export const carfReport = z.object({
  xml: z.string(),
  /** Parts that the authority wants and that are not known; of the firm if `customer` is null. */
  missing: z.array(z.object({ customer: id.nullable(), what: z.string() })),
  next: id.nullable(),
});
export type CarfReport = z.infer<typeof carfReport>;
