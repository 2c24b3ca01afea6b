import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import {
  bankTransaction,
  confirmDepositInput,
  type BankTransactionRecord,
  type ConfirmDepositInput,
} from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import { currencyOf, type MarketCurrency } from "@wattle/contracts/markets";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { mayChange } from "@wattle/contracts/transaction-transitions";
import { findCreditedDeposit, paymentKey, type BankTransaction } from "@wattle/db/bank-transactions";
import { lockCredits } from "@wattle/db/credited-before";
import type { WriteTx } from "@wattle/db/database";
import { findDepositAccount } from "@wattle/db/system-bank-accounts";
import { parseAmount } from "@wattle/exchange-core/amount";
import type { Operator } from "../../audit/record-act.ts";
import { exactMoney } from "../../amount-text.ts";
import { creditedByLine } from "../../bank-lines/credited-before.ts";
import { creditPosting, depositOf, creditText } from "../../deposits/settle-deposit.ts";
import { depositArrivedMail } from "../../mail/money-mails.ts";
import { reportCash } from "../../compliance/draft-filing.ts";
import { recordReferral } from "../../partners/record-referral.ts";
import { changeStatus } from "../../transactions/change-status.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { stateText } from "../approvals/changes.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { readBankTransaction } from "../transactions/bank-transactions.ts";

const announcedAmount = (row: BankTransaction): bigint => row.announced ?? row.credit;

function currencyOfRow(row: BankTransaction): MarketCurrency {
  const currency = currencyOf(row.credit_currency);
  if (currency === undefined) {
    throw new Error(`the database holds the unknown currency ${row.credit_currency}`);
  }
  return currency;
}

/** @throws DomainError at `amount` */
function arrivedAmount(row: BankTransaction, text: string): bigint {
  const parsed = parseAmount(text, currencyOfRow(row));
  if (!parsed.ok) throw DomainError.at("amount", "validation_failed", AMOUNT_TEXTS[parsed.problem]);
  if (parsed.amount <= 0n) throw DomainError.at("amount", "validation_failed", OWN_MESSAGES.notAboveZero);
  return parsed.amount;
}

/** How far a received amount may be from the planned one, either way, for one person: in percent … */
const TOLERATED_PERCENT = 10n;
/** … and in hundredths of the deposit's currency. */
const TOLERATED_UNITS = 100_000n;

/** Why a credit is too far from the planned amount for one person. */
function differenceReasons(row: BankTransaction, arrived: bigint): string[] {
  const announced = announcedAmount(row);
  const difference = arrived > announced ? arrived - announced : announced - arrived;
  const most = exactMoney(TOLERATED_UNITS, row.credit_currency);
  return [
    ...(difference * 100n > announced * TOLERATED_PERCENT
      ? [`The amount differs from the planned one by more than ${TOLERATED_PERCENT}%.`]
      : []),
    ...(difference > TOLERATED_UNITS
      ? [`The amount differs from the planned one by more than ${most}.`]
      : []),
  ];
}

/**
 * The payment that credits the deposit, as its row keeps it. If two clerks credit one payment at once, the database's
 * unique index stops the second.
 * @throws DomainError at `bank_reference` if this payment has credited another deposit of the same deposit account
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

interface Credit {
  readonly row: BankTransaction;
  readonly amount: bigint;
  readonly payment: Awaited<ReturnType<typeof paymentOf>>;
  readonly input: ConfirmDepositInput;
}

/** Credits the deposit, in the caller's transaction. */
async function credit(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  { row, amount, payment, input }: Credit,
): Promise<BankTransactionRecord> {
  await changeStatus(tx, services, row, {
    to: "completed",
    by: { kind: "operator", id: operator.id, approvedBy: operator.approvedBy },
    reason: input.message ?? null,
    set: { credit: amount, debit: amount, ...payment },
    entry: {
      kind: "deposit",
      description: `Deposit ${row.reference}`,
      postings: [creditPosting(row, amount)],
    },
  });
  const credited = { ...row, credit: amount, debit: amount };
  await recordReferral(tx, services, credited);
  await reportCash(tx, services, credited);
  return readBankTransaction(tx, services.vault, "deposit", row.reference);
}

/**
 * Credits a deposit with what really came, once. A deposit that has expired or that the customer has cancelled is credited
 * all the same: the money is there, and it is the customer's; so is one that was returned and is paid again. The plan throws
 * `validation_failed` (also at `bank_reference`, for a payment that has credited another deposit), `not_found`, and `state_conflict`
 * if it was confirmed before.
 */
export const confirmDeposit: ReviewedAct<typeof confirmDepositInput, typeof bankTransaction, MovedWorth> = {
  title: "Credit a deposit",
  roles: ["finance"],
  moves: {
    what: "a credit by hand",
    people: "by sum",
    why: "more than 10 % or 1,000.00 from the planned amount; a line may have credited its money already",
  },
  confirmed: true,
  errors: ["not_found", "state_conflict"],
  input: confirmDepositInput,
  output: bankTransaction,
  look: async (services, { reference, amount }) => {
    const row = await depositOf(services.database.read, reference);
    return worthOf(services, arrivedAmount(row, amount), row.credit_currency);
  },
  plan: async (tx, { services, operator, known }, input) => {
    await lockCredits(tx, (await depositOf(tx, input.reference)).credit_currency);
    const row = await depositOf(tx, input.reference);
    const amount = arrivedAmount(row, input.amount);
    if (!mayChange(row.transaction_type, row.status, "completed", "operator")) {
      throw new DomainError("state_conflict");
    }
    const payment = await paymentOf(tx, row, input.bank_reference);
    const before = await creditedByLine(tx, services, row, amount);
    return {
      subject: `deposit ${row.reference} of ${row.user_id}`,
      once: row.id,
      customer: row.user_id,
      details: {
        Customer: `${row.customer_first_name} ${row.customer_last_name}`,
        "Planned amount": exactMoney(announcedAmount(row), row.credit_currency),
        "Amount that arrived": exactMoney(amount, row.credit_currency),
        "Bank reference": input.bank_reference,
        ...before.details,
        Message: input.message,
        "Internal note": input.internal_note,
      },
      changes: [
        { customer: row.user_id, currency: row.credit_currency, moves: amount },
        { what: `Deposit ${row.reference}`, before: stateText(row.status), after: stateText("completed") },
      ],
      state: `the deposit is ${row.status}`,
      reasons: [...differenceReasons(row, amount), ...before.reasons],
      worth: known,
      mail: {
        to: row.customer_email,
        mail: depositArrivedMail(
          row.customer_first_name,
          { ...row, credit: amount },
          announcedAmount(row) === amount ? undefined : announcedAmount(row),
          services.config,
        ),
      },
      log: {
        action: "deposit.confirmed",
        subject: row.id,
        details: {
          reference: row.reference,
          customer: row.user_id,
          from: row.status,
          announced: creditText(row, announcedAmount(row)),
          arrived: creditText(row, amount),
          bank_reference: input.bank_reference,
          message: input.message,
          internal_note: input.internal_note,
        },
      },
      run: () => credit(tx, services, operator, { row, amount, payment, input }),
    };
  },
};
