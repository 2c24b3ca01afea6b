import type { TransactionEventType } from "@wattle/contracts/event-types";
import type { WriteTx } from "@wattle/db/database";
import type { Transaction as TransactionRow } from "@wattle/db/tables";
import { recordEvent, type EventServices } from "../events/record-event.ts";
import { tellOperator } from "../events/tell-operator.ts";
import { transactionOfRow } from "./transaction-of-row.ts";

/** Events for a customer's programs, by kind and status. Exchanges are read from the sealed ledger. */
const EVENT_TYPES: Readonly<Record<string, TransactionEventType | undefined>> = {
  "deposit completed": "deposit.completed",
  "deposit returned": "deposit.returned",
  "deposit expired": "deposit.expired",
  "withdraw requested": "withdrawal.requested",
  "withdraw sent": "withdrawal.sent",
  "withdraw completed": "withdrawal.completed",
  "withdraw rejected": "withdrawal.rejected",
  "withdraw returned": "withdrawal.returned",
  "withdraw cancelled": "withdrawal.cancelled",
};

/**
 * Records what has just become of a deposit or withdrawal, and tells the operator of a credited deposit if it is large.
 * @param row as it is now
 * @param was smallest units that were credited before
 */
export async function recordTransactionEvent(
  tx: WriteTx,
  services: EventServices,
  row: TransactionRow,
  was = 0n,
): Promise<void> {
  const type = EVENT_TYPES[`${row.transaction_type} ${row.status}`];
  if (type === undefined) return;
  await recordEvent(tx, services, row.user_id, row.id, { type, data: transactionOfRow(row) });
  if (type !== "deposit.completed") return;
  const data = { transaction: row.id, customer: row.user_id };
  const growth = { currency: row.credit_currency, was, is: row.credit };
  await tellOperator(tx, services, { type: "deposit.large", data }, growth);
}
