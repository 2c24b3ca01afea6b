import { DomainError } from "@wattle/contracts/errors";
import { ownMessage } from "@wattle/contracts/own-messages";
import type { Reader } from "@wattle/db/database";
import { isAsPosted, unlikeTransactions, type ComparedRows } from "@wattle/db/ledger/rows-and-entries";
import { listBatchMembers, type Payment } from "@wattle/db/payouts";

type Named = Pick<Payment, "id" | "reference">;

const differs = ({ reference }: Named): DomainError =>
  DomainError.at("id", "validation_failed", ownMessage.notAsBooked(reference));

/**
 * The books decide what is paid, not the row: each withdrawal must be what its ledger entries say.
 * @param compared which transactions these are
 * @throws DomainError `validation_failed` at `id`, which names the first that differs
 */
export async function requireBooked(
  reader: Reader,
  withdrawals: readonly Named[],
  compared: ComparedRows,
): Promise<void> {
  const unlike = new Set(await unlikeTransactions(reader, compared));
  const first = withdrawals.find(({ id }) => unlike.has(id));
  if (first !== undefined) throw differs(first);
}

/**
 * A batch pays only from balances that postings made. It reads all that its customers have ever had, so it is asked
 * outside the transaction that pays.
 * @throws DomainError as `requireBooked`
 */
export const requirePostedBalances = async (reader: Reader, batchId: string): Promise<void> =>
  requirePosted(reader, await listBatchMembers(reader, batchId));

/** The same for withdrawals that are read. @throws DomainError as `requireBooked` */
export async function requirePosted(reader: Reader, withdrawals: readonly Payment[]): Promise<void> {
  const byCustomer = Map.groupBy(withdrawals, ({ user_id }) => user_id);
  for (const [userId, [first]] of byCustomer) {
    if (first !== undefined && !(await isAsPosted(reader, userId))) throw differs(first);
  }
}

/** Amount that a withdrawal's ledger entry has set aside: it is paid. @throws DomainError as `requireBooked` */
export function bookedAmount(withdrawal: Payment): bigint {
  const { booked, credit } = withdrawal;
  if (booked === null || booked !== credit) throw differs(withdrawal);
  return booked;
}
