/**
 * The rows of a customer's history, one constructor for each way a transaction begins. `insertTransaction` takes nothing
 * else, so that no writer can forget a column or fill it in its own way. Amounts are smallest units, times milliseconds
 * since 1970.
 */
import type { Transaction } from "./tables.ts";

declare const made: unique symbol;

/** A row that a constructor of this file has made. */
export type HistoryRow = Transaction & { readonly [made]: true };

/** Columns that every row has from the start. */
interface Origin {
  readonly id: string;
  readonly userId: string;
  /** Name that people call it by. */
  readonly reference: string;
  readonly createdAt: bigint;
}

/** An amount of a currency. */
interface Money {
  readonly units: bigint;
  readonly currency: string;
}

type OriginColumn = "id" | "user_id" | "reference" | "created_at" | "updated_at";
type OwnColumns = Omit<Transaction, OriginColumn>;

/** The columns that some types have and others leave empty. */
const NONE = {
  rate: null,
  fee_percent: null,
  fee_amount: null,
  payment_method: null,
  bank_account_id: null,
  bank_account_snapshot: null,
  coin_payee_id: null,
  coin_payee_snapshot: null,
  quote_id: null,
  quote: null,
  entry_id: null,
  note: null,
  announced: null,
  expires_at: null,
  bank_reference: null,
  txid: null,
} as const satisfies Partial<OwnColumns>;

/** An amount that is given and got without a fee. */
const inFull = ({ units, currency }: Money) => ({
  credit: units,
  credit_currency: currency,
  debit: units,
  debit_currency: currency,
});

function rowOf<Own extends OwnColumns>(
  { id, userId, reference, createdAt }: Origin,
  own: Own,
): HistoryRow & Own {
  const row = { id, user_id: userId, reference, created_at: createdAt, updated_at: createdAt, ...own };
  return row as typeof row & HistoryRow;
}

/** An exchange at a quote's price, all figures computed. */
export interface ExchangeTerms extends Origin {
  readonly entryId: string;
  /** Amount that the customer gives, fee included. */
  readonly credit: bigint;
  readonly creditCurrency: string;
  /** Amount that the customer gets. */
  readonly debit: bigint;
  readonly debitCurrency: string;
  /** The part of `credit` that is the fee; the rest is what was converted. */
  readonly fee: bigint;
  readonly feePercent: string;
  readonly rate: string;
  readonly quoteId: string;
  /** The signed quote as it was presented. */
  readonly quote: string;
  readonly paymentMethod: string | null;
}
export type ExchangeRow = ReturnType<typeof exchangeRow>;

/** An exchange is completed as it is made. */
export function exchangeRow(terms: ExchangeTerms) {
  return rowOf(terms, {
    ...NONE,
    transaction_type: "exchange",
    status: "completed",
    credit: terms.credit,
    credit_currency: terms.creditCurrency,
    debit: terms.debit,
    debit_currency: terms.debitCurrency,
    rate: terms.rate,
    fee_percent: terms.feePercent,
    fee_amount: terms.fee,
    payment_method: terms.paymentMethod,
    quote_id: terms.quoteId,
    quote: terms.quote,
    entry_id: terms.entryId,
  });
}

/** A deposit that its customer has announced and that awaits payment until it expires. */
export function announcedDepositRow(
  deposit: Origin & { readonly amount: Money; readonly paymentMethod: string; readonly expiresAt: bigint },
) {
  return rowOf(deposit, {
    ...NONE,
    transaction_type: "deposit",
    status: "awaiting_payment",
    ...inFull(deposit.amount),
    payment_method: deposit.paymentMethod,
    announced: deposit.amount.units,
    expires_at: deposit.expiresAt,
  });
}

/** A deposit that was not announced: it is credited as it is made. */
export function creditedDepositRow(
  deposit: Origin & {
    readonly entryId: string;
    /** Amount that the customer paid. */
    readonly paid: Money;
    /** Amount that reached the balance. */
    readonly arrived: Money;
    readonly paymentMethod: string;
    readonly bankReference: string | null;
    /** The transaction on chain. */
    readonly txid?: string | null;
  },
) {
  return rowOf(deposit, {
    ...NONE,
    transaction_type: "deposit",
    status: "completed",
    credit: deposit.paid.units,
    credit_currency: deposit.paid.currency,
    debit: deposit.arrived.units,
    debit_currency: deposit.arrived.currency,
    payment_method: deposit.paymentMethod,
    entry_id: deposit.entryId,
    bank_reference: deposit.bankReference,
    txid: deposit.txid ?? null,
  });
}

export interface WithdrawalTerms extends Origin {
  readonly entryId: string;
  readonly amount: Money;
  readonly bankAccountId: string;
}
export type WithdrawalRow = ReturnType<typeof withdrawalRow>;

/**
 * A withdrawal whose money is set aside.
 * @param bankAccount a copy of the bank account as it is now, sealed
 */
export function withdrawalRow(
  withdrawal: WithdrawalTerms,
  bankAccount: Transaction["bank_account_snapshot"],
) {
  return rowOf(withdrawal, {
    ...NONE,
    transaction_type: "withdraw",
    status: "requested",
    ...inFull(withdrawal.amount),
    payment_method: "bank_transfer",
    bank_account_id: withdrawal.bankAccountId,
    bank_account_snapshot: bankAccount,
    entry_id: withdrawal.entryId,
  });
}

export interface CoinWithdrawalTerms extends Origin {
  readonly entryId: string;
  /** Amount that leaves the balance, the fee included. */
  readonly amount: Money;
  /** The network fee, smallest units. */
  readonly fee: bigint;
  readonly coinPayeeId: string;
}
export type CoinWithdrawalRow = ReturnType<typeof coinWithdrawalRow>;

/**
 * A withdrawal of coins that are set aside.
 * @param payee a copy of the payee as it is now, sealed
 */
export function coinWithdrawalRow(
  withdrawal: CoinWithdrawalTerms,
  payee: Transaction["coin_payee_snapshot"],
) {
  return rowOf(withdrawal, {
    ...NONE,
    transaction_type: "withdraw",
    status: "requested",
    ...inFull(withdrawal.amount),
    debit: withdrawal.amount.units - withdrawal.fee,
    fee_amount: withdrawal.fee,
    payment_method: "onchain",
    coin_payee_id: withdrawal.coinPayeeId,
    coin_payee_snapshot: payee,
    entry_id: withdrawal.entryId,
  });
}

export type AdjustmentRow = ReturnType<typeof adjustmentRow>;

/** A balance set right by staff: `credit` adds to it, `debit` takes from it. */
export function adjustmentRow(
  adjustment: Origin & {
    readonly entryId: string;
    readonly direction: "credit" | "debit";
    readonly amount: Money;
    /** Message to the customer. */
    readonly note: string | null;
  },
) {
  const { units, currency } = adjustment.amount;
  const adds = adjustment.direction === "credit";
  return rowOf(adjustment, {
    ...NONE,
    transaction_type: "adjustment",
    status: "completed",
    // Amounts that the customer gives, and gets.
    credit: adds ? 0n : units,
    credit_currency: currency,
    debit: adds ? units : 0n,
    debit_currency: currency,
    entry_id: adjustment.entryId,
    note: adjustment.note,
  });
}
