import { limitsOf, type MarketCurrency } from "@wattle/contracts/markets";
import { toAmount, type Amount } from "@wattle/exchange-core/amount";
import { displayAmount } from "@wattle/exchange-core/display";

/** A round sum of money that is filled in by a press. */
export interface QuickSum {
  readonly amount: Amount;
  /** Without its code, and without cents where it has none: `1,000`. */
  readonly text: string;
}

/** Sums that can be exchanged, each so many tenths of the smallest one. */
export function quickSums(money: MarketCurrency, tenths: readonly bigint[]): QuickSum[] {
  const range = limitsOf(money, "exchange");
  if (range === undefined) return [];
  return tenths
    .map((each) => toAmount((range.min * each) / 10n, money))
    .filter((amount) => amount <= range.max)
    .map((amount) => ({ amount, text: displayAmount(amount, money).replace(/\.0+$/, "") }));
}
