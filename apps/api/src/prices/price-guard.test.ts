import type { SwitchRow } from "@wattle/db/tables";
import { formatRate, parseRate, type Rate } from "@wattle/exchange-core/rate";
import { beforeEach, describe, expect, test } from "vitest";
import type { BelievedPrice, BelievedPrices } from "./believed-prices.ts";
import { createPriceGuard } from "./price-guard.ts";
import { createRateService, RateUnavailableError, type RateService } from "./rate-service.ts";
import type { RateSourceName } from "../settings.ts";
import { RateSourceError, type RateSource } from "./rate-source.ts";
import { createManualClock, type ManualClock } from "./testing/manual-clock.ts";

const START_MS = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;
const MARKET = "pair:BTC/AUD";

const rateOf = (text: string): Rate => {
  const rate = parseRate(text);
  if (rate === undefined) throw new Error(`${text} is no rate`);
  return rate;
};

let clock: ManualClock;
let rows: Map<string, SwitchRow>;
/** Acts of the system: pauses and their ends, with the reasons. */
let acts: string[];
let recorded: { at: number; rate: Rate } | undefined;
/** Prices that all processes believed. */
let kept: BelievedPrice[];
/** Answers of each source; one without a price does not answer. */
let prices: Partial<Record<RateSourceName, string>>;

beforeEach(() => {
  clock = createManualClock(START_MS);
  rows = new Map();
  acts = [];
  recorded = undefined;
  kept = [];
  prices = {};
});

const HOUR = 3_600 * SECOND;
const believed: BelievedPrices = {
  of: async () => kept.filter(({ at }, place) => at > clock.now() - HOUR || place === kept.length - 1),
  async keep(_what, price) {
    kept.push({ at: clock.now(), price, isNamed: false });
  },
  async startWith(_what, price) {
    kept = [{ at: clock.now(), price, isNamed: false }];
  },
};

/** Staff name a price to go on from; far from what was believed, nothing of that counts. */
function name(text: string, { far }: { readonly far: boolean }): void {
  const price = { bid: rateOf(text), ask: rateOf(text) };
  kept = [...(far ? [] : kept), { at: clock.now(), price, isNamed: true }];
}

const source = (name: RateSourceName): RateSource => ({
  name,
  knows: () => true,
  async fetchRate() {
    const [bid, ask = bid] = (prices[name] ?? "").split(" ").map((text) => parseRate(text));
    if (bid === undefined || ask === undefined) throw new RateSourceError("refused", "no price");
    return { bid, ask, timestamp: Math.floor(clock.now() / 1000), source: name };
  },
});

function set(paused: boolean, by: string, reason: string | null = null): void {
  const set_at = BigInt(clock.now());
  rows.set(MARKET, { what: MARKET, paused: paused ? 1n : 0n, message: null, reason, set_by: by, set_at });
}

function serviceOf(...names: RateSourceName[]): RateService {
  return createRateService({
    sources: names.map(source),
    now: clock.now,
    startTimer: clock.startTimer,
    log: { info: () => undefined, warn: () => undefined },
    judge: createPriceGuard({
      switches: { rows: async () => rows },
      believed,
      async turn(_what, paused, reason) {
        acts.push(`${paused ? "paused" : "goes on"}: ${reason}`);
        set(paused, "system", paused ? reason : null);
      },
      lastRecorded: async () => recorded,
      now: clock.now,
    }),
  });
}

/** The price as text, or `none`. Prices are kept for five seconds, so each look is at a new one. */
async function look(rates: RateService): Promise<string> {
  await clock.advance(5 * SECOND);
  try {
    return formatRate((await rates.current("BTC", "AUD")).bid);
  } catch (error) {
    if (error instanceof RateUnavailableError) return "none";
    throw error;
  }
}

