import { formatRate } from "@wattle/exchange-core/rate";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createKrakenSource } from "./kraken.ts";
import { failureOf } from "./testing/failure-of.ts";
import { krakenNameOf } from "./testing/kraken-names.ts";
import { startStandIn, type StandIn } from "./testing/stand-in-server.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12, 0, 0, 999);

let service: StandIn;
beforeEach(async () => {
  service = await startStandIn();
});
afterEach(() => service.close());

const ask = ({ symbol = "BTC", currency = "AUD", path = "" } = {}) =>
  createKrakenSource({ url: service.url + path, fetch, now: () => NOW_MS, nameOf: krakenNameOf }).fetchRate(
    symbol,
    currency,
    new AbortController().signal,
  );

/** A ticker as the service writes it, with everything we do not read. */
const ticker = (pair: string, bid: unknown, ask: unknown = ["151000.40000", "1", "1.000"]) =>
  JSON.stringify({
    error: [],
    result: {
      [pair]: {
        a: ask,
        b: bid,
        c: ["150000.00000", "0.01"],
        v: ["1.5", "20.25"],
        o: "149000.00000",
      },
    },
  });

describe("the question", () => {
  test.each([
    ["BTC", "XBTAUD"],
    ["ETH", "ETHAUD"],
  ])("for %s names the pair %s", async (symbol, pair) => {
    service.answerJson(ticker(pair, ["150999.90000", "0.01"]));
    await ask({ symbol });
    const [question] = service.asked;
    expect(question?.method).toBe("GET");
    expect(`${question?.url.pathname}${question?.url.search}`).toBe(`/0/public/Ticker?pair=${pair}`);
  });

  test.each([
    ["a trailing slash", "/", "/0/public/Ticker"],
    ["the ticker's own path", "/0/public/Ticker", "/0/public/Ticker"],
    ["a path before it", "/kraken/", "/kraken/0/public/Ticker"],
  ])("goes to the ticker's path with %s in the address", async (_description, path, expected) => {
    service.answerJson(ticker("XBTAUD", ["150999.90000", "0.01"]));
    await ask({ path });
    expect(service.asked[0]?.url.pathname).toBe(expected);
  });

  test.each([
    ["BTC", "NGN"],
    ["ETH", "NGN"],
    ["BTH", "AUD"],
    ["constructor", "AUD"],
  ])("for %s/%s is not asked: unsupported", async (symbol, currency) => {
    expect((await failureOf(ask({ symbol, currency }))).kind).toBe("unsupported");
    expect(service.asked).toHaveLength(0);
  });
});

describe("the answer", () => {
  test.each([
    ["the pair's own name", "XBTAUD"],
    ["a renamed pair", "XXBTZAUD"],
    ["a name of the prototype's", "__proto__"],
  ])("gives bid and ask under %s, dated with its receipt", async (_description, pair) => {
    service.answerJson(ticker("PAIR", ["150999.90000", "0.01"]).replace("PAIR", pair));
    const { bid, ask: asked, timestamp, source } = await ask();
    expect({ bid: formatRate(bid), ask: formatRate(asked), timestamp, source }).toEqual({
      bid: "150999.9",
      ask: "151000.4",
      timestamp: Math.floor(NOW_MS / 1000),
      source: "kraken",
    });
  });

  test("without an order book gives the last trade as bid and ask", async () => {
    service.answerJson('{"error":[],"result":{"XXBTZAUD":{"c":["149000.50000","0.1"]}}}');
    const { bid, ask: asked } = await ask();
    expect([bid, asked].map(formatRate)).toEqual(["149000.5", "149000.5"]);
  });

  test.each([
    ["a price of zero", ticker("XBTAUD", ["0.00000", "0.01"])],
    ["a negative price", ticker("XBTAUD", ["-1.0", "0.01"])],
    ["a junk price", ticker("XBTAUD", ["n/a", "0.01"])],
    ["no bid", ticker("XBTAUD", [])],
    ["a bid that is null", ticker("XBTAUD", null)],
    ["no ask", ticker("XBTAUD", ["150999.90000", "0.01"], [])],
    ["a bid above the ask", ticker("XBTAUD", ["151000.50000", "0.01"])],
    ["no pair", '{"error":[],"result":{}}'],
    ["two pairs", '{"error":[],"result":{"XBTAUD":{"c":["1","1"]},"ETHAUD":{"c":["2","1"]}}}'],
    ["no result", '{"error":[]}'],
    ["no error list", '{"result":{"XBTAUD":{"c":["1","1"]}}}'],
    ["a web page", "<!doctype html>"],
    ["a result that is text", '{"error":[],"result":"1"}'],
  ])("with %s is garbage", async (_description, body) => {
    service.answerJson(body);
    expect((await failureOf(ask())).kind).toBe("garbage");
  });
});

