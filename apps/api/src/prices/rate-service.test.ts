import { formatRate, parseRate } from "@wattle/exchange-core/rate";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createConvertSource } from "./convert.ts";
import { createKrakenSource } from "./kraken.ts";
import { createRateService, RateUnavailableError, type RateService } from "./rate-service.ts";
import type { RateSourceName } from "../settings.ts";
import { RateSourceError, type RateSource, type SourcedRate } from "./rate-source.ts";
import { createSimulatedSource } from "./simulated.ts";
import { krakenNameOf } from "./testing/kraken-names.ts";
import { createManualClock, type ManualClock } from "./testing/manual-clock.ts";
import { startStandIn, type StandIn } from "./testing/stand-in-server.ts";
import { startTimer } from "./timer.ts";

const START_MS = Date.UTC(2026, 10, 20, 12);

/** A source that answers as set and counts how often it was asked. */
interface ScriptedSource extends RateSource {
  asked: number;
  reply: (symbol: string, currency: string, signal: AbortSignal) => Promise<SourcedRate>;
}

function scripted(name: RateSource["name"], reply: ScriptedSource["reply"]): ScriptedSource {
  const source: ScriptedSource = {
    name,
    knows: () => true,
    asked: 0,
    reply,
    fetchRate(symbol, currency, signal) {
      source.asked += 1;
      return source.reply(symbol, currency, signal);
    },
  };
  return source;
}

interface LogLine {
  readonly level: "info" | "warn";
  readonly message: string;
  readonly details: object;
}

let clock: ManualClock;
let lines: LogLine[];
const log = {
  info: (details: object, message: string) => void lines.push({ level: "info", message, details }),
  warn: (details: object, message: string) => void lines.push({ level: "warn", message, details }),
};

beforeEach(() => {
  clock = createManualClock(START_MS);
  lines = [];
});

function priceOf(
  text: string,
  { ageMs = 0, source = "kraken" }: { ageMs?: number; source?: RateSourceName } = {},
): SourcedRate {
  const rate = parseRate(text);
  if (rate === undefined) throw new Error(`${text} is no rate`);
  return { bid: rate, ask: rate, timestamp: Math.floor((clock.now() - ageMs) / 1000), source };
}

const answers =
  (text: string, ageMs = 0): ScriptedSource["reply"] =>
  async () =>
    priceOf(text, { ageMs });
const fails =
  (kind: RateSourceError["kind"], retryAfterSeconds?: number): ScriptedSource["reply"] =>
  async () => {
    throw new RateSourceError(kind, `made-up ${kind}`, { retryAfterSeconds });
  };
const never: ScriptedSource["reply"] = () => new Promise(() => {});

const serviceOf = (...sources: RateSource[]): RateService =>
  createRateService({ sources, now: clock.now, startTimer: clock.startTimer, log });

async function currentText(rates: RateService, symbol = "BTC", currency = "AUD"): Promise<string> {
  return formatRate((await rates.current(symbol, currency)).bid);
}

async function unavailable(
  rates: RateService,
  symbol = "BTC",
  currency = "AUD",
): Promise<RateUnavailableError> {
  const outcome: unknown = await rates.current(symbol, currency).catch((error: unknown) => error);
  if (outcome instanceof RateUnavailableError) return outcome;
  throw new Error("Expected no rate", { cause: outcome });
}

