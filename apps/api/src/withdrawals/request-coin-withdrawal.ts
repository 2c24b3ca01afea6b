import type { CoinPayeeCopy } from "@wattle/contracts/coin-payees";
import { DomainError } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import { offeredCurrency } from "@wattle/contracts/markets";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import type { CoinWithdrawalInput } from "@wattle/contracts/withdrawals";
import { findCoinPayee } from "@wattle/db/coin-payees";
import type { WriteTx } from "@wattle/db/database";
import { coinWithdrawalRow, type CoinWithdrawalTerms } from "@wattle/db/history-rows";
import { heldKinds } from "@wattle/db/holds";
import { InsufficientFundsError } from "@wattle/db/ledger/post-entry";
import type { User } from "@wattle/db/tables";
import { formatAmount, toAmount, type Amount } from "@wattle/exchange-core/amount";
import { displayAmount } from "@wattle/exchange-core/display";
import { z } from "zod";
import type { SignedInUser } from "../access/admission.ts";
import { lockPermitted } from "../access/lock-customer.ts";
import { openCoinPayee } from "../coin-payees/coin-payee-of-row.ts";
import { coinUnits, followedCoin, type ChainCoin } from "../coins/coin-network.ts";
import { sendingOf } from "../coins/sending.ts";
import { coinWithdrawalRequestedMail } from "../mail/coin-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { countryOf } from "../markets/list-currencies.ts";
import type { Services } from "../services.ts";
import { claimAnswer } from "../transactions/claim-answer.ts";
import { amountOf } from "../transactions/fiat-movement.ts";
import { newOrigin } from "../transactions/new-transaction.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";
import { readWithdrawn, requireFundsKnown } from "./require-funds-known.ts";
import { checkCounts, notEnough, setAside } from "./set-aside.ts";
import { withdrawalsHold } from "./withdrawals-hold.ts";

type CoinServices = MailServices & Pick<Services, "database" | "markets" | "rates" | "switches">;

/** Field of an error unless the payee or the amount is at fault. */
const CURRENCY = "balance.credit_currency";
const PAYEE = "coin_payee_id";

interface CoinMovement {
  readonly currency: ChainCoin;
  /** Smallest units, the fee included. */
  readonly amount: Amount;
  readonly fee: Amount;
  /** The least that leaves the balance: what a payee must receive, and the fee. */
  readonly least: Amount;
}

