import type { Amount } from "./amount.ts";
import type { Currency } from "./currency.ts";
import { belowMinimumMessage, cutToMaximumMessage, noBalanceMessage } from "./exchange-messages.ts";

/** Effect of Buy Max on the form. Undefined amount: the field stays as it is. Undefined message: nothing to say. */
export interface BuyMax<C extends string = string> {
  readonly amount: Amount<C> | undefined;
  readonly message: string | undefined;
}

/**
 * The amount Buy Max fills in: the maximum when the balance is above it (and says so), nothing when the balance is
 * below the minimum or zero (and says so), otherwise the full balance.
 */
export function buyMax<C extends string>(parts: {
  readonly balance: Amount<NoInfer<C>>;
  readonly currency: Currency<C>;
  readonly min: Amount<NoInfer<C>>;
  readonly max: Amount<NoInfer<C>>;
}): BuyMax<C> {
  const { balance, currency, min, max } = parts;
  if (balance <= 0n) return { amount: undefined, message: noBalanceMessage(currency) };
  if (balance < min) return { amount: undefined, message: belowMinimumMessage(min, currency) };
  if (balance > max) return { amount: max, message: cutToMaximumMessage(max, currency) };
  return { amount: balance, message: undefined };
}
