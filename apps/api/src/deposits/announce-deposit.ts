import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { ownMessage } from "@wattle/contracts/own-messages";
import { displayAmount } from "@wattle/exchange-core/display";
import { formatAmount } from "@wattle/exchange-core/amount";
import { DEPOSIT_DAYS } from "@wattle/contracts/deposit-limits";
import type { DepositInput } from "@wattle/contracts/deposits";
import { DomainError } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import { limitsOf } from "@wattle/contracts/markets";
import { announcedDepositRow } from "@wattle/db/history-rows";
import { listSystemBankAccounts } from "@wattle/db/system-bank-accounts";
import { lockCustomer } from "../access/lock-customer.ts";
import { checkOpenCount } from "../transactions/check-open-count.ts";
import { claimAnswer, findAnswer } from "../transactions/claim-answer.ts";
import { readFiatMovement, type FiatAmount } from "../transactions/fiat-movement.ts";
import { beginTransaction, newOrigin } from "../transactions/new-transaction.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";

/** @throws DomainError `currency_inactive`, `amount_below_minimum`, `amount_above_maximum` */
function checkLimits({ rates }: Pick<Services, "rates">, { currency, amount }: FiatAmount): void {
  // Money that no price source can value could not be exchanged: it does not come in.
  const limits = rates.knows(currency.code) ? limitsOf(currency, "deposit") : undefined;
  if (limits === undefined) throw DomainError.at("balance.credit_currency", "currency_inactive");
  const { min, max } = limits;
  if (amount < min) {
    throw DomainError.at(
      "balance.credit",
      "amount_below_minimum",
      ownMessage.minimum(`${displayAmount(min, currency)} ${currency.code}`),
    );
  }
  if (amount > max) {
    throw DomainError.at(
      "balance.credit",
      "amount_above_maximum",
      ownMessage.maximum(`${displayAmount(max, currency)} ${currency.code}`),
    );
  }
}

/** @throws DomainError `validation_failed` if none of our bank accounts takes the currency this way */
async function checkMethod(
  services: Pick<Services, "database">,
  method: string,
  code: string,
): Promise<void> {
  const accounts = await listSystemBankAccounts(services.database.read);
  if (!accounts.some((account) => account.method === method && account.currency === code)) {
    throw DomainError.at("payment_method", "validation_failed", ownMessage.notOfferedFor(code));
  }
}

/**
 * Announces a deposit: a history row that awaits payment under a reference, which the customer quotes to the bank. No
 * money moves until an operator has seen it arrive.
 *
 * The same idempotency key with the same payload answers the first answer again.
 * @throws DomainError `currency_inactive`, `pair_unsupported`, `debit_mismatch`, `amount_below_minimum`,
 *   `amount_above_maximum`, `validation_failed` (a payment method not offered for the currency, or as many deposits
 *   as may be open), `idempotency_conflict`; `paused`; as `lockCustomer` if the account has changed meanwhile
 */
export async function announceDeposit(
  services: Pick<Services, "database" | "clock" | "ids" | "rates" | "markets" | "switches" | "vault">,
  user: SignedInUser,
  input: DepositInput,
  idempotencyKey: string | undefined,
): Promise<Transaction> {
  const { database, switches } = services;
  await switches.rows();
  const movement = await readFiatMovement(services, user, input);
  const { currency, amount } = movement;
  const request = {
    userId: user.id,
    key: idempotencyKey,
    payload: ["deposit", formatAmount(amount, currency), currency.code, input.payment_method],
  };
  try {
    checkLimits(services, movement);
    await checkMethod(services, input.payment_method, currency.code);
  } catch (refused) {
    // A repeat of what was announced is answered, whatever limits and bank accounts have become since.
    const earlier = await findAnswer<Transaction>(database.read, request);
    if (earlier !== undefined) return earlier;
    throw refused;
  }
  const origin = newOrigin(services, user.id);
  const row = announcedDepositRow({
    ...origin,
    amount: { units: amount, currency: currency.code },
    paymentMethod: input.payment_method,
    expiresAt: origin.createdAt + BigInt(DEPOSIT_DAYS * DAY_MILLISECONDS),
  });
  const answer = transactionOfRow(row);
  return database.write(async (tx) => {
    const earlier = await claimAnswer(tx, request, answer, row.created_at);
    if (earlier !== undefined) return earlier;
    switches.requireNow("deposits");
    await lockCustomer(tx, user.id, "deposit-money");
    await checkOpenCount(tx, user.id, "deposit");
    await beginTransaction(tx, services, row, user.id);
    return answer;
  });
}
