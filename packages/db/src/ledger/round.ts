/**
 * A round reads all of the books, a part in each check. The clock alone says which part is next: there is no progress that someone could
 * change. Small books have one part.
 */

/** Milliseconds from the beginning of one check to the next. */
export const CHECK_EVERY = 300_000;
/** With a check every five minutes, three and a half days: a week has two rounds, should a process have been away in one. */
const MOST_PARTS = 1024;
/** Seals that lie together, which hold at most 250 rows each. */
export const SEALS_OF_A_BLOCK = 100n;
const CUSTOMERS_OF_A_PART = 2000n;
/** Identifiers end in three random hexadecimal digits, and so customers are in as many groups. */
const ENDINGS = 4096;

/** Checks that have been due since the epoch, at a moment in epoch milliseconds. */
export const ticksAt = (now: number): number => Math.floor(now / CHECK_EVERY);

/** Parts that the books are read in: a power of two, so that a round stays the same while the books grow. */
export function partsOf(books: { readonly seals: bigint; readonly customers: bigint }): number {
  let parts = 1;
  const hold = (each: bigint, all: bigint): boolean => BigInt(parts) * each >= all;
  while (
    parts < MOST_PARTS &&
    !(hold(SEALS_OF_A_BLOCK, books.seals) && hold(CUSTOMERS_OF_A_PART, books.customers))
  )
    parts *= 2;
  return parts;
}

/** Seals after one, up to another. */
export interface SealRange {
  readonly after: bigint;
  readonly through: bigint;
}

/** Blocks of seals that a part has, if this many seals were made. A seal stays in its block. */
export function sealsOfPart(part: number, parts: number, seals: bigint): SealRange[] {
  const blocks: SealRange[] = [];
  const step = SEALS_OF_A_BLOCK * BigInt(parts);
  for (let after = SEALS_OF_A_BLOCK * BigInt(part); after < seals; after += step) {
    const through = after + SEALS_OF_A_BLOCK;
    blocks.push({ after, through: through < seals ? through : seals });
  }
  return blocks;
}

const endingAt = (group: number): string => group.toString(16).padStart(3, "0");

/** Endings of the identifiers of a part's customers; the first and the last part have those that are not hexadecimal, too. */
export const endingsOfPart = (
  part: number,
  parts: number,
): { readonly from: string | undefined; readonly before: string | undefined } => ({
  from: part === 0 ? undefined : endingAt((part * ENDINGS) / parts),
  before: part === parts - 1 ? undefined : endingAt(((part + 1) * ENDINGS) / parts),
});
