/** Compares some of the seals with the rows that they hold, without reading all that are before them. */
import type { Reader } from "../handles/handles.ts";
import type { BookSeal } from "../tables.ts";
import { BOOKS, TABLE_OF, type Book } from "./book-rows.ts";
import { digestsOf, gapsOf } from "./canonical.ts";
import type { Verify } from "./verifier.ts";
import {
  checkPlace,
  checkSigned,
  found,
  LATE,
  problemsOf,
  problemsOfRows,
  SEALS_AT_ONCE,
  withoutGap,
  type SealProblem,
  type Walked,
} from "./verify-seals.ts";

/** Far more numbers than transactions that were undone can have taken between two seals. */
const MOST_LEFT_OUT = 1_000_000n;

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
  const isSigned = (await problemsOf(() => checkSigned(seal, verify))).length === 0;
  return isSigned
    ? { lastSeq: seal.last_seq, gaps: gapsOf(seal.gaps), late: new Map() }
    : { lastSeq: undefined, gaps: [], late: new Map() };
}

/** Seals after one, up to another, compared with the rows that they hold. */
interface SealedPart {
  /** Each thing that is not as it was sealed: one hides no other. */
  readonly problems: readonly SealProblem[];
  /** Identifiers of the ledger's entries that they hold. */
  readonly entries: readonly string[];
}

/** Compares the seals after one, up to another, with the rows that they hold. */
export async function verifySealRange(
  reader: Reader,
  verify: Verify,
  { after, through }: { readonly after: bigint; readonly through: bigint },
): Promise<SealedPart> {
  const problems: SealProblem[] = [];
  const entries: string[] = [];
  const note = async (compare: () => Promise<void> | void): Promise<void> =>
    void problems.push(...(await problemsOf(compare)));
  const walked = {
    ledger: await walkedTo(reader, "ledger", after, verify),
    audit: await walkedTo(reader, "audit", after, verify),
  };
  let previous: Pick<BookSeal, "number" | "hash"> | undefined =
    after === 0n ? { number: 0n, hash: "" } : (await sealsAfter(reader, after - 1n, after))[0];
  if (previous === undefined) await note(() => found("book_seals", after, "is missing"));
  let last = after;
  for (;;) {
    const seals = await sealsAfter(reader, last, through);
    for (const seal of seals) {
      const missing = last + 1n;
      if (seal.number !== missing) await note(() => found("book_seals", missing, "is missing"));
      const book = walked[seal.book];
      const unsigned = await problemsOf(() => checkSigned(seal, verify));
      problems.push(...unsigned);
      if (unsigned.length === 0) {
        const before = previous?.number === seal.number - 1n ? previous.hash : undefined;
        if (before !== undefined) await note(() => checkPlace(seal, before, book));
        if (seal.last_seq - seal.first_seq > MOST_LEFT_OUT)
          await note(() => found("book_seals", seal.number, "leaves out more numbers than were ever taken"));
        problems.push(...(await problemsOfRows(reader, seal, book)));
        if (seal.book === "ledger") entries.push(...digestsOf(seal.digests).map(({ id }) => id));
      }
      book.lastSeq = unsigned.length === 0 ? seal.last_seq : undefined;
      previous = seal;
      last = seal.number;
    }
    if (seals.length === 0) break;
  }
  const missing = last + 1n;
  if (last < through) await note(() => found("book_seals", missing, "is missing"));
  for (const book of BOOKS) problems.push(...(await problemsOfLate(reader, book, through, walked[book])));
  return { problems, entries };
}

/** The next seals after one, up to another. */
const sealsAfter = (reader: Reader, after: bigint, through: bigint): Promise<BookSeal[]> =>
  reader
    .selectFrom("book_seals")
    .selectAll()
    .where("number", ">", after)
    .where("number", "<=", through)
    .orderBy("number")
    .limit(SEALS_AT_ONCE)
    .execute();

/** Rows that have come into a gap must be in a later seal, or in a gap of the newest. */
async function problemsOfLate(
  reader: Reader,
  book: Book,
  number: bigint,
  { late, gaps: left }: Walked,
): Promise<SealProblem[]> {
  const problems: SealProblem[] = [];
  const judge = (gaps: Walked["gaps"]): void => {
    for (const [seq, id] of withoutGap(late, gaps)) {
      problems.push({ table: TABLE_OF[book], id, what: LATE });
      late.delete(seq);
    }
  };
  judge(left);
  for (let after = number; late.size > 0;) {
    const seals = await reader
      .selectFrom("book_seals")
      .select(["number", "gaps", "digests"])
      .where("book", "=", book)
      .where("number", ">", after)
      .where("number", "<=", (head) => head.selectFrom("book_seal_heads").select("number"))
      .orderBy("number")
      .limit(SEALS_AT_ONCE)
      .execute();
    for (const { number: next, gaps, digests } of seals) {
      for (const { seq } of digestsOf(digests)) late.delete(seq);
      judge(gapsOf(gaps));
      after = next;
    }
    if (seals.length === 0) break;
  }
  return problems;
}
