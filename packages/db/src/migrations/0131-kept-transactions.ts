import type { Dialect } from "../handles/dialect.ts";
import { differs, refusedUpdate, saidOnce, type UpdateRule } from "./kept-columns.ts";
import { appendOnly, refuseTruncate, type Migration } from "./migration.ts";

/** The id of the key that sealed a value, with its version: `v1.k1`. */
const sealedBy = (
  value: string,
): string => `substr(${value}, 1, length(${value}) - length(ltrim(substr(${value}, 4),
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-')))`;

const RULES: readonly UpdateRule[] = [
  {
    table: "transactions",
    name: "transactions_kept",
    when: differs(
      "id, user_id, transaction_type, credit_currency, debit_currency, rate, fee_percent, fee_amount, reference, " +
        "payment_method, bank_account_id, quote_id, quote, created_at, announced",
    ),
    says: "keeps what was agreed",
  },
  {
    table: "transactions",
    name: "transactions_amounts_kept",
    // What really came for a deposit is credited, and counts up with each payment.
    when: `(${differs("credit, debit")}) and not (old.transaction_type = 'deposit' and new.status = 'completed')`,
    says: "keeps its amounts",
  },
  {
    table: "transactions",
    name: "transactions_entry_kept",
    when: saidOnce("entry_id"),
    says: "keeps its ledger entry",
  },
  {
    table: "transactions",
    name: "transactions_payee_kept",
    // The copy is sealed again with another key, and erased; what was stored plain is sealed once.
    when: `new.bank_account_snapshot is not null and new.bank_account_snapshot is distinct from old.bank_account_snapshot
      and (old.bank_account_snapshot is null or new.bank_account_snapshot not like 'v1.%'
        or ${sealedBy("new.bank_account_snapshot")} = ${sealedBy("old.bank_account_snapshot")})`,
    says: "keeps its bank account",
  },
  {
    table: "transactions",
    name: "transactions_settled_once",
    // The steps of contracts/transaction-transitions.ts that pay, or could pay again.
    when: `new.status <> old.status and (old.transaction_type in ('exchange', 'adjustment')
      or new.status in ('requested', 'awaiting_payment')
      or (old.transaction_type = 'withdraw' and not (old.status = 'requested'
        or (old.status = 'completed' and new.status = 'returned'))))`,
    says: "is settled once",
  },
  {
    table: "transactions",
    name: "transactions_paid_by_open",
    when: `new.payout_batch_id is not null and new.payout_batch_id is distinct from old.payout_batch_id and not exists
      (select 1 from payout_batches where id = new.payout_batch_id and status = 'open')`,
    says: "joins open batches only",
  },
  {
    table: "payout_batches",
    name: "payout_batches_kept",
    when: `${differs("id, currency, deposit_account_id, created_by, created_at")} or
      ${saidOnce("released_by, released_at, filed_at, sent_by, sent_at, settled_at, cancelled_at")}`,
    says: "keeps what was decided",
  },
  {
    table: "payout_batches",
    name: "payout_batches_go_on",
    when: `new.status <> old.status and (old.status || ' ' || new.status) not in
      ('open released', 'open cancelled', 'released sent', 'sent settled', 'released settled')`,
    says: "never goes back",
  },
  {
    table: "receivables",
    name: "receivables_kept",
    when: `${differs("id, user_id, currency, amount, bank_line_id, entry_id, opened_at")} or
      ${saidOnce("settled_at, settled_by, settled_entry_id")}`,
    says: "keeps what is owed",
  },
  {
    table: "bank_accounts",
    name: "bank_accounts_kept",
    when: differs("id, user_id"),
    says: "belongs to one customer",
  },
  {
    table: "ledger_balances",
    name: "ledger_balances_kept",
    // Every exchange changes a balance, and must not run the rule.
    of: "account_id, currency, user_id, purpose",
    when: differs("account_id, currency, user_id, purpose"),
    says: "belongs to one account",
  },
];

/** No row of these is ever removed. */
const NEVER_REMOVED = ["transactions", "payout_batches", "receivables", "ledger_balances"] as const;

function neverRemoved(dialect: Dialect, table: string): string[] {
  if (dialect === "sqlite")
    return appendOnly(dialect, table).filter((statement) => statement.includes("_no_delete"));
  return [
    `create trigger ${table}_no_delete before delete on ${table}
     for each row execute function refuse_change_of_decided()`,
    ...refuseTruncate(dialect, table).map((statement) =>
      statement.replace("refuse_change()", "refuse_change_of_decided()"),
    ),
  ];
}

/**
 * What moves money keeps its amounts and payees, and each withdrawal, deposit and adjustment has a ledger entry of its own. The index
 * leaves out exchanges, which pay for none of this.
 */
export const keptTransactions: Migration = {
  name: "0131-kept-transactions",
  statements: (dialect) => [
    `create unique index transactions_by_entry on transactions (entry_id) where transaction_type <> 'exchange'`,
    ...RULES.flatMap((rule) => refusedUpdate(dialect, rule)),
    ...NEVER_REMOVED.flatMap((table) => neverRemoved(dialect, table)),
  ],
};
