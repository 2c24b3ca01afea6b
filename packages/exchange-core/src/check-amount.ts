import { minAmount, type Amount } from "./amount.ts";
import type { Currency } from "./currency.ts";
import {
  aboveLimitMessage,
  belowMinimumMessage,
  ENTER_AMOUNT,
  noBalanceMessage,
  type ExchangeMessage,
} from "./exchange-messages.ts";

/** Why an amount cannot be exchanged: a stable code and the text to show. */
export interface AmountIssue {
  readonly code: "enter_amount" | "amount_below_minimum" | "amount_above_maximum" | "insufficient_funds";
  readonly message: ExchangeMessage;
}

/**
 * Checks the credit amount of an exchange; undefined means it may go ahead. The order is: empty, minimum, maximum,
 * funds. An amount that is too high for either reason gets the message of one limit, the smaller of balance and maximum, or that
 * the balance is zero.
 *
 * @param parts.credit the amount, undefined when the field is empty
 * @param parts.balance what can be spent, undefined if no balance rules apply (a visitor's form)
 */
export function checkAmount<C extends string>(parts: {
  readonly credit: Amount<NoInfer<C>> | undefined;
  readonly currency: Currency<C>;
  readonly min: Amount<NoInfer<C>>;
  readonly max: Amount<NoInfer<C>>;
  readonly balance: Amount<NoInfer<C>> | undefined;
}): AmountIssue | undefined {
  const { credit, currency, min, max, balance } = parts;
  if (credit === undefined) return { code: "enter_amount", message: ENTER_AMOUNT };
  if (credit < min) return { code: "amount_below_minimum", message: belowMinimumMessage(min, currency) };
  const aboveMaximum = credit > max;
  if (!aboveMaximum && (balance === undefined || credit <= balance)) return undefined;
  const code = aboveMaximum ? "amount_above_maximum" : "insufficient_funds";
  if (balance !== undefined && balance <= 0n) return { code, message: noBalanceMessage(currency) };
  const limit = balance === undefined ? max : minAmount<C>(balance, max);
  return { code, message: aboveLimitMessage(limit, currency) };
}
