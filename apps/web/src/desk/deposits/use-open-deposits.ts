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

/** A part of a reference that is worth looking for: four letters and digits or more, with or without dashes. */
const PART = /^[0-9a-z]{4}(?:[- ]?[0-9a-z]){0,7}$/i;
const plain = (reference: string): string => reference.replaceAll(/[- ]/g, "").toUpperCase();
/** '8KD2XQ' as references have it: '8KD2-XQ'. */
const dashed = (part: string): string => plain(part).replaceAll(/(.{4})(?=.)/g, "$1-");

/** Deposits and withdrawals whose reference begins with what is typed, the newest first. */
export function useByReferencePart(typed: string): readonly OpenDeposit[] {
  const part = typed.trim();
  const enabled = PART.test(part);
  const input = { text: dashed(part), newest_first: true };
  const deposits = trpc.ops.deposits.list.useQuery(input, { enabled, ...SHOWN_IN_PLACE });
  const withdrawals = trpc.ops.withdrawals.list.useQuery(input, { enabled, ...SHOWN_IN_PLACE });
  if (!enabled) return [];
  return [...(deposits.data?.data ?? []), ...(withdrawals.data?.data ?? [])].filter(({ reference }) =>
    plain(reference).startsWith(plain(part)),
  );
}
