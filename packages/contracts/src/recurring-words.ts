/** Why a recurring buy was missed, in the words of mails and screens. Free of zod, so that screens use it without that weight. */
import { displayDecimal, displayExact } from "@wattle/exchange-core/display";
import { currencyOf } from "./markets.ts";

export const MISSED_REASONS = [
  "insufficient_funds",
  "price_above_bound",
  "amount_below_minimum",
  "amount_above_maximum",
  "paused",
  "not_offered",
  "account_blocked",
  "account_under_review",
  "email_unverified",
  "identity_unverified",
  "refused",
  "late",
] as const;
export type MissedReason = (typeof MISSED_REASONS)[number];

export const FREQUENCY_WORDS = { weekly: "Weekly", fortnightly: "Fortnightly", monthly: "Monthly" } as const;

interface Missed {
  readonly reason: MissedReason;
  /** Decimal text, see `recurringRun`. */
  readonly detail: string | null;
  readonly credit_currency: string;
  readonly debit_currency: string;
  readonly max_price: string;
}

const FEWEST_DECIMALS = 2;

/** A price per coin with every decimal it has and at least two: `150,000.00`, `0.000123`. */
export const priceText = (price: string): string => displayExact(price, FEWEST_DECIMALS);

/** One sentence that says why, with the figure if there is one. */
export function missedWords({ reason, detail, ...buy }: Missed): string {
  const { credit_currency: fiat, debit_currency: coin } = buy;
  const amount = `${displayDecimal(detail ?? "0", currencyOf(fiat)?.shownDecimals ?? FEWEST_DECIMALS)} ${fiat}`;
  switch (reason) {
    case "insufficient_funds":
      return `You needed ${amount} more.`;
    case "price_above_bound":
      return `${coin} was at ${amount}, above your highest price of ${priceText(buy.max_price)} ${fiat}.`;
    case "amount_below_minimum":
      return `The smallest exchange is now ${amount}.`;
    case "amount_above_maximum":
      return `The largest exchange is now ${amount}.`;
    case "paused":
      return `Trading ${coin} for ${fiat} was paused.`;
    case "not_offered":
      return `We don’t offer ${coin} for ${fiat} now.`;
    case "account_blocked":
      return "Your account is blocked. Contact support.";
    case "account_under_review":
      return "Your account is under review.";
    case "email_unverified":
      return "Confirm your email first.";
    case "identity_unverified":
      return "Verify your identity first.";
    case "refused":
      return "We couldn’t make it.";
    case "late":
      return "We couldn’t make it within 24 hours.";
  }
}
