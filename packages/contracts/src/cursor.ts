/** Position in a list: the last row, by its time and identifier. */
import { z } from "zod";

const CURSOR = /^(\d{1,16})\.(.{1,64})$/;

/** A row's place in a list by time. */
export interface Cursor {
  /** Milliseconds since 1970. */
  readonly createdAt: bigint;
  readonly id: string;
}

/** The `next` of a list's answer, taken back as its `after`. */
export const cursor = z
  .string()
  .max(120, "This is no place in the list")
  .transform((text, context): Cursor => {
    const [, createdAt, id] = CURSOR.exec(text) ?? [];
    if (createdAt === undefined || id === undefined) {
      context.addIssue({ code: "custom", message: "This is no place in the list" });
      return z.NEVER;
    }
    return { createdAt: BigInt(createdAt), id };
  });

/** A row's place, as a list's answer says it. */
export const placeOf = ({ created_at, id }: { readonly created_at: bigint; readonly id: string }): string =>
  `${created_at}.${id}`;

/**
 * The rows of a piece and where the list goes on.
 * @param rows as many as were asked for, and one more if there are more
 */
export function pieceOf<Row extends { readonly created_at: bigint; readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): { readonly piece: Row[]; readonly next: string | null } {
  const piece = rows.slice(0, limit);
  const last = piece.at(-1);
  return {
    piece,
    next: rows.length > limit && last !== undefined ? placeOf(last) : null,
  };
}
