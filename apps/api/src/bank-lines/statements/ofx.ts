import {
  BrokenStatement,
  requireAccount,
  requireCurrency,
  type Refusal,
  type Statement,
  type StatementAccount,
  type StatementLine,
} from "./statement.ts";
import { cleanName, cleanText, readDay, readUnits, type Read } from "./values.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** A value without the few entities that OFX has; others stay as they are written. */
const plain = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,6})|([a-z]{2,4}));/gi,
    (whole, code: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const point = Number.parseInt(code ?? "0", 10);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );

interface Tag {
  readonly name: string;
  readonly closes: boolean;
  readonly value: string;
  readonly line: number;
}

/** The tags of both kinds of OFX: in SGML (1.x) a value's tag is not closed, in XML (2.x) it is. */
function* tagsOf(content: string): Generator<Tag> {
  const pattern = /<(\/?)([A-Za-z0-9._]+)>([^<]*)/g;
  let [line, from] = [1, 0];
  for (const match of content.matchAll(pattern)) {
    for (let index = from; index < match.index; index++) if (content.charCodeAt(index) === 10) line++;
    from = match.index;
    yield {
      name: (match[2] ?? "").toUpperCase(),
      closes: match[1] === "/",
      value: plain(match[3] ?? "").trim(),
      line,
    };
  }
}

/** Some banks write a comma for the point. */
const unitsOf = (text: string): Read<bigint> =>
  readUnits(/^[^.]*,\d{1,2}$/.test(text) ? text.replace(",", ".") : text);

function lineOf(line: number, values: ReadonlyMap<string, string>): Read<StatementLine> {
  const [day, amount] = [
    readDay((values.get("DTPOSTED") ?? "").slice(0, 8)),
    unitsOf(values.get("TRNAMT") ?? ""),
  ];
  if (!day.ok) return day;
  if (!amount.ok) return amount;
  const [name, memo] = [cleanText(values.get("NAME") ?? ""), cleanText(values.get("MEMO") ?? "")];
  const hasBoth = name !== "" && memo !== "" && name !== memo;
  return {
    ok: true,
    value: {
      line,
      bookedOn: day.value,
      amount: amount.value,
      text: hasBoth ? memo : memo || name,
      payer: hasBoth ? cleanName(name) : "",
      balance: null,
    },
  };
}

/** Reads OFX and QFX files, of SGML and of XML. @throws BrokenStatement */
export function readOfx(content: string, account: StatementAccount): Statement {
  const declared = content.search(/<!(?!--)/);
  if (declared >= 0) {
    const line = content.slice(0, declared).split("\n").length;
    throw new BrokenStatement(line, "The file has a document type, which statements have not");
  }
  const lines: StatementLine[] = [];
  const refused: Refusal[] = [];
  let values: Map<string, string> | undefined;
  let [started, isWhole, last] = [1, false, 1];
  for (const { name, closes, value, line } of tagsOf(content)) {
    last = line;
    if (name === "OFX" && closes) isWhole = true;
    else if (name === "STMTTRN" && !closes) {
      if (values !== undefined) throw new BrokenStatement(line, "The line before has no end");
      [values, started] = [new Map(), line];
    } else if (name === "STMTTRN" && values !== undefined) {
      const read = lineOf(started, values);
      if (!read.ok) refused.push({ line: started, reason: read.reason });
      else if (read.value.amount !== 0n) lines.push(read.value);
      values = undefined;
    } else if (closes) continue;
    else if (values !== undefined) {
      if (!values.has(name)) values.set(name, value);
    } else if (name === "CURDEF") requireCurrency(value, account, line);
    else if (name === "ACCTID") requireAccount(value, account, line);
  }
  if (!isWhole) throw new BrokenStatement(last, "The file is cut off, or is no OFX");
  return { lines, refused };
}
