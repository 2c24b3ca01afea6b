import { compareRates, truncateRate } from "@wattle/exchange-core/rate";
import { fetchAnswer, member } from "./fetch-answer.ts";
import { RateSourceError, type RateSource } from "./rate-source.ts";

const TICKER_PATH = "/0/public/Ticker";

/**
 * Kraken's public ticker, which needs no key: `GET {url}/0/public/Ticker?pair=XBTAUD`, answered with
 * `{error: [], result: {XXBTZAUD: {a: ["150010.00000", …], b: ["150000.10000", …], …}}}`. The ask is `a[0]`, the bid `b[0]`; a
 * bid above the ask is no market. Without an order book, the last trade (`c[0]`) is both.
 *
 * The answer may call the pair by another name than we asked for, so its only entry is taken. A failure arrives as
 * text in `error` with HTTP status 200. The answer names no time: the price has the time of its receipt.
 * A currency that Kraken does not trade is `unsupported`.
 *
 * @param url the service's address, with or without the ticker's path
 */
export function createKrakenSource({
  url,
  fetch,
  now,
  nameOf,
}: {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  /** What Kraken calls a currency (XBT for bitcoin); undefined for one that it does not trade. */
  readonly nameOf: (code: string) => string | undefined;
}): RateSource {
  const endpoint = new URL(url);
  const base = endpoint.pathname.replace(/\/$/, "");
  endpoint.pathname = base.endsWith(TICKER_PATH) ? base : base + TICKER_PATH;

  return {
    name: "kraken",
    knows: (code) => nameOf(code) !== undefined,
    async fetchRate(symbol, currency, signal) {
      const [base, quote] = [nameOf(symbol), nameOf(currency)];
      if (base === undefined || quote === undefined) {
        throw new RateSourceError("unsupported", `kraken has no ${symbol}/${currency} market`);
      }
      const question = new URL(endpoint);
      question.searchParams.set("pair", base + quote);
      const answer = await fetchAnswer(question, { fetch, now, signal });

      const errors = member(answer, "error");
      if (!Array.isArray(errors)) throw new RateSourceError("garbage", "the answer is not a ticker");
      if (errors.length > 0) {
        const said = errors
          .join(", ")
          .replaceAll(/\p{Cc}+/gu, " ")
          .slice(0, 200);
        throw new RateSourceError(/rate limit|too many/i.test(said) ? "rate_limited" : "refused", said);
      }
      const tickers = Object.values(member(answer, "result") ?? {});
      const ticker = tickers.length === 1 ? tickers[0] : undefined;
      const hasBook = ["a", "b"].some((side) => member(ticker, side) !== undefined);
      const [bid, ask] = (hasBook ? ["b", "a"] : ["c", "c"]).map((side) => {
        const price = member(member(ticker, side), "0");
        return typeof price === "string" ? truncateRate(price) : undefined;
      });
      if (bid === undefined || ask === undefined) {
        throw new RateSourceError("garbage", "the answer holds no price");
      }
      if (compareRates(bid, ask) > 0) throw new RateSourceError("garbage", "the bid is above the ask");
      return { bid, ask, timestamp: Math.floor(now() / 1000), source: "kraken" };
    },
  };
}
