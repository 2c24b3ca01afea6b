import type { Transaction } from "@wattle/contracts/history";
import { paymentPath } from "../money/deposit-methods.ts";

/**
 * The page where a deposit or a withdrawal is followed: how to pay it, its state, cancelling it.
 * @returns undefined for a transaction that has a receipt only
 */
export function transactionPage({
  transaction_type,
  payment_method,
}: Pick<Transaction, "transaction_type" | "payment_method">) {
  if (transaction_type === "withdraw") return "/dashboard/withdraw-money";
  return transaction_type === "deposit" && payment_method !== "onramp"
    ? paymentPath(payment_method)
    : undefined;
}
