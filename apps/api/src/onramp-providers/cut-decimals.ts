import { precisionOf, type Currency } from "@wattle/exchange-core/currency";

/** A plain decimal text with no more decimals than the currency has, the rest cut off: rounded down, as what the customer gets is. */
export function cutDecimals(text: string, currency: Currency): string {
  const [whole = "", fraction, ...rest] = text.split(".");
  if (fraction === undefined || rest.length > 0 || !/^\d+$/.test(fraction)) return text;
  return `${whole}.${fraction.slice(0, precisionOf(currency))}`;
}
