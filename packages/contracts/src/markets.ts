/**
 * Markets of this installation: currencies and pairs, as rows that the operator keeps. Free of zod: screens use it
 * without that weight. Nothing else in the product knows a currency by name.
 */
import { parseAmount, type Amount } from "@wattle/exchange-core/amount";
import type { Currency } from "@wattle/exchange-core/currency";
import type { AmountLimits } from "@wattle/exchange-core/limits";
import { parseFeePercent, type FeePercent } from "@wattle/exchange-core/fee";
import { FIRST_MARKETS } from "./first-markets.ts";
import type { CurrencyRecord, MarketRecords, PairRecord } from "./market-records.ts";

/** Subjects of a currency's limits. */
export type LimitPurpose = "exchange" | "deposit" | "card";

export interface MarketCurrency extends Currency, CurrencyRecord {}

export interface MarketPair extends PairRecord {
  readonly percent: FeePercent;
}

/** All currencies and pairs, ready to be asked. */
export interface Markets {
  /** Active or not, in the order of lists. */
  readonly currencies: readonly MarketCurrency[];
  readonly pairs: readonly MarketPair[];
  /** The currency with this code (upper case, exactly), or undefined. */
  currency(code: string): MarketCurrency | undefined;
  /** Costs of exchanging `from` into `to`; undefined if that is not offered. */
  pair(from: string, to: string): MarketPair | undefined;
}

/** @throws RangeError for a record that no installation may hold, with the reason */
export function marketsOf(records: MarketRecords): Markets {
  const currencies = records.currencies
    .map((record): MarketCurrency => ({ ...record, shownDecimals: record.shown_decimals }))
    .toSorted((a, b) => a.position - b.position || (a.code < b.code ? -1 : 1));
  const pairs = records.pairs.map((record): MarketPair => {
    const percent = parseFeePercent(record.fee);
    if (percent === undefined) throw new RangeError(`the fee ${record.fee} is not a percentage`);
    return { ...record, percent };
  });
  const byCode = new Map(currencies.map((currency) => [currency.code, currency]));
  const byPair = new Map(pairs.map((pair) => [`${pair.from}/${pair.to}`, pair]));
  return {
    currencies,
    pairs,
    currency: (code) => byCode.get(code),
    pair: (from, to) => {
      const pair = byPair.get(`${from}/${to}`);
      return pair?.active === true ? pair : undefined;
    },
  };
}

/**
 * Whether someone may use a currency.
 * @param country the customer's, ISO 3166 two-letter code; null for a guest of the API, who may ask every price
 */
export function mayUse(currency: Pick<CurrencyRecord, "residents_of">, country: string | null): boolean {
  return currency.residents_of === null || country === null || currency.residents_of === country;
}

/**
 * The currency, where it is active and someone may use it.
 * @param country as for {@link mayUse}
 */
export function offeredCurrency(
  markets: Markets,
  code: string,
  country: string | null,
): MarketCurrency | undefined {
  const currency = markets.currency(code);
  return currency?.active === true && mayUse(currency, country) ? currency : undefined;
}

/** Smallest and largest amount of a currency for a purpose; undefined if it is not offered for it. */
export function limitsOf(currency: MarketCurrency, purpose: LimitPurpose): AmountLimits | undefined {
  const limit = (end: "min" | "max"): Amount | undefined => {
    const text = currency[`${purpose}_${end}`];
    if (text === null) return undefined;
    const parsed = parseAmount(text, currency);
    if (!parsed.ok) throw new RangeError(`${currency.code}: ${purpose}_${end} ${text} is not an amount`);
    return parsed.amount;
  };
  const [min, max] = [limit("min"), limit("max")];
  return min === undefined || max === undefined ? undefined : { min, max };
}

let known = marketsOf(FIRST_MARKETS);

/**
 * The installation's markets, as this process or this page knows them. The server renews it from the database every few
 * seconds, a page from the server; before that it holds what a new installation has. A code keeps its kind for ever, so
 * an older copy never writes an amount wrong.
 */
export const knownMarkets = (): Markets => known;

/** Replaces what is known. */
export function learnMarkets(records: MarketRecords): Markets {
  known = marketsOf(records);
  return known;
}

/** The known currency with this code (upper case, exactly), or undefined. */
export function currencyOf(code: string): MarketCurrency | undefined {
  return known.currency(code);
}
