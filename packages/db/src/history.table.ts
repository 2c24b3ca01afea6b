import type { TransactionStatus, TransactionType } from "@wattle/contracts/history-rules";
import type { Generated, Selectable } from "kysely";
import type { DecimalText, Epoch } from "./columns/column-types.ts";
import { INNER, MONEY, NAMES_NO_ONE, STATE, WHEN, gone } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { below, own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface TransactionsTable {
  id: string;
  user_id: string;
  transaction_type: TransactionType;
  status: TransactionStatus;
  /** Amount that the customer gives. */
  credit: bigint;
  credit_currency: string;
  /** Amount that the customer gets. */
  debit: bigint;
  debit_currency: string;
  rate: DecimalText | null;
  fee_percent: DecimalText | null;
  /** In the credit currency's smallest units. */
  fee_amount: bigint | null;
  reference: string;
  payment_method: string | null;
  bank_account_id: string | null;
  /** JSON: the bank account as it was when the transaction was made. */
  bank_account_snapshot: Sealed<"transactions.bank_account_snapshot"> | null;
  coin_payee_id: string | null;
  /** JSON: the payee as it was when the withdrawal was made. */
  coin_payee_snapshot: Sealed<"transactions.coin_payee_snapshot"> | null;
  /** The quote's unique id: a quote executes once. */
  quote_id: string | null;
  /** The signed quote, so that a receipt can prove the price was honoured. */
  quote: string | null;
  entry_id: string | null;
  note: string | null;
  created_at: Epoch;
  updated_at: Epoch;
  /** The planned amount of a deposit; `credit` and `debit` become the received amount. */
  announced: bigint | null;
  /** When an unpaid deposit expires. */
  expires_at: Epoch | null;
  /** The bank's name for the payment or the payout. */
  bank_reference: string | null;
  /** Unique among credited deposits; set when an operator credits one with a bank reference. */
  bank_reference_key: string | null;
  /** The batch that a withdrawal is paid by. */
  payout_batch_id: Generated<string | null>;
  /** The released batch of coins that pays a withdrawal. */
  coin_payout_id: Generated<string | null>;
  /** The transaction on chain. */
  txid: string | null;
}

export const transactions = table<TransactionsTable>({
  whose: own,
  key: ["id"],
  copy: { file: "transactions", about: "Your transactions, with the rates we held for you" },
  erasure: { by: "column" },
  columns: {
    id: ["text", NAMES_NO_ONE],
    user_id: [INNER, NAMES_NO_ONE],
    transaction_type: ["text", MONEY],
    status: ["text", STATE],
    credit: [{ amountIn: "credit_currency" }, MONEY],
    credit_currency: ["text", MONEY],
    debit: [{ amountIn: "debit_currency" }, MONEY],
    debit_currency: ["text", MONEY],
    rate: ["text", MONEY],
    fee_percent: ["text", MONEY],
    fee_amount: [{ amountIn: "credit_currency" }, MONEY],
    reference: ["text", MONEY],
    payment_method: ["text", STATE],
    bank_account_id: ["text", NAMES_NO_ONE],
    bank_account_snapshot: ["sealed json", gone(null)],
    coin_payee_id: ["text", NAMES_NO_ONE],
    coin_payee_snapshot: ["sealed json", gone(null)],
    quote_id: ["text", MONEY],
    quote: ["text", { kept: "shows that the price was honoured; it names the account by its identifier" }],
    entry_id: ["text", MONEY],
    note: ["text", gone(null)],
    created_at: ["time", WHEN],
    updated_at: ["time", WHEN],
    announced: [{ amountIn: "credit_currency" }, MONEY],
    expires_at: ["time", WHEN],
    bank_reference: ["text", gone(null)],
    bank_reference_key: [INNER, { kept: "keeps a payment from being credited twice" }],
    payout_batch_id: [INNER, MONEY],
    coin_payout_id: [INNER, MONEY],
    txid: ["text", MONEY],
  },
});

/** A history row, without the columns with which the database keeps rows unique. */
export type Transaction = Omit<
  Selectable<TransactionsTable>,
  "bank_reference_key" | "payout_batch_id" | "coin_payout_id"
> & {
  /** The batch that pays a withdrawal; a row that is only about to be written has none. */
  readonly payout_batch_id?: string | null;
  readonly coin_payout_id?: string | null;
};

interface TransactionEventsTable {
  id: string;
  transaction_id: string;
  from_status: TransactionStatus | null;
  to_status: TransactionStatus;
  actor: string;
  reason: string | null;
  created_at: Epoch;
  /** The ledger entry that went with the change. */
  entry_id: string | null;
}

export const transactionEvents = table<TransactionEventsTable>({
  whose: below("transaction_id", "transactions"),
  copy: {
    file: "transaction-changes",
    about: "What changed your transactions, and when",
    key: ["transaction_id", "id"],
  },
  erasure: { by: "column", key: ["id"] },
  columns: {
    id: ["text", NAMES_NO_ONE],
    transaction_id: ["text", MONEY],
    from_status: ["text", STATE],
    to_status: ["text", STATE],
    actor: ["actor", NAMES_NO_ONE],
    reason: ["text", gone(null)],
    created_at: ["time", WHEN],
    entry_id: ["text", MONEY],
  },
});

export type TransactionEvent = Selectable<TransactionEventsTable>;

interface HistoryCountsTable {
  user_id: string;
  transaction_type: TransactionType;
  total: bigint;
}

export const historyCounts = table<HistoryCountsTable>({
  copy: "counts of transactions.json",
  erasure: "numbers of transactions",
});
