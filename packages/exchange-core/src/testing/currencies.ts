import type { Currency } from "../currency.ts";

/** The currencies the vectors are about. The package itself knows none by name. */
export const CURRENCIES = {
  AUD: { code: "AUD", kind: "fiat", shownDecimals: 2 },
  NGN: { code: "NGN", kind: "fiat", shownDecimals: 2 },
  USD: { code: "USD", kind: "fiat", shownDecimals: 2 },
  BTC: { code: "BTC", kind: "crypto", shownDecimals: 8 },
  ETH: { code: "ETH", kind: "crypto", shownDecimals: 8 },
  BTH: { code: "BTH", kind: "crypto", shownDecimals: 8 },
  XRP: { code: "XRP", kind: "crypto", shownDecimals: 2 },
} as const satisfies Readonly<Record<string, Currency>>;

/** The currency of a vector. @throws Error for a code that no vector names */
export function currencyNamed(code: string): Currency {
  const found = Object.values<Currency>(CURRENCIES).find((currency) => currency.code === code);
  if (found === undefined) throw new Error(`unknown currency ${code} in a vector`);
  return found;
}
