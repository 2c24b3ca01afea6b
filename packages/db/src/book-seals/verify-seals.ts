import { sql } from "kysely";
import type { Reader } from "../handles/handles.ts";
import type { BookSeal } from "../tables.ts";
import {
  BOOKS,
  digestOf,
  newestSeal,
  rangeAfter,
  readBookRows,
  seqsWithin,
  TABLE_OF,
  TRANSACTION,
  type Book,
  type BookRow,
} from "./book-rows.ts";
import { digestsOf, gapsOf, headBytes, sealBytes, sha256, type Gap, type RowDigest } from "./canonical.ts";
import type { Verify } from "./verifier.ts";

/** The first thing that is not as it was sealed. */
export interface SealProblem {
  readonly table:
    | "ledger_entries"
    | "ledger_postings"
    | "transactions"
    | "audit_log"
    | "book_seals"
    | "book_seal_heads";
  /** Identifier of the row; a posting's is `entry/position`, a seal's its number. */
  readonly id: string;
  /** The problem, as the end of a sentence that begins with the row. */
  readonly what: string;
}

export interface SealReport {
  readonly problem?: SealProblem;
  /** Rows that were found as they were sealed: entries and lines of the log. */
  readonly sealed: number;
  /** Rows that no seal holds yet. Not counted if there is a problem. */
  readonly open: number;
  readonly seals: number;
  /** The newest seal. If its hash is kept elsewhere, the sealed rows cannot be changed any more. */
  readonly head?: Pick<BookSeal, "number" | "hash" | "sealed_at">;
}

/** A seal that was noted outside of the database. */
export type NotedSeal = Pick<BookSeal, "number" | "hash">;

/** Seals that are read at once: with their rows, a few megabytes. */
const SEALS_AT_ONCE = 10n;
/** Rows within a seal's numbers that are looked at at once. */
const ROWS_AT_ONCE = 500;

/** Thrown at the first problem. */
class Found extends Error {
  readonly problem: SealProblem;
  constructor(problem: SealProblem) {
    super(problem.what);
    this.problem = problem;
  }
}

function found(table: SealProblem["table"], id: string | bigint, what: string): never {
  throw new Found({ table, id: String(id), what });
}

/** How far the walk has come in one book. */
interface Walked {
  lastSeq: bigint;
  /** Gaps of the book's newest seal so far. */
  gaps: readonly Gap[];
  /** Rows that have come into a gap, by their numbers, until a seal holds them. */
  readonly late: Map<bigint, string>;
}

/**
 * Compares every row of the books with what was sealed, in the order of the seals, and stops at the first difference.
 * Reads in pages, so that memory stays bounded however large the books are.
 * @param noted a seal that must be among them, as it was noted elsewhere
 */
export async function verifySeals(reader: Reader, verify: Verify, noted?: NotedSeal): Promise<SealReport> {
  const walked: Record<Book, Walked> = {
    ledger: { lastSeq: 0n, gaps: [], late: new Map() },
    audit: { lastSeq: 0n, gaps: [], late: new Map() },
  };
  let [sealed, seals] = [0, 0];
  let previous: BookSeal | undefined;
  try {
    for (;;) {
      const page = await reader
        .selectFrom("book_seals")
        .selectAll()
        .where("number", ">", previous?.number ?? 0n)
        .orderBy("number")
        .limit(SEALS_AT_ONCE)
        .execute();
      for (const seal of page) {
        checkSeal(seal, previous, walked[seal.book], verify);
        if (noted?.number === seal.number && noted.hash !== seal.hash)
          found("book_seals", seal.number, "is not the seal that was noted");
        await checkRows(reader, seal, walked[seal.book]);
        sealed += Number(seal.entries);
        seals += 1;
        previous = seal;
      }
      if (page.length === 0) break;
    }
    await checkEnd(reader, previous, verify);
    if (noted !== undefined && noted.number > (previous?.number ?? 0n))
      found("book_seals", noted.number, "was noted and is missing");
    let open = 0;
    for (const book of BOOKS) open += await countOpen(reader, book, walked[book]);
    await checkOrphans(reader);
    return { sealed, open, seals, ...(previous && { head: headOf(previous) }) };
  } catch (stopped) {
    if (!(stopped instanceof Found)) throw stopped;
    return { problem: stopped.problem, sealed, open: 0, seals, ...(previous && { head: headOf(previous) }) };
  }
}

