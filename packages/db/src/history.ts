/** A customer's history: the rows the specification calls transactions. */
import { commandStatement, readStatement, writeStatement } from "./statement.ts";
import type { Transaction, TransactionEvent, TransactionStatus, TransactionType } from "./tables.ts";
import type { Reader, WriteTx } from "./transaction.ts";

/** Which rows, and which page of them. */
export interface HistoryPage {
  readonly type?: TransactionType;
  /** Created at or after this time, milliseconds since 1970. */
  readonly from?: bigint;
  /** Created at or before this time, milliseconds since 1970. */
  readonly to?: bigint;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

export interface HistoryResult {
  readonly rows: Transaction[];
  /** How many rows the filter has on all pages. */
  readonly total: number;
}

const insertRow = writeStatement<Transaction, { id: string }>("transaction_insert", (db, parameter) =>
  db
    .insertInto("transactions")
    .values({
      id: parameter("id"),
      user_id: parameter("user_id"),
      transaction_type: parameter("transaction_type"),
      status: parameter("status"),
      credit: parameter("credit"),
      credit_currency: parameter("credit_currency"),
      debit: parameter("debit"),
      debit_currency: parameter("debit_currency"),
      rate: parameter("rate"),
      fee_percent: parameter("fee_percent"),
      fee_amount: parameter("fee_amount"),
      reference: parameter("reference"),
      payment_method: parameter("payment_method"),
      bank_account_id: parameter("bank_account_id"),
      bank_account_snapshot: parameter("bank_account_snapshot"),
      quote_id: parameter("quote_id"),
      quote: parameter("quote"),
      entry_id: parameter("entry_id"),
      note: parameter("note"),
      created_at: parameter("created_at"),
      updated_at: parameter("updated_at"),
    })
    .onConflict((conflict) => conflict.column("quote_id").doNothing())
    .returning("id"),
);

const countRow = commandStatement<{ userId: string; type: TransactionType; one: bigint }>(
  "history_count",
  (db, parameter) =>
    db
      .insertInto("history_counts")
      .values({
        user_id: parameter("userId"),
        transaction_type: parameter("type"),
        total: parameter("one"),
      })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "transaction_type"]).doUpdateSet((counts) => ({
          total: counts("history_counts.total", "+", counts.ref("excluded.total")),
        })),
      ),
);

const firstPage = readStatement<{ userId: string; limit: bigint }, Transaction>(
  "history_first_page",
  (db, parameter) =>
    db
      .selectFrom("transactions")
      .selectAll()
      .where("user_id", "=", parameter("userId"))
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(parameter("limit")),
);

const countsOf = readStatement<{ userId: string }, { transaction_type: TransactionType; total: bigint }>(
  "history_counts_of",
  (db, parameter) =>
    db
      .selectFrom("history_counts")
      .select(["transaction_type", "total"])
      .where("user_id", "=", parameter("userId")),
);

/**
 * Adds a row to a customer's history and counts it. False, and nothing is written, where another row bears
 * the same `quote_id`: a quote is used once.
 */
export async function insertTransaction(tx: WriteTx, row: Transaction): Promise<boolean> {
  const [inserted] = await tx.run(insertRow, row);
  if (inserted === undefined) return false;
  await tx.run(countRow, { userId: row.user_id, type: row.transaction_type, one: 1n });
  return true;
}

/** A customer's history, newest first. A row that is added while pages are turned moves the rest down. */
export async function listTransactions(
  reader: Reader,
  userId: string,
  { type, from, to, page, perPage }: HistoryPage,
): Promise<HistoryResult> {
  const filtered = type !== undefined || from !== undefined || to !== undefined;
  if (!filtered && page === 1) {
    const rows = await reader.run(firstPage, { userId, limit: BigInt(perPage) });
    return { rows, total: await countAll(reader, userId, undefined) };
  }
  let matching = reader.selectFrom("transactions").where("user_id", "=", userId);
  if (type !== undefined) matching = matching.where("transaction_type", "=", type);
  if (from !== undefined) matching = matching.where("created_at", ">=", from);
  if (to !== undefined) matching = matching.where("created_at", "<=", to);
  // The page's ids come from the index alone, so that rows which are only skipped are never read.
  const ids = matching
    .select("id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(perPage))
    .offset(BigInt(page - 1) * BigInt(perPage));
  const rows = await reader
    .selectFrom("transactions")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  if (from === undefined && to === undefined) return { rows, total: await countAll(reader, userId, type) };
  const { total } = await matching
    .select((rowsOf) => rowsOf.fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** One row of a customer's history; undefined also where the row is another customer's. */
export async function findTransaction(
  reader: Reader,
  userId: string,
  id: string,
): Promise<Transaction | undefined> {
  return reader
    .selectFrom("transactions")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** A change of a row's status, with who made it and why. */
export interface StatusChange {
  /** Id of the record of this change. */
  readonly eventId: string;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly actor: string;
  readonly reason: string | null;
  /** Milliseconds since 1970. */
  readonly at: bigint;
  /** The ledger entry that goes with the change, where the row has none yet. */
  readonly entryId?: string;
}

/**
 * Moves a row from one status to another and records it. False, and nothing is written, where the row is not
 * (or no longer) in the status `from`: of two rivals one wins.
 */
export async function changeTransactionStatus(
  tx: WriteTx,
  userId: string,
  id: string,
  change: StatusChange,
): Promise<boolean> {
  const changed = await tx
    .updateTable("transactions")
    .set({
      status: change.to,
      updated_at: change.at,
      ...(change.entryId === undefined ? {} : { entry_id: change.entryId }),
    })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("status", "=", change.from)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await tx
    .insertInto("transaction_events")
    .values({
      id: change.eventId,
      transaction_id: id,
      from_status: change.from,
      to_status: change.to,
      actor: change.actor,
      reason: change.reason,
      created_at: change.at,
    })
    .execute();
  return true;
}

/** The status changes of one row of a customer's history, oldest first. */
export async function listTransactionEvents(
  reader: Reader,
  userId: string,
  transactionId: string,
): Promise<TransactionEvent[]> {
  return reader
    .selectFrom("transaction_events")
    .innerJoin("transactions", "transactions.id", "transaction_events.transaction_id")
    .selectAll("transaction_events")
    .where("transaction_events.transaction_id", "=", transactionId)
    .where("transactions.user_id", "=", userId)
    .orderBy("transaction_events.created_at")
    .orderBy("transaction_events.id")
    .execute();
}

async function countAll(reader: Reader, userId: string, type: TransactionType | undefined): Promise<number> {
  const counts = await reader.run(countsOf, { userId });
  let total = 0n;
  for (const count of counts) {
    if (type === undefined || count.transaction_type === type) total += count.total;
  }
  return Number(total);
}
