import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { formatAmount } from "@wattle/exchange-core/amount";
import { DomainError } from "@wattle/contracts/errors";
import type { BankAccountCopy, Transaction } from "@wattle/contracts/history";
import type { BankWithdrawalInput } from "@wattle/contracts/withdrawals";
import { findBankAccount } from "@wattle/db/bank-accounts";
import type { WriteTx } from "@wattle/db/database";
import { withdrawalRow, type WithdrawalTerms } from "@wattle/db/history-rows";
import { InsufficientFundsError } from "@wattle/db/ledger/post-entry";
import type { BankAccount as BankAccountRow, User } from "@wattle/db/tables";
import { lockCustomer } from "../access/lock-customer.ts";
import { openBankAccount } from "../bank-accounts/bank-account-of-row.ts";
import { claimAnswer } from "../transactions/claim-answer.ts";
import { readFiatMovement } from "../transactions/fiat-movement.ts";
import { newOrigin } from "../transactions/new-transaction.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";
import { readWithdrawn, requireFundsKnown } from "./require-funds-known.ts";
import { checkCounts, notEnough, setAside } from "./set-aside.ts";
import { withdrawalsHold } from "./withdrawals-hold.ts";
import { withdrawalRequestedMail } from "../mail/money-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";

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
  await checkCounts(tx, userId, now);
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

/**
 * Requests a withdrawal to a bank account: the money is set aside at once, so that it cannot be spent again, and leaves when an operator has
 * paid it out. There is no fee and no limit but the balance.
 *
 * The same idempotency key with the same payload answers the first answer again.
 * @throws DomainError `currency_inactive`, `pair_unsupported`, `debit_mismatch`, `amount_below_minimum`,
 *   `account_blocked`, `validation_failed` (bank account, or as many withdrawals as may be open, or asked for and taken back in a day), `withdrawals_on_hold`, `bank_account_on_hold`, `insufficient_funds`,
 *   `idempotency_conflict`, `paused`, `account_under_review`
 */
export async function requestWithdrawal(
  services: MailServices & Pick<Services, "database" | "markets" | "rates" | "switches">,
  customer: SignedInUser,
  input: BankWithdrawalInput,
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
  const worths = await readWithdrawn(services, customer.id, terms.amount);
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
      await requireFundsKnown(tx, customer.id, worths);
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
