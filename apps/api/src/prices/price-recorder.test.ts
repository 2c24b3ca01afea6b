import { keptTimes } from "@wattle/db/prices";
import { formatRate, parseRate, type Rate } from "@wattle/exchange-core/rate";
import { beforeEach, describe, expect, test } from "vitest";
import { simulatedPast, sourcedPast } from "./past-prices.ts";
import {
  createPriceRecorder,
  type PastPrices,
  type PricePair,
  type PriceStore,
  type RecordedPrice,
  type RecordedSpan,
} from "./price-recorder.ts";
import { RateUnavailableError } from "./rate-service.ts";
import { RateSourceError, type RateSource, type SourcedRate } from "./rate-source.ts";
import { simulatedRateAt } from "./simulated.ts";
import { createManualClock, type ManualClock } from "./testing/manual-clock.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 10, 20, 12);
const BTC_AUD: PricePair = { symbol: "BTC", currency: "AUD" };
const ETH_AUD: PricePair = { symbol: "ETH", currency: "AUD" };

function rate(text: string): Rate {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(`${text} is no rate`);
  return parsed;
}

/** A store in memory that keeps the first price of a pair and minute, as the database does, for every minute of two days. */
class MemoryStore implements PriceStore {
  readonly points: RecordedPrice[] = [];
  readonly thinnedAt: (readonly [now: number, since: number])[] = [];
  readonly #known = new Set<string>();
  isDown = false;

