import type { Transaction } from "@wattle/contracts/history";
import { PENDING_STATUSES } from "@wattle/contracts/transaction-transitions";

const FIRST_MILLISECONDS = 4_000;
const LONGEST_MILLISECONDS = 60_000;
const GROWTH = 1.5;

/**
 * How long to wait before a pending transaction is looked at again: four seconds, then half as long again each time, up to a
 * minute. A payment takes hours more often than seconds.
 * @param looks how often it has been looked at
 */
export function pollWait(looks: number): number {
  return Math.min(LONGEST_MILLISECONDS, Math.round(FIRST_MILLISECONDS * GROWTH ** Math.max(0, looks - 1)));
}

/** `refetchInterval` of react-query for what holds transactions: false once none of them is pending. */
export function pollInterval(
  transactions: readonly Pick<Transaction, "status">[] | undefined,
  looks: number,
): number | false {
  return transactions?.some(({ status }) => PENDING_STATUSES.has(status)) === true ? pollWait(looks) : false;
}
