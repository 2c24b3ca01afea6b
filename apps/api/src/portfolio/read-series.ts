import { currencyOf, type MarketCurrency } from "@wattle/contracts/markets";
import type { ChartRange } from "@wattle/contracts/chart-ranges";
import type { PortfolioSeries } from "@wattle/contracts/portfolio";
import { pricesEvery } from "@wattle/db/prices";
import { unitsAt, worthAt } from "@wattle/exchange-core/portfolio";
import { divideRates, parseRate, type Rate } from "@wattle/exchange-core/rate";
import type { SignedInUser } from "../access/admission.ts";
import { isoTime } from "../clock.ts";
import type { PortfolioState } from "../portfolio-books/portfolio-books.ts";
import { stepFor, timesOf } from "../prices/chart-times.ts";
import type { Services } from "../services.ts";
import { currentPrices, type PriceNow } from "./current-prices.ts";
import { homeCurrencyOf } from "./home-currency.ts";
import { gainOf, worthText } from "./value-holdings.ts";

/** Prices of the past by time, and how dense they are. */
interface Past {
  readonly from: number;
  readonly step: number;
}

/** What one unit of a currency was worth in the home currency at whole steps; a step without a price is missing. */
async function pastPrices(
  { database, config }: Pick<Services, "database" | "config">,
  code: string,
  home: string,
  { from, step }: Past,
): Promise<ReadonlyMap<number, Rate>> {
  const ofCoin = async (symbol: string, currency: string): Promise<ReadonlyMap<number, Rate>> => {
    const texts = await pricesEvery(database.read, { symbol, currency }, from, step);
    const rates = [...texts].flatMap(([at, text]): [number, Rate][] => {
      const rate = parseRate(text);
      return rate === undefined ? [] : [[at, rate]];
    });
    return new Map(rates);
  };
  if (currencyOf(code)?.kind !== "fiat") return ofCoin(code, home);
  const bridge = config.brand.markets.defaultPair.credit;
  const [inHome, inOther] = await Promise.all([ofCoin(bridge, home), ofCoin(bridge, code)]);
  const rates = [...inHome].flatMap(([at, rate]): [number, Rate][] => {
    const other = inOther.get(at);
    return other === undefined ? [] : [[at, divideRates(rate, other)]];
  });
  return new Map(rates);
}

/** A currency over the times of a line: how much there was of it, and its price. */
interface Track {
  readonly currency: MarketCurrency;
  readonly units: readonly bigint[];
  readonly priceAt: (time: number) => Rate | undefined;
}

/** Everything that has a price now: what has none is in no total, and in no line. */
async function tracksOf(
  services: Pick<Services, "database" | "config">,
  { steps, book }: PortfolioState,
  times: readonly number[],
  { prices, step }: { readonly prices: ReadonlyMap<string, PriceNow>; readonly step: number },
): Promise<Track[]> {
  const now = times.at(-1);
  const from = (times[0] ?? 0) - step;
  const tracks = await Promise.all(
    [...steps].map(async ([code, ofCode]): Promise<Track[]> => {
      const [currency, price] = [currencyOf(code), prices.get(code)?.now];
      const units = unitsAt(ofCode, times);
      if (currency === undefined || code === book.home || price === undefined) return [];
      if (units.every((held) => held === 0n)) return [];
      const past = await pastPrices(services, code, book.home, { from: from - (from % step), step });
      return [{ currency, units, priceAt: (time) => (time === now ? price : past.get(time)) }];
    }),
  );
  return tracks.flat();
}

/** The worth at each time; undefined where something was owned whose price of then is missing. */
function worths(
  tracks: readonly Track[],
  cash: readonly bigint[],
  times: readonly number[],
  home: MarketCurrency,
): (bigint | undefined)[] {
  return times.map((time, index) => {
    let worth = cash[index] ?? 0n;
    for (const { currency, units, priceAt } of tracks) {
      const held = units[index] ?? 0n;
      const price = held === 0n ? undefined : priceAt(time);
      if (price !== undefined) worth += worthAt(held, currency, price, home);
      else if (held !== 0n) return undefined;
    }
    return worth;
  });
}

/** What the line brought between its first point and now, without what was put in or taken out meanwhile. */
function gainIn(
  { book, putIn }: PortfolioState,
  times: readonly number[],
  values: readonly (bigint | undefined)[],
  home: MarketCurrency,
): PortfolioSeries["gain"] {
  const first = values.findIndex((value) => value !== undefined);
  const [begin, end] = [values[first], values.at(-1)];
  const [from, until] = [times[first], times.at(-1)];
  if (begin === undefined || end === undefined || from === undefined || until === undefined) return null;
  if (book.putIn === undefined) return null;
  const [before = 0n, after = 0n] = unitsAt(putIn, [from, until]);
  return gainOf(end - begin - (after - before), begin + (after > before ? after - before : 0n), home);
}

/** What the customer's portfolio was worth over time, exactly: what was owned by the ledger, at the prices that were recorded. */
export async function readSeries(
  services: Pick<Services, "config" | "database" | "clock" | "rates" | "portfolioBooks">,
  user: Pick<SignedInUser, "id" | "default_country">,
  range: ChartRange,
): Promise<PortfolioSeries> {
  const home = homeCurrencyOf(services, user);
  const state = await services.portfolioBooks.read(user.id, home.code);
  const now = services.clock.now();
  const begins = [...state.steps.values()].flatMap(([first]) => (first === undefined ? [] : [first.at]));
  if (begins.length === 0) return { home: home.code, range, step: stepFor(0), points: [], gain: null };
  const { step, times } = timesOf(range, Math.min(...begins), now);
  const codes = [...state.steps.keys()].filter((code) => code !== home.code);
  const prices = await currentPrices(services, codes, home.code);
  const tracks = await tracksOf(services, state, times, { prices, step });
  const values = worths(tracks, unitsAt(state.steps.get(home.code) ?? [], times), times, home);
  return {
    home: home.code,
    range,
    step,
    points: times.map((at, index) => {
      const value = values[index];
      return { at: isoTime(at), value: value === undefined ? null : worthText(value, home) };
    }),
    gain: gainIn(state, times, values, home),
  };
}
