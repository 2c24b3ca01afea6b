import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { DepositRecord, TransactionRecord } from "../parts/answers.ts";

type OpenDeposit = Pick<DepositRecord, "id" | "reference" | "credit" | "credit_currency" | "customer">;

/** Deposits that wait for their money: the one that was looked for, or else those of a customer, the newest first. */
export function useOpenDeposits(
  found: TransactionRecord | undefined,
  customer: { readonly id: string; readonly email: string } | undefined,
): readonly OpenDeposit[] {
  const list = trpc.ops.deposits.list.useQuery(
    { text: customer?.email ?? "", status: "awaiting_payment", newest_first: true },
    { enabled: found === undefined && customer !== undefined, ...SHOWN_IN_PLACE },
  );
  if (found !== undefined)
    return found.transaction_type === "deposit" && found.status === "awaiting_payment" ? [found] : [];
  return (list.data?.data ?? []).filter((deposit) => deposit.customer.id === customer?.id);
}
