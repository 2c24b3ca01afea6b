import { PAYMENT_METHODS } from "@wattle/contracts/payment-methods";
import type { DepositRecord } from "../parts/answers.ts";
import { signedText } from "../parts/signed-money.ts";

export const depositorName = ({ customer }: Pick<DepositRecord, "customer">): string =>
  `${customer.first_name} ${customer.last_name}`.trim() || customer.email;

export const moneyOf = ({
  credit,
  credit_currency: currency,
}: Pick<DepositRecord, "credit" | "credit_currency">): string => signedText(credit, currency);

/** How it is paid; empty if that is not known any more. */
export const methodOf = ({ payment_method: method }: Pick<DepositRecord, "payment_method">): string =>
  method !== null && Object.hasOwn(PAYMENT_METHODS, method)
    ? PAYMENT_METHODS[method as keyof typeof PAYMENT_METHODS]
    : "";

/** Screen of a deposit. */
export const depositPlace = ({ reference }: Pick<DepositRecord, "reference">): string =>
  `/teamaccess/deposits?state=all&row=${reference}`;