describe("one source", () => {
  const looks = async (...texts: string[]): Promise<string[]> => {
    const rates = serviceOf("kraken");
    const seen: string[] = [];
    for (const text of texts) {
      prices.kraken = text;
      seen.push(await look(rates));
    }
    return seen;
  };

  test.each([
    ["ten times too low", ["150000", "15000"], ["150000", "none"]],
    ["of zero", ["150000", "0", "150000"], ["150000", "none", "150000"]],
    ["ten times too high", ["150000", "1500000"], ["150000", "none"]],
    ["of ETH in the place of BTC", ["150000", "5000"], ["150000", "none"]],
    ["exactly ten percent above", ["100", "110"], ["100", "110"]],
    ["exactly ten percent below", ["100", "90"], ["100", "90"]],
    ["a hair more than ten percent away", ["100", "110.01"], ["100", "none"]],
    ["by the middle of bid and ask", ["100", "80 120"], ["100", "80"]],
    ["back to what it was, while it is paused", ["100", "200", "100"], ["100", "none", "none"]],
  ])("a price %s", async (_what, given, expected) => {
    expect(await looks(...given)).toEqual(expected);
    // Zero is no price at all: the source has failed, and the market goes on with its next answer.
    expect(acts).toHaveLength(expected.at(-1) === "none" ? 1 : 0);
  });

  test("the audit line has the source, its price and what is wrong", async () => {
    await looks("150000", "15000");
    expect(acts).toEqual(["paused: Price moved over 10% in a minute (source: kraken 15000)"]);
  });

  test.each([
    ["upwards", 1.05, 90_000, 110_250],
    ["downwards", 0.95, 85_700, 100_000],
  ])("a drift of 1 % a second %s is stopped at 10 % from the median", async (_way, step, lowest, highest) => {
    const rates = serviceOf("kraken");
    const served: number[] = [];
    for (let price = 100_000, looked = 0; looked < 40; looked += 1, price = Math.round(price * step)) {
      prices.kraken = String(price);
      if ((await look(rates)) !== "none") served.push(price);
    }
    expect(acts).toHaveLength(1);
    expect(served.length).toBeGreaterThan(2);
    expect(Math.min(...served)).toBeGreaterThanOrEqual(lowest);
    expect(Math.max(...served)).toBeLessThanOrEqual(highest);
  });

  test("after a quiet time it is compared with the last price that was believed, however old", async () => {
    const rates = serviceOf("kraken");
    prices.kraken = "100";
    await look(rates);
    await clock.advance(30 * 24 * HOUR);
    prices.kraken = "10";
    expect(await look(rates)).toBe("none");
    expect(acts).toEqual(["paused: Price moved over 10% since the last trusted price (source: kraken 10)"]);
  });

  test("before anything was believed it is compared with what was recorded within ten minutes", async () => {
    prices.kraken = "10";
    recorded = { at: clock.now() - 60 * SECOND, rate: rateOf("100") };
    expect(await look(serviceOf("kraken"))).toBe("none");
    rows.clear();
    recorded = { at: clock.now() - 11 * 60 * SECOND, rate: rateOf("100") };
    expect(await look(serviceOf("kraken"))).toBe("10");
  });

  test.each([
    ["ten times too high", "1000"],
    ["a hundred times too low", "1"],
    ["a little more than ten percent away", "111"],
  ])(
    "a price %s is not sold at after staff resumed the market, nor after a restart",
    async (_what, wrong) => {
      const [rates, other] = [serviceOf("kraken"), serviceOf("kraken")];
      prices.kraken = "100";
      await look(rates);
      prices.kraken = wrong;
      expect(await look(rates)).toBe("none");
      await clock.advance(SECOND);
      set(false, "staff");
      expect([await look(rates), await look(other)]).toEqual(["none", "none"]);
      set(false, "staff");
      expect(await look(serviceOf("kraken"))).toBe("none");
      set(false, "staff");
      prices.kraken = "101";
      expect([await look(rates), await look(other), await look(serviceOf("kraken"))]).toEqual(
        Array(3).fill("101"),
      );
    },
  );

  test.each([
    ["it is near the price that two people named", "100", "50", true, ["50", "50"]],
    ["it is not near that price", "100", "40", true, ["none", "none"]],
    ["it is near the price that one person named", "100", "108", false, ["108", "108"]],
    ["it is far from it", "100", "125", false, ["none", "none"]],
  ])("a market goes on where %s", async (_what, first, then, far, expected) => {
    const [rates, other] = [serviceOf("kraken"), serviceOf("kraken")];
    prices.kraken = first;
    await look(rates);
    await look(other);
    prices.kraken = far ? "50" : "125";
    expect(await look(rates)).toBe("none");
    await clock.advance(SECOND);
    name(far ? "50" : "109", { far });
    set(false, "staff");
    prices.kraken = then;
    expect([await look(rates), await look(other)]).toEqual(expected);
  });

  test.each([
    ["up", 1.09, 70_000, 125_000],
    ["down", 0.91, 75_000, 110_000],
  ])(
    "a drift of 9 %% every 31 s %s is stopped at 25 %% from the hour's median",
    async (_way, step, lowest, highest) => {
      const rates = serviceOf("kraken");
      const served: number[] = [];
      const looks = async (price: number, times: number): Promise<void> => {
        prices.kraken = String(Math.round(price));
        for (let looked = 0; looked < times; looked += 1)
          if ((await look(rates)) !== "none") served.push(Math.round(price));
      };
      for (let minute = 0; minute < 60; minute += 1) await looks(100_000, 12);
      for (let price = 100_000, steps = 0; steps < 40; steps += 1, price *= step) {
        await looks(price, 1);
        await clock.advance(26 * SECOND);
      }
      expect(acts).toEqual([expect.stringContaining("moved over 25% in an hour")]);
      expect(Math.min(...served)).toBeGreaterThanOrEqual(lowest);
      expect(Math.max(...served)).toBeLessThanOrEqual(highest);
    },
  );

  test("a market that moves by a fifth within an hour goes on", async () => {
    const rates = serviceOf("kraken");
    for (let minute = 0; minute <= 60; minute += 1) {
      prices.kraken = String(100_000 + minute * 400);
      expect(await look(rates)).toBe(prices.kraken);
      await clock.advance(55 * SECOND);
    }
    expect(acts).toEqual([]);
  });
});