/** Seals from one to another, compared with the rows that they hold. */
interface SealedPart {
  /** The first thing in them that is not as it was sealed; nothing after it was compared. */
  readonly problem?: SealProblem;
  /** Identifiers of the ledger's entries that they hold, as far as they were compared. */
  readonly entries: readonly string[];
}

/** Runs until the first problem. */
async function problemOf(compare: () => Promise<void>): Promise<SealProblem | undefined> {
  try {
    await compare();
    return undefined;
  } catch (stopped) {
    if (!(stopped instanceof Found)) throw stopped;
    return stopped.problem;
  }
}

/** How far the seals up to one had come in a book. */
async function walkedTo(reader: Reader, book: Book, number: bigint, verify: Verify): Promise<Walked> {
  const seal = await reader
    .selectFrom("book_seals")
    .selectAll()
    .where("book", "=", book)
    .where("number", "<=", number)
    .orderBy("number", "desc")
    .limit(1n)
    .executeTakeFirst();
  if (seal === undefined) return { lastSeq: 0n, gaps: [], late: new Map() };
  checkSigned(seal, verify);
  return { lastSeq: seal.last_seq, gaps: gapsOf(seal.gaps), late: new Map() };
}

/** Compares the seals after one, up to another, with the rows that they hold. */
export async function verifySealRange(
  reader: Reader,
  verify: Verify,
  { after, through }: { readonly after: bigint; readonly through: bigint },
): Promise<SealedPart> {
  const entries: string[] = [];
  const problem = await problemOf(async () => {
    let previous = await sealOf(reader, after);
    if (after > 0n && previous === undefined) found("book_seals", after, "is missing");
    const walked = {
      ledger: await walkedTo(reader, "ledger", after, verify),
      audit: await walkedTo(reader, "audit", after, verify),
    };
    for (let number = after + 1n; number <= through; number++) {
      const seal = await sealOf(reader, number);
      if (seal === undefined) return found("book_seals", number, "is missing");
      checkSeal(seal, previous, walked[seal.book], verify);
      await checkRows(reader, seal, walked[seal.book]);
      if (seal.book === "ledger") entries.push(...digestsOf(seal.digests).map(({ id }) => id));
      previous = seal;
    }
    for (const book of BOOKS) await checkLate(reader, book, through, walked[book]);
  });
  return { entries, ...(problem && { problem }) };
}

const sealOf = (reader: Reader, number: bigint): Promise<BookSeal | undefined> =>
  reader.selectFrom("book_seals").selectAll().where("number", "=", number).executeTakeFirst();

/** Rows that have come into a gap must be in a later seal, or in a gap of the newest. */
async function checkLate(
  reader: Reader,
  book: Book,
  number: bigint,
  { late, gaps: left }: Walked,
): Promise<void> {
  judgeLate(TABLE_OF[book], late, left);
  for (let after = number; late.size > 0;) {
    const seals = await reader
      .selectFrom("book_seals")
      .select(["number", "gaps", "digests"])
      .where("book", "=", book)
      .where("number", ">", after)
      .orderBy("number")
      .limit(SEALS_AT_ONCE)
      .execute();
    for (const { number: next, gaps, digests } of seals) {
      for (const { seq } of digestsOf(digests)) late.delete(seq);
      judgeLate(TABLE_OF[book], late, gapsOf(gaps));
      after = next;
    }
    if (seals.length === 0) return;
  }
}

