import { currencyOf, type MarketCurrency } from "@wattle/contracts/markets";
import type { ChartRange } from "@wattle/contracts/chart-ranges";
import type { PortfolioSeries } from "@wattle/contracts/portfolio";
import { pricesEvery } from "@wattle/db/prices";
import { gainBetween, netInOf, unitsAt, worthAt } from "@wattle/exchange-core/portfolio";
import { divideRates, parseRate, type Rate } from "@wattle/exchange-core/rate";
import type { SignedInUser } from "../access/admission.ts";
import { isoTime } from "../clock.ts";
import type { PortfolioState } from "../portfolio-books/portfolio-books.ts";
import { beginOf, stepFor, timesOf } from "../prices/chart-times.ts";
import type { Services } from "../services.ts";
import { currentPrices, type PriceNow } from "./current-prices.ts";
import { homeCurrencyOf } from "./home-currency.ts";
import { dayGain, gainOf, worthText, type Moment } from "./value-holdings.ts";

/** Prices of the past by time, and how dense they are. */
interface Past {
  readonly from: number;
  readonly step: number;
}

/** Prices of one unit of a currency in the home currency at whole steps; a step without a price is missing. */
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

/** The worth at each time; undefined if something was owned whose price of then is missing. */
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

/** Gain of a range until now. One that goes back to the beginning begins with nothing. */
function gainIn(
  { book, netIn }: PortfolioState,
  { times, values, isWhole }: { times: readonly number[]; values: (bigint | undefined)[]; isWhole: boolean },
  home: MarketCurrency,
): PortfolioSeries["gain"] {
  const [worth, total] = [values.at(-1), netInOf(book)];
  if (worth === undefined || total === undefined) return null;
  const now = { worth, netIn: total };
  const first = isWhole ? -1 : values.findIndex((value) => value !== undefined);
  const [at, begin = 0n] = [times[first], values[first]];
  const then = { worth: begin, netIn: at === undefined ? 0n : (unitsAt(netIn, [at])[0] ?? 0n) };
  const { gain, base } = gainBetween(then, now);
  return gainOf(gain, base, home);
}

/** Exact worth of a portfolio over time: the holdings by the ledger, at the recorded prices. */
export async function seriesOf(
  services: Pick<Services, "config" | "database">,
  state: PortfolioState,
  range: ChartRange,
  moment: Moment,
): Promise<PortfolioSeries> {
  const { home, prices, now } = moment;
  const begins = [...state.steps.values()].flatMap(([first]) => (first === undefined ? [] : [first.at]));
  if (begins.length === 0) return { home: home.code, range, step: stepFor(0), points: [], gain: null };
  const begin = Math.min(...begins);
  const { step, times } = timesOf(range, begin, now);
  const tracks = await tracksOf(services, state, times, { prices, step });
  const values = worths(tracks, unitsAt(state.steps.get(home.code) ?? [], times), times, home);
  const isWhole = begin >= beginOf(range, now);
  // A currency without a price is not in the line, so the line does not say its gain.
  const isPriced = [...state.steps].every(
    ([code, ofCode]) =>
      code === home.code || prices.has(code) || unitsAt(ofCode, times).every((units) => units === 0n),
  );
  return {
    home: home.code,
    range,
    step,
    points: times.map((at, index) => {
      const value = values[index];
      return { at: isoTime(at), value: value === undefined ? null : worthText(value, home) };
    }),
    gain: !isPriced
      ? null
      : range === "24h" && !isWhole
        ? dayGain(state, values.at(-1), moment)
        : gainIn(state, { times, values, isWhole }, home),
  };
}

/** Worth of the customer's portfolio over time. */
export async function readSeries(
  services: Pick<Services, "config" | "database" | "clock" | "rates" | "portfolioBooks">,
  user: Pick<SignedInUser, "id" | "default_country">,
  range: ChartRange,
): Promise<PortfolioSeries> {
  const home = homeCurrencyOf(services, user);
  const state = await services.portfolioBooks.read(user.id, home.code);
  const now = services.clock.now();
  const prices = await currentPrices(services, [...state.steps.keys()], home.code);
  return seriesOf(services, state, range, { home, prices, now });
}
