import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { formatAmount, toAmount } from "@wattle/exchange-core/amount";
import { displayAmount } from "@wattle/exchange-core/display";
import { noBalanceMessage } from "@wattle/exchange-core/exchange-messages";
import { DomainError } from "@wattle/contracts/errors";
import type { BankAccountCopy, Transaction } from "@wattle/contracts/history";
import type { WithdrawalInput } from "@wattle/contracts/withdrawals";
import { balancesOf } from "@wattle/db/balances";
import { findBankAccount } from "@wattle/db/bank-accounts";
import { countIdleWithdrawals } from "@wattle/db/bank-transactions";
import type { Reader, WriteTx } from "@wattle/db/database";
import { withdrawalRow, type WithdrawalRow, type WithdrawalTerms } from "@wattle/db/history-rows";
import { availableAccount, heldAccount } from "@wattle/db/ledger/accounts";
import { InsufficientFundsError } from "@wattle/db/ledger/post-entry";
import type { BankAccount as BankAccountRow, User } from "@wattle/db/tables";
import { lockCustomer } from "../access/lock-customer.ts";
import { openBankAccount } from "../bank-accounts/bank-account-of-row.ts";
import type { EventServices } from "../events/record-event.ts";
import { claimAnswer } from "../transactions/claim-answer.ts";
import { checkOpenCount } from "../transactions/check-open-count.ts";
import { readFiatMovement, type FiatAmount } from "../transactions/fiat-movement.ts";
import { beginTransaction, newOrigin, postRowEntry } from "../transactions/new-transaction.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";
import { withdrawalsHold } from "./withdrawals-hold.ts";
import { withdrawalRequestedMail } from "../mail/money-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";

/** So many withdrawals a customer may ask for within 24 hours that are not paid or refused: each mails, and is written for good. */
const MOST_A_DAY = 20;

/**
 * Reads what the withdrawal goes by, in the transaction that makes it, with the customer's row locked.
 * @throws DomainError as `lockCustomer`, `validation_failed`, `bank_account_on_hold`, `withdrawals_on_hold`
 */
async function checkedParties(
  tx: WriteTx,
  { userId, bankAccountId, amount }: WithdrawalTerms,
  now: number,
): Promise<{ user: User; bankAccount: BankAccountRow }> {
  const user = await lockCustomer(tx, userId, "withdraw-money");
  await checkOpenCount(tx, userId, "withdraw");
  const since = BigInt(now - DAY_MILLISECONDS);
  if ((await countIdleWithdrawals(tx, userId, since)) >= MOST_A_DAY) {
    throw DomainError.at("balance.credit", "validation_failed", ownMessage.mostWithdrawalsADay(MOST_A_DAY));
  }
  const bankAccount = await findBankAccount(tx, userId, bankAccountId);
  if (bankAccount === undefined) {
    throw DomainError.at("bank_account_id", "validation_failed", OWN_MESSAGES.noBankAccount);
  }
  if (bankAccount.currency !== amount.currency) {
    throw DomainError.at("bank_account_id", "validation_failed", ownMessage.cannotReceive(amount.currency));
  }
  if (withdrawalsHold(user, now) !== null) throw DomainError.at("bank_account_id", "withdrawals_on_hold");
  if (bankAccount.held_until !== null && bankAccount.held_until > BigInt(now)) {
    throw DomainError.at("bank_account_id", "bank_account_on_hold");
  }
  return { user, bankAccount };
}

/** Adds a withdrawal to the history and moves its money from what can be spent to what is set aside. */
async function setAside(tx: WriteTx, services: EventServices, row: WithdrawalRow): Promise<void> {
  const { user_id: userId, credit_currency: currency } = row;
  await beginTransaction(tx, services, row, userId);
  await postRowEntry(
    tx,
    row,
    { id: userId },
    {
      kind: "withdrawal_requested",
      description: `Withdrawal ${row.reference}`,
      postings: [
        {
          source: availableAccount(userId, currency),
          destination: heldAccount(userId, currency),
          currency,
          amount: row.credit,
        },
      ],
    },
  );
}

/** The message when the balance is less than the amount. */
async function notEnough(reader: Reader, userId: string, { currency }: FiatAmount): Promise<DomainError> {
  const balance = toAmount((await balancesOf(reader, userId)).get(currency.code) ?? 0n, currency);
  return DomainError.at(
    "balance.credit",
    "insufficient_funds",
    balance === 0n
      ? noBalanceMessage(currency)
      : ownMessage.maximum(`${displayAmount(balance, currency)} ${currency.code}`),
  );
}

/**
 * Requests a withdrawal: the money is set aside at once, so that it cannot be spent again, and leaves when an operator has
 * paid it out. There is no fee and no limit but the balance.
 *
 * The same idempotency key with the same payload answers the first answer again.
 * @throws DomainError `currency_inactive`, `pair_unsupported`, `debit_mismatch`, `amount_below_minimum`,
 *   `account_blocked`, `validation_failed` (bank account, or as many withdrawals as may be open, or asked for and taken back in a day), `withdrawals_on_hold`, `bank_account_on_hold`, `insufficient_funds`,
 *   `idempotency_conflict`, `paused`
 */
export async function requestWithdrawal(
  services: MailServices & Pick<Services, "database" | "markets" | "switches">,
  customer: SignedInUser,
  input: WithdrawalInput,
  idempotencyKey: string | undefined,
): Promise<Transaction> {
  const { database, vault, switches } = services;
  await switches.rows();
  const movement = await readFiatMovement(services, customer, input);
  const { currency, amount } = movement;
  const terms: WithdrawalTerms = {
    ...newOrigin(services, customer.id),
    entryId: services.ids.uuid(),
    amount: { units: amount, currency: currency.code },
    bankAccountId: input.bank_account_id,
  };
  // The answer says nothing of the copy, which is made in the transaction.
  const answer = transactionOfRow(withdrawalRow(terms, null));
  const request = {
    userId: customer.id,
    key: idempotencyKey,
    payload: ["withdraw", formatAmount(amount, currency), currency.code, input.bank_account_id],
  };
  try {
    return await database.write(async (tx) => {
      const earlier = await claimAnswer(tx, request, answer, terms.createdAt);
      if (earlier !== undefined) return earlier;
      switches.requireNow("withdrawals");
      const parties = await checkedParties(tx, terms, services.clock.now());
      // The withdrawal keeps the bank account as it is now, whatever happens to the original.
      const copy: BankAccountCopy = openBankAccount(vault, parties.bankAccount);
      const snapshot = vault.seal("transactions.bank_account_snapshot", terms.id, JSON.stringify(copy));
      const row = withdrawalRow(terms, snapshot);
      await setAside(tx, services, row);
      await queueMail(tx, services, {
        to: parties.user.email,
        mail: withdrawalRequestedMail(parties.user.first_name, row, copy, services.config.APP_ORIGIN),
      });
      return answer;
    });
  } catch (failed) {
    if (!(failed instanceof InsufficientFundsError)) throw failed;
    throw await notEnough(database.read, customer.id, movement);
  }
}
