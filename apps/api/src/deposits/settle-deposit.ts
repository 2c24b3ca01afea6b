import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { ReturnDepositInput } from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import { findBankTransaction, listOverdueDeposits, type BankTransaction } from "@wattle/db/bank-transactions";
import { returnLinesOf } from "@wattle/db/bank-lines";
import type { Reader, WriteTx } from "@wattle/db/database";
import { findTransaction } from "@wattle/db/history";
import { listTransactionEvents } from "@wattle/db/transaction-states";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { deleteReferralOf } from "@wattle/db/partners";
import { reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import { amountText } from "../amount-text.ts";
import type { Transaction as TransactionRow } from "@wattle/db/tables";
import type { LogLine, Operator } from "../audit/record-act.ts";
import type { EventServices } from "../events/record-event.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { depositReturnedMail } from "../mail/money-mails.ts";
import type { Letter, MailServices } from "../mail/queue-mail.ts";
import { readReference } from "../reference.ts";
import type { Services } from "../services.ts";

type ExpiryServices = EventServices & Pick<Services, "database">;

/** The deposit an operator means. @throws DomainError `validation_failed` for a mistyped reference, `not_found` */
export async function depositOf(tx: Reader, typed: string): Promise<BankTransaction> {
  const reference = readReference(typed);
  if (reference === undefined) {
    throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.mistypedReference);
  }
  const row = await findBankTransaction(tx, "deposit", reference);
  if (row === undefined) throw new DomainError("not_found");
  // Coins came from the payment provider or a chain, never from a bank: only those take them back.
  if (row.payment_method === "onramp" || row.payment_method === "onchain")
    throw new DomainError("state_conflict");
  return row;
}

/** From what has come in, or is to come, to the customer: only lines of its statement move the bank's own account. */
export const creditPosting = (
  row: Pick<BankTransaction, "user_id" | "credit_currency">,
  amount: bigint,
): Posting => ({
  source: houseAccount("suspense", row.credit_currency),
  destination: availableAccount(row.user_id, row.credit_currency),
  currency: row.credit_currency,
  amount,
});

/** An amount of a deposit, as the audit log has it: `100.00 AUD`. */
export const creditText = (row: Pick<BankTransaction, "credit_currency">, units: bigint): string =>
  `${amountText(units, row.credit_currency)} ${row.credit_currency}`;

/**
 * The ledger entry that credited a deposit; it is credited again after a return. Null if several payments did, which no one entry
 * takes back.
 */
async function creditEntryOf(tx: WriteTx, row: BankTransaction): Promise<string | null> {
  const events = await listTransactionEvents(tx, row.user_id, row.id);
  const returned = events.findLastIndex(({ to_status }) => to_status === "returned");
  const credits = events.slice(returned + 1).filter(({ to_status }) => to_status === "completed");
  return credits.length > 1 ? null : (credits[0]?.entry_id ?? row.entry_id);
}

type Return = Omit<ReturnDepositInput, "reference">;

/**
 * Sends a deposit's payment back, in the caller's transaction.
 * @throws DomainError `state_conflict`; InsufficientFundsError if it was credited and is spent
 */
export async function returnRow(
  tx: WriteTx,
  services: MailServices,
  operator: Operator,
  row: BankTransaction,
  { message }: Return,
): Promise<void> {
  const credited = row.status === "completed";
  const reverses = credited ? await creditEntryOf(tx, row) : null;
  await changeStatus(tx, services, row, {
    to: "returned",
    by: { kind: "operator", id: operator.id, approvedBy: operator.approvedBy },
    reason: message,
    ...(credited && {
      entry: {
        kind: "deposit_returned",
        description: `Return of deposit ${row.reference}`,
        postings: reversePostings([creditPosting(row, row.credit)]),
        ...(reverses !== null && { reverses }),
      },
    }),
  });
  if (credited) await deleteReferralOf(tx, row.id);
  await returnLinesOf(tx, row.id, message);
}

/** The line in the audit log. */
export const returnedLine = (row: BankTransaction, { message, internal_note }: Return): LogLine => ({
  action: "deposit.returned",
  subject: row.id,
  details: {
    reference: row.reference,
    customer: row.user_id,
    from: row.status,
    message,
    internal_note,
    ...(row.status === "completed" && { taken_back: creditText(row, row.credit) }),
  },
});

/** The email to the customer. */
export const returnedLetter = (
  { config }: Pick<Services, "config">,
  row: BankTransaction,
  message: string,
): Letter => ({
  to: row.customer_email,
  mail: depositReturnedMail(row.customer_first_name, row, message, config.APP_ORIGIN),
});

const SWEEP_BATCH = 100;

/**
 * Expires every deposit whose time is over. Safe next to others that do the same, and to staff who confirm one
 * at that moment: of two concurrent calls one wins.
 * @returns how many were expired
 */
export async function expireOverdueDeposits(services: ExpiryServices): Promise<number> {
  const { database, clock } = services;
  const due = await listOverdueDeposits(database.read, BigInt(clock.now()), SWEEP_BATCH);
  let expired = 0;
  for (const { id, user_id } of due) {
    const done = await database.write(async (tx) => {
      const row = await findTransaction(tx, user_id, id);
      if (row?.status !== "awaiting_payment") return false;
      return expireRow(tx, services, row);
    });
    if (done) expired += 1;
  }
  return expired;
}

/** False if a concurrent call was first. */
async function expireRow(tx: WriteTx, services: EventServices, row: TransactionRow): Promise<boolean> {
  try {
    const by = { kind: "system", id: `${SYSTEM_ACTOR}expiry` } as const;
    await changeStatus(tx, services, row, { to: "expired", by, reason: null });
    return true;
  } catch (failed) {
    if (failed instanceof DomainError && failed.code === "state_conflict") return false;
    throw failed;
  }
}
