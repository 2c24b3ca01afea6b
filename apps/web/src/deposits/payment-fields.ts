import type { SystemBankAccount } from "@wattle/contracts/bank-accounts";
import type { TransactionDetail } from "@wattle/contracts/history";

/** What the customer types at the bank, label and value, the reference first. */
export function paymentFields(
  deposit: Pick<
    TransactionDetail,
    "reference" | "credit" | "credit_currency" | "announced" | "payment_method"
  >,
  account: SystemBankAccount | undefined,
): readonly (readonly [string, string])[] {
  const lines: (readonly [string, string | null])[] = [
    ["Reference", deposit.reference],
    [`Amount in ${deposit.credit_currency}`, deposit.announced ?? deposit.credit],
  ];
  if (account !== undefined) {
    const isBillpay = account.method === "post_billpay";
    lines.push(
      ["PayID", account.payid],
      [isBillpay ? "Payee" : "Account name", account.account_name],
      ["BSB", account.bsb],
      [isBillpay ? "Biller code" : "Account number", account.account_number],
      ["Bank", account.bank_name],
      ["Bank code", account.bank_code],
    );
  }
  return lines.filter((line): line is readonly [string, string] => line[1] !== null);
}

/** The account a deposit is paid to. */
export function accountFor(
  accounts: readonly SystemBankAccount[] | undefined,
  deposit: Pick<TransactionDetail, "credit_currency" | "payment_method">,
): SystemBankAccount | undefined {
  return accounts?.find(
    ({ currency, method }) => currency === deposit.credit_currency && method === deposit.payment_method,
  );
}
