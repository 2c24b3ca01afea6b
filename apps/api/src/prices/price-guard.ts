import { pairSwitch, type PairSwitch } from "@wattle/contracts/switches";
import { compareRates, formatRate, type Rate } from "@wattle/exchange-core/rate";
import type { MarketPrice } from "@wattle/exchange-core/spread";
import { SYSTEM, type Switches } from "../switches/switches.ts";
import { RateUnavailableError, type JudgePrice } from "./rate-service.ts";
import type { RateSource, SourcedRate } from "./rate-source.ts";

/** Two sources that differ by more are not both right. */
const LARGEST_DIFFERENCE_PERCENT = 2n;
/** A price that moves further away from the median of the last minute is not believed. */
const LARGEST_MOVE_PERCENT = 10n;
const MEDIAN_MS = 60_000;
/** For so long two sources must agree before a market goes on. */
const AGREEMENT_MS = 60_000;
/** Where no one asked within the last minute, the last price that is no older is compared with. */
const OLDEST_COMPARED_MS = 600_000;

/** What a price is compared by: bid and ask added up, that is twice their middle. */
type Doubled = Pick<Rate, "digits" | "scale">;

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

function doubledOf({ bid, ask }: MarketPrice): Doubled {
  const scale = Math.max(bid.scale, ask.scale);
  return {
    digits: bid.digits * powerOfTen(scale - bid.scale) + ask.digits * powerOfTen(scale - ask.scale),
    scale,
  };
}

/** Whether two prices differ by more than so many percent of the lower one. */
function differ(a: Doubled, b: Doubled, percent: bigint): boolean {
  const [low, high] = compareRates(a, b) < 0 ? [a, b] : [b, a];
  return 100n * high.digits * powerOfTen(low.scale) > (100n + percent) * low.digits * powerOfTen(high.scale);
}

/** Whether a price is more than so many percent of another away from it. */
function isAway(price: Doubled, from: Doubled, percent: bigint): boolean {
  const [a, b] = [price.digits * powerOfTen(from.scale), from.digits * powerOfTen(price.scale)];
  return 100n * (a > b ? a - b : b - a) > percent * b;
}

function medianOf(prices: readonly Doubled[]): Doubled | undefined {
  return prices.toSorted(compareRates)[Math.floor(prices.length / 2)];
}

const named = ({ source, bid, ask }: SourcedRate): string =>
  `${source} ${formatRate(bid)}${compareRates(bid, ask) === 0 ? "" : ` to ${formatRate(ask)}`}`;

interface Seen {
  readonly at: number;
  readonly price: Doubled;
}

interface PriceGuardParts {
  readonly switches: Pick<Switches, "rows">;
  /** Pauses a market in the system's name, or lets it go on, and says so in the audit log, once among all processes. */
  readonly turn: (what: PairSwitch, paused: boolean, reason: string) => Promise<void>;
  /** The newest recorded price of one coin. */
  readonly lastRecorded: (
    symbol: string,
    currency: string,
  ) => Promise<{ readonly at: number; readonly rate: Rate } | undefined>;
  readonly now: () => number;
}

/**
 * Judges prices before anyone may use them. A market is paused when two sources differ by more than 2 %, or, where there is
 * one, when its price is more than 10 % away from the median of the last minute. It goes on once two sources have agreed
 * for a minute, or when staff say so.
 */
export function createPriceGuard({ switches, turn, lastRecorded, now }: PriceGuardParts): JudgePrice {
  const seen = new Map<PairSwitch, Seen[]>();
  const agreedSince = new Map<PairSwitch, number>();

  /** What a single source's price is compared with. @param since what was seen before counts no more */
  async function referenceOf(
    what: PairSwitch,
    { symbol, currency, since }: { symbol: string; currency: string; since: number },
  ): Promise<Doubled | undefined> {
    const known = (seen.get(what) ?? []).filter(({ at }) => at > since);
    const minute = known.filter(({ at }) => at > now() - MEDIAN_MS).map(({ price }) => price);
    const oldest = Math.max(since, now() - OLDEST_COMPARED_MS);
    const last = known.at(-1);
    if (minute.length > 0) return medianOf(minute);
    if (last !== undefined) return last.at > oldest ? last.price : undefined;
    const recorded = await lastRecorded(symbol, currency);
    if (recorded === undefined || recorded.at <= oldest) return undefined;
    return doubledOf({ bid: recorded.rate, ask: recorded.rate });
  }

  function remember(what: PairSwitch, price: Doubled): void {
    const kept = (seen.get(what) ?? []).filter(({ at }) => at > now() - MEDIAN_MS);
    seen.set(what, [...kept, { at: now(), price }]);
  }

  /** Why the price is not believed; undefined where it is. */
  async function doubtOf(
    [first, second]: readonly SourcedRate[],
    pair: { what: PairSwitch; symbol: string; currency: string; since: number },
  ): Promise<string | undefined> {
    if (first === undefined) return undefined;
    const price = doubledOf(first);
    if (second !== undefined) {
      return differ(price, doubledOf(second), LARGEST_DIFFERENCE_PERCENT)
        ? `Prices of ${named(first)} and ${named(second)} differ by more than 2%`
        : undefined;
    }
    const reference = await referenceOf(pair.what, pair);
    return reference !== undefined && isAway(price, reference, LARGEST_MOVE_PERCENT)
      ? `Price of ${named(first)} is more than 10% away from the last minute`
      : undefined;
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
    const since = row === undefined ? 0 : Number(row.set_at);
    const doubt = await doubtOf(answers, { what, symbol, currency, since });
    if (row?.paused === 1n && row.set_by === SYSTEM) {
      const agrees = answers.length > 1 && doubt === undefined;
      if (!hasAgreed(what, agrees)) refuse(symbol, currency, first.source, row.reason ?? "paused");
      await turn(what, false, `${answers.map(named).join(" and ")} have agreed for a minute`);
      agreedSince.delete(what);
    } else if (doubt !== undefined) {
      await turn(what, true, doubt);
      refuse(symbol, currency, first.source, doubt);
    }
    remember(what, doubledOf(first));
  };
}
