/** A customer's report of gains and losses, for a tax return. */
import { PARCEL_METHODS } from "@wattle/exchange-core/parcels";
import { z } from "zod";
import { id, time } from "./ids.ts";
import { amountInput, amountOutput } from "./money.ts";
import { wholeNumber } from "./paging.ts";
import { day } from "./reports.ts";

/** Bitcoin's first block is of this day: no coin was acquired before. */
const FIRST_COIN_DAY = "2009-01-03";

/** The year in which the tax year ends. */
const year = wholeNumber(2009, 2199).meta({ examples: [2026] });
const method = z
  .enum(PARCEL_METHODS, { error: "Choose fifo, lifo or hifo" })
  .meta({ id: "ParcelMethod", examples: ["fifo"] });

/** The method is the one that was kept for the year, or `fifo`, if it is left out. */
export const taxReportInput = z.object({ year, method: method.optional() });
export type TaxReportInput = z.output<typeof taxReportInput>;
export const taxYearInput = z.object({ year });
export const taxMethodInput = z.object({ year, method });
export type TaxMethodInput = z.output<typeof taxMethodInput>;

export const statedCostInput = z.object({
  id,
  acquired_on: day.refine((text) => text >= FIRST_COIN_DAY, "No coin is older than 2009-01-03"),
  /** In the home currency, fees included. */
  cost: amountInput,
});
export type StatedCostInput = z.output<typeof statedCostInput>;

const usedParcel = z.object({
  /** Null if more was disposed of than was ever acquired here: the cost of these units is not known, and counts as 0. */
  acquired_on: day.nullable(),
  units: amountOutput,
  cost: amountOutput,
  /** The parcel's share of the proceeds less its cost; a loss is negative. */
  gain: amountOutput,
  /** Whether it was held for more than 12 months. */
  discountable: z.boolean(),
});

const disposal = z.object({
  transaction_id: id,
  currency: z.string(),
  units: amountOutput,
  disposed_on: day,
  /** The fee is deducted. */
  proceeds: amountOutput,
  parcels: z.array(usedParcel),
});

const totals = z.object({
  proceeds: amountOutput,
  cost: amountOutput,
  gains: amountOutput,
  /** A positive number. */
  losses: amountOutput,
  discountable_gains: amountOutput,
  fees: amountOutput,
});

/** Coins that were not bought here. Their cost is what the customer states, or the market value when they arrived. */
const fromOutside = z.object({
  transaction_id: id,
  currency: z.string(),
  units: amountOutput,
  received_on: day,
  acquired_on: day,
  cost: amountOutput,
  /**
   * `unknown`: no price of that day was recorded, so that they count as if they had cost nothing. `own`: as many were sent to the
   * customer's own wallets before, so that they are the same coins come back, and keep their cost.
   */
  basis: z.enum(["stated", "market", "unknown", "own"]),
  /** Whether the customer may state another cost still. */
  editable: z.boolean(),
});
export type CoinsFromOutside = z.infer<typeof fromOutside>;

export const taxReport = z
  .object({
    year: z.int().positive(),
    method,
    from: day,
    to: day,
    /** The place whose days they are. */
    timezone: z.string(),
    /** False while the year is not over. */
    is_complete: z.boolean(),
    /** Currency of all amounts but units. */
    home: z.string(),
    /** In the order in which they happened. */
    disposals: z.array(disposal),
    /**
     * The disposals that were no sales, at the market value of their day. `sent`: to another person's wallet. `taken`: by the house, to
     * correct an error.
     */
    not_sold: z.array(z.object({ transaction_id: id, way: z.enum(["sent", "taken"]) })),
    totals,
    /** At the end of the year, or now while it is not over. */
    held: z.array(z.object({ currency: z.string(), units: amountOutput, cost: amountOutput })),
    /** The part of what is held that is in the customer's own wallets elsewhere. */
    in_own_wallets: z.array(z.object({ currency: z.string(), units: amountOutput })),
    /** Arrivals from outside until then, oldest first. */
    from_outside: z.array(fromOutside),
    /** Method that was kept for this year. */
    kept: method.nullable(),
    /** The last download of the report as a file. */
    downloaded: z.object({ method, at: time }).nullable(),
  })
  .meta({ id: "TaxReport" });
export type TaxReportAnswer = z.infer<typeof taxReport>;

/** Totals of a year by each method. */
export const taxMethods = z.object({
  home: z.string(),
  methods: z.array(totals.pick({ gains: true, losses: true, discountable_gains: true }).extend({ method })),
});
export type TaxMethods = z.infer<typeof taxMethods>;

/** Years of which there is a report, the newest first. */
export const taxYears = z.object({
  years: z.array(z.object({ year: z.int().positive(), from: day, to: day, is_complete: z.boolean() })),
});
export type TaxYears = z.infer<typeof taxYears>;
