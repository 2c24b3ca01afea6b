/** A customer's history: the rows the specification calls transactions. */
import { sql } from "kysely";
import type { HistoryRow } from "./history-rows.ts";
import { together } from "./handles/together.ts";
import { commandStatement, readStatement, writeStatement } from "./handles/statement.ts";
import type { FollowedStanding, Transaction, TransactionStatus, TransactionType } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { countRows, pageOf, type PageNumber } from "./pages.ts";

/** Which rows. */
export interface HistoryFilter {
  readonly type?: TransactionType;
  readonly status?: TransactionStatus;
  /** Created at or after this time, milliseconds since 1970. */
  readonly from?: bigint;
  /** Created at or before this time, milliseconds since 1970. */
  readonly to?: bigint;
  /** Given or got. */
  readonly currency?: string;
  /** Last changed at or after this time, milliseconds since 1970. */
  readonly updatedSince?: bigint;
}

/** Which rows, and which page of them. */
export interface HistoryPage extends HistoryFilter, PageNumber {}

export interface HistoryResult {
  readonly rows: Transaction[];
  /** How many rows the filter has on all pages. */
  readonly total: number;
}

/** Another row has used the quote; the transaction is undone. */
export class QuoteUsedError extends Error {
  constructor() {
    super("the quote was used before");
    this.name = "QuoteUsedError";
  }
}

const insertRow = writeStatement<Transaction, FollowedStanding>(
  "transaction_insert",
  (db, parameter, dialect) =>
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
        coin_payee_id: parameter("coin_payee_id"),
        coin_payee_snapshot: parameter("coin_payee_snapshot"),
        quote_id: parameter("quote_id"),
        quote: parameter("quote"),
        entry_id: parameter("entry_id"),
        note: parameter("note"),
        created_at: parameter("created_at"),
        updated_at: parameter("updated_at"),
        announced: parameter("announced"),
        expires_at: parameter("expires_at"),
        bank_reference: parameter("bank_reference"),
        txid: parameter("txid"),
      })
      .onConflict((conflict) => conflict.column("quote_id").doNothing())
      .returning((rows) => {
        const customer = rows.selectFrom("users").whereRef("users.id", "=", "transactions.user_id");
        // The foreign key would lock the customer's row anyway, but not against a hold.
        const locked = dialect === "postgres" ? customer.forShare() : customer;
        return [
          locked.select("users.status").$asScalar().$notNull().as("status"),
          locked.select("users.on_hold").$asScalar().$notNull().as("on_hold"),
          locked.select("users.follows_events").$asScalar().$notNull().as("follows_events"),
        ];
      }),
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
 * Adds a row to a customer's history and counts it. Locks the customer's row until the transaction ends: a hold or block
 * that was first is seen, and a later one waits. Call it before balances are touched, as all who lock customers do.
 * Throws `QuoteUsedError` if another row has the same `quote_id`: a quote is used once.
 * @returns the customer's standing
 */
export async function insertTransaction(tx: WriteTx, row: HistoryRow): Promise<FollowedStanding> {
  const [[standing]] = await together([
    tx.run(insertRow, row),
    tx.run(countRow, { userId: row.user_id, type: row.transaction_type, one: 1n }),
  ]);
  if (standing === undefined) throw new QuoteUsedError();
  return standing;
}

/** A customer's rows that a filter lets through. */
function matchingRows(
  reader: AnyReader,
  userId: string,
  { type, status, from, to, currency, updatedSince }: HistoryFilter,
) {
  let rows = reader.selectFrom("transactions").where("user_id", "=", userId);
  if (type !== undefined) rows = rows.where("transaction_type", "=", type);
  if (status !== undefined) rows = rows.where("status", "=", status);
  // Said once more in the words of the partial indexes, which a parameter cannot be matched with.
  if (type !== undefined && type !== "exchange") {
    rows = rows.where("transaction_type", "<>", sql.lit("exchange" as const));
  }
  if (status !== undefined && status !== "completed") {
    rows = rows.where("status", "<>", sql.lit("completed" as const));
  }
  if (from !== undefined) rows = rows.where("created_at", ">=", from);
  if (to !== undefined) rows = rows.where("created_at", "<=", to);
  if (currency !== undefined) {
    rows = rows.where((row) =>
      row.or([row("credit_currency", "=", currency), row("debit_currency", "=", currency)]),
    );
  }
  if (updatedSince !== undefined) rows = rows.where("updated_at", ">=", updatedSince);
  return rows;
}