/** @throws Found at a row whose number is in no gap any more */
function judgeLate(table: SealProblem["table"], late: Walked["late"], gaps: readonly Gap[]): void {
  for (const [seq, id] of late)
    if (!gaps.some(({ from, to }) => seq >= from && seq <= to))
      found(table, id, "was inserted among rows that were sealed long ago");
}

/** Compares the signed head with the newest seal, and looks for rows that no seal can come to. */
export const verifyEnd = (reader: Reader, verify: Verify): Promise<SealProblem | undefined> =>
  problemOf(async () => {
    const newest = await newestSeal(reader);
    await checkEnd(reader, newest, verify);
    for (const book of BOOKS) await checkNumbered(reader, book);
  });

const headOf = ({ number, hash, sealed_at }: BookSeal) => ({ number, hash, sealed_at });

function checkSigned(seal: BookSeal, verify: Verify): void {
  const bytes = sealBytes(seal);
  if (sha256(bytes) !== seal.hash) found("book_seals", seal.number, "was changed: its hash is another");
  if (!verify(seal.kid, bytes, seal.signature))
    found("book_seals", seal.number, "was not signed by this installation");
}

function checkSeal(
  seal: BookSeal,
  previous: BookSeal | undefined,
  { lastSeq }: Walked,
  verify: Verify,
): void {
  const { number } = seal;
  const expected = (previous?.number ?? 0n) + 1n;
  if (number !== expected) found("book_seals", expected, "is missing");
  checkSigned(seal, verify);
  if (seal.previous_hash !== (previous?.hash ?? ""))
    found("book_seals", number, "does not follow the seal before it");
  if (seal.first_seq !== lastSeq + 1n)
    found("book_seals", number, "does not begin where its book had come to");
}

/** Compares the rows that a seal holds, and finds those among its numbers that it does not. */
async function checkRows(reader: Reader, seal: BookSeal, walked: Walked): Promise<void> {
  const { book } = seal;
  const table = TABLE_OF[book];
  const digests = digestsOf(seal.digests);
  const rows = new Map(
    (
      await readBookRows(
        reader,
        book,
        digests.map(({ seq }) => seq),
      )
    ).map((row) => [row.seq, row]),
  );
  for (const digest of digests) {
    const row = rows.get(digest.seq);
    if (row === undefined) found(table, digest.id, `is missing, sealed in seal ${seal.number}`);
    compareRow(book, digest, row, seal);
    walked.late.delete(digest.seq);
  }
  const listed = new Set(digests.map(({ seq }) => seq));
  const gaps = gapsOf(seal.gaps);
  for (let next = seal.first_seq; next <= seal.last_seq;) {
    const seqs = await seqsWithin(reader, book, [{ from: next, to: seal.last_seq }], ROWS_AT_ONCE);
    for (const seq of seqs.filter((of) => !listed.has(of))) {
      const [row] = await readBookRows(reader, book, [seq]);
      if (row === undefined) continue;
      if (!gaps.some(({ from, to }) => seq >= from && seq <= to))
        found(table, row.id, `was inserted among the rows of seal ${seal.number}`);
      walked.late.set(seq, row.id);
    }
    next = (seqs.at(-1) ?? seal.last_seq) + 1n;
  }
  walked.lastSeq = seal.last_seq;
  walked.gaps = gaps;
}

function compareRow(book: Book, sealed: RowDigest, row: BookRow, { number }: BookSeal): void {
  const table = TABLE_OF[book];
  if (row.id !== sealed.id)
    found(table, sealed.id, `is missing, sealed in seal ${number}: ${row.id} is in its place`);
  const now = digestOf(book, row);
  const postings = new Map(now.postings.map(({ position, digest }) => [position, digest]));
  if (now.digest !== sealed.digest)
    found(table, row.id, `was changed since seal ${number}; it now has ${columnsText(row.columns)}`);
  for (const { position, digest } of sealed.postings) {
    if (position === TRANSACTION) {
      compareTransaction(row, digest, postings.get(position), number);
      continue;
    }
    const id = `${row.id}/${position}`;
    const of = postings.get(position);
    if (of === undefined) found("ledger_postings", id, `is missing, sealed in seal ${number}`);
    if (of !== digest) {
      const columns = row.postings.find((posting) => posting.position === position)?.columns ?? {};
      found("ledger_postings", id, `was changed since seal ${number}; it now has ${columnsText(columns)}`);
    }
    postings.delete(position);
  }
  // Seals of versions before have no transactions.
  postings.delete(TRANSACTION);
  for (const position of postings.keys())
    found("ledger_postings", `${row.id}/${position}`, `was inserted after seal ${number}`);
}

