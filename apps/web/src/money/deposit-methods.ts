import type { SystemBankAccount } from "@wattle/contracts/bank-accounts";
import type { DepositMethodFormat } from "@wattle/contracts/bank-formats/bank-format";
import { bankFormat } from "@wattle/contracts/bank-formats/formats";
import type { DepositMethod } from "@wattle/contracts/deposit-limits";
import { limitTexts } from "../markets/limits.ts";

/** Fiat currencies that can be deposited, in the order given. */
export function depositCurrencies(
  accounts: readonly SystemBankAccount[],
  codes: readonly string[],
): readonly string[] {
  return codes.filter(
    (code) => limitTexts(code, "deposit") !== undefined && methodsFor(accounts, code).length > 0,
  );
}

/** A way to pay, with what its country's format says of it. */
export interface OfferedMethod extends DepositMethodFormat {
  readonly method: DepositMethod;
}

/** How soon a payment arrives: the quickest first. */
const QUICKNESS: readonly DepositMethod[] = ["payid", "bank_transfer", "post_billpay"];

/** The ways in which a currency can be paid, the quickest first. */
export function methodsFor(accounts: readonly SystemBankAccount[], code: string): readonly OfferedMethod[] {
  const known = Object.entries(bankFormat(code)?.depositMethods ?? {}) as [
    DepositMethod,
    DepositMethodFormat,
  ][];
  return known
    .filter(([method]) => accounts.some((account) => account.currency === code && account.method === method))
    .map(([method, format]) => ({ ...format, method }))
    .toSorted((a, b) => QUICKNESS.indexOf(a.method) - QUICKNESS.indexOf(b.method));
}

/** The page that says how to pay a deposit. */
export function paymentPath(method: string | null): string {
  return method === "payid"
    ? "/dashboard/deposit-money/pay-payment-instruction"
    : "/dashboard/deposit-money/payment";
}
