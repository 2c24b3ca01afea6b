import { truncateRate } from "@wattle/exchange-core/rate";
import { fetchAnswer, member } from "./fetch-answer.ts";
import { RateSourceError, type RateSource } from "./rate-source.ts";

/**
 * The convert service: `GET {url}?access_key=…&from=BTC&to=AUD&amount=1`, answered with
 * `{success, result, info: {timestamp, rate | quote}}`. Some generations of it carry the price in `info.rate`, some in
 * `info.quote`, some only in `result`, which is the same for an amount of 1.
 *
 * A failure arrives as `success: false` with HTTP status 200. An answer that names no time is dated with its receipt;
 * one that names an unreadable time is garbage. Digits beyond the 18 significant ones of a rate are cut off.
 *
 * @param url the service's address; where it names no path, `/convert` is asked
 */
export function createConvertSource({
  url,
  accessKey,
  fetch,
  now,
}: {
  readonly url: string;
  readonly accessKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}): RateSource {
  const endpoint = new URL(url);
  if (endpoint.pathname === "/") endpoint.pathname = "/convert";

  return {
    name: "convert",
    knows: () => true,
    async fetchRate(symbol, currency, signal) {
      const question = new URL(endpoint);
      question.searchParams.set("access_key", accessKey);
      question.searchParams.set("from", symbol);
      question.searchParams.set("to", currency);
      question.searchParams.set("amount", "1");
      const answer = await fetchAnswer(question, { fetch, now, signal });

      const success = member(answer, "success");
      if (success === false) {
        throw new RateSourceError("refused", refusalText(member(answer, "error"), accessKey));
      }
      const info = member(answer, "info");
      const price = member(info, "rate") ?? member(info, "quote") ?? member(answer, "result");
      const rate = typeof price === "string" ? truncateRate(price) : undefined;
      if (success !== true || rate === undefined) {
        throw new RateSourceError("garbage", "the answer holds no price");
      }
      return {
        bid: rate,
        ask: rate,
        timestamp: readTimestamp(member(info, "timestamp"), now()),
        source: "convert",
      };
    },
  };
}

/** Whole Unix seconds; ten digits reach the year 2286 and keep milliseconds from passing as seconds. */
function readTimestamp(value: unknown, nowMs: number): number {
  if (value === undefined) return Math.floor(nowMs / 1000);
  if (typeof value === "string" && /^\d{1,10}$/.test(value)) return Number.parseInt(value, 10);
  throw new RateSourceError("garbage", "the answer's time is unreadable");
}

/** The service's reason for its refusal, fit for a log line: without the access key (it may quote it), and short. */
function refusalText(error: unknown, accessKey: string): string {
  const said = ["code", "type", "info"]
    .map((name) => member(error, name))
    .filter((part) => typeof part === "string" && part !== "")
    .join(" ");
  const safe = [accessKey, encodeURIComponent(accessKey)]
    .filter((key) => key !== "")
    .reduce((text, key) => text.replaceAll(key, "[access key]"), said);
  return `success: false ${safe.replaceAll(/\p{Cc}+/gu, " ").slice(0, 200)}`.trimEnd();
}
