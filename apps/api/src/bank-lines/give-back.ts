import type { returnWithdrawalInput } from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import type { BankTransaction } from "@wattle/db/bank-transactions";
import type { WriteTx } from "@wattle/db/database";
import { listTransactionEvents } from "@wattle/db/transaction-states";
import type { LedgerAccountId } from "@wattle/db/ledger/accounts";
import { reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import { entriesOfTransaction } from "@wattle/db/receipts";
import type { z } from "zod";
import type { LogLine, Operator } from "../audit/record-act.ts";
import { withdrawalReturnedMail } from "../mail/money-mails.ts";
import type { Letter, MailServices } from "../mail/queue-mail.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { actDetails, releasePosting } from "../withdrawals/settle-withdrawal.ts";

type ReturnWithdrawalInput = z.output<typeof returnWithdrawalInput>;

/** The entry that paid a withdrawal, with what takes it back. @throws DomainError `state_conflict` if nothing was paid */
export async function reversalOf(
  tx: WriteTx,
  row: BankTransaction,
): Promise<{ readonly reverses: string; readonly postings: readonly Posting[] }> {
  const events = await listTransactionEvents(tx, row.user_id, row.id);
  const paid = events.findLast(({ to_status }) => to_status === "completed")?.entry_id;
  const entry = (await entriesOfTransaction(tx, row.user_id, row.id)).find(({ id }) => id === paid);
  // Coins that were sent do not come back.
  const isCoin = row.coin_payee_id !== null;
  if (isCoin || row.status !== "completed" || entry === undefined) throw new DomainError("state_conflict");
  const postings = entry.postings.map(({ source_account, destination_account, currency, amount }) => ({
    source: source_account as LedgerAccountId,
    destination: destination_account as LedgerAccountId,
    currency,
    amount,
  }));
  // To what was set aside, and from there to what can be spent.
  return { reverses: entry.id, postings: [...reversePostings(postings), releasePosting(row)] };
}

/** Does it, in the caller's transaction. @throws DomainError `state_conflict` */
export async function giveBack(
  tx: WriteTx,
  services: MailServices,
  operator: Operator,
  { row, input }: { readonly row: BankTransaction; readonly input: ReturnWithdrawalInput },
): Promise<void> {
  await changeStatus(tx, services, row, {
    to: "returned",
    by: { kind: "operator", id: operator.id, approvedBy: operator.approvedBy },
    reason: input.message,
    entry: {
      kind: "withdrawal_returned",
      description: `Returned withdrawal ${row.reference}`,
      ...(await reversalOf(tx, row)),
    },
  });
}

/** The line in the audit log. */
export const givenBackLine = (
  row: BankTransaction,
  { message, internal_note }: ReturnWithdrawalInput,
): LogLine => ({
  action: "withdrawal.returned",
  subject: row.id,
  details: { ...actDetails(row), message, internal_note },
});

/** The email to the customer. */
export const givenBackLetter = (
  { config }: Pick<MailServices, "config">,
  row: BankTransaction,
  message: string,
): Letter => ({
  to: row.customer_email,
  mail: withdrawalReturnedMail(row.customer_first_name, row, message, config.APP_ORIGIN),
});
