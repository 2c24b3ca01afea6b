import { BrokenStatement, type StatementLine } from "./statement.ts";

type Refused = readonly { readonly line: number }[];

/**
 * The first line whose balance is not the one before it and its amount; undefined if all are.
 * @param lines the oldest first
 * @param refused lines that lie somewhere between them: what they moved is not known
 */
function firstBreak(lines: readonly StatementLine[], refused: Refused): StatementLine | undefined {
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

/** Whether balances lead to one another, each step being a line. */
function areConnected(steps: readonly (readonly [bigint, bigint])[]): boolean {
  const next = new Map<bigint, bigint[]>();
  for (const [from, to] of steps) {
    for (const each of [from, to]) if (!next.has(each)) next.set(each, []);
    next.get(from)?.push(to);
    next.get(to)?.push(from);
  }
  const [first] = next.keys();
  const left = first === undefined ? [] : [first];
  const reached = new Set(left);
  for (let at = left.pop(); at !== undefined; at = left.pop())
    for (const to of next.get(at) ?? []) {
      if (!reached.has(to)) left.push(to);
      reached.add(to);
    }
  return reached.size === next.size;
}

/**
 * The balance that a day ends with, if its lines fit in some order: from each balance as many lines lead away as lead to it, but for the
 * first and the last.
 * @param opening the balance it begins with, if that is known
 * @returns null if they fit in none; undefined if they fit, and the end isn't known
 */
function closingOf(lines: readonly StatementLine[], opening: bigint | undefined): bigint | null | undefined {
  const steps = lines.map(({ amount, balance }) => [(balance ?? 0n) - amount, balance ?? 0n] as const);
  const leaving = new Map<bigint, number>();
  for (const [from, to] of steps) {
    leaving.set(from, (leaving.get(from) ?? 0) + 1);
    leaving.set(to, (leaving.get(to) ?? 0) - 1);
  }
  const uneven = [...leaving].filter(([, count]) => count !== 0);
  const [first, last] = [uneven.find(([, count]) => count === 1), uneven.find(([, count]) => count === -1)];
  const isOneWay = uneven.length === 2 && first !== undefined && last !== undefined;
  if ((uneven.length > 0 && !isOneWay) || !areConnected(steps)) return null;
  if (!isOneWay) return opening === undefined || leaving.has(opening) ? opening : null;
  return opening === undefined || opening === first[0] ? last[0] : null;
}

/** Whether each day's lines and balances fit in some order, and lead to the next day's. Days with lines that aren't known fit. */
function daysFit(lines: readonly StatementLine[], refused: Refused): boolean {
  const inFile = lines.toSorted((a, b) => a.line - b.line);
  const isOpen = new Set(inFile.flatMap(({ bookedOn, balance }) => (balance === null ? [bookedOn] : [])));
  for (const { line } of refused) {
    const after = inFile.findIndex((each) => each.line > line);
    for (const each of [inFile.at(after < 0 ? -1 : after), after > 0 ? inFile[after - 1] : undefined])
      if (each !== undefined) isOpen.add(each.bookedOn);
  }
  const days = [...Map.groupBy(lines, ({ bookedOn }) => bookedOn)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  let balance: bigint | undefined;
  for (const [day, ofDay] of days) {
    const closing = isOpen.has(day) ? undefined : closingOf(ofDay, balance);
    if (closing === null) return false;
    balance = closing;
  }
  return true;
}

/**
 * Checks that each balance is the one before it and the line's amount, in files that have the oldest line first or the newest. Within a
 * day lines may be in any order in which they fit.
 * @param refused numbers of lines that could not be read: what lies between the balances around them is not known
 * @returns what is on the account after all of them; null if that is not sure
 * @throws BrokenStatement at the line that does not add up
 */
export function checkBalanceChain(lines: readonly StatementLine[], refused: Refused): bigint | null {
  const [first, last] = [lines.at(0)?.bookedOn ?? "", lines.at(-1)?.bookedOn ?? ""];
  const down = first <= last ? firstBreak(lines, refused) : undefined;
  const up = first >= last ? firstBreak(lines.toReversed(), refused) : undefined;
  // A file of a single day can run either way: it is right if one of them is.
  const runs = [
    ...(first <= last && down === undefined ? [lines.at(-1)?.balance ?? null] : []),
    ...(first >= last && up === undefined ? [lines.at(0)?.balance ?? null] : []),
  ];
  const [closing, other] = runs;
  if (closing !== undefined) return other === undefined || other === closing ? closing : null;
  const broken = down ?? up;
  if (broken === undefined || daysFit(lines, refused)) return null;
  throw new BrokenStatement(broken.line, "The balance does not add up here");
}