/** Parts of a request that name the pauses it meets. */
const SENT = z.object({
  coin_payee_id: z.unknown(),
  balance: z
    .object({ credit_currency: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/**
 * Refuses a withdrawal of coins that are paused before anything else is said about it.
 * @param input as it was sent
 * @throws DomainError `paused`
 */
export async function requireCoinsOut(
  { switches, markets }: Pick<Services, "markets" | "switches">,
  input: unknown,
): Promise<void> {
  const { data } = SENT.safeParse(input);
  if (data?.coin_payee_id == null) return;
  const network = (await markets()).currency(data.balance?.credit_currency ?? "")?.chain?.network;
  await switches.require(
    "withdrawals",
    "coins-out",
    ...(network === undefined ? [] : [`network:${network}` as const]),
  );
}

/** @throws DomainError `currency_inactive` also if its network is off, `pair_unsupported`, `amount_below_minimum`, `debit_mismatch` */
async function readCoinMovement(
  services: CoinServices,
  user: SignedInUser,
  { balance, debit, debit_currency }: CoinWithdrawalInput,
): Promise<CoinMovement> {
  const code = balance.credit_currency;
  const found = offeredCurrency(await services.markets(), code, countryOf(user));
  const currency = followedCoin(services, found, CURRENCY);
  if (typeof debit_currency === "string" && debit_currency !== code) {
    throw DomainError.at("debit_currency", "pair_unsupported");
  }
  const amount = amountOf(balance.credit, currency, "balance.credit");
  if (amount <= 0n) throw DomainError.at("balance.credit", "amount_below_minimum", OWN_MESSAGES.notAboveZero);
  const fee = coinUnits(currency.chain.withdrawal_fee, currency);
  const least = toAmount(coinUnits(currency.chain.withdrawal_min, currency) + fee, currency);
  if (typeof debit === "string" && amountOf(debit, currency, "debit") !== amount - fee) {
    throw DomainError.at("debit", "debit_mismatch");
  }
  return { currency, amount, fee, least };
}

/**
 * Reads what a withdrawal of coins goes by, in the transaction that makes it, with the customer's row locked.
 * @throws DomainError as `lockPermitted`, then `coins_sending_off`, `validation_failed` at the payee, `payee_on_hold`,
 *   `withdrawals_on_hold`, `account_under_review`, `validation_failed` at the amount for too many, `amount_below_minimum`
 */
async function checkedParties(
  tx: WriteTx,
  { vault, clock }: CoinServices,
  { userId, coinPayeeId }: CoinWithdrawalTerms,
  { currency, amount, least }: CoinMovement,
): Promise<{ user: User; payee: CoinPayeeCopy }> {
  const now = clock.now();
  const user = await lockPermitted(tx, userId, "withdraw-money");
  if (sendingOf(user, now).state !== "on") throw DomainError.at(CURRENCY, "coins_sending_off");
  const row = await findCoinPayee(tx, userId, coinPayeeId);
  if (row === undefined) throw DomainError.at(PAYEE, "validation_failed", OWN_MESSAGES.noCoinPayee);
  if (row.currency !== currency.code) {
    throw DomainError.at(PAYEE, "validation_failed", ownMessage.cannotReceive(currency.code));
  }
  if (row.available_at > BigInt(now)) throw DomainError.at(PAYEE, "payee_on_hold");
  if (withdrawalsHold(user, now) !== null) throw DomainError.at(CURRENCY, "withdrawals_on_hold");
  if (heldKinds(user).includes("withdrawals")) throw DomainError.at(CURRENCY, "account_under_review");
  await checkCounts(tx, userId, now);
  if (amount < least) {
    const minimum = ownMessage.minimum(`${displayAmount(least, currency)} ${currency.code}`);
    throw DomainError.at("balance.credit", "amount_below_minimum", minimum);
  }
  return { user, payee: openCoinPayee(vault, row) };
}

/**
 * Requests that coins are sent to a payee: `credit` is set aside at once, and the payee receives it less the network fee once a
 * batch that pays it has settled.
 *
 * The same idempotency key with the same payload answers the first answer again.
 * @throws DomainError as `readCoinMovement` and `checkedParties`, `insufficient_funds`, `idempotency_conflict`, `paused`
 */
export async function requestCoinWithdrawal(
  services: CoinServices,
  customer: SignedInUser,
  input: CoinWithdrawalInput,
  idempotencyKey: string | undefined,
): Promise<Transaction> {
  const { database, vault, switches, config } = services;
  const movement = await readCoinMovement(services, customer, input);
  const { currency, amount, fee } = movement;
  const terms: CoinWithdrawalTerms = {
    ...newOrigin(services, customer.id),
    entryId: services.ids.uuid(),
    amount: { units: amount, currency: currency.code },
    fee,
    coinPayeeId: input.coin_payee_id,
  };
  const worths = await readWithdrawn(services, customer.id, terms.amount);
  const request = {
    userId: customer.id,
    key: idempotencyKey,
    payload: ["withdraw", formatAmount(amount, currency), currency.code, input.coin_payee_id],
  };
  // The answer says nothing of the copy, which is made in the transaction.
  const answer = transactionOfRow(coinWithdrawalRow(terms, null));
  try {
    return await database.write(async (tx) => {
      const earlier = await claimAnswer(tx, request, answer, terms.createdAt);
      if (earlier !== undefined) return earlier;
      switches.requireNow("withdrawals", "coins-out", `network:${currency.chain.network}`);
      const { user, payee } = await checkedParties(tx, services, terms, movement);
      await requireFundsKnown(tx, customer.id, worths, CURRENCY);
      const row = coinWithdrawalRow(
        terms,
        vault.seal("transactions.coin_payee_snapshot", terms.id, JSON.stringify(payee)),
      );
      await setAside(tx, services, row);
      await queueMail(tx, services, {
        to: user.email,
        mail: coinWithdrawalRequestedMail(user.first_name, row, payee, config.APP_ORIGIN),
      });
      return answer;
    });
  } catch (failed) {
    if (!(failed instanceof InsufficientFundsError)) throw failed;
    throw await notEnough(database.read, customer.id, movement);
  }
}
