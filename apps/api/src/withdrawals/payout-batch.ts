import { DomainError } from "@wattle/contracts/errors";
import type { PayoutStatus } from "@wattle/contracts/payouts";
import type { BankTransaction } from "@wattle/db/bank-transactions";
import type { WriteTx } from "@wattle/db/database";
import { changeBatch, listBatchMembers, lockBatch } from "@wattle/db/payouts";
import type { PayoutBatchRow } from "@wattle/db/tables";
import type { Logged, Operator } from "../audit/record-act.ts";
import { queueMail, type Letter, type MailServices } from "../mail/queue-mail.ts";
import { payoutReference } from "./payout-reference.ts";
import { requireBooked } from "./require-booked.ts";
import { completedLetter, completedLine, completePaid } from "./settle-withdrawal.ts";

/** @throws DomainError `not_found`; `state_conflict` if it is in another status */
export async function lockedBatch(
  tx: WriteTx,
  id: string,
  ...statuses: readonly PayoutStatus[]
): Promise<PayoutBatchRow> {
  const batch = await lockBatch(tx, id);
  if (batch === undefined) throw new DomainError("not_found");
  if (!statuses.includes(batch.status)) throw new DomainError("state_conflict");
  return batch;
}

/** How a withdrawal of a batch is paid. */
const paidBy = (batch: PayoutBatchRow, row: BankTransaction) =>
  ({ row, bankReference: payoutReference(batch.id), payoutBatch: batch.id }) as const;

/** The emails to the customers whom a batch pays. */
export async function batchLetters(
  tx: WriteTx,
  services: MailServices,
  batch: PayoutBatchRow,
): Promise<Letter[]> {
  const members = await listBatchMembers(tx, batch.id);
  return members.map((member) => completedLetter(services, paidBy(batch, member)));
}

/** Completes every withdrawal of a released batch, in the caller's transaction, which has locked it. */
export async function completeBatch(
  tx: WriteTx,
  services: Logged<MailServices>,
  operator: Operator,
  batch: PayoutBatchRow,
): Promise<void> {
  const members = await listBatchMembers(tx, batch.id);
  await requireBooked(tx, members, { payoutBatch: batch.id });
  for (const member of members) {
    const paid = paidBy(batch, member);
    await completePaid(tx, services, operator, paid);
    await services.log(completedLine(paid));
    await queueMail(tx, services, completedLetter(services, paid));
  }
  const at = BigInt(services.clock.now());
  await changeBatch(tx, batch.id, { status: "sent", sent_by: operator.id, sent_at: at });
}
