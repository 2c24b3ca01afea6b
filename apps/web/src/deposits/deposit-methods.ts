import type { SystemBankAccount } from "@wattle/contracts/bank-accounts";
import { DEPOSIT_METHODS, type DepositMethod } from "@wattle/contracts/deposit-limits";
import { DEPOSIT_TIMES } from "@wattle/contracts/deposit-times";
import { PAYMENT_METHODS } from "@wattle/contracts/payment-methods";
import { limitTexts } from "../markets/limits.ts";

interface MethodWords {
  readonly title: string;
  readonly about: string;
  /** How long money takes. */
  readonly time: string;
}

export const METHOD_WORDS: Readonly<Record<DepositMethod, MethodWords>> = {
  bank_transfer: {
    title: PAYMENT_METHODS.bank_transfer,
    about: "From any bank account in your own name",
    time: DEPOSIT_TIMES.bank_transfer,
  },
  payid: {
    title: PAYMENT_METHODS.payid,
    about: "From your banking app, using our PayID",
    time: DEPOSIT_TIMES.payid,
  },
  post_billpay: {
    title: PAYMENT_METHODS.post_billpay,
    about: "Cash or card over the counter of a post office",
    time: DEPOSIT_TIMES.post_billpay,
  },
};

/** Fiat currencies that can be deposited, in the order given. */
export function depositCurrencies(
  accounts: readonly SystemBankAccount[],
  codes: readonly string[],
): readonly string[] {
  return codes.filter(
    (code) =>
      limitTexts(code, "deposit") !== undefined && accounts.some((account) => account.currency === code),
  );
}

/** The ways in which a currency can be paid, in the order they are offered. */
export function methodsFor(accounts: readonly SystemBankAccount[], code: string): readonly DepositMethod[] {
  return DEPOSIT_METHODS.filter((method) =>
    accounts.some((account) => account.currency === code && account.method === method),
  );
}

/** The page that says how to pay a deposit. */
export function paymentPath(method: string | null): string {
  return method === "payid"
    ? "/dashboard/deposit-money/pay-payment-instruction"
    : "/dashboard/deposit-money/payment";
}
