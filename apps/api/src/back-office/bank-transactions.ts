import type { BankTransactionType } from "@wattle/contracts/history-rules";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { BankTransactionRecord, BankTransactionSummary } from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import { findBankTransaction, type BankTransaction } from "@wattle/db/bank-transactions";
import { listTransactionEvents } from "@wattle/db/history";
import type { Vault } from "@wattle/db/sealed/vault";
import type { TransactionEvent } from "@wattle/db/tables";
import { transactionDetailOf } from "../transactions/transaction-detail.ts";
import { readReference } from "../reference.ts";
import type { Services } from "../services.ts";

function recordOf(
  vault: Vault,
  row: BankTransaction,
  events: readonly TransactionEvent[],
): BankTransactionRecord {
  return {
    ...transactionDetailOf(vault, row, events),
    customer: {
      id: row.user_id,
      email: row.customer_email,
      first_name: row.customer_first_name,
      last_name: row.customer_last_name,
    },
  };
}

/** A deposit or withdrawal as it is shown in a list of the back office. */
export function bankTransactionSummaryOf(vault: Vault, row: BankTransaction): BankTransactionSummary {
  const { events: _left, ...summary } = recordOf(vault, row, []);
  return summary;
}

/**
 * The deposit or withdrawal with a reference, of any customer.
 * @param typed the reference as people type it
 * @throws DomainError `validation_failed` where it is mistyped, `not_found`
 */
export async function readBankTransaction(
  { database, vault }: Pick<Services, "database" | "vault">,
  type: BankTransactionType,
  typed: string,
): Promise<BankTransactionRecord> {
  const reference = readReference(typed);
  if (reference === undefined) {
    throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.mistypedReference);
  }
  const row = await findBankTransaction(database.read, type, reference);
  if (row === undefined) throw new DomainError("not_found");
  return recordOf(vault, row, await listTransactionEvents(database.read, row.user_id, row.id));
}
