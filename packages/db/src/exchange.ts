import { insertTransaction } from "./history.ts";
import type { ExchangeRow } from "./history-rows.ts";
import { availableAccount, houseAccount } from "./ledger/accounts.ts";
import { postEntry, type Posting } from "./ledger/post-entry.ts";
import { readStatement } from "./handles/statement.ts";
import { together } from "./handles/together.ts";
import type { FollowedStanding, Transaction } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/**
 * Executes an exchange: uses up the quote, writes the history row and one ledger entry.
 *
 * The entry: the converted part goes from the customer to the house's trading account, the fee from the
 * customer to the house's fees (no posting if it is zero), and the debit from the house's trading account
 * to the customer.
 *
 * Throws `QuoteUsedError` if another exchange has used the quote, and `InsufficientFundsError` if the customer has less
 * than the row's `credit`; both undo the transaction, so that the quote of the latter stays usable.
 * @returns the customer's standing, which no one can change before the transaction ends, for the caller to judge
 */
export async function recordExchange(tx: WriteTx, row: ExchangeRow): Promise<FollowedStanding> {
  const [standing] = await together([
    insertTransaction(tx, row),
    postEntry(tx, {
      id: row.entry_id,
      kind: "exchange",
      description: `Exchange ${row.reference}`,
      createdBy: row.user_id,
      createdAt: row.created_at,
      postings: exchangePostings(row),
    }),
  ]);
  return standing;
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

/** The row of the exchange that used a quote; undefined also if another customer's did. */
export async function findTransactionByQuote(
  reader: Reader,
  userId: string,
  quoteId: string,
): Promise<Transaction | undefined> {
  const [row] = await reader.run(byQuote, { userId, quoteId });
  return row;
}

function exchangePostings(row: ExchangeRow): Posting[] {
  const paying = availableAccount(row.user_id, row.credit_currency);
  const postings: Posting[] = [
    {
      source: paying,
      destination: houseAccount("trading", row.credit_currency),
      currency: row.credit_currency,
      amount: row.credit - row.fee_amount,
    },
  ];
  if (row.fee_amount !== 0n) {
    postings.push({
      source: paying,
      destination: houseAccount("fees", row.credit_currency),
      currency: row.credit_currency,
      amount: row.fee_amount,
    });
  }
  postings.push({
    source: houseAccount("trading", row.debit_currency),
    destination: availableAccount(row.user_id, row.debit_currency),
    currency: row.debit_currency,
    amount: row.debit,
  });
  return postings;
}
