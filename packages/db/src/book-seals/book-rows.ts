/** The rows of the sealed books by their numbers, and the seals over them. */
import { sql } from "kysely";
import { numbersIn } from "../handles/json-lists.ts";
import { readStatement } from "../handles/statement.ts";
import type { BookSeal } from "../tables.ts";
import type { Reader } from "../handles/handles.ts";
import { rowBytes, sha256, type Columns, type Gap, type RowDigest } from "./canonical.ts";

/** Rows that are sealed: the ledger's entries with their postings, and the audit log. */
export const BOOKS = ["ledger", "audit"] as const;
export type Book = (typeof BOOKS)[number];

export const TABLE_OF = { ledger: "ledger_entries", audit: "audit_log" } as const;

/** A row of a book with all its columns; an entry with its postings by position, and with the transaction that names it. */
export interface BookRow {
  readonly seq: bigint;
  readonly id: string;
  readonly columns: Columns;
  readonly postings: readonly { readonly position: string; readonly columns: Columns }[];
  /**
   * Columns of the deposit, withdrawal or adjustment that names the entry, which never change. An exchange is compared
   * with its postings.
   */
  readonly transaction?: Columns | undefined;
}

/** Numbers from one to another, both among them. */
export type SeqRange = Pick<Gap, "from" | "to">;

/** Ranges that one statement asks for. */
const RANGES_AT_ONCE = 100;

const LAST_NUMBER = 2n ** 63n - 1n;
/** Far more numbers than transactions that were undone can have taken between two rows. */
const MOST_LEFT_OUT = 1_000_000n;

/** Numbers from a row on, without an end in practice. */
export const rangeAfter = (seq: bigint): SeqRange => ({ from: seq + 1n, to: LAST_NUMBER });

/** The last number that the next row may have. Someone may write one that is far away; then no row before it could be sealed any more. */
export const lastNear = (seq: bigint): bigint =>
  seq < LAST_NUMBER - MOST_LEFT_OUT ? seq + MOST_LEFT_OUT : LAST_NUMBER;

/** The numbers that rows of a book have within ranges, at most `limit` of each hundred ranges; ascending if there is one. */
export async function seqsWithin(
  reader: Reader,
  book: Book,
  ranges: readonly SeqRange[],
  limit: number,
): Promise<bigint[]> {
  const found: bigint[] = [];
  for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
    const rows = await reader
      .selectFrom(TABLE_OF[book])
      .select("seq")
      .where((row) =>
        row.or(
          ranges
            .slice(at, at + RANGES_AT_ONCE)
            .map(({ from, to }) => row.and([row("seq", ">=", from), row("seq", "<=", to)])),
        ),
      )
      .orderBy("seq")
      .limit(BigInt(limit))
      .execute();
    found.push(...rows.map(({ seq }) => seq));
  }
  return found;
}

const rowsOf = (table: (typeof TABLE_OF)[Book]) =>
  readStatement<{ seqs: string }, Columns>(`${table}_by_seq`, (db, parameter, dialect) =>
    db
      .selectFrom(table)
      .selectAll()
      .where("seq", "in", numbersIn(parameter("seqs"), dialect))
      .orderBy("seq"),
  );

const rowStatements = { ledger: rowsOf("ledger_entries"), audit: rowsOf("audit_log") };

const postingsOfEntries = readStatement<{ seqs: string }, Columns>(
  "ledger_postings_by_seq",
  (db, parameter, dialect) =>
    db
      .selectFrom("ledger_postings")
      .selectAll()
      .where("entry_id", "in", (entries) =>
        entries
          .selectFrom("ledger_entries")
          .select("id")
          .where("seq", "in", numbersIn(parameter("seqs"), dialect)),
      )
      .orderBy("entry_id")
      .orderBy("position"),
);

const postingCounts = readStatement<{ seqs: string }, { seq: bigint; postings: bigint }>(
  "posting_counts_by_seq",
  (db, parameter, dialect) =>
    db
      .selectFrom("ledger_entries")
      .select("seq")
      .select((entry) =>
        entry
          .selectFrom("ledger_postings")
          .select((posting) => posting.fn.countAll<bigint>().as("postings"))
          .whereRef("ledger_postings.entry_id", "=", "ledger_entries.id")
          .as("postings"),
      )
      .where("seq", "in", numbersIn(parameter("seqs"), dialect))
      .orderBy("seq")
      .$narrowType<{ postings: bigint }>(),
);

