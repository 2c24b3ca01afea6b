import type { StatementFormat } from "@wattle/contracts/bank-lines";
import { statementText } from "@wattle/contracts/statement-text";
import type { Reader } from "@wattle/db/database";
import { freshLines, type FreshLine } from "./fresh-lines.ts";
import { readStatement } from "./statements/read-statement.ts";
import {
  BrokenStatement,
  type FormattedStatement,
  type Refusal,
  type StatementSettings,
} from "./statements/statement.ts";

/** A statement's file, and how it is read. */
export interface StatementFile {
  readonly depositAccountId: string;
  /** Its text, or its bytes as they came. */
  readonly content: string | Uint8Array;
  readonly format: StatementFormat | "auto";
  readonly settings: StatementSettings;
}

/** A statement's report before its new lines. */
export interface StatementSummary extends Omit<FormattedStatement, "lines"> {
  /** How many lines could be read, and how many of them are new. */
  readonly total: number;
  readonly fresh: number;
  /** How many were left out since another format had them, or since their bank has reworded them. */
  readonly same: number;
  readonly reworded: number;
  /** How many of the new ones may be lines of another format. */
  readonly like: number;
  /** The new ones' sum; smallest units. */
  readonly sum: bigint;
  /** How many of the new ones each day has. */
  readonly days: ReadonlyMap<string, number>;
}

/** Piece by piece: why nothing is read; or the summary, then new lines. */
export type NewLines =
  | { readonly is: "broken"; readonly refused: readonly Refusal[] }
  | { readonly is: "read"; readonly summary: StatementSummary }
  | { readonly is: "lines"; readonly lines: readonly FreshLine[] };

/** How many lines are written at a time, and how many postings one entry has. */
const PIECE_LINES = 50;

/** The text of a file; bytes are in the encoding that they seem to be in. */
export const fileText = (content: string | Uint8Array): string =>
  typeof content === "string" ? content : statementText(content);

const isLike = ({ likeId }: FreshLine): boolean => likeId !== null;

async function judge(
  reader: Reader,
  { depositAccountId, content, format, settings }: StatementFile,
): Promise<{ readonly summary: StatementSummary; readonly fresh: readonly FreshLine[] }> {
  const { lines, ...statement } = readStatement(fileText(content), format, settings);
  const { lines: fresh, ...left } = await freshLines(reader, depositAccountId, { ...statement, lines });
  const days = new Map<string, number>();
  for (const { line } of fresh) days.set(line.bookedOn, (days.get(line.bookedOn) ?? 0) + 1);
  const sum = fresh.reduce((units, { line }) => units + line.amount, 0n);
  const counted = { total: lines.length, fresh: fresh.length, like: fresh.filter(isLike).length, sum, days };
  return { summary: { ...statement, ...left, ...counted }, fresh };
}

/** Reads a statement, and which of its lines no import had. Takes seconds for a large one: see `new-lines-worker.ts`. */
export async function* readNewLines(reader: Reader, file: StatementFile): AsyncGenerator<NewLines> {
  try {
    const { summary, fresh } = await judge(reader, file);
    yield { is: "read", summary };
    for (let start = 0; start < fresh.length; start += PIECE_LINES)
      yield { is: "lines", lines: fresh.slice(start, start + PIECE_LINES) };
  } catch (thrown) {
    if (!(thrown instanceof BrokenStatement)) throw thrown;
    yield { is: "broken", refused: thrown.refused };
  }
}