describe("errors inside HTTP 200", () => {
  test.each([
    ["EQuery:Unknown asset pair", "refused"],
    ["EService:Unavailable", "refused"],
    ["EAPI:Rate limit exceeded", "rate_limited"],
    ["EGeneral:Too many requests", "rate_limited"],
  ])("%s is %s, also next to a result", async (text, kind) => {
    service.answerJson(JSON.stringify({ error: [text], result: { XBTAUD: { c: ["150000", "1"] } } }));
    expect(await failureOf(ask())).toMatchObject({ kind, message: text });
  });

  test("HTTP 429 carries the wait the service asks for", async () => {
    service.answerJson('{"error":[]}', 429, { "retry-after": "5" });
    expect(await failureOf(ask())).toMatchObject({ kind: "rate_limited", retryAfterSeconds: 5 });
  });
});

describe("the past", () => {
  const askPast = (currency = "AUD") =>
    createKrakenSource({ url: service.url, fetch, now: () => NOW_MS, nameOf: krakenNameOf }).fetchPast?.(
      "BTC",
      currency,
      3_600_000,
      new AbortController().signal,
    ) ?? Promise.reject(new Error("no past"));
  const candle = (begin: unknown, close: unknown) => [
    begin,
    "150000.00000",
    "150100.00000",
    "149900.00000",
    close,
    "150010.50000",
    "10.12345678",
    420,
  ];
  const candlesOf = (...candles: unknown[]) =>
    JSON.stringify({ error: [], result: { XXBTZAUD: candles, last: 1763640000 } });

  test("is the close of each candle at its end, to the last digit", async () => {
    service.answerJson(
      candlesOf(candle(1_763_636_400, "150000.10000"), candle(1_763_640_000, "150000.20000")),
    );
    const past = await askPast();
    expect(past.map(({ at, rate }) => [at, formatRate(rate)])).toEqual([
      [1_763_640_000_000, "150000.1"],
      [1_763_643_600_000, "150000.2"],
    ]);
    const { url } = service.asked[0] ?? {};
    expect(`${url?.pathname}${url?.search}`).toBe("/0/public/OHLC?pair=XBTAUD&interval=60");
  });

  test("may be 720 candles long", async () => {
    service.answerJson(
      candlesOf(...Array.from({ length: 720 }, (_, at) => candle(1_700_000_000 + at, "150000.10000"))),
    );
    expect(await askPast()).toHaveLength(720);
  });

  test.each([
    ["no candles", '{"error":[],"result":{"last":1}}'],
    ["candles that are text", '{"error":[],"result":{"XXBTZAUD":"1","last":1}}'],
    ["a candle without a close", candlesOf([1_763_636_400, "1"])],
    ["a candle with a price of zero", candlesOf(candle(1_763_636_400, "0.0"))],
    ["a candle without a time", candlesOf(candle("soon", "1.0"))],
    ["a candle with a fraction of a second", candlesOf(candle(1.5, "1.0"))],
  ])("with %s is garbage", async (_description, body) => {
    service.answerJson(body);
    expect((await failureOf(askPast())).kind).toBe("garbage");
  });

  test("of a pair that Kraken does not trade is not asked for", async () => {
    expect((await failureOf(askPast("NGN"))).kind).toBe("unsupported");
    expect(service.asked).toHaveLength(0);
  });
});
