import { compareRates, truncateRate } from "@wattle/exchange-core/rate";
import { fetchAnswer, member } from "./fetch-answer.ts";
import { RateSourceError, type PastRate, type RateSource } from "./rate-source.ts";

const TICKER_PATH = "/0/public/Ticker";
const CANDLES_PATH = "/0/public/OHLC";
/** 720 candles of about 100 bytes. */
const MAX_CANDLES_BYTES = 256 * 1024;

interface KrakenParts {
  /** The service's address, with or without the ticker's path. */
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Kraken's name of a currency (XBT for bitcoin); undefined for one that it does not trade. */
  readonly nameOf: (code: string) => string | undefined;
}

/**
 * Asks one of Kraken's public paths about a pair. The answer may call the pair by another name than we asked for, so its
 * only entry is taken. A failure arrives as text in `error` with HTTP status 200.
 */
function createAsking({ url, fetch, now, nameOf }: KrakenParts) {
  const endpoint = new URL(url);
  const base = endpoint.pathname.replace(/\/$/, "").replace(TICKER_PATH, "");

  return async (
    pair: readonly [symbol: string, currency: string],
    path: string,
    options: {
      readonly signal: AbortSignal;
      readonly interval?: string;
      readonly maxBytes?: number;
    },
  ): Promise<unknown> => {
    const [symbol, currency] = pair.map(nameOf);
    if (symbol === undefined || currency === undefined) {
      throw new RateSourceError("unsupported", `kraken has no ${pair.join("/")} market`);
    }
    const { interval, ...reading } = options;
    const question = new URL(endpoint);
    question.pathname = base + path;
    question.searchParams.set("pair", symbol + currency);
    if (interval !== undefined) question.searchParams.set("interval", interval);
    const answer = await fetchAnswer(question, { fetch, now, ...reading });

    const errors = member(answer, "error");
    if (!Array.isArray(errors)) throw new RateSourceError("garbage", "the answer has no list of errors");
    if (errors.length > 0) {
      const said = errors
        .join(", ")
        .replaceAll(/\p{Cc}+/gu, " ")
        .slice(0, 200);
      throw new RateSourceError(/rate limit|too many/i.test(said) ? "rate_limited" : "refused", said);
    }
    // Next to the candles, `last` is where one could go on.
    const found = Object.entries(member(answer, "result") ?? {}).filter(([name]) => name !== "last");
    return found.length === 1 ? found[0]?.[1] : undefined;
  };
}

/** A candle is `[time, open, high, low, close, …]`: whole seconds at its begin, and prices as text. */
function pastRateOf(candle: unknown, period: number): PastRate {
  const [seconds, close] = ["0", "4"].map((place) => member(candle, place));
  const rate = typeof close === "string" ? truncateRate(close) : undefined;
  if (typeof seconds !== "string" || !/^\d{1,12}$/.test(seconds) || rate === undefined) {
    throw new RateSourceError("garbage", "the answer holds a candle without a price");
  }
  return { at: Number(seconds) * 1000 + period, rate };
}

/**
 * Kraken's public ticker, which needs no key: `GET {url}/0/public/Ticker?pair=XBTAUD`, answered with
 * `{error: [], result: {XXBTZAUD: {a: ["150010.00000", …], b: ["150000.10000", …], …}}}`. The ask is `a[0]`, the bid `b[0]`; a
 * bid above the ask is no market. Without an order book, the last trade (`c[0]`) is both. The answer names no time: the price
 * has the time of its receipt. A currency that Kraken does not trade is `unsupported`.
 *
 * The past comes from `GET {url}/0/public/OHLC?pair=XBTAUD&interval=60` (minutes): the last 720 candles.
 */
export function createKrakenSource(parts: KrakenParts): RateSource {
  const { now, nameOf } = parts;
  const ask = createAsking(parts);

  return {
    name: "kraken",
    knows: (code) => nameOf(code) !== undefined,
    async fetchRate(symbol, currency, signal) {
      const ticker = await ask([symbol, currency], TICKER_PATH, { signal });
      const hasBook = ["a", "b"].some((side) => member(ticker, side) !== undefined);
      const [bid, asked] = (hasBook ? ["b", "a"] : ["c", "c"]).map((side) => {
        const price = member(member(ticker, side), "0");
        return typeof price === "string" ? truncateRate(price) : undefined;
      });
      if (bid === undefined || asked === undefined) {
        throw new RateSourceError("garbage", "the answer holds no price");
      }
      if (compareRates(bid, asked) > 0) throw new RateSourceError("garbage", "the bid is above the ask");
      return { bid, ask: asked, timestamp: Math.floor(now() / 1000), source: "kraken" };
    },
    async fetchPast(symbol, currency, period, signal) {
      const candles = await ask([symbol, currency], CANDLES_PATH, {
        signal,
        interval: String(period / 60_000),
        maxBytes: MAX_CANDLES_BYTES,
      });
      if (!Array.isArray(candles)) throw new RateSourceError("garbage", "the answer holds no candles");
      return candles.map((candle: unknown) => pastRateOf(candle, period));
    },
  };
}