describe("fallback", () => {
  test("asks the first source alone while it answers", async () => {
    const first = scripted("convert", answers("150000"));
    const second = scripted("kraken", answers("149000"));
    expect(await currentText(serviceOf(first, second))).toBe("150000");
    expect([first.asked, second.asked]).toEqual([1, 0]);
  });

  test.each([
    "timeout",
    "unreachable",
    "rate_limited",
    "garbage",
    "refused",
    "stale",
    "unsupported",
  ] as const)("goes on to the next source after %s", async (kind) => {
    const second = scripted("kraken", answers("149000"));
    expect(await currentText(serviceOf(scripted("convert", fails(kind)), second))).toBe("149000");
    expect(second.asked).toBe(1);
  });

  test("goes on after a fault in a source, thrown at once or later", async () => {
    const faulty = scripted("convert", () => {
      throw new TypeError("fault");
    });
    const rejecting = scripted("kraken", async () => {
      throw new TypeError("fault");
    });
    expect(await currentText(serviceOf(faulty, rejecting, scripted("simulated", answers("7"))))).toBe("7");
  });

  test("when all fail there is no rate, and the error lists each source's failure in order", async () => {
    const rates = serviceOf(scripted("convert", fails("refused")), scripted("kraken", fails("unsupported")));
    const error = await unavailable(rates, "BTC", "NGN");
    expect(error.failures).toEqual([
      { source: "convert", kind: "refused", message: "made-up refused" },
      { source: "kraken", kind: "unsupported", message: "made-up unsupported" },
    ]);
    expect(error.message).toBe(
      "No rate for BTC/NGN: convert: refused (made-up refused); kraken: unsupported (made-up unsupported)",
    );
  });

  test("without a source there is no rate", async () => {
    expect((await unavailable(serviceOf())).failures).toEqual([]);
  });
});

describe("time-out", () => {
  test("a source has 3 s, is aborted, and the next one is asked", async () => {
    let told: AbortSignal | undefined;
    const slow = scripted("convert", (_symbol, _currency, signal) => {
      told = signal;
      return never("", "", signal);
    });
    const rates = serviceOf(slow, scripted("kraken", answers("149000")));
    const answer = currentText(rates);
    await clock.advance(2_999);
    expect(told?.aborted).toBe(false);
    await clock.advance(1);
    expect(told?.aborted).toBe(true);
    expect(await answer).toBe("149000");
    expect(rates.status()[0]?.lastFailure?.kind).toBe("timeout");
  });

  test("leaves no timer behind after an answer or a failure", async () => {
    const rates = serviceOf(scripted("convert", fails("refused")), scripted("kraken", answers("149000")));
    await rates.current("BTC", "AUD");
    expect(clock.waiting()).toBe(0);
  });

  test("an answer that comes too late is not served", async () => {
    const late = Promise.withResolvers<SourcedRate>();
    const rates = serviceOf(scripted("convert", () => late.promise));
    const outcome = unavailable(rates);
    await clock.advance(3_000);
    expect((await outcome).failures[0]?.kind).toBe("timeout");
    late.resolve(priceOf("1"));
    await clock.advance(0);
    expect((await unavailable(rates)).failures[0]?.message).toMatch(/^resting: /);
  });
});

describe("sharing", () => {
  test("all who wait for a pair share one request", async () => {
    const answer = Promise.withResolvers<SourcedRate>();
    const source = scripted("convert", () => answer.promise);
    const rates = serviceOf(source);
    const waiting = Array.from({ length: 100 }, () => rates.current("BTC", "AUD"));
    answer.resolve(priceOf("150000"));
    expect(new Set(await Promise.all(waiting)).size).toBe(1);
    expect(source.asked).toBe(1);
  });

  test("all who wait share a failure too, and the next one asks again", async () => {
    const source = scripted("convert", fails("unsupported"));
    const rates = serviceOf(source);
    await Promise.all(Array.from({ length: 20 }, () => unavailable(rates)));
    expect(source.asked).toBe(1);
    source.reply = answers("150000");
    expect(await currentText(rates)).toBe("150000");
  });

  test("pairs do not share", async () => {
    const prices = new Map([
      ["BTC/AUD", "1"],
      ["ETH/AUD", "2"],
      ["BTC/NGN", "3"],
    ]);
    const source = scripted("convert", async (symbol, currency) =>
      priceOf(prices.get(`${symbol}/${currency}`) ?? ""),
    );
    const rates = serviceOf(source);
    expect(
      await Promise.all([currentText(rates), currentText(rates, "ETH"), currentText(rates, "BTC", "NGN")]),
    ).toEqual(["1", "2", "3"]);
    expect(source.asked).toBe(3);
  });
});

