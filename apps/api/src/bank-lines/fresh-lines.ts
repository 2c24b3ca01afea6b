/** Which lines of a statement are new. */
import { knownLines, linesInOtherFormats, linesOfBankKeys } from "@wattle/db/bank-lines";
import type { Reader } from "@wattle/db/database";
import { bankKeysOf, identitiesOf } from "./line-identity.ts";
import { judgeOtherFormat, type OtherFormat } from "./other-format.ts";
import type { FormattedStatement, StatementLine } from "./statements/statement.ts";

/** How many lines are looked for at a time. */
const CHUNK = 200;
/** Days of lines in other formats that are compared at a time. */
const DAYS = 30;

/** A line that is to be added. */
export interface FreshLine {
  readonly line: StatementLine;
  readonly identity: string;
  readonly bankKey: string | null;
  readonly likeId: string | null;
}

/** Lines that no import had, each with the line of another format that it may be. */
export interface Fresh {
  readonly lines: readonly FreshLine[];
  /** How many were left out since another format had them. */
  readonly same: number;
  /** How many were left out since their bank has reworded them. */
  readonly reworded: number;
}

type UnknownLine = Omit<FreshLine, "likeId">;

/** The lines of a file that are not known, word for word or by the bank's own identifier. */
async function unknownLines(
  reader: Reader,
  depositAccountId: string,
  lines: readonly StatementLine[],
  identities: readonly string[],
): Promise<{ readonly unknown: UnknownLine[]; readonly reworded: number }> {
  const [bankKeys, ofFile] = [bankKeysOf(depositAccountId, lines), new Set(identities)];
  const unknown: UnknownLine[] = [];
  let reworded = 0;
  for (let start = 0; start < lines.length; start += CHUNK) {
    const chunk = lines.slice(start, start + CHUNK);
    const known = await knownLines(reader, identities.slice(start, start + CHUNK));
    const keys = bankKeys.slice(start, start + CHUNK).filter((key) => key !== null);
    const withKeys = await linesOfBankKeys(reader, keys);
    for (const [place, line] of chunk.entries()) {
      const [identity, bankKey] = [identities[start + place] ?? "", bankKeys[start + place] ?? null];
      const earlier = withKeys.get(bankKey ?? "");
      if (known.has(identity)) continue;
      if (earlier !== undefined && !ofFile.has(earlier)) reworded += 1;
      else unknown.push({ line, identity, bankKey });
    }
  }
  return { unknown, reworded };
}

/** The lines of a file that are not known yet. */
export async function freshLines(
  reader: Reader,
  depositAccountId: string,
  { lines, format }: FormattedStatement,
): Promise<Fresh> {
  const identities = identitiesOf(depositAccountId, lines);
  const { unknown, reworded } = await unknownLines(reader, depositAccountId, lines, identities);
  const ofFile = new Set(identities);
  const judged = new Map<StatementLine, OtherFormat>();
  const byDay = Map.groupBy(
    unknown.map(({ line }) => line),
    ({ bookedOn }) => bookedOn,
  );
  const days = [...byDay.keys()];
  for (let start = 0; start < days.length; start += DAYS) {
    const some = days.slice(start, start + DAYS);
    const others = await linesInOtherFormats(reader, depositAccountId, { format, days: some });
    const known = others
      .filter(({ identity }) => !ofFile.has(identity))
      .map(({ booked_on: bookedOn, ...other }) => ({ ...other, bookedOn }));
    const ofDays = some.flatMap((day) => byDay.get(day) ?? []);
    for (const [line, other] of judgeOtherFormat(ofDays, known)) judged.set(line, other);
  }
  const fresh = unknown.filter(({ line }) => judged.get(line)?.is !== "same");
  return {
    lines: fresh.map((each) => ({ ...each, likeId: judged.get(each.line)?.id ?? null })),
    same: unknown.length - fresh.length,
    reworded,
  };
}
