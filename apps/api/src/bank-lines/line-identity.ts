import { createHash } from "node:crypto";
import type { StatementLine } from "./statements/statement.ts";

type Said = Pick<StatementLine, "bookedOn" | "amount" | "text" | "payer" | "cells">;

/**
 * Form of a line on which two exports agree, however they space it. If someone has set the columns, the cells
 * themselves count: with other columns, or dates the other way round, they are the same line still.
 */
const contentOf = ({ bookedOn, amount, text, payer, cells }: Said): string =>
  JSON.stringify(
    (cells ?? [bookedOn, amount.toString(), text, payer ?? ""]).map((part) =>
      part.toLowerCase().replaceAll(/\s/g, ""),
    ),
  );

/**
 * Names each line of a file by what it says, and by how many lines of the file before it say the same: two equal payments of one day
 * are two, and the second of them is the second in every export of that day.
 * @returns SHA-256 (hex) for each line, in their order
 */
export function identitiesOf(depositAccountId: string, lines: readonly Said[]): string[] {
  const identity = (content: string, before: number): string =>
    createHash("sha256")
      .update(JSON.stringify([depositAccountId, content, before]))
      .digest("hex");
  // By hashes: the texts of a large file would take as much memory again.
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const content = contentOf(line);
    const first = identity(content, 0);
    const before = seen.get(first) ?? 0;
    seen.set(first, before + 1);
    return before === 0 ? first : identity(content, before);
  });
}

/** Identifiers that some banks give to each line. */
const TELLS_NOTHING = /^.{0,3}$|^0+$/;

/**
 * Names each line by its day, its amount and the bank's own identifier, so that one is known again that the bank has reworded since.
 * @returns SHA-256 (hex) for each line, in their order; null if it has no identifier, or another line of the file has the same
 */
export function bankKeysOf(
  depositAccountId: string,
  lines: readonly Pick<StatementLine, "bookedOn" | "amount" | "bankId">[],
): (string | null)[] {
  const counts = new Map<string, number>();
  for (const { bankId = "" } of lines) counts.set(bankId, (counts.get(bankId) ?? 0) + 1);
  return lines.map(({ bookedOn, amount, bankId = "" }) =>
    TELLS_NOTHING.test(bankId) || counts.get(bankId) !== 1
      ? null
      : createHash("sha256")
          .update(JSON.stringify([depositAccountId, bookedOn, amount.toString(), bankId]))
          .digest("hex"),
  );
}
