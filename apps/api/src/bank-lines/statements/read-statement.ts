import { addDays } from "@wattle/contracts/days";
import type { StatementFormat } from "@wattle/contracts/bank-lines";
import { readCamt053 } from "./camt053.ts";
import { checkKindOfFile } from "./csv-table.ts";
import { readCsv } from "./csv.ts";
import { readMt940 } from "./mt940.ts";
import { readOfx } from "./ofx.ts";
import {
  addRefusal,
  BrokenStatement,
  checkLineCount,
  type FormattedStatement,
  type Refusal,
  type Statement,
  type StatementLine,
  type StatementSettings,
} from "./statement.ts";

/** The format of a file, by how it begins. */
export function formatOf(content: string): StatementFormat {
  const start = content
    .slice(0, 4096)
    .replace(/^\ufeff/, "")
    .trimStart();
  if (/^OFXHEADER|^<OFX>|<\?OFX /i.test(start)) return "ofx";
  if (/^<(\?xml|Document|[a-z0-9]+:Document|!)/i.test(start)) return /<OFX>/i.test(start) ? "ofx" : "camt053";
  if (/^(\{1:|:20:|:\d\d[A-Z]?:)/m.test(start.slice(0, 400))) return "mt940";
  return "csv";
}

const lineAt = (content: string, index: number): number => content.slice(0, index).split("\n").length;

/** @throws BrokenStatement where the text was read in another encoding than it was written in */
function checkEncoding(content: string): void {
  const wrong = content.search(/[\ufffd\0]/);
  if (wrong >= 0) throw new BrokenStatement(lineAt(content, wrong), "The file is not in UTF-8 or Latin-1");
}

const READERS: Readonly<
  Record<StatementFormat, (content: string, settings: StatementSettings) => Statement>
> = { csv: readCsv, camt053: readCamt053, mt940: readMt940, ofx: readOfx };

/** How far back a day can be: no bank's statement begins before. */
const OLDEST_YEARS = 10;

/** Lines whose days can be. A day that hasn't come, and one of long ago, is read wrongly or written wrongly. */
export function withinYears<Read extends Omit<Statement, "closing">>(statement: Read, today: string): Read {
  const oldest = `${Number(today.slice(0, 4)) - OLDEST_YEARS}${today.slice(4)}`;
  // It can be tomorrow at the bank's place.
  const latest = addDays(today, 1);
  const isOf = ({ bookedOn }: StatementLine): boolean => bookedOn >= oldest && bookedOn <= latest;
  const far = statement.lines
    .filter((line) => !isOf(line))
    .map(({ line, bookedOn }) => ({
      line,
      reason: `${bookedOn} ${bookedOn > latest ? "hasn't come yet" : "is too long ago"}`,
    }));
  if (far.length === 0) return statement;
  const refused: Refusal[] = [];
  for (const each of [...statement.refused, ...far].toSorted((a, b) => a.line - b.line))
    addRefusal(refused, each);
  return { ...statement, lines: statement.lines.filter(isOf), refused };
}

/**
 * Reads a statement as its bank exports it: by its text and the settings, and nothing else.
 * @throws BrokenStatement if the file is cut off, in another encoding or format, of another account or currency, or its balances do
 *   not add up: nothing of it is read then
 */
export function readStatement(
  content: string,
  format: StatementFormat | "auto",
  settings: StatementSettings,
): FormattedStatement {
  checkKindOfFile(content);
  checkEncoding(content);
  const found = format === "auto" ? formatOf(content) : format;
  const statement = READERS[found](content, settings);
  checkLineCount(statement.lines);
  return { ...withinYears(statement, settings.today), format: found };
}
