import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { Gain, Holding, PortfolioOverview } from "@wattle/contracts/portfolio";
import { currencyOf, type MarketCurrency } from "@wattle/contracts/markets";
import { formatAmount, type Amount } from "@wattle/exchange-core/amount";
import { percentText, sharesOf } from "@wattle/exchange-core/percent";
import {
  averageCost,
  gainBetween,
  gainPartsOf,
  netInOf,
  putInOf,
  unitsAt,
  worthAt,
  type PortfolioBook,
  type Position,
} from "@wattle/exchange-core/portfolio";
import { formatRate } from "@wattle/exchange-core/rate";
import type { PortfolioState } from "../portfolio-books/portfolio-books.ts";
import { dayChange } from "../rates/day-change.ts";
import type { PriceNow } from "./current-prices.ts";

/** A worth as decimal text. Unlike an amount of the ledger it may be more than 64 bits hold. */
export const worthText = (units: bigint, home: MarketCurrency): string => formatAmount(units as Amount, home);

/** A gain with its percentage of what it is measured by, where that is above zero. */
export const gainOf = (units: bigint, base: bigint, home: MarketCurrency): Gain => ({
  amount: worthText(units, home),
  percent: base > 0n ? percentText(units, base) : null,
});

/** The prices of one moment, in the home currency. */
export interface Moment {
  readonly home: MarketCurrency;
  readonly prices: ReadonlyMap<string, PriceNow>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A position with what it is worth now. */
interface Valued {
  readonly currency: MarketCurrency;
  readonly position: Position;
  readonly price: PriceNow | undefined;
  readonly value: bigint | undefined;
}

function valued(
  currency: MarketCurrency,
  position: Position,
  price: PriceNow | undefined,
  home: MarketCurrency,
): Valued {
  const value = price === undefined ? undefined : worthAt(position.quantity, currency, price.now, home);
  return { currency, position, price, value };
}

/** The positions and the cash, worth most first; what has no price comes last. */
function valuedAll(book: PortfolioBook, { prices, home }: Moment): Valued[] {
  const positions = [...book.positions].flatMap(([code, position]) => {
    const currency = currencyOf(code);
    return currency === undefined ? [] : [valued(currency, position, prices.get(code), home)];
  });
  const { cash: units } = book;
  const position = { quantity: units, cost: units };
  const cash = units === 0n ? [] : [{ currency: home, position, price: undefined, value: units }];
  return [...positions, ...cash].toSorted((a, b) => {
    const [one, other] = [a.value ?? -1n, b.value ?? -1n];
    if (one === other) return a.currency.position - b.currency.position;
    return one > other ? -1 : 1;
  });
}

/** Worth of the books 24 hours ago, and whether anything with a price was owned; undefined without a price of then. */
function dayAgo({ steps }: PortfolioState, { home, prices, now }: Moment) {
  let [worth, isInvested] = [0n, false];
  for (const [code, ofCode] of steps) {
    const [units = 0n] = unitsAt(ofCode, [now - DAY_MILLISECONDS]);
    if (units === 0n) continue;
    if (code === home.code) {
      worth += units;
      continue;
    }
    const [currency, price] = [currencyOf(code), prices.get(code)?.dayAgo];
    if (currency === undefined || price === undefined) return undefined;
    worth += worthAt(units, currency, price, home);
    isInvested = true;
  }
  return { worth, isInvested };
}

/**
 * Gain of 24 hours or, if nothing with a price was owned 24 hours ago, of the purchases since then.
 * @param worth of all that is owned; undefined without a price of some of it
 */
export function dayGain(
  state: PortfolioState,
  worth: bigint | undefined,
  moment: Moment,
): PortfolioOverview["change_24h"] {
  const { home, now } = moment;
  const [then, netIn] = [dayAgo(state, moment), netInOf(state.book)];
  if (worth === undefined || then === undefined || netIn === undefined) return null;
  const begin = now - DAY_MILLISECONDS;
  const isPurchased = [...state.steps].some(
    ([code, ofCode]) => code !== home.code && (ofCode.at(-1)?.at ?? 0) > begin,
  );
  if (!then.isInvested && !isPurchased) return null;
  const [before = 0n] = unitsAt(state.netIn, [begin]);
  const { gain, base } = gainBetween({ worth: then.worth, netIn: before }, { worth, netIn });
  return { ...gainOf(gain, base, home), since: then.isInvested ? "day" : "purchase" };
}

type Figures = Pick<
  PortfolioOverview,
  | "total"
  | "change_24h"
  | "put_in"
  | "deposited"
  | "withdrawn"
  | "added"
  | "realised"
  | "gain"
  | "gain_parts"
  | "holdings"
>;

/**
 * Worth of the books at the prices of a moment, and its parts.
 * @param held what is set aside for withdrawals, smallest units by currency code
 */
export function valueHoldings(
  state: PortfolioState,
  moment: Moment,
  held: ReadonlyMap<string, bigint>,
): Figures {
  const { book } = state;
  const { home } = moment;
  const all = valuedAll(book, moment);
  const total = all.reduce((sum, { value = 0n }) => sum + value, 0n);
  const shares = sharesOf(all.map(({ value = 0n }) => value));
  const worth = all.every(({ value }) => value !== undefined) ? total : undefined;
  const [putIn, netIn] = [putInOf(book), netInOf(book)];
  const parts = worth === undefined ? undefined : gainPartsOf(book, worth);
  const textOf = (units: bigint | undefined): string | null =>
    units === undefined ? null : worthText(units, home);
  return {
    total: worthText(total, home),
    change_24h: dayGain(state, worth, moment),
    put_in: textOf(putIn),
    deposited: textOf(book.deposited),
    withdrawn: textOf(book.withdrawn),
    added: textOf(book.added),
    realised: textOf(book.realised),
    gain: worth === undefined || netIn === undefined ? null : gainOf(worth - netIn, netIn, home),
    gain_parts:
      parts === undefined
        ? null
        : { fees: worthText(parts.fees, home), prices: worthText(parts.prices, home) },
    holdings: all.map((one, index) =>
      holdingOf(one, shares[index] ?? 0, home, {
        held: held.get(one.currency.code) ?? 0n,
        isAssumed: state.assumed.has(one.currency.code),
      }),
    ),
  };
}

function holdingOf(
  { currency, position, price, value }: Valued,
  share: number,
  home: MarketCurrency,
  { held, isAssumed }: { readonly held: bigint; readonly isAssumed: boolean },
): Holding {
  const { quantity, cost } = position;
  const isHome = currency.code === home.code;
  const average = isHome ? undefined : averageCost(position, currency);
  return {
    currency: currency.code,
    amount: formatAmount(quantity as Amount, currency),
    held: formatAmount(held as Amount, currency),
    price: price === undefined ? null : formatRate(price.now),
    value: value === undefined ? null : worthText(value, home),
    share: value === undefined ? null : share,
    change_24h: price === undefined ? null : (dayChange(price.now, price.dayAgo) ?? null),
    average_cost: average === undefined ? null : worthText(average, home),
    assumed_cost: !isHome && isAssumed,
    gain: isHome || value === undefined || cost === undefined ? null : gainOf(value - cost, cost, home),
  };
}
