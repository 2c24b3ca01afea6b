import { isZero, negate, sumDecimals } from "@wattle/exchange-core/decimal";
import { displayExact, withSign } from "@wattle/exchange-core/display";

/** Gains less losses. */
export const netGain = ({ gains, losses }: { readonly gains: string; readonly losses: string }): string =>
  sumDecimals([gains, negate(losses)]);

/** `+1,234.50 AUD`, `−18.00 AUD`, or `0.00 AUD`. */
export function gainText(amount: string, code: string): string {
  const shown = displayExact(amount);
  return `${isZero(amount) ? shown : withSign(shown)} ${code}`;
}
