/**
 * A round reads all rows of one kind, a part in each check. The number of the check says which part is next: there is no progress that
 * someone could change. Small books have one part, and are read whole in each check.
 */

/** Milliseconds from the beginning of one check to the next. */
export const CHECK_EVERY = 300_000;
/** With a check every five minutes, three and a half days: a week has two rounds, should a process have been away in one. */
export const MOST_PARTS = 1024;
/** Identifiers end in three random hexadecimal digits, and so customers are in as many groups. */
const ENDINGS = 4096;

/** Checks that have been due since the epoch, at a moment in epoch milliseconds. */
export const ticksAt = (now: number): number => Math.floor(now / CHECK_EVERY);

/** Parts of a round: a power of two, so that a round stays the same while the books grow. @param each rows that a part has room for */
export function partsOf(rows: bigint, each: bigint): number {
  let parts = 1;
  while (parts < MOST_PARTS && BigInt(parts) * each < rows) parts *= 2;
  return parts;
}

/** Numbers after one, up to another. */
export interface NumberRange {
  readonly after: bigint;
  readonly through: bigint;
}

/** The block of numbers from 1 on that a number lies in. A row stays in its block, and a block in its part. */
export function blockOf(number: bigint, block: bigint): NumberRange & { readonly index: bigint } {
  const index = (number - 1n) / block;
  return { index, after: index * block, through: (index + 1n) * block };
}

/** The first number, from one on, that lies in a block of this part. */
export function nextOfPart(
  number: bigint,
  { part, parts, block }: { readonly part: number; readonly parts: number; readonly block: bigint },
): bigint {
  const { index, after } = blockOf(number, block);
  const ahead = (((BigInt(part) - index) % BigInt(parts)) + BigInt(parts)) % BigInt(parts);
  return ahead === 0n ? number : after + ahead * block + 1n;
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
