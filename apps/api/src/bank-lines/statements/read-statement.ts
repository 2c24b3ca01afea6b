import type { StatementColumns, StatementFormat } from "@wattle/contracts/bank-lines";
import { readCamt053 } from "./camt053.ts";
import { readCsv } from "./csv.ts";
import { readMt940 } from "./mt940.ts";
import { readOfx } from "./ofx.ts";
import {
  BrokenStatement,
  type FormattedStatement,
  type Statement,
  type StatementAccount,
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

function readAs(
  format: StatementFormat,
  content: string,
  account: StatementAccount,
  columns: StatementColumns | undefined,
): Statement {
  switch (format) {
    case "csv":
      return readCsv(content, account, columns);
    case "camt053":
      return readCamt053(content, account);
    case "mt940":
      return readMt940(content, account);
    case "ofx":
      return readOfx(content, account);
  }
}

/**
 * Reads a statement as its bank exports it.
 * @throws BrokenStatement where the file is cut off, in another encoding or format, of another account or currency, or its balances do
 *   not add up: nothing of it is read then
 */
export function readStatement(
  content: string,
  format: StatementFormat | "auto",
  account: StatementAccount,
  columns?: StatementColumns,
): FormattedStatement {
  checkEncoding(content);
  const found = format === "auto" ? formatOf(content) : format;
  return { ...readAs(found, content, account, columns), format: found };
}
