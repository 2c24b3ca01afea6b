import type { HeldRate } from "@wattle/contracts/quotes";
import {
  parseAmount,
  parseFeePercent,
  parseRate,
  prepareConversion,
  type Amount,
  type Conversion,
  type FeePercent,
} from "@wattle/exchange-core";
import { currencyOf } from "@wattle/contracts/markets";
import { holdFrom, type ClockReading, type Hold } from "./countdown.ts";

/** Currencies given and got, by code. */
export interface Pair {
  readonly credit: string;
  readonly debit: string;
}

export function samePair(a: Pair, b: Pair): boolean {
  return a.credit === b.credit && a.debit === b.debit;
}

/** A held rate, ready to compute with. */
export interface Quote {
  /** The signed text that the server honours. */
  readonly hash: string;
  readonly pair: Pair;
  readonly conversion: Conversion;
  /** How far the rate is from the middle of the market, in percent. */
  readonly spread: FeePercent;
  /** Smallest and largest credit amount, in the credit currency's smallest units. */
  readonly min: Amount;
  readonly max: Amount;
  /** By the server's clock, milliseconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** How long it is held, by this machine's clocks. */
  readonly hold: Hold;
}

/**
 * Makes a quote of the server's answer.
 * @param askedAt this machine's clocks when the question was sent: the hold began then at the earliest
 * @returns undefined when the answer is no usable rate: zero, junk, another pair than asked, already over
 */
export function readQuote(answer: HeldRate, asked: Pair, askedAt: ClockReading): Quote | undefined {
  const pair: Pair = { credit: answer.credit_currency, debit: answer.debit_currency };
  const from = currencyOf(pair.credit);
  const to = currencyOf(pair.debit);
  const rate = parseRate(answer.rate);
  const [fee, spread] = [parseFeePercent(answer.fee), parseFeePercent(answer.spread)];
  const issuedAt = Date.parse(answer.issued_at);
  const expiresAt = Date.parse(answer.expires_at);
  if (!samePair(pair, asked) || from === undefined || to === undefined || from.kind === to.kind)
    return undefined;
  if (
    rate === undefined ||
    fee === undefined ||
    spread === undefined ||
    answer.hash === "" ||
    !(expiresAt > issuedAt)
  )
    return undefined;
  const min = parseAmount(answer.min, from);
  const max = parseAmount(answer.max, from);
  if (!min.ok || !max.ok) return undefined;
  return {
    hash: answer.hash,
    pair,
    conversion: prepareConversion({ from, to, rate, fee }),
    spread,
    min: min.amount,
    max: max.amount,
    issuedAt,
    expiresAt,
    hold: holdFrom(issuedAt, expiresAt, askedAt),
  };
}
