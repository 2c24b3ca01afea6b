import { magnitude } from "@wattle/exchange-core/decimal";
import { pairSwitch, type PairSwitch } from "@wattle/contracts/switches";
import { commonDigits, compareRates, formatRate, type Rate } from "@wattle/exchange-core/rate";
import type { MarketPrice } from "@wattle/exchange-core/spread";
import { SYSTEM, type Switches } from "../switches/switches.ts";
import { BELIEVED_MILLISECONDS, type BelievedPrice, type BelievedPrices } from "./believed-prices.ts";
import { RateUnavailableError, type JudgePrice } from "./rate-service.ts";
import type { RateSource, SourcedRate } from "./rate-source.ts";

/** Two sources that differ by more are not both right. */
const LARGEST_DIFFERENCE_PERCENT = 2n;
/** A price that moves further away from the median of the last minute is not believed … */
export const LARGEST_MOVE_PERCENT = 10n;
const MEDIAN_MS = 60_000;
/** … nor one that small steps have led further away from the median of the last hour. */
const LARGEST_DRIFT_PERCENT = 25n;
/** So often a believed price is kept. */
const KEPT_EVERY_MS = 60_000;
/** For so long two sources must agree before a market goes on. */
const AGREEMENT_MS = 60_000;
/** Before anything was believed, a recorded price that is no older is compared with. */
const OLDEST_RECORDED_MS = 600_000;

/** Value by which prices are compared: bid and ask added up, that is twice their middle. */
type Doubled = Pick<Rate, "digits" | "scale">;

function doubledOf({ bid, ask }: MarketPrice): Doubled {
  const [buying = 0n, selling = 0n] = commonDigits([bid, ask]);
  return { digits: buying + selling, scale: Math.max(bid.scale, ask.scale) };
}

/** Whether two prices differ by more than so many percent of the lower one. */
function differ(a: Doubled, b: Doubled, percent: bigint): boolean {
  const [one = 0n, other = 0n] = commonDigits([a, b]);
  const [low, high] = one < other ? [one, other] : [other, one];
  return 100n * high > (100n + percent) * low;
}

/** Whether a price is more than so many percent of another away from it. */
function isAway(price: Doubled, from: Doubled, percent: bigint): boolean {
  const [a = 0n, b = 0n] = commonDigits([price, from]);
  return 100n * magnitude(a - b) > percent * b;
}

/** Whether the middle of a price is more than so many percent away from that of another one. */
export const isPriceAway = (price: MarketPrice, from: MarketPrice, percent: bigint): boolean =>
  isAway(doubledOf(price), doubledOf(from), percent);

/** The middle ones: two of an even number, so that of few prices a newer one is not the median by itself. */
function mediansOf(prices: readonly Doubled[]): Doubled[] {
  const sorted = prices.toSorted(compareRates);
  return sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
}

function medianOf(prices: readonly Doubled[]): Doubled | undefined {
  return mediansOf(prices).at(-1);
}

const named = ({ source, bid, ask }: SourcedRate): string =>
  `${source} ${formatRate(bid)}${compareRates(bid, ask) === 0 ? "" : ` to ${formatRate(ask)}`}`;

interface Seen {
  readonly at: number;
  readonly price: Doubled;
}

interface PriceGuardParts {
  readonly switches: Pick<Switches, "rows">;
  readonly believed: BelievedPrices;
  /** Pauses a market in the system's name, or lets it go on, and says so in the audit log, once among all processes. */
  readonly turn: (what: PairSwitch, paused: boolean, reason: string) => Promise<void>;
  /** The newest recorded price of one coin. */
  readonly lastRecorded: (
    symbol: string,
    currency: string,
  ) => Promise<{ readonly at: number; readonly rate: Rate } | undefined>;
  readonly now: () => number;
}

/** A market, and what was believed of it. */
interface Market {
  readonly what: PairSwitch;
  readonly symbol: string;
  readonly currency: string;
  readonly before: readonly BelievedPrice[];
}

/** Prices of each market within the last minute, as this process saw them. */
type SeenPrices = Map<PairSwitch, readonly Seen[]>;

