import { sql } from "kysely";
import type { Reader } from "../handles/handles.ts";
import type { BookSeal } from "../tables.ts";
import {
  BOOKS,
  digestOf,
  lastNear,
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
export const SEALS_AT_ONCE = 10n;
/** Rows that are far ahead and that are told, of each book. */
const MOST_JUMPS = 100;
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

export function found(table: SealProblem["table"], id: string | bigint, what: string): never {
  throw new Found({ table, id: String(id), what });
}

/** How far the walk has come in one book. */
export interface Walked {
  /** Undefined if the seal before cannot be believed. */
  lastSeq: bigint | undefined;
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
        const expected = (previous?.number ?? 0n) + 1n;
        if (seal.number !== expected) found("book_seals", expected, "is missing");
        checkSigned(seal, verify);
        checkPlace(seal, previous?.hash ?? "", walked[seal.book]);
        if (noted?.number === seal.number && noted.hash !== seal.hash)
          found("book_seals", seal.number, "is not the seal that was noted");
        const [problem] = await problemsOfRows(reader, seal, walked[seal.book]);
        if (problem !== undefined) throw new Found(problem);
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

/** Runs until the first problem. */
export async function problemsOf(compare: () => Promise<void> | void): Promise<SealProblem[]> {
  try {
    await compare();
    return [];
  } catch (stopped) {
    if (!(stopped instanceof Found)) throw stopped;
    return [stopped.problem];
  }
}

/** Rows whose numbers are in no gap any more. */
export const withoutGap = (late: Walked["late"], gaps: readonly Gap[]): [bigint, string][] =>
  [...late].filter(([seq]) => !gaps.some(({ from, to }) => seq >= from && seq <= to));

export const LATE = "was inserted among rows that were sealed long ago";

/** Compares the signed head with the newest seal. */
export const verifyHead = (reader: Reader, verify: Verify): Promise<SealProblem[]> =>
  problemsOf(async () => checkEnd(reader, await newestSeal(reader), verify));

/** Rows that no seal can come to. */
export async function problemsOfNumbers(reader: Reader): Promise<SealProblem[]> {
  const problems: SealProblem[] = [];
  for (const book of BOOKS) {
    problems.push(...(await problemsOf(() => checkNumbered(reader, book))));
    problems.push(...(await problemsOfJumps(reader, book)));
  }
  return problems;
}

const headOf = ({ number, hash, sealed_at }: BookSeal) => ({ number, hash, sealed_at });

export function checkSigned(seal: BookSeal, verify: Verify): void {
  const bytes = sealBytes(seal);
  if (sha256(bytes) !== seal.hash) found("book_seals", seal.number, "was changed: its hash is another");
  if (!verify(seal.kid, bytes, seal.signature))
    found("book_seals", seal.number, "was not signed by this installation");
}

/** @param hash of the seal before */
export function checkPlace(seal: BookSeal, hash: string, { lastSeq }: Walked): void {
  const { number } = seal;
  if (seal.previous_hash !== hash) found("book_seals", number, "does not follow the seal before it");
  if (lastSeq !== undefined && seal.first_seq !== lastSeq + 1n)
    found("book_seals", number, "does not begin where its book had come to");
}

/** Compares the rows that a seal holds, and finds those among its numbers that it does not. */
export async function problemsOfRows(reader: Reader, seal: BookSeal, walked: Walked): Promise<SealProblem[]> {
  const { book } = seal;
  const table = TABLE_OF[book];
  const digests = digestsOf(seal.digests);
  const seqsSealed = digests.map(({ seq }) => seq);
  const rows = new Map((await readBookRows(reader, book, seqsSealed)).map((row) => [row.seq, row]));
  const problems: SealProblem[] = [];
  const note = async (compare: () => void): Promise<void> =>
    void problems.push(...(await problemsOf(compare)));
  for (const digest of digests) {
    await note(() => {
      const row = rows.get(digest.seq);
      if (row === undefined) found(table, digest.id, `is missing, sealed in seal ${seal.number}`);
      compareRow(book, digest, row, seal);
    });
    walked.late.delete(digest.seq);
  }
  const listed = new Set(seqsSealed);
  const gaps = gapsOf(seal.gaps);
  for (let next = seal.first_seq; next <= seal.last_seq;) {
    const seqs = await seqsWithin(reader, book, [{ from: next, to: seal.last_seq }], ROWS_AT_ONCE);
    for (const { seq, id } of await readBookRows(
      reader,
      book,
      seqs.filter((of) => !listed.has(of)),
    )) {
      if (gaps.some(({ from, to }) => seq >= from && seq <= to)) walked.late.set(seq, id);
      else await note(() => found(table, id, `was inserted among the rows of seal ${seal.number}`));
    }
    next = (seqs.at(-1) ?? seal.last_seq) + 1n;
  }
  walked.lastSeq = seal.last_seq;
  walked.gaps = gaps;
  return problems;
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

/** Rows whose numbers are so far ahead of those before them that no seal takes them. */
async function problemsOfJumps(reader: Reader, book: Book): Promise<SealProblem[]> {
  const table = TABLE_OF[book];
  const problems: SealProblem[] = [];
  for (let at = 0n; problems.length < MOST_JUMPS;) {
    const { near } = await reader
      .selectFrom(table)
      .select(({ fn }) => fn.max<bigint | null>("seq").as("near"))
      .where("seq", ">", at)
      .where("seq", "<=", lastNear(at))
      .executeTakeFirstOrThrow();
    if (near !== null) {
      at = near;
      continue;
    }
    // The next row may have come meanwhile.
    const far = await reader
      .selectFrom(table)
      .select(["id", "seq"])
      .where("seq", ">", lastNear(at))
      .orderBy("seq")
      .limit(1n)
      .executeTakeFirst();
    if (far === undefined) break;
    problems.push({ table, id: far.id, what: "has a number that is far ahead: no seal takes it" });
    at = far.seq;
  }
  return problems;
}

/** Rows that no seal holds. @throws Found if one could not have come by a transaction */
async function countOpen(reader: Reader, book: Book, { lastSeq, gaps, late }: Walked): Promise<number> {
  const table = TABLE_OF[book];
  await checkNumbered(reader, book);
  const [jump] = await problemsOfJumps(reader, book);
  if (jump !== undefined) throw new Found(jump);
  for (const [, id] of withoutGap(late, gaps)) found(table, id, LATE);
  const { total } = await reader
    .selectFrom(table)
    .select((row) => row.fn.countAll<bigint>().as("total"))
    .where("seq", ">=", rangeAfter(lastSeq ?? 0n).from)
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
