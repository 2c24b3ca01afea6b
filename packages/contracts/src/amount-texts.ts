import type { AmountProblem } from "@wattle/exchange-core/amount";

/**
 * Texts of a malformed amount, at its field. Apart from the schemas, so that the public pages can use them without
 * the weight of zod.
 */
export const AMOUNT_TEXTS = {
  empty: "Enter amount",
  malformed: "Enter an amount like 100.00 (BTC: 0.01)",
  too_many_decimals: "Too many decimals for this currency",
  negative: "Enter a positive amount",
  too_large: "This amount is too large",
} as const satisfies Record<AmountProblem, string>;
