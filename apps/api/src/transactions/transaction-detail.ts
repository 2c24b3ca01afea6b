import { coinPayeeCopy, type CoinPayeeCopy } from "@wattle/contracts/coin-payees";
import { DomainError } from "@wattle/contracts/errors";
import {
  bankAccountCopy,
  type BankAccountCopy,
  type TransactionDetail,
  type TransactionEvent,
} from "@wattle/contracts/history";
import { findTransaction } from "@wattle/db/history";
import { findPaidByFile } from "@wattle/db/paying-files";
import { listTransactionEvents } from "@wattle/db/transaction-states";
import type { Vault } from "@wattle/db/sealed/vault";
import type { Transaction as TransactionRow, TransactionEvent as EventRow } from "@wattle/db/tables";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { transactionOfRow } from "./transaction-of-row.ts";

/** Work next to the requests signs its changes so, with its name after the colon. */
export const SYSTEM_ACTOR = "system:";

/** Operators stay unnamed: a customer learns that it was one, not who. */
function actorOf(actor: string, userId: string): TransactionEvent["actor"] {
  if (actor === userId) return "customer";
  return actor.startsWith(SYSTEM_ACTOR) ? "system" : "operator";
}

function eventOfRow(row: EventRow, userId: string): TransactionEvent {
  return {
    from_status: row.from_status,
    to_status: row.to_status,
    actor: actorOf(row.actor, userId),
    reason: row.reason,
    created_at: isoTime(row.created_at),
  };
}

/** The bank account that a withdrawal has kept; null if there is none. */
export function keptBankAccount(vault: Vault, row: TransactionRow): BankAccountCopy | null {
  const copy = vault.open("transactions.bank_account_snapshot", row.id, row.bank_account_snapshot);
  return copy === null ? null : bankAccountCopy.parse(JSON.parse(copy));
}

/** The payee that a withdrawal of coins has kept; null if there is none. */
export function keptCoinPayee(
  vault: Vault,
  row: Pick<TransactionRow, "id" | "coin_payee_snapshot">,
): CoinPayeeCopy | null {
  const copy = vault.open("transactions.coin_payee_snapshot", row.id, row.coin_payee_snapshot);
  return copy === null ? null : coinPayeeCopy.parse(JSON.parse(copy));
}

/** A stored row with its events as it is answered. */
export function transactionDetailOf(
  vault: Vault,
  row: TransactionRow,
  events: readonly EventRow[],
): TransactionDetail {
  return {
    ...transactionOfRow(row),
    announced:
      row.announced === null || row.announced === row.credit
        ? null
        : amountText(row.announced, row.credit_currency),
    expires_at: row.expires_at === null ? null : isoTime(row.expires_at),
    being_paid: row.status === "requested" && (row.payout_batch_id ?? row.coin_payout_id ?? null) !== null,
    bank_reference: row.bank_reference,
    bank_account: keptBankAccount(vault, row),
    coin_payee: keptCoinPayee(vault, row),
    events: events.map((event) => eventOfRow(event, row.user_id)),
  };
}

/**
 * One of the customer's own transactions with all that is known of it.
 * @throws DomainError `not_found`, also if it is another customer's
 */
export async function readTransactionDetail(
  { database: { read }, vault }: Pick<Services, "database" | "vault">,
  userId: string,
  id: string,
): Promise<TransactionDetail> {
  const row = await findTransaction(read, userId, id);
  if (row === undefined) throw new DomainError("not_found");
  const detail = transactionDetailOf(vault, row, await listTransactionEvents(read, userId, id));
  const isPaid = row.status === "requested" && (await findPaidByFile(read, id));
  return { ...detail, being_paid: detail.being_paid || isPaid };
}
