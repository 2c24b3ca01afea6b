import { currencyOf, limitsOf, type LimitPurpose } from "@wattle/contracts/markets";
import { ownMessage } from "@wattle/contracts/own-messages";
import { displayAmount } from "@wattle/exchange-core/display";

/** A currency's limits for a purpose, as people read them (`1,234.50 AUD`); undefined if it is not offered for it. */
export function limitTexts(
  code: string,
  purpose: LimitPurpose,
): { readonly min: string; readonly max: string } | undefined {
  const currency = currencyOf(code);
  const limits = currency && limitsOf(currency, purpose);
  if (currency === undefined || limits === undefined) return undefined;
  const { min, max } = limits;
  return { min: `${displayAmount(min, currency)} ${code}`, max: `${displayAmount(max, currency)} ${code}` };
}

/** The message of an amount, in smallest units, that is outside a currency's limits; the server has the same. */
export function limitProblem(units: bigint, code: string, purpose: LimitPurpose): string | undefined {
  const currency = currencyOf(code);
  const limits = currency && limitsOf(currency, purpose);
  const texts = limitTexts(code, purpose);
  if (limits === undefined || texts === undefined) return undefined;
  if (units < limits.min) return ownMessage.minimum(texts.min);
  return units > limits.max ? ownMessage.maximum(texts.max) : undefined;
}
