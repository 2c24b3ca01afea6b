import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { CompleteWithdrawalInput } from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import type { BankAccountCopy } from "@wattle/contracts/history";
import { findBankTransaction, type BankTransaction } from "@wattle/db/bank-transactions";
import type { Reader, WriteTx } from "@wattle/db/database";
import { availableAccount, heldAccount, houseAccount } from "@wattle/db/ledger/accounts";
import type { Posting } from "@wattle/db/ledger/post-entry";
import type { Transaction as TransactionRow } from "@wattle/db/tables";
import { reportTransfer } from "../compliance/draft-filing.ts";
import { amountText } from "../amount-text.ts";
import type { LogLine, Operator } from "../audit/record-act.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { keptBankAccount } from "../transactions/transaction-detail.ts";
import { withdrawalCompletedMail } from "../mail/money-mails.ts";
import type { Letter, MailServices } from "../mail/queue-mail.ts";
import { readReference } from "../reference.ts";
import type { Services } from "../services.ts";

/** The withdrawal an operator means. @throws DomainError `validation_failed` for a mistyped reference, `not_found` */
export async function withdrawalOf(tx: Reader, typed: string): Promise<BankTransaction> {
  const reference = readReference(typed);
  if (reference === undefined) {
    throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.mistypedReference);
  }
  const row = await findBankTransaction(tx, "withdraw", reference);
  if (row === undefined) throw new DomainError("not_found");
  return row;
}

/** From what is set aside to what goes out: only lines of its statement move the bank's own account. */
const payOutPosting = (row: TransactionRow): Posting => ({
  source: heldAccount(row.user_id, row.credit_currency),
  destination: houseAccount("suspense", row.credit_currency),
  currency: row.credit_currency,
  amount: row.credit,
});

/** From what is set aside back to what can be spent. */
export const releasePosting = (row: TransactionRow): Posting => ({
  source: heldAccount(row.user_id, row.credit_currency),
  destination: availableAccount(row.user_id, row.credit_currency),
  currency: row.credit_currency,
  amount: row.credit,
});

/** The account the money went to, as the withdrawal has kept it. */
function keptAccount({ vault }: Pick<Services, "vault">, row: TransactionRow): BankAccountCopy {
  const copy = keptBankAccount(vault, row);
  if (copy === null) throw new Error(`the withdrawal ${row.id} has no bank account`);
  return copy;
}

export const actDetails = (row: BankTransaction): Record<string, unknown> => ({
  reference: row.reference,
  customer: row.user_id,
  amount: `${amountText(row.credit, row.credit_currency)} ${row.credit_currency}`,
});

/** How a withdrawal was paid. */
interface Paid {
  readonly row: BankTransaction;
  readonly bankReference: string;
  /** The batch that pays it. */
  readonly payoutBatch?: string;
  readonly note?: CompleteWithdrawalInput["internal_note"];
}

/**
 * Completes a withdrawal that was paid, in the caller's transaction: what was set aside leaves for the bank.
 * @throws DomainError `state_conflict` if it was settled or cancelled before, or another batch pays it
 */
export async function completePaid(
  tx: WriteTx,
  services: MailServices,
  operator: Operator,
  { row, bankReference, payoutBatch }: Paid,
): Promise<void> {
  await changeStatus(tx, services, row, {
    to: "completed",
    by: { kind: "operator", id: operator.id, approvedBy: operator.approvedBy },
    reason: null,
    payoutBatch,
    set: { bank_reference: bankReference },
    entry: {
      kind: "withdrawal_completed",
      description: `Payout of withdrawal ${row.reference}`,
      postings: [payOutPosting(row)],
    },
  });
  await reportTransfer(tx, services, row);
}

/** The line in the audit log. */
export const completedLine = ({ row, bankReference, payoutBatch, note }: Paid): LogLine => ({
  action: "withdrawal.completed",
  subject: row.id,
  details: {
    ...actDetails(row),
    bank_reference: bankReference,
    payout: payoutBatch,
    internal_note: note,
  },
});

/** The email to the customer. */
export const completedLetter = (services: MailServices, { row, bankReference }: Paid): Letter => ({
  to: row.customer_email,
  mail: withdrawalCompletedMail(
    row.customer_first_name,
    row,
    keptAccount(services, row),
    bankReference,
    services.config,
  ),
});
