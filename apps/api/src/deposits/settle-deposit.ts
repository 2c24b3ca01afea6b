import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { parseAmount, toAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { displayAmount } from "@wattle/exchange-core/display";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import type {
  ConfirmDepositInput,
  ExpireDepositInput,
  ReturnDepositInput,
} from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import {
  findBankTransaction,
  findCreditedDeposit,
  listOverdueDeposits,
  paymentKey,
  type BankTransaction,
} from "@wattle/db/bank-transactions";
import { isUniqueViolation, type WriteTx } from "@wattle/db/database";
import { findTransaction, listTransactionEvents } from "@wattle/db/history";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { deleteReferralOf } from "@wattle/db/partners";
import { findDepositAccount } from "@wattle/db/system-bank-accounts";
import { InsufficientFundsError, reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import { amountText } from "../amount-text.ts";
import type { Transaction as TransactionRow } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { depositArrivedMail, depositReturnedMail } from "../mail/money-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { recordReferral } from "../partners/record-referral.ts";
import { readReference } from "../reference.ts";
import type { Services } from "../services.ts";

type DepositServices = MailServices & Pick<Services, "database">;

type ExpiryServices = Pick<Services, "database" | "clock" | "ids">;

/** The deposit an operator means. @throws DomainError `validation_failed` for a mistyped reference, `not_found` */
async function depositOf(tx: WriteTx, typed: string): Promise<BankTransaction> {
  const reference = readReference(typed);
  if (reference === undefined) {
    throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.mistypedReference);
  }
  const row = await findBankTransaction(tx, "deposit", reference);
  if (row === undefined) throw new DomainError("not_found");
  // Coins bought by card came from the payment provider, never from a bank: only the provider takes them back.
  if (row.payment_method === "onramp") throw new DomainError("state_conflict");
  return row;
}

/** From the bank to the customer. */
const creditPosting = (row: BankTransaction, amount: bigint): Posting => ({
  source: houseAccount("bank", row.credit_currency),
  destination: availableAccount(row.user_id, row.credit_currency),
  currency: row.credit_currency,
  amount,
});

/** What one person alone may credit: at most twice the announced amount, and at most 1,000.00 more (cents). */
const MOST_TIMES_ANNOUNCED = 2n;
const MOST_ABOVE_ANNOUNCED = 100_000n;

const announcedAmount = (row: BankTransaction): bigint => row.announced ?? row.credit;

function largestCredit(row: BankTransaction): bigint {
  const announced = announcedAmount(row);
  const [times, above] = [announced * MOST_TIMES_ANNOUNCED, announced + MOST_ABOVE_ANNOUNCED];
  return times < above ? times : above;
}

/** @throws DomainError at `amount` */
function arrivedAmount(row: BankTransaction, text: string): bigint {
  const currency = currencyOf(row.credit_currency);
  if (currency === undefined)
    throw new Error(`the database holds the unknown currency ${row.credit_currency}`);
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw DomainError.at("amount", "validation_failed", AMOUNT_TEXTS[parsed.problem]);
  if (parsed.amount <= 0n) throw DomainError.at("amount", "validation_failed", OWN_MESSAGES.notAboveZero);
  const most = largestCredit(row);
  if (parsed.amount > most) {
    const text = `${displayAmount(toAmount(most, currency), currency)} ${currency.code}`;
    throw DomainError.at("amount", "amount_above_maximum", ownMessage.maximum(text));
  }
  return parsed.amount;
}

/**
 * What the deposit is credited with, as its row keeps it. Of two operators who credit one payment at once, the database's
 * unique index stops the second.
 * @throws DomainError at `bank_reference` where this payment has credited another deposit of the same deposit account
 */
async function paymentOf(
  tx: WriteTx,
  row: BankTransaction,
  bankReference: string | undefined,
): Promise<{ bank_reference: string | null; bank_reference_key: string | null }> {
  if (bankReference === undefined) return { bank_reference: null, bank_reference_key: null };
  const account = await findDepositAccount(tx, row.credit_currency, row.payment_method ?? "");
  const key = paymentKey(row, account, bankReference);
  const credited = await findCreditedDeposit(tx, key);
  if (credited !== undefined && credited.id !== row.id) {
    const text = ownMessage.alreadyCredited(credited.reference);
    throw DomainError.at("bank_reference", "validation_failed", text);
  }
  return { bank_reference: bankReference, bank_reference_key: key };
}

/** Runs work once more where a unique index stopped it: it then sees what the other work has written. */
async function againOnViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failed) {
    if (!isUniqueViolation(failed)) throw failed;
    return work();
  }
}

const shown = (row: BankTransaction, units: bigint): string =>
  `${amountText(units, row.credit_currency)} ${row.credit_currency}`;