function compareTransaction(row: BookRow, sealed: string, now: string | undefined, seal: bigint): void {
  const { id, transaction = {} } = row;
  if (now === undefined) found("transactions", `of ${id}`, `is missing, sealed in seal ${seal}`);
  if (now !== sealed)
    found(
      "transactions",
      String(transaction["id"]),
      `was changed since seal ${seal}; it now has ${columnsText(transaction)}`,
    );
}

const columnsText = (columns: BookRow["columns"]): string =>
  JSON.stringify(columns, (_column, value: unknown) => (typeof value === "bigint" ? String(value) : value));

/** The signed head must name the newest seal; a seal that was made meanwhile is newer than both. */
async function checkEnd(
  reader: Reader,
  last: Pick<BookSeal, "number" | "hash"> | undefined,
  verify: Verify,
): Promise<void> {
  const head = await reader.selectFrom("book_seal_heads").selectAll().executeTakeFirst();
  if (head === undefined) {
    if (last !== undefined) found("book_seal_heads", "newest", "is missing");
    return;
  }
  const named =
    head.number === last?.number
      ? last
      : await reader
          .selectFrom("book_seals")
          .select(["number", "hash"])
          .where("number", "=", head.number)
          .executeTakeFirst();
  if (named === undefined) found("book_seals", head.number, "was the newest seal and is missing");
  if (!verify(head.kid, headBytes(named), head.signature))
    found("book_seal_heads", "newest", "was not signed by this installation for the seal it names");
  const newest = await newestSeal(reader);
  if (newest !== undefined && newest.number > head.number) {
    const again = await reader.selectFrom("book_seal_heads").select("number").executeTakeFirst();
    if (again === undefined || again.number < newest.number)
      found("book_seals", newest.number, "is newer than the newest seal that was signed for");
  }
}

/** @throws Found at a row that no seal can come to */
async function checkNumbered(reader: Reader, book: Book): Promise<void> {
  const table = TABLE_OF[book];
  const [unnumbered] = await reader
    .selectFrom(table)
    .select("id")
    .where((row) => row.or([row("seq", "<", 1n), row("seq", "is", null)]))
    .limit(1n)
    .execute();
  if (unnumbered !== undefined) found(table, unnumbered.id, "was inserted without a number");
}

/** Rows that no seal holds. @throws Found if one could not have come by a transaction */
async function countOpen(reader: Reader, book: Book, { lastSeq, gaps, late }: Walked): Promise<number> {
  const table = TABLE_OF[book];
  await checkNumbered(reader, book);
  judgeLate(table, late, gaps);
  const { total } = await reader
    .selectFrom(table)
    .select((row) => row.fn.countAll<bigint>().as("total"))
    .where("seq", ">=", rangeAfter(lastSeq).from)
    .executeTakeFirstOrThrow();
  return Number(total) + late.size;
}

/** @throws Found at a posting of no entry: no seal holds it, and no entry shows it */
async function checkOrphans(reader: Reader): Promise<void> {
  const orphan = await reader
    .selectFrom("ledger_postings")
    .leftJoin("ledger_entries", "ledger_entries.id", "ledger_postings.entry_id")
    .select(["entry_id", sql<bigint>`position`.as("position")])
    .where("ledger_entries.id", "is", null)
    .limit(1n)
    .executeTakeFirst();
  if (orphan !== undefined)
    found("ledger_postings", `${orphan.entry_id}/${orphan.position}`, "was inserted: it has no entry");
}
