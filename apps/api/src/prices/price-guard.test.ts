import type { SwitchRow } from "@wattle/db/tables";
import { formatRate, parseRate, type Rate } from "@wattle/exchange-core/rate";
import { beforeEach, describe, expect, test } from "vitest";
import { createPriceGuard } from "./price-guard.ts";
import { createRateService, RateUnavailableError, type RateService } from "./rate-service.ts";
import type { RateSourceName } from "../config.ts";
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
/** What the system did: pauses and their ends, with the reasons. */
let acts: string[];
let recorded: { at: number; rate: Rate } | undefined;
/** What each source answers; one without a price does not answer. */
let prices: Partial<Record<RateSourceName, string>>;

beforeEach(() => {
  clock = createManualClock(START_MS);
  rows = new Map();
  acts = [];
  recorded = undefined;
  prices = {};
});

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
    expect(acts).toEqual(["paused: Price of kraken 15000 is more than 10% away from the last minute"]);
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

  test("after a quiet time it is compared with the last price there is, also with a recorded one", async () => {
    const rates = serviceOf("kraken");
    prices.kraken = "100";
    await look(rates);
    await clock.advance(5 * 60 * SECOND);
    prices.kraken = "10";
    expect(await look(rates)).toBe("none");

    rows.clear();
    recorded = { at: clock.now() - 60 * SECOND, rate: rateOf("100") };
    expect(await look(serviceOf("kraken"))).toBe("none");
    rows.clear();
    recorded = { at: clock.now() - 11 * 60 * SECOND, rate: rateOf("100") };
    expect(await look(serviceOf("kraken"))).toBe("10");
  });

  test("it goes on at the new price when staff say so, in a process that had seen the old one", async () => {
    const [rates, other] = [serviceOf("kraken"), serviceOf("kraken")];
    prices.kraken = "100";
    await look(rates);
    await look(other);
    prices.kraken = "50";
    expect(await look(rates)).toBe("none");
    await clock.advance(SECOND);
    set(false, "staff");
    expect([await look(rates), await look(other)]).toEqual(["50", "50"]);
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