  async recordPrices(points: readonly RecordedPrice[]): Promise<void> {
    if (this.isDown) throw new Error("The store is down");
    for (const point of points) {
      const key = `${point.symbol}/${point.currency}/${point.recordedAt}`;
      if (!this.#known.has(key)) this.points.push(point);
      this.#known.add(key);
    }
  }

  async recordedSpan(pair: PricePair): Promise<RecordedSpan | undefined> {
    if (this.isDown) throw new Error("The store is down");
    const times = this.points.filter((point) => isSame(point, pair)).map(({ recordedAt }) => recordedAt);
    return times.length === 0 ? undefined : { first: Math.min(...times), last: Math.max(...times) };
  }

  async thinPrices(nowMs: number, sinceMs: number): Promise<void> {
    if (this.isDown) throw new Error("The store is down");
    this.thinnedAt.push([nowMs, sinceMs]);
  }

  minutesOf(pair: PricePair): string[] {
    return this.points
      .filter((point) => isSame(point, pair))
      .map(({ recordedAt }) => new Date(recordedAt).toISOString().slice(11, 19));
  }
}

const isSame = (a: PricePair, b: PricePair): boolean => a.symbol === b.symbol && a.currency === b.currency;

let clock: ManualClock;
let store: MemoryStore;
let warnings: string[];
let current: (symbol: string, currency: string) => Promise<SourcedRate>;

beforeEach(() => {
  clock = createManualClock(NOON_MS + 30_500);
  store = new MemoryStore();
  warnings = [];
  current = async () => ({
    bid: rate("150000.5"),
    ask: rate("150000.6"),
    timestamp: Math.floor(clock.now() / 1000),
    source: "kraken",
  });
});

const recorderOf = ({
  pairs = [BTC_AUD],
  past,
}: {
  pairs?: readonly PricePair[];
  past?: PastPrices;
} = {}) =>
  createPriceRecorder({
    rates: { current: (symbol, currency) => current(symbol, currency), knows: (code) => code !== "NGN" },
    store,
    pairs: async () => pairs,
    now: clock.now,
    log: { warn: (_details, message) => void warnings.push(message) },
    past,
    startTimer: clock.startTimer,
  });

const simulated = (): PastPrices => simulatedPast(history, clock.now);
const kept = (fromMs: number, nowMs: number): number[] =>
  keptTimes(BigInt(fromMs), BigInt(nowMs)).map(Number);
const history = (symbol: string, currency: string, epochMs: number): SourcedRate =>
  simulatedRateAt(symbol, currency, epochMs, "demo");

describe("every minute", () => {
  test("records each pair's price at the full minute", async () => {
    await recorderOf({ pairs: [BTC_AUD, ETH_AUD] }).start();
    expect(store.points).toEqual([]);
    await clock.advance(2 * MINUTE_MS);
    expect(store.minutesOf(BTC_AUD)).toEqual(["12:01:00", "12:02:00"]);
    expect(store.minutesOf(ETH_AUD)).toEqual(["12:01:00", "12:02:00"]);
    expect(store.points[0]).toEqual({ ...BTC_AUD, rate: "150000.5", recordedAt: NOON_MS + MINUTE_MS });
    expect(warnings).toEqual([]);
  });

  test("leaves out a pair without a price and records the others", async () => {
    current = async (symbol) => {
      if (symbol === "BTC") throw new RateUnavailableError("BTC", "AUD", []);
      return { bid: rate("5000"), ask: rate("5001"), timestamp: 0, source: "kraken" };
    };
    await recorderOf({ pairs: [BTC_AUD, ETH_AUD] }).start();
    await clock.advance(MINUTE_MS);
    expect(store.minutesOf(BTC_AUD)).toEqual([]);
    expect(store.minutesOf(ETH_AUD)).toEqual(["12:01:00"]);
    expect(warnings).toEqual(["No price to record"]);
  });

  test("does not ask for a currency that no source knows, and says nothing of it", async () => {
    current = () => Promise.reject(new RateUnavailableError("BTC", "NGN", []));
    await recorderOf({ pairs: [{ symbol: "BTC", currency: "NGN" }] }).start();
    await clock.advance(3 * MINUTE_MS);
    expect([store.points, warnings]).toEqual([[], []]);
  });

  test("goes on after the store was down, leaving a gap", async () => {
    await recorderOf().start();
    store.isDown = true;
    await clock.advance(MINUTE_MS);
    store.isDown = false;
    await clock.advance(MINUTE_MS);
    expect(store.minutesOf(BTC_AUD)).toEqual(["12:02:00"]);
    expect(warnings).toEqual(["Prices not recorded"]);
  });

  test("never overlaps: while a minute takes longer, the next ones are left out", async () => {
    const slow = Promise.withResolvers<SourcedRate>();
    let asked = 0;
    const quick = current;
    current = (symbol, currency) => {
      asked += 1;
      return asked === 1 ? slow.promise : quick(symbol, currency);
    };
    await recorderOf().start();
    await clock.advance(3 * MINUTE_MS);
    expect(asked).toBe(1);
    slow.resolve(await quick("BTC", "AUD"));
    await clock.advance(MINUTE_MS);
    expect(store.minutesOf(BTC_AUD)).toEqual(["12:01:00", "12:04:00"]);
  });

  test("a timer that fires a moment early waits for its minute", async () => {
    const recorder = createPriceRecorder({
      rates: { current: (symbol, currency) => current(symbol, currency), knows: () => true },
      store,
      pairs: async () => [BTC_AUD],
      now: clock.now,
      log: { warn: (_details, message) => void warnings.push(message) },
      startTimer: (run, delayMs) => clock.startTimer(run, Math.max(1, delayMs - 2)),
    });
    await recorder.start();
    await clock.advance(29_498);
    expect(store.points).toEqual([]);
    await clock.advance(2);
    expect(store.minutesOf(BTC_AUD)).toEqual(["12:01:00"]);
  });

  test("after the machine slept, the minute it woke in is recorded, not those it slept through", async () => {
    await recorderOf().start();
    clock.set(NOON_MS + 3 * 3_600_000 + 10_000);
    await clock.advance(0);
    expect(store.minutesOf(BTC_AUD)).toEqual(["15:00:00"]);
  });

  test("the past is thinned at the start, and at every full hour what has grown older since", async () => {
    await recorderOf().start();
    expect(store.thinnedAt).toEqual([[NOON_MS + 30_500, 0]]);
    await clock.advance(2 * 3_600_000);
    expect(store.thinnedAt.slice(1)).toEqual([
      [NOON_MS + 3_600_000, NOON_MS + 30_500],
      [NOON_MS + 2 * 3_600_000, NOON_MS + 3_600_000],
    ]);
  });
});

describe("start and stop", () => {
  test("starting twice records once", async () => {
    const recorder = recorderOf();
    await Promise.all([recorder.start(), recorder.start()]);
    expect(clock.waiting()).toBe(1);
  });

  test("nothing is recorded after the stop, and no timer is left", async () => {
    const recorder = recorderOf();
    await recorder.start();
    await clock.advance(MINUTE_MS);
    await recorder.stop();
    expect(clock.waiting()).toBe(0);
    await clock.advance(10 * MINUTE_MS);
    expect(store.points).toHaveLength(1);
  });

  test("the stop waits for the minute that is being recorded, and none follows", async () => {
    const slow = Promise.withResolvers<SourcedRate>();
    const price = await current("BTC", "AUD");
    current = () => slow.promise;
    const recorder = recorderOf();
    await recorder.start();
    await clock.advance(MINUTE_MS);
    const stopped = recorder.stop().then(() => store.points.length);
    slow.resolve(price);
    expect(await stopped).toBe(1);
    expect(clock.waiting()).toBe(0);
  });

  test("a stop during the start ends it", async () => {
    const recorder = recorderOf({ past: simulated() });
    const started = recorder.start();
    await recorder.stop();
    await started;
    expect(clock.waiting()).toBe(0);
  });

  test("it can be started again", async () => {
    const recorder = recorderOf();
    await recorder.start();
    await recorder.stop();
    await recorder.start();
    await clock.advance(MINUTE_MS);
    expect(store.minutesOf(BTC_AUD)).toEqual(["12:01:00"]);
  });
});

describe("the past of simulated prices", () => {
  test("a new installation has two years, as densely as they are kept", async () => {
    await recorderOf({
      pairs: [BTC_AUD, { symbol: "BTC", currency: "NGN" }],
      past: simulated(),
    }).start();
    const points = store.points.filter((point) => isSame(point, BTC_AUD));
    expect(points.map(({ recordedAt }) => recordedAt)).toEqual(kept(NOON_MS - 730 * DAY_MS, NOON_MS));
    expect(points.slice(-2 * 1_440 - 1).map(({ recordedAt }) => recordedAt)).toEqual(
      Array.from({ length: 2 * 1_440 + 1 }, (_, minute) => NOON_MS - 2 * DAY_MS + minute * MINUTE_MS),
    );
    for (const point of points.filter((_, at) => at % 97 === 0)) {
      expect(point.rate).toBe(formatRate(history("BTC", "AUD", point.recordedAt).bid));
    }
    expect(store.points).toHaveLength(2 * points.length);
    await clock.advance(MINUTE_MS);
    expect(store.minutesOf(BTC_AUD).at(-1)).toBe("12:01:00");
  });

  test("a restart fills the minutes since the last recorded one and leaves the others alone", async () => {
    await store.recordPrices([{ ...BTC_AUD, rate: "1", recordedAt: NOON_MS - 3 * MINUTE_MS }]);
    await recorderOf({ past: simulated() }).start();
    expect(store.minutesOf(BTC_AUD)).toEqual(["11:57:00", "11:58:00", "11:59:00", "12:00:00"]);
    expect(store.points[0]?.rate).toBe("1");
  });

  test("a restart after days fills them as densely as they are kept", async () => {
    const last = NOON_MS - 9 * DAY_MS;
    await store.recordPrices([{ ...BTC_AUD, rate: "1", recordedAt: last }]);
    await recorderOf({ past: simulated() }).start();
    expect(store.points.slice(1).map(({ recordedAt }) => recordedAt)).toEqual(
      kept(last + MINUTE_MS, NOON_MS),
    );
    expect(store.points).toHaveLength(1 + 7 * 96 - 1 + 2 * 1_440 + 1);
  });

  test("a restart within the minute adds nothing", async () => {
    await store.recordPrices([{ ...BTC_AUD, rate: "1", recordedAt: NOON_MS }]);
    await recorderOf({ past: simulated() }).start();
    expect(store.points).toHaveLength(1);
  });

  test("a past that no source tells is not made up: the line begins with the first recorded minute", async () => {
    await recorderOf().start();
    await clock.advance(MINUTE_MS);
    expect(store.minutesOf(BTC_AUD)).toEqual(["12:01:00"]);
  });

  test("a store that is down at the start does not stop the recording", async () => {
    store.isDown = true;
    await recorderOf({ past: simulated() }).start();
    expect(warnings).toEqual(["Past prices not filled in", "Prices not thinned"]);
    store.isDown = false;
    await clock.advance(MINUTE_MS);
    expect(store.minutesOf(BTC_AUD)).toEqual(["12:01:00"]);
  });
});

describe("the past as a source tells it", () => {
  const FIRST_OF_DAY = Date.UTC(2026, 10, 20);
  let asked: number[];
  const source = (fetchPast: RateSource["fetchPast"]): RateSource => ({
    name: "kraken",
    knows: (code) => code !== "NGN",
    fetchRate: current,
    ...(fetchPast && { fetchPast }),
  });
  /** Ten candles of each period, the last of which is not over yet. */
  const candles: RateSource["fetchPast"] = async (_symbol, _currency, period) => {
    asked.push(period);
    const end = Math.ceil(clock.now() / period) * period;
    return Array.from({ length: 10 }, (_, back) => ({ at: end - back * period, rate: rate("149000.5") }));
  };
  const fillFrom = async (fetchPast: RateSource["fetchPast"], pair = BTC_AUD): Promise<number[]> => {
    asked = [];
    await recorderOf({
      pairs: [pair],
      past: sourcedPast([source(undefined), source(fetchPast)], clock.now),
    }).start();
    return store.points.map(({ recordedAt }) => recordedAt);
  };

  test("a new installation has its days, hours and minutes, oldest first, and nothing that is to come", async () => {
    const times = await fillFrom(candles);
    expect(asked).toEqual([DAY_MS, 60 * MINUTE_MS, 5 * MINUTE_MS]);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    // The day's candle ends at midnight, the hour's at 13:00, that of five minutes at 12:05: none of them is over.
    expect(times).toHaveLength(9 + 9 + 9 - 1);
    expect([times[0], times.at(-1)]).toEqual([FIRST_OF_DAY - 8 * DAY_MS, NOON_MS]);
    await clock.advance(MINUTE_MS);
    expect(store.minutesOf(BTC_AUD).at(-1)).toBe("12:01:00");
  });

  test.each([
    ["a pair that the source does not price", { symbol: "BTC", currency: "NGN" }, candles],
    ["sources without a memory", BTC_AUD, undefined],
  ])("%s has no past, and no warning", async (_description, pair, fetchPast) => {
    expect(await fillFrom(fetchPast, pair)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("where it was missed at the first start, whole earlier days come at the next one", async () => {
    const recorded = NOON_MS - 60 * MINUTE_MS;
    await store.recordPrices(
      [recorded, NOON_MS].map((recordedAt) => ({ ...BTC_AUD, rate: "1", recordedAt })),
    );
    const [one, two, ...earlier] = await fillFrom(candles);
    expect([one, two]).toEqual([recorded, NOON_MS]);
    expect(earlier).toEqual(Array.from({ length: 8 }, (_, day) => FIRST_OF_DAY - (8 - day) * DAY_MS));
  });

  test("after years only the time since the last recorded price is asked for", async () => {
    await store.recordPrices(
      [NOON_MS - 500 * DAY_MS, NOON_MS - 7 * MINUTE_MS].map((recordedAt) => ({
        ...BTC_AUD,
        rate: "1",
        recordedAt,
      })),
    );
    const times = await fillFrom(candles);
    expect(asked).toEqual([5 * MINUTE_MS]);
    expect(times.slice(2)).toEqual([NOON_MS - 5 * MINUTE_MS, NOON_MS]);
  });

  test("a source that fails costs nothing but its past, and a stop does not wait for it", async () => {
    expect(
      await fillFrom(async () => {
        throw new RateSourceError("rate_limited", "too many");
      }),
    ).toEqual([]);
    expect(warnings).toEqual(["Past prices not filled in"]);
    const recorder = recorderOf({
      past: sourcedPast(
        [
          source(
            (_symbol, _currency, _period, signal) =>
              new Promise((_resolve, reject) => {
                signal.addEventListener("abort", () => reject(new Error("stopped")));
              }),
          ),
        ],
        clock.now,
      ),
    });
    const started = recorder.start();
    await recorder.stop();
    await started;
    expect(store.points).toEqual([]);
  });
});
