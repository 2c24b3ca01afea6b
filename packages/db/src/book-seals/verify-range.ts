/** Compares some of the seals with the rows that they hold, without reading all that are before them. */
import type { Reader } from "../handles/handles.ts";
import type { BookSeal } from "../tables.ts";
import { BOOKS, lastNear, TABLE_OF, type Book } from "./book-rows.ts";
import { digestsOf, gapsOf } from "./canonical.ts";
import { LockedKeyError, type Verify } from "./verifier.ts";
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

const nowhere = (): Walked => ({ lastSeq: undefined, gaps: [], late: new Map() });

/** Whether a seal was signed, with what is to be said if it was not, or if nothing can be known. */
interface Signature {
  readonly isSigned: boolean;
  readonly problems: readonly SealProblem[];
  readonly failures: readonly string[];
}

async function signatureOf(seal: BookSeal, verify: Verify): Promise<Signature> {
  try {
    const problems = await problemsOf(() => checkSigned(seal, verify));
    return { isSigned: problems.length === 0, problems, failures: [] };
  } catch (error) {
    if (!(error instanceof LockedKeyError)) throw error;
    return { isSigned: false, problems: [], failures: [error.message] };
  }
}

/** The rows that a seal holds; none if it was changed into one that is no seal's. */
function rowsOf(seal: BookSeal, { isSigned }: Signature): ReturnType<typeof digestsOf> {
  if (isSigned) return digestsOf(seal.digests);
  try {
    gapsOf(seal.gaps);
    return seal.last_seq > lastNear(seal.first_seq) ? [] : digestsOf(seal.digests);
  } catch {
    return [];
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
  const { isSigned } = await signatureOf(seal, verify);
  return isSigned ? { lastSeq: seal.last_seq, gaps: gapsOf(seal.gaps), late: new Map() } : nowhere();
}

/** Seals after one, up to another, compared with the rows that they hold. */
interface SealedPart {
  /** Each thing that is not as it was sealed: one hides no other. */
  readonly problems: readonly SealProblem[];
  /** Why something could not be compared; the rest was. */
  readonly failures: readonly string[];
  /** Identifiers of the ledger's entries that they hold. */
  readonly entries: readonly string[];
}

/**
 * Compares the seals after one, up to another, with the rows that they hold.
 * @param range `newest` is the newest seal that was signed
 */
export async function verifySealRange(
  reader: Reader,
  verify: Verify,
  { after, through, newest }: { readonly after: bigint; readonly through: bigint; readonly newest: bigint },
): Promise<SealedPart> {
  const problems: SealProblem[] = [];
  const failures = new Set<string>();
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
      const signature = await signatureOf(seal, verify);
      problems.push(...signature.problems);
      for (const failure of signature.failures) failures.add(failure);
      const before = previous?.number === seal.number - 1n ? previous.hash : undefined;
      if (signature.isSigned && before !== undefined) await note(() => checkPlace(seal, before, book));
      const held = rowsOf(seal, signature);
      if (signature.failures.length > 0) for (const { seq } of held) book.late.delete(seq);
      // A seal that was changed makes no one free to change its rows, too.
      if (held.length > 0)
        problems.push(...(await problemsOfRows(reader, seal, signature.isSigned ? book : nowhere())));
      if (seal.book === "ledger") entries.push(...held.map(({ id }) => id));
      if (!signature.isSigned) book.lastSeq = undefined;
      previous = seal;
      last = seal.number;
    }
    if (seals.length === 0) break;
  }
  const missing = last + 1n;
  if (last < through) await note(() => found("book_seals", missing, "is missing"));
  for (const book of BOOKS) {
    const late = await problemsOfLate(reader, verify, { book, through, newest, walked: walked[book] });
    problems.push(...late.problems);
    for (const failure of late.failures) failures.add(failure);
  }
  return { problems, failures: [...failures], entries };
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
  verify: Verify,
  of: { readonly book: Book; readonly through: bigint; readonly newest: bigint; readonly walked: Walked },
): Promise<Pick<SealedPart, "problems" | "failures">> {
  const { book, newest } = of;
  const { late, gaps: left } = of.walked;
  const problems: SealProblem[] = [];
  const judge = (gaps: Walked["gaps"]): void => {
    for (const [seq, id] of withoutGap(late, gaps)) {
      problems.push({ table: TABLE_OF[book], id, what: LATE });
      late.delete(seq);
    }
  };
  judge(left);
  for (let after = of.through; late.size > 0;) {
    const seals = await reader
      .selectFrom("book_seals")
      .selectAll()
      .where("book", "=", book)
      .where("number", ">", after)
      .where("number", "<=", newest)
      .orderBy("number")
      .limit(SEALS_AT_ONCE)
      .execute();
    for (const seal of seals) {
      const { isSigned, failures } = await signatureOf(seal, verify);
      // One of these may hold them.
      if (failures.length > 0) return { problems, failures };
      after = seal.number;
      if (!isSigned) continue;
      for (const { seq } of digestsOf(seal.digests)) late.delete(seq);
      judge(gapsOf(seal.gaps));
    }
    if (seals.length === 0) break;
  }
  return { problems, failures: [] };
}
