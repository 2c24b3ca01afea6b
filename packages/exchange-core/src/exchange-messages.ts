import { formatAmount, type Amount } from "./amount.ts";
import type { Currency } from "./currency.ts";

/* The exchange form's messages, word for word. Numbers are plain decimals at the currency's full precision. */

/** The credit field is empty. */
export const ENTER_AMOUNT = "Enter amount";

/** The balance in the credit currency is zero. */
export function noBalanceMessage(currency: Currency) {
  return `Your balance: 0 ${currency.code}` as const;
}

/** The amount, or the whole balance, is below the minimum. */
export function belowMinimumMessage<C extends string>(min: Amount<C>, currency: Currency<C>) {
  return `Min amount for exchange ${formatAmount(min, currency)} ${currency.code}` as const;
}

/** A typed amount is above what can be exchanged. */
export function aboveLimitMessage<C extends string>(limit: Amount<C>, currency: Currency<C>) {
  return `Max amount to exchange: ${formatAmount(limit, currency)} ${currency.code}` as const;
}

/** Buy Max stopped at the maximum. */
export function cutToMaximumMessage<C extends string>(max: Amount<C>, currency: Currency<C>) {
  return `Max amount for exchange ${formatAmount(max, currency)} ${currency.code}` as const;
}

/** Any of these messages. */
export type ExchangeMessage =
  | typeof ENTER_AMOUNT
  | ReturnType<
      | typeof noBalanceMessage
      | typeof belowMinimumMessage
      | typeof aboveLimitMessage
      | typeof cutToMaximumMessage
    >;