/**
 * Credits a deposit with what really came, once. A deposit that has expired or that the customer has cancelled is credited
 * all the same: the money is there, and it is the customer's; so is one that was returned and is paid again.
 * @param confirmation `reference` as it was typed; `amount` decimal text in the deposit's currency
 * @throws DomainError `validation_failed` (also at `bank_reference`, for a payment that has credited another deposit),
 *   `amount_above_maximum` for much more than was announced, `not_found`, `state_conflict` where it was confirmed before
 */
export async function confirmDeposit(
  services: DepositServices,
  operator: Operator,
  confirmation: ConfirmDepositInput,
): Promise<string> {
  const credit = async (tx: WriteTx): Promise<string> => {
    const row = await depositOf(tx, confirmation.reference);
    const amount = arrivedAmount(row, confirmation.amount);
    const announced = announcedAmount(row);
    const payment = await paymentOf(tx, row, confirmation.bank_reference);
    await changeStatus(tx, services, row, {
      to: "completed",
      by: { kind: "operator", id: operator.id },
      reason: confirmation.message ?? null,
      set: { credit: amount, debit: amount, ...payment },
      entry: {
        kind: "deposit",
        description: `Deposit ${row.reference}`,
        postings: [creditPosting(row, amount)],
      },
    });
    await recordReferral(tx, services, { ...row, credit: amount, debit: amount });
    await recordAct(tx, services, operator, {
      action: "deposit.confirmed",
      subject: row.id,
      details: {
        reference: row.reference,
        customer: row.user_id,
        from: row.status,
        announced: shown(row, announced),
        arrived: shown(row, amount),
        bank_reference: confirmation.bank_reference,
        message: confirmation.message,
        internal_note: confirmation.internal_note,
      },
    });
    await queueMail(tx, services, {
      to: row.customer_email,
      mail: depositArrivedMail(
        row.customer_first_name,
        { ...row, credit: amount },
        announced === amount ? undefined : announced,
        services.config,
      ),
    });
    return row.reference;
  };
  return againOnViolation(() => services.database.write(credit));
}

/** The ledger entry that credited a deposit last; it is credited again after a return. */
async function creditEntryOf(tx: WriteTx, row: BankTransaction): Promise<string | null> {
  const events = await listTransactionEvents(tx, row.user_id, row.id);
  const credited = events.findLast(({ to_status }) => to_status === "completed");
  return credited?.entry_id ?? row.entry_id;
}

/**
 * Sends a payment back to where it came from. One that was credited leaves the customer's balance again by the entry
 * that reverses its credit, as long as the customer has it; one that was not moves nothing in the books.
 * @throws DomainError `validation_failed`, `not_found`, `state_conflict`, `insufficient_funds`
 */
export async function returnDeposit(
  services: DepositServices,
  operator: Operator,
  { reference, message, internal_note }: ReturnDepositInput,
): Promise<string> {
  try {
    return await services.database.write(async (tx) => {
      const row = await depositOf(tx, reference);
      const credited = row.status === "completed";
      const reverses = credited ? await creditEntryOf(tx, row) : null;
      await changeStatus(tx, services, row, {
        to: "returned",
        by: { kind: "operator", id: operator.id },
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
      await recordAct(tx, services, operator, {
        action: "deposit.returned",
        subject: row.id,
        details: {
          reference: row.reference,
          customer: row.user_id,
          from: row.status,
          message,
          internal_note,
          ...(credited && { taken_back: shown(row, row.credit) }),
        },
      });
      await queueMail(tx, services, {
        to: row.customer_email,
        mail: depositReturnedMail(row.customer_first_name, row, message, services.config.APP_ORIGIN),
      });
      return row.reference;
    });
  } catch (failed) {
    if (!(failed instanceof InsufficientFundsError)) throw failed;
    throw DomainError.at("reference", "insufficient_funds", OWN_MESSAGES.moneySpent);
  }
}

/**
 * Expires a deposit that no one has paid, before its time. Should the money come later it can still be confirmed.
 * @throws DomainError `validation_failed`, `not_found`, `state_conflict`
 */
export async function expireDeposit(
  services: ExpiryServices,
  operator: Operator,
  { reference, message, internal_note }: ExpireDepositInput,
): Promise<string> {
  return services.database.write(async (tx) => {
    const row = await depositOf(tx, reference);
    await changeStatus(tx, services, row, {
      to: "expired",
      by: { kind: "operator", id: operator.id },
      reason: message ?? null,
    });
    await recordAct(tx, services, operator, {
      action: "deposit.expired",
      subject: row.id,
      details: { reference: row.reference, customer: row.user_id, message, internal_note },
    });
    return row.reference;
  });
}

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

/** False where a concurrent call was first. */
async function expireRow(
  tx: WriteTx,
  services: Pick<Services, "clock" | "ids">,
  row: TransactionRow,
): Promise<boolean> {
  try {
    const by = { kind: "system", id: `${SYSTEM_ACTOR}expiry` } as const;
    await changeStatus(tx, services, row, { to: "expired", by, reason: null });
    return true;
  } catch (failed) {
    if (failed instanceof DomainError && failed.code === "state_conflict") return false;
    throw failed;
  }
}
