import type { Gain, Holding, PortfolioOverview } from "@wattle/contracts/portfolio";
import { currencyOf, type MarketCurrency } from "@wattle/contracts/markets";
import { formatAmount, type Amount } from "@wattle/exchange-core/amount";
import { percentText, sharesOf } from "@wattle/exchange-core/percent";
import { averageCost, worthAt, type PortfolioBook, type Position } from "@wattle/exchange-core/portfolio";
import { formatRate } from "@wattle/exchange-core/rate";
import { dayChange } from "../rates/day-change.ts";
import type { PriceNow } from "./current-prices.ts";

/** A worth as decimal text. Unlike an amount of the ledger it may be more than 64 bits hold. */
export const worthText = (units: bigint, home: MarketCurrency): string => formatAmount(units as Amount, home);

/** A gain with its percentage of what it is measured by, where that is above zero. */
export const gainOf = (units: bigint, base: bigint, home: MarketCurrency): Gain => ({
  amount: worthText(units, home),
  percent: base > 0n ? percentText(units, base) : null,
});

/** A position with what it is worth now. */
interface Valued {
  readonly currency: MarketCurrency;
  readonly position: Position;
  readonly price: PriceNow | undefined;
  readonly value: bigint | undefined;
  /** What 24 hours of prices did to it. */
  readonly change: bigint | undefined;
}

function valued(
  currency: MarketCurrency,
  position: Position,
  price: PriceNow | undefined,
  home: MarketCurrency,
): Valued {
  if (price === undefined) return { currency, position, price, value: undefined, change: undefined };
  const value = worthAt(position.quantity, currency, price.now, home);
  const change =
    price.dayAgo === undefined ? undefined : value - worthAt(position.quantity, currency, price.dayAgo, home);
  return { currency, position, price, value, change };
}

/** The positions and the cash, worth most first; what has no price comes last. */
function valuedAll(
  book: PortfolioBook,
  prices: ReadonlyMap<string, PriceNow>,
  home: MarketCurrency,
): Valued[] {
  const positions = [...book.positions].flatMap(([code, position]) => {
    const currency = currencyOf(code);
    return currency === undefined ? [] : [valued(currency, position, prices.get(code), home)];
  });
  const cash: Valued[] =
    book.cash === 0n
      ? []
      : [
          {
            currency: home,
            position: { quantity: book.cash, cost: book.cash },
            price: undefined,
            value: book.cash,
            change: undefined,
          },
        ];
  return [...positions, ...cash].toSorted((a, b) => {
    const [one, other] = [a.value ?? -1n, b.value ?? -1n];
    if (one === other) return a.currency.position - b.currency.position;
    return one > other ? -1 : 1;
  });
}

type Figures = Pick<PortfolioOverview, "total" | "change_24h" | "put_in" | "realised" | "gain" | "holdings">;

/**
 * What the books are worth at these prices.
 * @param held what is set aside for withdrawals, smallest units by currency code
 */
export function valueHoldings(
  book: PortfolioBook,
  prices: ReadonlyMap<string, PriceNow>,
  home: MarketCurrency,
  held: ReadonlyMap<string, bigint>,
): Figures {
  const all = valuedAll(book, prices, home);
  const total = all.reduce((sum, { value = 0n }) => sum + value, 0n);
  const shares = sharesOf(all.map(({ value = 0n }) => value));
  const changes = all.flatMap(({ change }) => (change === undefined ? [] : [change]));
  const change = changes.reduce((sum, one) => sum + one, 0n);
  const isComplete = all.every(({ value }) => value !== undefined) && book.putIn !== undefined;
  return {
    total: worthText(total, home),
    change_24h: changes.length === 0 ? null : gainOf(change, total - change, home),
    put_in: book.putIn === undefined ? null : worthText(book.putIn, home),
    realised: book.realised === undefined ? null : worthText(book.realised, home),
    gain: isComplete ? gainOf(total - (book.putIn ?? 0n), book.putIn ?? 0n, home) : null,
    holdings: all.map((one, index) =>
      holdingOf(one, shares[index] ?? 0, home, held.get(one.currency.code) ?? 0n),
    ),
  };
}

function holdingOf(
  { currency, position, price, value }: Valued,
  share: number,
  home: MarketCurrency,
  held: bigint,
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
    gain: isHome || value === undefined || cost === undefined ? null : gainOf(value - cost, cost, home),
  };
}