describe("keeping", () => {
  test("an answer is kept for 5 s and then asked for again", async () => {
    const source = scripted("convert", answers("150000"));
    const rates = serviceOf(source);
    await rates.current("BTC", "AUD");
    source.reply = answers("151000");
    await clock.advance(4_999);
    expect(await currentText(rates)).toBe("150000");
    await clock.advance(1);
    expect(await currentText(rates)).toBe("151000");
    expect(source.asked).toBe(2);
  });

  test("a kept answer is asked for again once it is 120 s old by its own timestamp", async () => {
    const source = scripted("convert", answers("150000", 118_000));
    const rates = serviceOf(source);
    await rates.current("BTC", "AUD");
    source.reply = answers("151000");
    await clock.advance(2_000);
    expect(await currentText(rates)).toBe("150000");
    await clock.advance(1);
    expect(await currentText(rates)).toBe("151000");
  });

  test("a clock that is set back does not keep an answer for longer", async () => {
    const source = scripted("convert", answers("150000"));
    const rates = serviceOf(source);
    await rates.current("BTC", "AUD");
    clock.set(START_MS - 3_600_000);
    source.reply = answers("151000");
    expect(await currentText(rates)).toBe("151000");
  });
});

describe("never a stale price", () => {
  test.each([
    ["120 s old", 120_000, true],
    ["121 s old", 121_000, false],
    ["a day old", 86_400_000, false],
    ["5 s in the future", -5_000, true],
    ["6 s in the future", -6_000, false],
  ])("an answer %s", async (_description, ageMs, isServed) => {
    const rates = serviceOf(scripted("convert", answers("150000", ageMs)));
    if (isServed) expect(await currentText(rates)).toBe("150000");
    else expect((await unavailable(rates)).failures[0]?.kind).toBe(ageMs > 0 ? "stale" : "garbage");
  });

  test("an old answer makes way for a later source's fresh one", async () => {
    const rates = serviceOf(
      scripted("convert", answers("150000", 300_000)),
      scripted("kraken", answers("149000")),
    );
    expect(await currentText(rates)).toBe("149000");
  });

  test("while all fail there is no rate, however young the last answer is, once it is no longer kept", async () => {
    const source = scripted("convert", answers("150000"));
    const rates = serviceOf(source);
    await rates.current("BTC", "AUD");
    source.reply = fails("unreachable");
    await clock.advance(4_999);
    expect(await currentText(rates)).toBe("150000");
    await clock.advance(1);
    expect((await unavailable(rates)).failures[0]?.kind).toBe("unreachable");
  });

  test("another pair's last answer is never served", async () => {
    const source = scripted("convert", answers("150000"));
    const rates = serviceOf(source);
    await rates.current("BTC", "AUD");
    source.reply = fails("refused");
    await unavailable(rates, "ETH", "AUD");
    await unavailable(rates, "BTC", "NGN");
  });
});

