/** Whether a currency is state money (counted in cents) or a crypto currency (counted in 10^-8). */
export type CurrencyKind = "fiat" | "crypto";

/** A currency as the arithmetic needs it. The literal type of `code` keeps amounts of different currencies apart. */
export interface Currency<C extends string = string> {
  readonly code: C;
  readonly kind: CurrencyKind;
}

/** The currencies the product knows, in the order lists show them. */
export const CURRENCIES = {
  AUD: { code: "AUD", kind: "fiat" },
  NGN: { code: "NGN", kind: "fiat" },
  USD: { code: "USD", kind: "fiat" },
  BTC: { code: "BTC", kind: "crypto" },
  ETH: { code: "ETH", kind: "crypto" },
  BTH: { code: "BTH", kind: "crypto" },
} as const satisfies Readonly<Record<string, Currency>>;

/** Number of decimals amounts of a currency are kept with: fiat 2, crypto 8. */
export function precisionOf(currency: Currency): 2 | 8 {
  return currency.kind === "fiat" ? 2 : 8;
}

/**
 * The known currency with this code (upper case, exactly as in `CURRENCIES`), or undefined.
 * Names every object inherits (`constructor`, `__proto__`) are not currencies.
 */
export function currencyOf(code: string): Currency | undefined {
  return Object.hasOwn(CURRENCIES, code) ? CURRENCIES[code as keyof typeof CURRENCIES] : undefined;
}