/** As many of the ledger's first entries as have no more postings than `most` together; at least one. @param seqs ascending */
export async function seqsWithPostings(
  reader: Reader,
  seqs: readonly bigint[],
  most: bigint,
): Promise<bigint[]> {
  const counts = await reader.run(postingCounts, { seqs: `[${seqs.join()}]` });
  let left = most;
  const end = counts.findIndex(({ postings }) => (left -= postings) < 0n);
  return seqs.slice(0, end < 0 ? seqs.length : Math.max(1, end));
}

/** The credited amount of a deposit goes on changing: it is compared with its postings. */
const transactionsOfEntries = readStatement<{ seqs: string }, Columns>(
  "transactions_by_seq",
  (db, parameter, dialect) =>
    db
      .selectFrom("transactions")
      .select(["id", "user_id", "transaction_type", "credit_currency", "debit_currency", "reference"])
      .select(["payment_method", "bank_account_id", "announced", "entry_id", "created_at"])
      .select((row) =>
        (["credit", "debit"] as const).map((side) =>
          row
            .case()
            .when("transaction_type", "<>", sql.lit("deposit" as const))
            .then(row.ref(side))
            .end()
            .as(side),
        ),
      )
      // The words of the partial index.
      .where("transaction_type", "<>", sql.lit("exchange" as const))
      .where("entry_id", "in", (entries) =>
        entries
          .selectFrom("ledger_entries")
          .select("id")
          .where("seq", "in", numbersIn(parameter("seqs"), dialect)),
      ),
);

/** Rows of a book by their numbers, ascending; those that are missing are left out. */
export async function readBookRows(reader: Reader, book: Book, seqs: readonly bigint[]): Promise<BookRow[]> {
  if (seqs.length === 0) return [];
  const list = { seqs: `[${seqs.join()}]` };
  const rows = await reader.run(rowStatements[book], list);
  const postings = book === "ledger" ? await reader.run(postingsOfEntries, list) : [];
  const byEntry = Map.groupBy(postings, (row) => row["entry_id"]);
  const transactions = book === "ledger" ? await reader.run(transactionsOfEntries, list) : [];
  const named = new Map(transactions.map((row) => [row["entry_id"], row]));
  return rows.map((columns) => ({
    seq: BigInt(columns["seq"] ?? 0),
    id: String(columns["id"]),
    columns,
    postings: (byEntry.get(columns["id"] ?? null) ?? []).map((of) => ({
      position: String(of["position"]),
      columns: of,
    })),
    transaction: named.get(columns["id"] ?? null),
  }));
}

/** Place in a seal for the digest of the transaction that names an entry, among those of its postings. */
export const TRANSACTION = "transaction";

export const digestOf = (book: Book, { seq, id, columns, postings, transaction }: BookRow): RowDigest => ({
  seq,
  id,
  digest: sha256(rowBytes(TABLE_OF[book], columns)),
  postings: [
    ...postings.map((posting) => ({
      position: posting.position,
      digest: sha256(rowBytes("ledger_postings", posting.columns)),
    })),
    ...(transaction === undefined
      ? []
      : [{ position: TRANSACTION, digest: sha256(rowBytes("transactions", transaction)) }]),
  ],
});

/** The newest seal of a book, or of all; undefined before the first. */
export async function newestSeal(
  reader: Reader,
  book?: Book,
): Promise<Omit<BookSeal, "digests"> | undefined> {
  let seals = reader.selectFrom("book_seals");
  if (book !== undefined) seals = seals.where("book", "=", book);
  return seals
    .select(["number", "book", "first_seq", "last_seq", "entries", "previous_hash", "hash"])
    .select(["kid", "signature", "sealed_at", "gaps"])
    .orderBy("number", "desc")
    .limit(1n)
    .executeTakeFirst();
}