describe("rest after a failure", () => {
  /** How long, in ms, from now on, the source is not asked however often a rate is wanted. */
  async function measureRest(rates: RateService, source: ScriptedSource): Promise<number> {
    const { asked } = source;
    const since = clock.now();
    while (source.asked === asked) {
      await clock.advance(250);
      await unavailable(rates);
    }
    return clock.now() - since;
  }

  test.each([
    ["timeout", [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
    ["unreachable", [1_000, 2_000, 4_000, 4_000]],
    ["refused", [1_000, 2_000, 4_000, 4_000]],
  ] as const)("grows by doubling after %s: %j", async (kind, expected) => {
    const source = scripted("convert", fails(kind));
    const rates = serviceOf(source);
    await unavailable(rates);
    const restsMs: number[] = [];
    // The question that ends one rest fails and begins the next.
    while (restsMs.length < expected.length) restsMs.push(await measureRest(rates, source));
    expect(restsMs).toEqual(expected);
  });

  test("spares others the time-out of a dead first source", async () => {
    const dead = scripted("convert", never);
    const rates = serviceOf(dead, scripted("kraken", answers("149000")));
    const first = currentText(rates);
    await clock.advance(3_000);
    await first;
    // Other pairs are answered at once: no time passes.
    expect(await currentText(rates, "ETH")).toBe("149000");
    expect(await currentText(rates, "BTC", "NGN")).toBe("149000");
    expect(dead.asked).toBe(1);
  });

  test.each(["garbage", "stale", "refused"] as const)("after %s concerns that pair only", async (kind) => {
    const source = scripted("convert", fails(kind));
    const rates = serviceOf(source);
    await unavailable(rates);
    source.reply = answers("5000");
    expect(await currentText(rates, "ETH")).toBe("5000");
    expect((await unavailable(rates)).failures[0]).toMatchObject({
      kind,
      message: `resting: made-up ${kind}`,
    });
  });

  test("there is none after unsupported: it is no failure", async () => {
    const source = scripted("kraken", fails("unsupported"));
    const rates = serviceOf(source);
    await unavailable(rates, "BTC", "NGN");
    await unavailable(rates, "BTC", "NGN");
    expect(source.asked).toBe(2);
    expect(rates.status()[0]?.lastFailure).toBeUndefined();
    expect(lines).toEqual([]);
  });

  test.each([
    ["rate_limited", 40, 40_000],
    ["unreachable", 7, 7_000],
    ["rate_limited", 0, 1_000],
    ["rate_limited", 1e9, 3_600_000],
  ] as const)("after %s with Retry-After %i lasts %i ms", async (kind, retryAfterSeconds, restMs) => {
    const source = scripted("convert", fails(kind, retryAfterSeconds));
    const rates = serviceOf(source);
    await unavailable(rates);
    await clock.advance(restMs - 1);
    await unavailable(rates, "ETH");
    expect(source.asked).toBe(1);
    await clock.advance(1);
    await unavailable(rates, "ETH");
    expect(source.asked).toBe(2);
  });

  test("begins again at 1 s after a success", async () => {
    const source = scripted("convert", fails("unreachable"));
    const rates = serviceOf(source);
    await unavailable(rates);
    await measureRest(rates, source);
    source.reply = answers("150000");
    await clock.advance(2_000);
    expect(await currentText(rates)).toBe("150000");
    source.reply = fails("unreachable");
    await clock.advance(5_000);
    await unavailable(rates);
    expect(await measureRest(rates, source)).toBe(1_000);
  });

  test("counts pairs that fail together as one failure", async () => {
    const source = scripted("convert", fails("unreachable"));
    const rates = serviceOf(source);
    await Promise.all(["BTC", "ETH"].map((symbol) => unavailable(rates, symbol)));
    expect(source.asked).toBe(2);
    await clock.advance(1_000);
    await unavailable(rates);
    expect(source.asked).toBe(3);
  });

  test("ends when the clock is set back", async () => {
    const source = scripted("convert", fails("unreachable"));
    const rates = serviceOf(source);
    await unavailable(rates);
    clock.set(START_MS - 3_600_000);
    source.reply = answers("150000");
    expect(await currentText(rates)).toBe("150000");
  });
});

describe("what operators see", () => {
  test("each source's last success, last failure and rest", async () => {
    const first = scripted("convert", fails("rate_limited", 30));
    const rates = serviceOf(first, scripted("kraken", answers("149000")));
    expect(rates.status()).toEqual([
      { name: "convert", lastSuccessAt: undefined, lastFailure: undefined, restingUntil: undefined },
      { name: "kraken", lastSuccessAt: undefined, lastFailure: undefined, restingUntil: undefined },
    ]);
    await rates.current("BTC", "AUD");
    const lastFailure = { at: START_MS, kind: "rate_limited", message: "made-up rate_limited" };
    expect(rates.status()).toEqual([
      { name: "convert", lastSuccessAt: undefined, lastFailure, restingUntil: START_MS + 30_000 },
      { name: "kraken", lastSuccessAt: START_MS, lastFailure: undefined, restingUntil: undefined },
    ]);
    first.reply = answers("150000");
    await clock.advance(30_000);
    await rates.current("BTC", "AUD");
    expect(rates.status()[0]).toEqual({
      name: "convert",
      lastSuccessAt: START_MS + 30_000,
      lastFailure,
      restingUntil: undefined,
    });
  });

  test("one warning for each failure that was asked for, one line when the source answers again", async () => {
    const source = scripted("convert", fails("refused"));
    const rates = serviceOf(source);
    await unavailable(rates);
    await unavailable(rates);
    source.reply = answers("150000");
    await clock.advance(1_000);
    await rates.current("BTC", "AUD");
    await clock.advance(10_000);
    await rates.current("BTC", "AUD");
    expect(lines).toEqual([
      {
        level: "warn",
        message: "Rate source failed",
        details: {
          source: "convert",
          pair: "BTC/AUD",
          kind: "refused",
          reason: "made-up refused",
          restMs: 1_000,
        },
      },
      {
        level: "info",
        message: "Rate source answers again",
        details: { source: "convert", pair: "BTC/AUD" },
      },
    ]);
  });
});

describe("with real sources over HTTP", () => {
  const ACCESS_KEY = "made-up-access-key";
  let convert: StandIn;
  let kraken: StandIn;

  beforeEach(async () => {
    [convert, kraken] = await Promise.all([startStandIn(), startStandIn()]);
    kraken.answerJson('{"error":[],"result":{"XXBTZAUD":{"c":["149000.50000","0.1"]}}}');
  });
  afterEach(() => Promise.all([convert.close(), kraken.close()]));

  /** Only a first source that is sick without end is cut off at once; any other has as long as the machine needs. */
  const realService = (firstIsEndless = false): RateService => {
    let timers = 0;
    const passed = { fetch, now: () => Date.now() };
    return createRateService({
      sources: [
        createConvertSource({ ...passed, url: convert.url, accessKey: ACCESS_KEY }),
        createKrakenSource({ ...passed, url: kraken.url, nameOf: krakenNameOf }),
      ],
      now: passed.now,
      timeoutMs: 60_000,
      startTimer: (run, delayMs) => startTimer(run, firstIsEndless && timers++ === 0 ? 100 : delayMs),
      log,
    });
  };

  test.each<[description: string, kind: string, sicken: () => Promise<void> | void]>([
    ["never answers", "timeout", () => convert.answer(() => {})],
    [
      "trickles its body for ever",
      "timeout",
      () =>
        convert.answer((_request, response) => {
          const drip = setInterval(() => response.write(" "), 5);
          response.on("close", () => clearInterval(drip));
        }),
    ],
    ["is down", "unreachable", () => convert.close()],
    ["answers garbage", "garbage", () => convert.answerJson("<html>")],
    ["says we ask too often", "rate_limited", () => convert.answerJson("{}", 429, { "retry-after": "60" })],
    ["answers without end", "garbage", () => convert.answerJson(" ".repeat(70_000))],
    ["redirects", "refused", () => convert.answerJson("", 307, { location: kraken.url })],
    ["says success: false", "refused", () => convert.answerJson('{"success":false,"error":{"code":101}}')],
    [
      "gives a price of yesterday",
      "stale",
      () =>
        convert.answerJson(
          `{"success":true,"info":{"rate":1,"timestamp":${Math.floor(Date.now() / 1000) - 86_400}}}`,
        ),
    ],
  ])("the second source answers when the first %s (%s)", async (_description, kind, sicken) => {
    await sicken();
    const rates = realService(kind === "timeout");
    expect(await rates.current("BTC", "AUD")).toMatchObject({ source: "kraken" });
    expect(rates.status()[0]?.lastFailure?.kind).toBe(kind);
    // The one request to the second source is that of its own fallback, not of a followed redirect.
    expect(kraken.asked.map(({ url }) => url.pathname)).toEqual(["/0/public/Ticker"]);
    expect(JSON.stringify([lines, rates.status()])).not.toContain(ACCESS_KEY);
  });

  test("the first source's own price is served while it is well", async () => {
    const timestamp = Math.floor(Date.now() / 1000) - 60;
    convert.answerJson(`{"success":true,"info":{"timestamp":${timestamp},"quote":151234.56789}}`);
    const { bid, ask, ...rest } = await realService().current("BTC", "AUD");
    expect([bid, ask].map(formatRate)).toEqual(["151234.56789", "151234.56789"]);
    expect(rest).toEqual({ timestamp, source: "convert" });
    expect(kraken.asked).toHaveLength(0);
  });

  test("NGN is not asked of kraken, and is unavailable when convert is down", async () => {
    await convert.close();
    expect((await unavailable(realService(), "BTC", "NGN")).failures.map(({ kind }) => kind)).toEqual([
      "unreachable",
      "unsupported",
    ]);
    expect(kraken.asked).toHaveLength(0);
  });
});

test("the simulated source serves the service without a network", async () => {
  const simulated = createSimulatedSource({ seed: "demo", now: clock.now });
  const rates = serviceOf(simulated);
  expect(await rates.current("ETH", "NGN")).toEqual(simulated.rateAt("ETH", "NGN", START_MS));
});
