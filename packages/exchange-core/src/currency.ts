/** Whether a currency is state money (counted in cents) or a crypto currency (counted in 10^-8). */
export const CURRENCY_KINDS = ["fiat", "crypto"] as const;
export type CurrencyKind = (typeof CURRENCY_KINDS)[number];

/**
 * A currency as the arithmetic needs it. Which currencies there are is the caller's knowledge. The literal type of
 * `code` keeps amounts of different currencies apart.
 */
export interface Currency<C extends string = string> {
  readonly code: C;
  readonly kind: CurrencyKind;
  /** How many decimals people are shown, 0 to the kind's own: amounts are kept with all of them. */
  readonly shownDecimals: number;
}

/** Number of decimals amounts of a currency are kept with: fiat 2, crypto 8. */
export function precisionOf(currency: Pick<Currency, "kind">): 2 | 8 {
  return currency.kind === "fiat" ? 2 : 8;
}