/** Tells why a price is not believed; undefined if it is. */
function createDoubts({ lastRecorded, now }: PriceGuardParts, seen: SeenPrices) {
  /** Price that a single source's is compared with. */
  async function referenceOf({
    what,
    symbol,
    currency,
    before,
  }: Market): Promise<{ readonly price: Doubled; readonly text: string } | undefined> {
    const namedAt = before.findLast(({ isNamed }) => isNamed)?.at ?? -Infinity;
    const since = Math.max(now() - MEDIAN_MS, namedAt);
    const minute = (seen.get(what) ?? []).filter(({ at }) => at > since);
    const median = medianOf(minute.map(({ price }) => price));
    if (median !== undefined) return { price: median, text: "in a minute" };
    const last = before.at(-1);
    if (last !== undefined) return { price: doubledOf(last.price), text: "since the last trusted price" };
    const recorded = await lastRecorded(symbol, currency);
    if (recorded === undefined || recorded.at <= now() - OLDEST_RECORDED_MS) return undefined;
    return {
      price: doubledOf({ bid: recorded.rate, ask: recorded.rate }),
      text: "since the last recorded price",
    };
  }

  /** Whether a price is too far from what was believed within the last hour. */
  function hasDrifted(price: Doubled, { before }: Market): boolean {
    const hour = before.filter(({ at }) => at > now() - BELIEVED_MILLISECONDS);
    const medians = mediansOf(hour.map((each) => doubledOf(each.price)));
    return medians.some((median) => isAway(price, median, LARGEST_DRIFT_PERCENT));
  }

  return async ([first, second]: readonly SourcedRate[], market: Market): Promise<string | undefined> => {
    if (first === undefined) return undefined;
    const price = doubledOf(first);
    if (second !== undefined) {
      return differ(price, doubledOf(second), LARGEST_DIFFERENCE_PERCENT)
        ? `Prices of ${named(first)} and ${named(second)} differ by more than 2%`
        : undefined;
    }
    const reference = await referenceOf(market);
    if (reference !== undefined && isAway(price, reference.price, LARGEST_MOVE_PERCENT))
      return `Price moved over 10% ${reference.text} (source: ${named(first)})`;
    return hasDrifted(price, market)
      ? `Price moved over 25% in an hour (source: ${named(first)})`
      : undefined;
  };
}

/**
 * Judges prices before anyone may use them. A market is paused when two sources differ by more than 2 %, or, if there is
 * one, when its price is more than 10 % away from the median of the last minute, or from the last believed price if no one asked
 * within a minute, or more than 25 % from the median of the last hour. It goes on once two sources have agreed
 * for a minute, or when staff say so: what was believed stays, unless they name another price.
 */
export function createPriceGuard(parts: PriceGuardParts): JudgePrice {
  const { switches, believed, turn, now } = parts;
  const seen: SeenPrices = new Map();
  const doubtOf = createDoubts(parts, seen);
  const agreedSince = new Map<PairSwitch, number>();

  /** Remembers a price that is believed, for this process, and once a minute for all of them. */
  async function remember({ what, before }: Market, price: MarketPrice): Promise<void> {
    const kept = (seen.get(what) ?? []).filter(({ at }) => at > now() - MEDIAN_MS);
    seen.set(what, [...kept, { at: now(), price: doubledOf(price) }]);
    const last = before.at(-1);
    if (last === undefined || now() - last.at >= KEPT_EVERY_MS) await believed.keep(what, price);
  }

  /** Whether the sources have agreed for long enough. */
  function hasAgreed(what: PairSwitch, agrees: boolean): boolean {
    if (!agrees) {
      agreedSince.delete(what);
      return false;
    }
    const since = agreedSince.get(what) ?? now();
    agreedSince.set(what, since);
    return now() - since >= AGREEMENT_MS;
  }

  const refuse = (symbol: string, currency: string, source: RateSource["name"], message: string): never => {
    throw new RateUnavailableError(symbol, currency, [{ source, kind: "suspicious", message }]);
  };

  return async (symbol, currency, answers) => {
    const [first] = answers;
    if (first === undefined) return;
    const what = pairSwitch(symbol, currency);
    const row = (await switches.rows()).get(what);
    const market = { what, symbol, currency, before: await believed.of(what) };
    const doubt = await doubtOf(answers, market);
    if (row?.paused === 1n && row.set_by === SYSTEM) {
      const agrees = answers.length > 1 && doubt === undefined;
      if (!hasAgreed(what, agrees)) refuse(symbol, currency, first.source, row.reason ?? "paused");
      await turn(what, false, `${answers.map(named).join(" and ")} have agreed for a minute`);
      agreedSince.delete(what);
      seen.delete(what);
      await believed.startWith(what, first);
    } else if (doubt !== undefined) {
      await turn(what, true, doubt);
      refuse(symbol, currency, first.source, doubt);
    }
    await remember(market, first);
  };
}
