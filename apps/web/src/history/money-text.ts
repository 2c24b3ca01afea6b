import { parseAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/exchange-core/currency";
import { displayAmount } from "@wattle/exchange-core/display";

/** An amount of the wire as the display rules have it, followed by its currency: `1,500.00 AUD`. */
export function moneyText(text: string, code: string): string {
  const currency = currencyOf(code);
  const parsed = currency === undefined ? undefined : parseAmount(text, currency);
  return currency !== undefined && parsed?.ok === true
    ? `${displayAmount(parsed.amount, currency)} ${code}`
    : `${text} ${code}`;
}
