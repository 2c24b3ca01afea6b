import type { RateSourceName } from "../settings.ts";
import type { Rate } from "@wattle/exchange-core/rate";
import type { MarketPrice } from "@wattle/exchange-core/spread";

/**
 * A price of one unit of the crypto currency in the fiat currency as one source gave it, before spread and fee. A source
 * with a single price gives it as bid and as ask.
 */
export interface SourcedRate extends MarketPrice {
  /** Whole Unix seconds: when the source says the price was. */
  readonly timestamp: number;
  /** The source that gave it. */
  readonly source: RateSourceName;
}

/** One place where prices come from. */
export interface RateSource {
  readonly name: RateSourceName;
  /** Whether the source prices a currency at all, as far as that can be known without asking it. */
  knows(code: string): boolean;
  /**
   * Asks for the price of one `symbol` (crypto, such as `BTC`) in `currency` (fiat, such as `AUD`).
   * Gives up when `signal` is aborted, also in the middle of an answer's body.
   * @throws RateSourceError when there is no usable answer
   */
  fetchRate(symbol: string, currency: string, signal: AbortSignal): Promise<SourcedRate>;
  /**
   * The last trade of each period of the past, oldest first, as far back as the source knows it; a source without a memory
   * has no such call.
   * @param period milliseconds
   * @throws RateSourceError when there is no usable answer
   */
  readonly fetchPast?: (
    symbol: string,
    currency: string,
    period: number,
    signal: AbortSignal,
  ) => Promise<readonly PastRate[]>;
}

/** A price of the past. */
export interface PastRate {
  /** The end of its period, epoch milliseconds. */
  readonly at: number;
  readonly rate: Rate;
}

/**
 * Why a source gave no rate:
 * - `timeout`: no complete answer in time
 * - `unreachable`: no connection, or the service itself is down (HTTP 5xx)
 * - `rate_limited`: we ask too often
 * - `garbage`: an answer that cannot be understood, or a price that cannot be one
 * - `refused`: the service understood and said no (`success: false`, HTTP 3xx or 4xx)
 * - `stale`: the price is older than we may use
 * - `unsupported`: this source does not quote the pair at all
 * - `suspicious`: a price that another source, or the minute before, contradicts
 */
export type RateSourceErrorKind =
  | "timeout"
  | "unreachable"
  | "rate_limited"
  | "garbage"
  | "refused"
  | "stale"
  | "unsupported"
  | "suspicious";

/** A source's failure. The message is for operators: it never has an access key or an address with one. */
export class RateSourceError extends Error {
  readonly kind: RateSourceErrorKind;
  /** Whole seconds the service asked us to wait, where it said so (`Retry-After`). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: RateSourceErrorKind,
    message: string,
    options: { readonly retryAfterSeconds?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "RateSourceError";
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
