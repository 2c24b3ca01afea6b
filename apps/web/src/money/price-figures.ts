import {
  displayAmount,
  displayDecimal,
  formatRate,
  invertRate,
  parseAmount,
  parseRate,
} from "@wattle/exchange-core";
import { displayExact } from "@wattle/exchange-core/display";
import { currencyOf } from "@wattle/contracts/markets";

/**
 * The full price of an exchange as decimal texts, named as in a history row: what is paid (`credit`), our fee in
 * percent and in the currency paid, what is left to be converted, the rate of one unit of the credit currency, and
 * what is got (`debit`).
 */
export interface PriceFigures {
  readonly credit: string;
  readonly credit_currency: string;
  readonly fee: string;
  readonly fee_amount: string;
  readonly converted: string;
  readonly rate: string;
  readonly debit: string;
  readonly debit_currency: string;
  /**
   * Cost of the market's bid–ask gap and our spread, in percent and in the currency paid. Both are in the rate already;
   * left out if they are zero, and in the history, which keeps only the rate.
   */
  readonly spread?: { readonly percent: string; readonly amount: string };
}

/** Known part of a price before its amount is. */
export type PriceTerms = Pick<PriceFigures, "credit_currency" | "fee" | "rate" | "debit_currency">;

const PLAIN_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A plain decimal amount with its currency, for people: `1,833.33 AUD`, `0.01234567 BTC`; cut, never rounded. One in a
 * currency that this user isn't offered has all its decimals: staff read every customer's.
 */
export function amountText(amount: string, code: string): string {
  const currency = currencyOf(code);
  const parsed = currency && parseAmount(amount, currency);
  if (currency !== undefined && parsed?.ok) return `${displayAmount(parsed.amount, currency)} ${code}`;
  return `${PLAIN_DECIMAL.test(amount) ? displayExact(amount) : amount} ${code}`;
}

/** … without its currency, where that is next to it. */
export const amountOnly = (amount: string, code: string): string =>
  amountText(amount, code).slice(0, -` ${code}`.length);

/**
 * The price of one coin in fiat, whichever way the exchange goes: people compare `150,000.00 AUD`, not
 * `0.00000666…`. The rate of a purchase is the inverse of that price, rounded down, so its own inverse is never below it.
 * @returns undefined for a text that is no rate
 */
export function coinPrice(
  figures: Pick<PriceTerms, "credit_currency" | "rate" | "debit_currency">,
): { readonly coin: string; readonly price: string } | undefined {
  const rate = parseRate(figures.rate);
  if (rate === undefined) return undefined;
  const sale = currencyOf(figures.credit_currency)?.kind === "crypto";
  const [coin, fiat] = sale
    ? [figures.credit_currency, figures.debit_currency]
    : [figures.debit_currency, figures.credit_currency];
  return { coin, price: `${displayDecimal(formatRate(sale ? rate : invertRate(rate)), 2)} ${fiat}` };
}
