import type { Transaction } from "@wattle/contracts/history";
import type { Transaction as TransactionRow } from "@wattle/db/tables";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { billReferenceOf } from "./bill-reference.ts";

/** A stored history row as it is answered. */
export function transactionOfRow(row: TransactionRow): Transaction {
  const fee = row.fee_amount === null ? null : amountText(row.fee_amount, row.credit_currency);
  const networkFee = row.transaction_type === "withdraw" ? fee : null;
  return {
    id: row.id,
    transaction_type: row.transaction_type,
    status: row.status,
    credit: amountText(row.credit, row.credit_currency),
    credit_currency: row.credit_currency,
    debit: amountText(row.debit, row.debit_currency),
    debit_currency: row.debit_currency,
    rate: row.rate,
    fee: row.fee_percent ?? networkFee,
    fee_amount: fee,
    fee_currency: row.fee_amount === null ? null : row.credit_currency,
    converted:
      row.fee_percent === null || row.fee_amount === null
        ? null
        : amountText(row.credit - row.fee_amount, row.credit_currency),
    reference: row.reference,
    bill_reference: row.payment_method === "post_billpay" ? billReferenceOf(row.id) : null,
    payment_method: row.payment_method,
    txid: row.txid,
    bank_account_id: row.bank_account_id,
    coin_payee_id: row.coin_payee_id,
    note: row.note,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}
