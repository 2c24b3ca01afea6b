import type { Generated, Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

/** Rows of one book that were sealed together, linked to the seal before. */
interface BookSealsTable {
  /** Counts the seals of all books, from 1, without gaps. */
  number: bigint;
  book: "ledger" | "audit";
  /** The row after the last one that an earlier seal of the book reaches. */
  first_seq: bigint;
  /** The highest row it reaches; below the first if it holds nothing but late ones. */
  last_seq: bigint;
  /** How many rows it holds. */
  entries: bigint;
  /** The hash of the seal before; empty for the first. */
  previous_hash: string;
  hash: string;
  /** The signing key, and what it made of the seal. */
  kid: string;
  signature: string;
  sealed_at: Epoch;
  /** Numbers below the last that no row had yet, see `book-seals/canonical.ts`. */
  gaps: string;
  /** Digests of its rows, see `book-seals/canonical.ts`. */
  digests: string;
}

export const bookSeals = apart<BookSealsTable>("hashes over the books of all");

export type BookSeal = Selectable<BookSealsTable>;

/** Which seal is the newest, signed: seals that are removed at the end are missed. */
interface BookSealHeadsTable {
  name: "newest";
  number: bigint;
  kid: string;
  signature: string;
}

export const bookSealHeads = apart<BookSealHeadsTable>("hashes over the books of all");

interface SealReadersTable {
  /** Name of a reader that follows the sealed ledger: `receipts`. */
  name: string;
  /** The newest seal it has read from, and how many of that seal's entries. */
  seal: bigint;
  entries: bigint;
  /** The process that reads, until the lease ends, if only one does at a time. */
  holder: string | null;
  leased_until: Generated<Epoch>;
}

export const sealReaders = apart<SealReadersTable>("the program's own");

export type SealReader = Selectable<SealReadersTable>;