/** The rows with these ids, newest first. */
export async function listTransactionsByIds(
  reader: AnyReader,
  ids: readonly string[],
): Promise<Transaction[]> {
  if (ids.length === 0) return [];
  return reader
    .selectFrom("transactions")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** A customer's history, newest first. A row that is added while pages are turned moves the rest down. */
export async function listTransactions(
  reader: AnyReader,
  userId: string,
  { page, perPage, ...filter }: HistoryPage,
): Promise<HistoryResult> {
  const filtered = Object.values(filter).some((value) => value !== undefined);
  if (!filtered && page === 1) {
    const rows = await reader.run(firstPage, { userId, limit: BigInt(perPage) });
    return { rows, total: await countAll(reader, userId, undefined) };
  }
  // The page's ids come only from the index, so that rows which are skipped are never read.
  const ids = pageOf(matchingRows(reader, userId, filter).select("id"), { page, perPage });
  const rows = await reader
    .selectFrom("transactions")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return { rows, total: await countMatching(reader, userId, filter) };
}

/** How many rows a filter has; only type and the status `completed` are counted without reading rows. */
export async function countMatching(
  reader: AnyReader,
  userId: string,
  filter: HistoryFilter,
): Promise<number> {
  const { type, status, ...narrowing } = filter;
  const narrowed = Object.values(narrowing).some((value) => value !== undefined);
  if (narrowed || (status !== undefined && status !== "completed")) {
    return countRows(matchingRows(reader, userId, filter));
  }
  const all = await countAll(reader, userId, type);
  if (status === undefined) return all;
  const others = matchingRows(reader, userId, type === undefined ? {} : { type });
  return all - (await countRows(others.where("status", "<>", sql.lit("completed" as const))));
}

/** Terms of a search; a row matches if any of them does. */
export interface HistorySearch {
  /** Beginning of a reference as it is stored, dashes included. */
  readonly referencePrefix?: string | undefined;
  /** Amounts given or got, smallest units. */
  readonly amounts: readonly { readonly currency: string; readonly units: bigint }[];
}

/** No character of a reference sorts after this one, so this text sorts after every way a reference can go on. */
const AFTER_ANY_REFERENCE = "Z".repeat(20);

/**
 * Searches a customer's history within a filter, newest first. Each way to match is one look-up in an index, so that the
 * time does not depend on how long the history is. `total` is at most `limit`.
 */
export async function searchTransactions(
  reader: AnyReader,
  userId: string,
  { referencePrefix, amounts }: HistorySearch,
  { page, perPage, ...filter }: HistoryPage,
  limit: number,
): Promise<HistoryResult> {
  const newest = (rows: ReturnType<typeof matchingRows>) =>
    reader
      .selectFrom(
        rows
          .select(["id", "created_at"])
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(BigInt(limit))
          .as("newest"),
      )
      .select(["id", "created_at"]);
  const ways = amounts.flatMap(({ currency, units }) => [
    newest(
      matchingRows(reader, userId, filter)
        .where("credit_currency", "=", currency)
        .where("credit", "=", units),
    ),
    newest(
      matchingRows(reader, userId, filter).where("debit_currency", "=", currency).where("debit", "=", units),
    ),
  ]);
  if (referencePrefix !== undefined) {
    const ids = await idsByReference(reader, userId, referencePrefix, limit);
    if (ids.length > 0) ways.push(newest(matchingRows(reader, userId, filter).where("id", "in", ids)));
  }
  const [first, ...others] = ways;
  if (first === undefined) return { rows: [], total: 0 };
  const found = await others
    .reduce((all, way) => all.union(way), first)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
  const onPage = found.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
  return { rows: await listTransactionsByIds(reader, onPage), total: found.length };
}

/** Ids of a customer's rows whose reference begins so. */
async function idsByReference(
  reader: AnyReader,
  userId: string,
  prefix: string,
  limit: number,
): Promise<string[]> {
  const rows = await reader
    .selectFrom("transactions")
    .select("id")
    .where("reference", ">=", prefix)
    .where("reference", "<=", prefix + AFTER_ANY_REFERENCE)
    // A database may sort texts by the rules of a language, so the start of the reference is compared.
    .where(sql<string>`substr(reference, 1, ${sql.lit(prefix.length)})`, "=", prefix)
    // Not a bare column: else SQLite would rather walk the whole history of the customer than the few references.
    .where(sql<string>`(user_id || '')`, "=", userId)
    .limit(BigInt(limit))
    .execute();
  return rows.map(({ id }) => id);
}

/** How far a walk through the history is: the last row it has seen. */
export interface HistoryPosition {
  /** Milliseconds since 1970. */
  readonly createdAt: bigint;
  readonly id: string;
}

/**
 * The next rows of a walk through a customer's history, newest first. Unlike pages, a walk meets each row once, also when
 * rows are added meanwhile, and its last step takes no longer than its first.
 */
export async function walkTransactions(
  reader: AnyReader,
  userId: string,
  filter: HistoryFilter,
  after: HistoryPosition | undefined,
  limit: number,
): Promise<Transaction[]> {
  let rows = matchingRows(reader, userId, filter);
  if (after !== undefined) {
    rows = rows.where((row) =>
      row(row.refTuple("created_at", "id"), "<", row.tuple(after.createdAt, after.id)),
    );
  }
  return rows.selectAll().orderBy("created_at", "desc").orderBy("id", "desc").limit(BigInt(limit)).execute();
}

/** One row of a customer's history; undefined also if the row is another customer's. */
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

async function countAll(
  reader: AnyReader,
  userId: string,
  type: TransactionType | undefined,
): Promise<number> {
  const counts = await reader.run(countsOf, { userId });
  let total = 0n;
  for (const count of counts) {
    if (type === undefined || count.transaction_type === type) total += count.total;
  }
  return Number(total);
}
