import { currencyOf, limitsOf } from "@wattle/contracts/markets";
import { formatAmount, parseAmount } from "@wattle/exchange-core";
import { readDraft, type Draft } from "../money/draft.ts";

/** Exchange in a link: a pair and, if it is known, the amount to pay, a plain decimal in `from`. */
export interface ExchangeSearch {
  readonly from?: string;
  readonly to?: string;
  readonly amount?: string;
}

/** As many digits as a double keeps exactly. */
const SURE_DIGITS = 15;

/**
 * An amount of the address bar, which reads `amount=100` as a number and `amount="100.00"` as a text.
 * @returns undefined for what is no amount above zero of the currency, and for a number that may have been rounded
 */
export function amountOfSearch(value: unknown, code: string): string | undefined {
  const currency = currencyOf(code);
  const text = typeof value === "number" ? String(value) : value;
  if (currency === undefined || typeof text !== "string") return undefined;
  if (typeof value === "number" && text.length > SURE_DIGITS) return undefined;
  const parsed = parseAmount(text, currency);
  return parsed.ok && parsed.amount > 0n ? text : undefined;
}

/** Reads the address bar: a pair of one fiat and one crypto currency; whatever is none leaves no trace. */
export function exchangeSearch({ from, to, amount }: Record<string, unknown>): ExchangeSearch {
  if (typeof from !== "string" || typeof to !== "string") return {};
  const [paid, got] = [currencyOf(from), currencyOf(to)];
  if (paid === undefined || got === undefined || paid.kind === got.kind) return {};
  const known = amountOfSearch(amount, from);
  return { from, to, ...(known !== undefined && { amount: known }) };
}

/** The draft that a link asks for; undefined if it asks for no pair. */
export function draftOfSearch({ from, to, amount = "" }: ExchangeSearch): Draft | undefined {
  return from === undefined || to === undefined ? undefined : { from, to, amount };
}

/**
 * Purchase for money that has arrived: the exchange that was begun with it before, otherwise coins for all of it, as
 * far as one exchange goes.
 * @param amount what can be spent, decimal text
 * @param coin the one that is bought if nothing was begun
 */
export function purchaseWith(amount: string, code: string, coin: string): ExchangeSearch {
  const draft = readDraft();
  if (draft?.from === code) return { ...draft };
  return { from: code, to: coin, amount: inOneExchange(amount, code) };
}

/** The amount, or what may be exchanged at once where that is less. */
function inOneExchange(amount: string, code: string): string {
  const currency = currencyOf(code);
  const limits = currency && limitsOf(currency, "exchange");
  if (currency === undefined || limits === undefined) return amount;
  const parsed = parseAmount(amount, currency);
  return parsed.ok && parsed.amount > limits.max ? formatAmount(limits.max, currency) : amount;
}
