import { CompiledQuery } from "kysely";
import type { Database, WriteTx } from "../handles/handles.ts";
import type { BookSeal } from "../tables.ts";
import {
  BOOKS,
  digestOf,
  lastNear,
  newestSeal,
  rangeAfter,
  readBookRows,
  seqsWithin,
  seqsWithPostings,
  TABLE_OF,
  type Book,
} from "./book-rows.ts";
import {
  digestsText,
  gapsOf,
  gapsText,
  gapsWithout,
  headBytes,
  sealBytes,
  sha256,
  type Gap,
} from "./canonical.ts";
import type { Verify } from "./verifier.ts";

/** Rows of one seal at most: bounds its size, and how long SQLite's other writers wait for it. */
export const ROWS_OF_A_SEAL = 250;
/** The same for what an entry has: those of a statement's lines have fifty. */
const POSTINGS_OF_A_SEAL = 300n;
/** A number that was taken may still come for so long. No transaction lives longer: statements and waits have time limits. */
const GAP_LIFE_MILLISECONDS = 3_600_000n;
/** Any number: an advisory lock for processes that seal the same PostgreSQL database at once. */
const ADVISORY_LOCK = 7_209_311_847;

/** Makes and checks Ed25519 signatures over texts, as base64url. */
export interface SealKeys {
  /** The key that signs now. */
  readonly kid: string;
  readonly sign: (text: string) => string;
  readonly verify: Verify;
}

/** The seals at the end of the chain were removed or exchanged: going on would cover that up. */
export class BrokenChainError extends Error {
  override readonly name = "BrokenChainError";
}

/** Those of ascending numbers before the first that is far ahead of the one before it. */
function withoutFar(seqs: readonly bigint[], reached: bigint): readonly bigint[] {
  const far = seqs.findIndex((seq, at) => seq > lastNear(seqs[at - 1] ?? reached));
  return far < 0 ? seqs : seqs.slice(0, far);
}

/** Whether a book has rows that no seal holds and one could. */
async function hasOpenRows(database: Database, book: Book): Promise<boolean> {
  const before = await newestSeal(database.read, book);
  const ranges = [...gapsOf(before?.gaps ?? "[]"), rangeAfter(before?.last_seq ?? 0n)];
  return (await seqsWithin(database.read, book, ranges, 1)).length > 0;
}

/**
 * Seals the next committed rows, at most 250 of each book. Does nothing while another process does.
 * @param now epoch milliseconds
 * @returns how many rows were sealed; if any were, there may be more
 * @throws BrokenChainError if the newest seal is not the one that was made last
 * @throws Error if all that is left is far ahead: the owner of the database has to delete it
 */
export async function sealBooks(database: Database, keys: SealKeys, now: bigint): Promise<number> {
  let sealed = 0;
  for (const book of BOOKS) {
    if (await hasOpenRows(database, book)) {
      sealed += await database.write(async (tx) =>
        database.dialect === "sqlite" || (await tryLock(tx)) ? sealRows(tx, book, keys, now) : 0,
      );
    }
  }
  return sealed;
}

async function tryLock(tx: WriteTx): Promise<boolean> {
  const { rows } = await tx.executeQuery<{ got: boolean }>(
    CompiledQuery.raw(`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as got`),
  );
  return rows[0]?.got === true;
}

async function sealRows(tx: WriteTx, book: Book, keys: SealKeys, now: bigint): Promise<number> {
  const newest = await newestSeal(tx);
  await requireHead(tx, keys, newest);
  const before = newest?.book === book ? newest : await newestSeal(tx, book);
  const reached = before?.last_seq ?? 0n;
  const left = gapsOf(before?.gaps ?? "[]");
  const late = (await seqsWithin(tx, book, left, ROWS_OF_A_SEAL)).slice(0, ROWS_OF_A_SEAL);
  // A gap ends once none of its rows waits: all were down for an hour, perhaps. While rows still come into it more may: someone may have taken
  // a number ahead of those that the database gives.
  const gaps =
    late.length === ROWS_OF_A_SEAL
      ? left
      : left
          .map((gap) => (late.some((seq) => seq >= gap.from && seq <= gap.to) ? { ...gap, since: now } : gap))
          .filter(({ since }) => now - since < GAP_LIFE_MILLISECONDS);
  const waiting = await seqsWithin(tx, book, [rangeAfter(reached)], ROWS_OF_A_SEAL - late.length);
  const open = withoutFar(waiting, reached);
  const next = book === "ledger" ? await seqsWithPostings(tx, open, POSTINGS_OF_A_SEAL) : open;
  const rows = await readBookRows(tx, book, [...late, ...next]);
  if (rows.length === 0 && waiting.length > 0)
    throw new Error(`a row of ${TABLE_OF[book]} has the number ${waiting[0]}, far ahead of ${reached}`);
  if (rows.length === 0) return 0;
  const last = next.at(-1) ?? reached;
  const isWhole = last - reached === BigInt(next.length);
  const skipped: Gap[] = isWhole ? [] : [{ from: reached + 1n, to: last, since: now }];
  await addSeal(tx, keys, now, {
    book,
    first_seq: reached + 1n,
    last_seq: last,
    gaps: [...gapsWithout(gaps, late), ...gapsWithout(skipped, next)],
    rows,
  });
  return rows.length;
}

/** A range of a book that a seal ends, with those of its rows that the seal holds. */
export interface Sealed extends Pick<BookSeal, "first_seq" | "last_seq"> {
  readonly book: Book;
  readonly gaps: readonly Gap[];
  readonly rows: Awaited<ReturnType<typeof readBookRows>>;
}

/** Puts a seal at the chain's end and makes it the head. @param now epoch milliseconds */
export async function addSeal(
  tx: WriteTx,
  keys: SealKeys,
  now: bigint,
  { rows, gaps, ...range }: Sealed,
): Promise<void> {
  const newest = await newestSeal(tx);
  const seal = signed(keys, {
    ...range,
    number: (newest?.number ?? 0n) + 1n,
    entries: BigInt(rows.length),
    previous_hash: newest?.hash ?? "",
    kid: keys.kid,
    sealed_at: now,
    gaps: gapsText(gaps),
    digests: digestsText(rows.map((row) => digestOf(range.book, row))),
  });
  await tx.insertInto("book_seals").values(seal).execute();
  await keepHead(tx, keys, seal);
}

function signed(keys: SealKeys, seal: Omit<BookSeal, "hash" | "signature">): BookSeal {
  const bytes = sealBytes(seal);
  return { ...seal, hash: sha256(bytes), signature: keys.sign(bytes) };
}

async function keepHead(tx: WriteTx, keys: SealKeys, seal: BookSeal): Promise<void> {
  const head = { number: seal.number, kid: keys.kid, signature: keys.sign(headBytes(seal)) };
  await tx
    .insertInto("book_seal_heads")
    .values({ name: "newest", ...head })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(head))
    .execute();
}

/** @throws BrokenChainError if the signed head names another seal than the newest */
async function requireHead(
  tx: WriteTx,
  keys: SealKeys,
  newest: Pick<BookSeal, "number" | "hash"> | undefined,
): Promise<void> {
  const head = await tx.selectFrom("book_seal_heads").selectAll().executeTakeFirst();
  if (head === undefined && newest === undefined) return;
  const kept =
    head !== undefined &&
    newest?.number === head.number &&
    keys.verify(head.kid, headBytes(newest), head.signature);
  if (!kept) throw new BrokenChainError("the newest seal is not the one that was made last");
}
