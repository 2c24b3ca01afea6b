import { BrokenStatement, type StatementLine } from "./statement.ts";

/**
 * The first line whose balance is not the one before it and its amount; undefined where all are.
 * @param lines the oldest first
 * @param refused lines that lie somewhere between them: what they moved is not known
 */
function firstBreak(
  lines: readonly StatementLine[],
  refused: readonly { readonly line: number }[],
): StatementLine | undefined {
  const unknown = refused.map(({ line }) => line);
  const isBetween = (line: number, a: number, b: number): boolean => (line - a) * (line - b) < 0;
  let before: StatementLine | undefined;
  for (const line of lines) {
    const from = before;
    before = line;
    if (from === undefined || from.balance === null || line.balance === null) continue;
    if (line.balance === from.balance + line.amount) continue;
    if (!unknown.some((each) => isBetween(each, from.line, line.line))) return line;
  }
  return undefined;
}

/**
 * Checks that each balance is the one before it and the line's amount, in files that have the oldest line first or the newest.
 * @param refused numbers of lines that could not be read: what lies between the balances around them is not known
 * @throws BrokenStatement at the line that does not add up
 */
export function checkBalanceChain(
  lines: readonly StatementLine[],
  refused: readonly { readonly line: number }[],
): void {
  const [first, last] = [lines.at(0)?.bookedOn ?? "", lines.at(-1)?.bookedOn ?? ""];
  const down = first <= last ? firstBreak(lines, refused) : undefined;
  const up = first >= last ? firstBreak(lines.toReversed(), refused) : undefined;
  // A file of a single day can run either way: it is right where one of them is.
  if (first === last && (down === undefined || up === undefined)) return;
  const broken = down ?? up;
  if (broken !== undefined) throw new BrokenStatement(broken.line, "The balance does not add up here");
}
