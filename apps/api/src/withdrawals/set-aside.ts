import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import type { MarketCurrency } from "@wattle/contracts/markets";
import { ownMessage } from "@wattle/contracts/own-messages";
import { balancesOf } from "@wattle/db/balances";
import { countIdleWithdrawals } from "@wattle/db/bank-transactions";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { CoinWithdrawalRow, WithdrawalRow } from "@wattle/db/history-rows";
import { availableAccount, heldAccount } from "@wattle/db/ledger/accounts";
import { toAmount } from "@wattle/exchange-core/amount";
import { displayAmount } from "@wattle/exchange-core/display";
import { noBalanceMessage } from "@wattle/exchange-core/exchange-messages";
import type { EventServices } from "../events/record-event.ts";
import { checkOpenCount } from "../transactions/check-open-count.ts";
import { beginTransaction, postRowEntry } from "../transactions/new-transaction.ts";

/** So many withdrawals a customer may ask for within 24 hours that are not paid or refused: each mails, and is written for good. */
const MOST_A_DAY = 20;

/** @throws DomainError `validation_failed` at the amount: as many as may be open, or asked for and taken back in a day */
export async function checkCounts(tx: WriteTx, userId: string, now: number): Promise<void> {
  await checkOpenCount(tx, userId, "withdraw");
  const since = BigInt(now - DAY_MILLISECONDS);
  if ((await countIdleWithdrawals(tx, userId, since)) >= MOST_A_DAY) {
    throw DomainError.at("balance.credit", "validation_failed", ownMessage.mostWithdrawalsADay(MOST_A_DAY));
  }
}

/** Adds a withdrawal to the history and moves its money from what can be spent to what is set aside. */
export async function setAside(
  tx: WriteTx,
  services: EventServices,
  row: WithdrawalRow | CoinWithdrawalRow,
): Promise<void> {
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
export async function notEnough(
  reader: Reader,
  userId: string,
  { currency }: { readonly currency: MarketCurrency },
): Promise<DomainError> {
  const balance = toAmount((await balancesOf(reader, userId)).get(currency.code) ?? 0n, currency);
  return DomainError.at(
    "balance.credit",
    "insufficient_funds",
    balance === 0n
      ? noBalanceMessage(currency)
      : ownMessage.maximum(`${displayAmount(balance, currency)} ${currency.code}`),
  );
}