describe("two sources", () => {
  test.each([
    ["agree", "100", "102", "100"],
    ["differ by more than 2%", "100", "102.01", "none"],
    ["one is ten times too low", "10", "100", "none"],
    ["the second is ten times too low", "100", "10", "none"],
    ["one does not answer", "100", undefined, "100"],
    ["the first does not answer", undefined, "100", "100"],
    ["they agree on a price far away from the last minute's", "30", "30", "30"],
  ])("%s", async (what, convert, kraken, expected) => {
    const rates = serviceOf("convert", "kraken");
    if (what.startsWith("they agree")) {
      prices = { convert: "100", kraken: "100" };
      await look(rates);
    }
    prices = { ...(convert && { convert }), ...(kraken && { kraken }) };
    expect(await look(rates)).toBe(expected);
  });

  test("a market goes on once they have agreed for a minute without a break", async () => {
    const rates = serviceOf("convert", "kraken");
    prices = { convert: "100", kraken: "130" };
    expect(await look(rates)).toBe("none");
    prices = { convert: "130", kraken: "130" };
    for (let seconds = 0; seconds < 30; seconds += 5) expect(await look(rates)).toBe("none");
    prices = { convert: "100", kraken: "130" };
    expect(await look(rates)).toBe("none");
    prices = { convert: "130", kraken: "130" };
    for (let seconds = 0; seconds < 60; seconds += 5) expect(await look(rates)).toBe("none");
    expect(await look(rates)).toBe("130");
    expect(acts).toEqual([
      "paused: Prices of convert 100 and kraken 130 differ by more than 2%",
      "goes on: convert 130 and kraken 130 have agreed for a minute",
    ]);
  });
});

test("what staff paused, the system does not let go on", async () => {
  const rates = serviceOf("convert", "kraken");
  set(true, "staff");
  prices = { convert: "100", kraken: "100" };
  for (let seconds = 0; seconds < 120; seconds += 5) await look(rates);
  expect(acts).toEqual([]);
});
