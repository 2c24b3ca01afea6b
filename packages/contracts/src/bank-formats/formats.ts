/** The countries whose bank accounts the product knows, by their currency. A country is its module and its line here. */
import type { DepositMethod } from "../deposit-limits.ts";
import { AUSTRALIA } from "./australia.ts";
import type { BankFormat, DepositMethodFormat } from "./bank-format.ts";
import { NEW_ZEALAND } from "./new-zealand.ts";
import { NIGERIA } from "./nigeria.ts";

/** The formats, each under its own currency. */
const keyed = <T extends { readonly [Code in keyof T]: BankFormat<Code & string> }>(
  formats: T,
): { readonly [Code in keyof T]: BankFormat<Code & string> } => formats;

export const BANK_FORMATS = keyed({
  AUD: AUSTRALIA,
  NGN: NIGERIA,
  NZD: NEW_ZEALAND,
});

/** A fiat currency with a bank format. Only such a currency can be deposited and paid out. */
export type BankAccountCurrency = keyof typeof BANK_FORMATS;

export function isBankAccountCurrency(value: unknown): value is BankAccountCurrency {
  return typeof value === "string" && Object.hasOwn(BANK_FORMATS, value);
}

/** The format of a currency's bank accounts; undefined if there is none. */
export const bankFormat = (currency: unknown): BankFormat | undefined =>
  isBankAccountCurrency(currency) ? BANK_FORMATS[currency] : undefined;

/** How a currency is deposited in one way; undefined if it is not. */
export function depositMethod(currency: unknown, method: unknown): DepositMethodFormat | undefined {
  const methods = bankFormat(currency)?.depositMethods;
  return methods !== undefined && typeof method === "string" && Object.hasOwn(methods, method)
    ? methods[method as DepositMethod]
    : undefined;
}
