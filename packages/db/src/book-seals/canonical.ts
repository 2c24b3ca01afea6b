/**
 * The bytes that seals are made of. They never change: a seal of years ago is checked against them.
 *
 * **A row** is UTF-8 text, lines joined by LF: `wattle row 1`, the table's name, then a line `column=value` for each
 * column that is not null, in the order of the columns' names. A text is written as JSON, a whole number in decimal
 * digits. So a column that is added later and null leaves old rows as they were. Its digest is SHA-256 as base64url.
 *
 * **Digests** of a seal: a JSON array for each sealed row, joined by LF, in the order of their numbers:
 * `[seq, id, digest, [position, digest], …]`, where the pairs are an entry's postings by position. A pair `["transaction", digest]` comes
 * after them if a deposit, a withdrawal or an adjustment names the entry; seals of versions before have none.
 *
 * **Gaps** of a seal: JSON array of `[from, to, since]`, numbers of rows that were not there yet, since when (epoch
 * milliseconds): a transaction that is still open may have taken them, or one that was undone.
 *
 * **A seal** is UTF-8 text, lines joined by LF: `wattle seal 1`, number, book, first seq, last seq, count of entries,
 * sealed at, key id, SHA-256 of the gaps' text, SHA-256 of the digests' text, hash of the seal before (empty for the
 * first). Its hash is the SHA-256 of these bytes; the signature is Ed25519 over the same bytes.
 *
 * **The head** is signed as `wattle head 1`, number and hash of the newest seal, lines joined by LF.
 */
import { hash } from "node:crypto";
import type { BookSeal } from "../tables.ts";

/** A row as the database has it: texts, whole numbers and nulls by column. */
export type Columns = Readonly<Record<string, string | bigint | null>>;

export const sha256 = (bytes: string): string => hash("sha256", bytes, "base64url");

interface ColumnNames {
  readonly asRead: readonly string[];
  readonly sorted: readonly string[];
}

/** The columns of each table's last row: those of the next are nearly always the same, and sorting costs as much as all else. */
const lastNames = new Map<string, ColumnNames>();

function sortedNames(table: string, row: Columns): readonly string[] {
  const asRead = Object.keys(row);
  const last = lastNames.get(table);
  if (last?.asRead.length === asRead.length && last.asRead.every((name, at) => name === asRead[at]))
    return last.sorted;
  const sorted = asRead.toSorted();
  lastNames.set(table, { asRead, sorted });
  return sorted;
}

/** The canonical bytes of a row, see above. */
export function rowBytes(table: string, row: Columns): string {
  let bytes = `wattle row 1\n${table}`;
  for (const column of sortedNames(table, row)) {
    const value = row[column];
    if (value === null || value === undefined) continue;
    bytes += `\n${column}=${typeof value === "bigint" ? String(value) : JSON.stringify(value)}`;
  }
  return bytes;
}

/** Digest of one row of a book when it was sealed. */
export interface RowDigest {
  readonly seq: bigint;
  readonly id: string;
  readonly digest: string;
  /** Digests of an entry's postings, by position. */
  readonly postings: readonly { readonly position: string; readonly digest: string }[];
}

/** The ids of some of a seal's rows, without reading the others. @param from how many are before them */
export const sealedIds = (digests: string, from: number, count: number): string[] =>
  digests
    .split("\n")
    .slice(from, from + count)
    .map((line) => (JSON.parse(line) as [string, string])[1]);

export const digestsText = (rows: readonly RowDigest[]): string =>
  rows
    .map(({ seq, id, digest, postings }) =>
      JSON.stringify([
        String(seq),
        id,
        digest,
        ...postings.map((posting) => [posting.position, posting.digest]),
      ]),
    )
    .join("\n");

/** Reads what `digestsText` wrote. @throws TypeError on other text */
export function digestsOf(text: string): RowDigest[] {
  return text.split("\n").map((line) => {
    const [seq, id, digest, ...postings] = JSON.parse(line) as [
      string,
      string,
      string,
      ...[string, string][],
    ];
    return {
      seq: BigInt(seq),
      id,
      digest,
      postings: postings.map(([position, of]) => ({ position, digest: of })),
    };
  });
}

/** Numbers, both ends among them, that no row had yet. */
export interface Gap {
  readonly from: bigint;
  readonly to: bigint;
  /** When that was first seen, epoch milliseconds. */
  readonly since: bigint;
}

export const gapsText = (gaps: readonly Gap[]): string =>
  JSON.stringify(gaps.map(({ from, to, since }) => [String(from), String(to), String(since)]));

/** Reads what `gapsText` wrote. @throws TypeError on other text */
export const gapsOf = (text: string): Gap[] =>
  (JSON.parse(text) as [string, string, string][]).map(([from, to, since]) => ({
    from: BigInt(from),
    to: BigInt(to),
    since: BigInt(since),
  }));

/** The canonical bytes of a seal, see above. */
export const sealBytes = (seal: Omit<BookSeal, "hash" | "signature">): string =>
  [
    "wattle seal 1",
    seal.number,
    seal.book,
    seal.first_seq,
    seal.last_seq,
    seal.entries,
    seal.sealed_at,
    seal.kid,
    sha256(seal.gaps),
    sha256(seal.digests),
    seal.previous_hash,
  ].join("\n");

/** The canonical bytes of the head, see above. */
export const headBytes = (newest: Pick<BookSeal, "number" | "hash">): string =>
  ["wattle head 1", newest.number, newest.hash].join("\n");

/** Rest of the gaps once rows with some of their numbers have come. */
export function gapsWithout(gaps: readonly Gap[], seqs: readonly bigint[]): Gap[] {
  let left = [...gaps];
  for (const seq of seqs) {
    left = left.flatMap((gap) =>
      seq < gap.from || seq > gap.to
        ? [gap]
        : [
            { ...gap, to: seq - 1n },
            { ...gap, from: seq + 1n },
          ].filter(({ from, to }) => from <= to),
    );
  }
  return left;
}
