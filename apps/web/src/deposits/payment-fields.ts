import type { SystemBankAccount } from "@wattle/contracts/bank-accounts";
import { depositMethod } from "@wattle/contracts/bank-formats/formats";
import type { TransactionDetail } from "@wattle/contracts/history";

/** Details that the customer types at the bank, label and value, the reference first. */
export function paymentFields(
  deposit: Pick<
    TransactionDetail,
    "reference" | "bill_reference" | "credit" | "credit_currency" | "announced" | "payment_method"
  >,
  account: SystemBankAccount | undefined,
): readonly (readonly [string, string])[] {
  const way = account && depositMethod(account.currency, account.method);
  const lines: readonly (readonly [string, string | null])[] = [
    ["Reference", deposit.reference],
    // Counters and banking apps that pay bills accept only digits.
    ["Reference in digits", deposit.bill_reference],
    [`Amount in ${deposit.credit_currency}`, deposit.announced ?? deposit.credit],
    ...(account && way ? way.lines.map(([label, field]) => [label, account[field]] as const) : []),
  ];
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
