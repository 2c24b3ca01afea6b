import type { HeldRate } from "@wattle/contracts/quotes";
import { currencyOf } from "@wattle/contracts/markets";
import type { ClockReading } from "../money/countdown.ts";
import { readQuote, type Pair, type Quote } from "../money/quote.ts";

/** When the rates of these tests were issued. */
export const ISSUED_AT = Date.parse("2026-03-01T09:30:00.000Z");

/** Every coin at 150000 of every currency, fee 1 %: the answer of `quotes.getRate` for either direction. */
export function heldRateAnswer(pair: Pair, changes: Partial<HeldRate> = {}): HeldRate {
  const sale = currencyOf(pair.credit)?.kind === "crypto";
  return {
    rate: sale ? "150000" : "0.00000666666666666666666",
    timestamp: Math.floor(ISSUED_AT / 1000),
    hash: `signed-${pair.credit}-${pair.debit}`,
    issued_at: new Date(ISSUED_AT).toISOString(),
    expires_at: new Date(ISSUED_AT + 45_000).toISOString(),
    fee: "1.00",
    spread: "0",
    min: sale ? "0.00067341" : "100.00",
    max: sale ? "0.67340067" : "100000.00",
    credit_currency: pair.credit,
    debit_currency: pair.debit,
    ...changes,
  };
}

/** The answer as a quote, asked at a moment when both clocks read zero unless given otherwise. */
export function quoteFor(
  pair: Pair,
  changes: Partial<HeldRate> = {},
  askedAt: ClockReading = { steady: 0, wall: 0 },
): Quote {
  const quote = readQuote(heldRateAnswer(pair, changes), pair, askedAt);
  if (quote === undefined) throw new Error("these changes make no quote");
  return quote;
}

export const SALE: Pair = { credit: "BTC", debit: "AUD" };
export const PURCHASE: Pair = { credit: "AUD", debit: "BTC" };
