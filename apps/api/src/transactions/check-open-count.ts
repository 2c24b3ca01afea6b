import { DomainError } from "@wattle/contracts/errors";
import { ownMessage } from "@wattle/contracts/own-messages";
import type { BankTransactionType } from "@wattle/contracts/history-rules";
import { countBankTransactions } from "@wattle/db/bank-transactions";
import type { WriteTx } from "@wattle/db/database";

/** So many deposits, and so many withdrawals, a customer may have open at once. */
const MOST_OPEN = 20;

const OPEN = {
  deposit: { status: "awaiting_payment", refusal: ownMessage.mostDeposits(MOST_OPEN) },
  withdraw: { status: "requested", refusal: ownMessage.mostWithdrawals(MOST_OPEN) },
} as const satisfies Record<BankTransactionType, object>;

/**
 * Keeps one customer from filling the queue that staff work off. The caller has locked the customer's row, so that
 * concurrent requests are counted one after another.
 * @throws DomainError `validation_failed` at the amount where as many as may be open are open
 */
export async function checkOpenCount(tx: WriteTx, userId: string, type: BankTransactionType): Promise<void> {
  const { status, refusal } = OPEN[type];
  const open = await countBankTransactions(tx, userId, type, status);
  if (open >= MOST_OPEN) throw DomainError.at("balance.credit", "validation_failed", refusal);
}
