import type { Transaction } from "@wattle/contracts/history";
import { PENDING_STATUSES } from "@wattle/contracts/transaction-transitions";
import { monthText } from "../ui/moments.ts";

export interface TransactionGroup {
  /** `Open`, or a month such as `November 2026`. */
  readonly heading: string;
  readonly rows: readonly Transaction[];
}

/**
 * The rows of a page of the history as a phone shows them: those that still wait for something first, the others month by month,
 * each in the order given.
 */
export function transactionGroups(rows: readonly Transaction[]): TransactionGroup[] {
  const groups = new Map<string, Transaction[]>([["Open", []]]);
  for (const row of rows) {
    const heading = PENDING_STATUSES.has(row.status) ? "Open" : monthText(Date.parse(row.created_at));
    groups.set(heading, [...(groups.get(heading) ?? []), row]);
  }
  return [...groups].flatMap(([heading, inIt]) => (inIt.length > 0 ? [{ heading, rows: inIt }] : []));
}
