import { DomainError } from "@wattle/contracts/errors";
import type { TransactionDetail } from "@wattle/contracts/history";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { findUserById } from "@wattle/db/accounts";
import { findTransaction } from "@wattle/db/history";
import { findPaidByFile } from "@wattle/db/paying-files";
import { batchOfWithdrawal } from "@wattle/db/payouts";
import { withdrawalCancelledMail } from "../mail/money-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import { releasePosting } from "../withdrawals/settle-withdrawal.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { readTransactionDetail } from "../transactions/transaction-detail.ts";

/**
 * Cancels the customer's own deposit that awaits payment, or withdrawal that is not settled yet; the latter's money can
 * be spent again at once. Cancelling needs no permission: it only gives back.
 * @throws DomainError `not_found`, also if it is another customer's; `state_conflict` if it is settled already, or of a kind that
 *   cannot be cancelled
 */
export async function cancelTransaction(
  services: MailServices & Pick<Services, "database">,
  userId: string,
  id: string,
): Promise<TransactionDetail> {
  const { database } = services;
  await database.write(async (tx) => {
    const row = await findTransaction(tx, userId, id);
    if (row === undefined) throw new DomainError("not_found");
    const isWithdrawal = row.transaction_type === "withdraw";
    const isWaiting = isWithdrawal && row.status === "requested";
    if (isWaiting && ((await batchOfWithdrawal(tx, id)) !== null || (await findPaidByFile(tx, id)))) {
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.beingPaid });
    }
    await changeStatus(tx, services, row, {
      to: "cancelled",
      by: { kind: "customer", id: userId },
      reason: null,
      ...(isWithdrawal && {
        entry: {
          kind: "withdrawal_cancelled",
          description: `Cancelled withdrawal ${row.reference}`,
          postings: [releasePosting(row)],
          ...(row.entry_id !== null && { reverses: row.entry_id }),
        },
      }),
    });
    const user = isWithdrawal ? await findUserById(tx, userId) : undefined;
    if (user !== undefined) {
      await queueMail(tx, services, {
        to: user.email,
        mail: withdrawalCancelledMail(user.first_name, row, services.config.APP_ORIGIN),
      });
    }
  });
  return readTransactionDetail(services, userId, id);
}
