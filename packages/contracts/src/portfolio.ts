import { z } from "zod";
import { CHART_RANGES } from "./chart-ranges.ts";
import { holdReason } from "./withdrawals.ts";
import { transaction } from "./history.ts";
import { time } from "./ids.ts";
import { amountOutput, currencyCode } from "./money.ts";
import { percentText, rateText } from "./rates.ts";

/** A gain (or loss, with a minus sign) in the home currency, and in percent of what it is measured by; null if that is zero. */
const gain = z.object({ amount: amountOutput, percent: percentText.nullable() });
export type Gain = z.infer<typeof gain>;

/** One currency someone owns. Worth, cost and gain are in the home currency; null if a price or a cost is not known. */
const holding = z.object({
  currency: z.string(),
  /** All that is owned, set aside or not. */
  amount: amountOutput,
  /** Part of it that is set aside for withdrawals under way. */
  held: amountOutput,
  /** Worth of one unit. */
  price: rateText.nullable(),
  value: amountOutput.nullable(),
  /** Share of the total in tenths of a percent; null without a price. */
  share: z.int().nullable(),
  /** Signed percent over the last 24 hours; null while a day has not been recorded, and for the home currency. */
  change_24h: percentText.nullable(),
  /** Average cost of one unit, fees included; null for the home currency. */
  average_cost: amountOutput.nullable(),
  /** Whether coins of it came from elsewhere and count at their market value then, since the customer stated no cost. */
  assumed_cost: z.boolean(),
  /** Worth less cost; null for the home currency. */
  gain: gain.nullable(),
});
export type Holding = z.infer<typeof holding>;

/** Steps to a first purchase that an account has done. */
const progress = z.object({
  /** The first bank account: the last digits of its number, and until when nothing may be withdrawn to it. */
  bank_account: z.object({ ending: z.string(), held_until: time.nullable() }).nullable(),
  deposited: z.boolean(),
  purchased: z.boolean(),
});

/** Transactions under way, and holds. */
const openItem = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("transaction"), transaction, expires_at: time.nullable() }),
  /** Nothing may be withdrawn, because the password was changed. */
  z.object({ kind: z.literal("withdrawals_hold"), until: time, because: holdReason }),
  /** Nothing may be withdrawn to a bank account, because it was added or changed. */
  z.object({ kind: z.literal("bank_account_hold"), ending: z.string(), until: time }),
]);
export type OpenItem = z.infer<typeof openItem>;

export const portfolioSeriesInput = z.object({ range: z.enum(CHART_RANGES) });

/** A customer's portfolio over time. */
export const portfolioSeries = z.object({
  home: z.string(),
  range: z.enum(CHART_RANGES),
  /** Milliseconds between two points. */
  step: z.int(),
  /** Oldest first, the last one now. The value is null if a price of that time is missing. */
  points: z.array(z.object({ at: time, value: amountOutput.nullable() })),
  /** Gain over the range: its end less its beginning, and less the money put in between; null if that is not known. */
  gain: gain.nullable(),
});
export type PortfolioSeries = z.infer<typeof portfolioSeries>;

/** With a range, the line over it comes along: its figures are of the same prices. */
export const portfolioOverviewInput = portfolioSeriesInput.optional();

/** A customer's holdings, in the customer's own currency. */
export const portfolioOverview = z.object({
  home: z.string(),
  /** The worth of all that has a price. */
  total: amountOutput,
  /**
   * Gain over 24 hours, each unit from when it was owned, fees included; movements in and out are not part of it. If
   * only money was owned 24 hours ago, it is since the purchase. Null without a price of then, and if there was no
   * purchase.
   */
  change_24h: gain.extend({ since: z.enum(["day", "purchase"]) }).nullable(),
  /** Money in less money out: `deposited` − `withdrawn`; null if the worth of one was not known. */
  put_in: amountOutput.nullable(),
  /** Deposits, card payments among them, less what of them was taken back. */
  deposited: amountOutput.nullable(),
  /** Withdrawals, less what of them came back. Anything but money leaves at what it cost. */
  withdrawn: amountOutput.nullable(),
  /** Money that we added to the balance, with a minus sign if we took more. */
  added: amountOutput.nullable(),
  /** Proceeds of sales above the cost of the sold units. */
  realised: amountOutput.nullable(),
  /** Held and sold units taken together: `total` = `put_in` + `added` + `gain`, to the cent. */
  gain: gain.nullable(),
  /** Parts of the gain, to the cent: `gain` = `prices` − `fees`. Null if one is not known. */
  gain_parts: z.object({ fees: amountOutput, prices: amountOutput }).nullable(),
  /** Null without a range. */
  line: portfolioSeries.nullable(),
  /** Worth most first; what has no price comes last. */
  holdings: z.array(holding),
  /** Newest first, at most three. */
  open: z.array(openItem),
  /** How many there are. */
  open_total: z.int(),
  /** The newest transactions. */
  recent: z.array(transaction),
  progress,
});
export type PortfolioOverview = z.infer<typeof portfolioOverview>;

export const portfolioTradesInput = z.object({ coin: currencyCode, range: z.enum(CHART_RANGES) });

/** A customer's own purchases and sales of a coin, oldest first. */
export const portfolioTrades = z.object({
  coin: z.string(),
  range: z.enum(CHART_RANGES),
  trades: z.array(
    z.object({
      at: time,
      kind: z.enum(["buy", "sell"]),
      /** How much of the coin. */
      amount: amountOutput,
      /** Money given for it, or got. */
      money: z.object({ amount: amountOutput, currency: z.string() }),
    }),
  ),
});
export type PortfolioTrades = z.infer<typeof portfolioTrades>;
