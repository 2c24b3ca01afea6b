import { claimIdempotencyKey, releaseIdempotencyKey } from "./idempotency.ts";
import { insertTransaction } from "./history.ts";
import { availableAccount, houseAccount } from "./ledger/accounts.ts";
import { postEntry, type Posting } from "./ledger/post-entry.ts";
import { readStatement } from "./statement.ts";
import type { NewTransaction, Transaction } from "./tables.ts";
import type { Reader, WriteTx } from "./transaction.ts";

/**
 * An exchange at a quote's price, all figures computed. Amounts are smallest units, times milliseconds since
 * 1970.
 */
export interface ExchangeRecord {
  /** Id of the history row. */
  readonly id: string;
  readonly entryId: string;
  readonly userId: string;
  /** What the customer gives, fee included. */
  readonly credit: bigint;
  readonly creditCurrency: string;
  /** What the customer gets. */
  readonly debit: bigint;
  readonly debitCurrency: string;
  /** The part of `credit` that is the fee; the rest is what was converted. */
  readonly fee: bigint;
  readonly feePercent: string;
  readonly rate: string;
  readonly quoteId: string;
  /** The signed quote as it was presented. */
  readonly quote: string;
  readonly reference: string;
  readonly paymentMethod: string | null;
  readonly createdAt: bigint;
  /**
   * Where the request bore an idempotency key: the key, its payload's hash, and the answer as JSON text to
   * give now and at each repetition.
   */
  readonly idempotency?:
    | { readonly key: string; readonly payloadHash: string; readonly answer: string }
    | undefined;
}

export type ExchangeResult =
  | { readonly kind: "executed" }
  /** Another exchange used the quote; nothing was written. */
  | { readonly kind: "quote_used" }
  /** This very request was executed before and answered with `answer`; nothing was written. */
  | { readonly kind: "replayed"; readonly answer: string }
  /** The idempotency key belongs to another payload; nothing was written. */
  | { readonly kind: "idempotency_conflict" };

/**
 * Executes an exchange: claims the idempotency key, uses up the quote, writes the history row and one ledger
 * entry. The key is looked at before the quote, so that a repeated request gets its first answer and not
 * `quote_used`.
 *
 * The entry: the converted part goes from the customer to the house's trading account, the fee from the
 * customer to the house's fees (no posting where it is zero), and the debit from the house's trading account
 * to the customer.
 *
 * Throws `InsufficientFundsError` where the customer has less than `credit`; that undoes the transaction, so
 * the quote stays usable.
 */
export async function recordExchange(tx: WriteTx, exchange: ExchangeRecord): Promise<ExchangeResult> {
  const { userId, idempotency, createdAt } = exchange;
  if (idempotency !== undefined) {
    const claim = await claimIdempotencyKey(tx, { userId, createdAt, ...idempotency });
    if (claim.kind !== "claimed") return claim;
  }
  if (!(await insertTransaction(tx, historyRow(exchange)))) {
    if (idempotency !== undefined) await releaseIdempotencyKey(tx, { userId, key: idempotency.key });
    return { kind: "quote_used" };
  }
  await postEntry(tx, {
    id: exchange.entryId,
    kind: "exchange",
    description: `Exchange ${exchange.reference}`,
    createdBy: userId,
    createdAt,
    postings: exchangePostings(exchange),
  });
  return { kind: "executed" };
}

const byQuote = readStatement<{ userId: string; quoteId: string }, Transaction>(
  "transaction_by_quote",
  (db, parameter) =>
    db
      .selectFrom("transactions")
      .selectAll()
      .where("quote_id", "=", parameter("quoteId"))
      .where("user_id", "=", parameter("userId")),
);

/** The row of the exchange that used a quote; undefined also where another customer's did. */
export async function findTransactionByQuote(
  reader: Reader,
  userId: string,
  quoteId: string,
): Promise<Transaction | undefined> {
  const [row] = await reader.run(byQuote, { userId, quoteId });
  return row;
}

function exchangePostings(exchange: ExchangeRecord): Posting[] {
  const { userId, credit, creditCurrency, debit, debitCurrency, fee } = exchange;
  const paying = availableAccount(userId, creditCurrency);
  const postings: Posting[] = [
    {
      source: paying,
      destination: houseAccount("trading", creditCurrency),
      currency: creditCurrency,
      amount: credit - fee,
    },
  ];
  if (fee !== 0n) {
    postings.push({
      source: paying,
      destination: houseAccount("fees", creditCurrency),
      currency: creditCurrency,
      amount: fee,
    });
  }
  postings.push({
    source: houseAccount("trading", debitCurrency),
    destination: availableAccount(userId, debitCurrency),
    currency: debitCurrency,
    amount: debit,
  });
  return postings;
}

function historyRow(exchange: ExchangeRecord): NewTransaction {
  return {
    id: exchange.id,
    user_id: exchange.userId,
    transaction_type: "exchange",
    status: "completed",
    credit: exchange.credit,
    credit_currency: exchange.creditCurrency,
    debit: exchange.debit,
    debit_currency: exchange.debitCurrency,
    rate: exchange.rate,
    fee_percent: exchange.feePercent,
    fee_amount: exchange.fee,
    reference: exchange.reference,
    payment_method: exchange.paymentMethod,
    bank_account_id: null,
    bank_account_snapshot: null,
    quote_id: exchange.quoteId,
    quote: exchange.quote,
    entry_id: exchange.entryId,
    note: null,
    created_at: exchange.createdAt,
    updated_at: exchange.createdAt,
  };
}

/** Whether the customer has executed this quote. */
export async function isQuoteUsed(reader: Reader, userId: string, quoteId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("transactions")
    .select("id")
    .where("quote_id", "=", quoteId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}
