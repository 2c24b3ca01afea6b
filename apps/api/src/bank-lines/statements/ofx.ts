import { decimalMarkOf, readUnits } from "./amounts.ts";
import { readDay } from "./days.ts";
import { refuse, type Read } from "./read.ts";
import {
  addRefusal,
  BrokenStatement,
  directed,
  requireAccount,
  requireCurrency,
  signsOf,
  type Refusal,
  type Said,
  type Statement,
  type StatementLine,
  type StatementSettings,
} from "./statement.ts";
import { cleanName, cleanText } from "./texts.ts";

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

/** Replaces what ends with `end`. After its last one nothing is looked for: each beginning would be followed to the end of the file. */
function replaceEnded(
  text: string,
  end: string,
  pattern: RegExp,
  by: (whole: string, inner: string) => string,
): string {
  const after = text.lastIndexOf(end) + end.length;
  return after < end.length ? text : text.slice(0, after).replaceAll(pattern, by) + text.slice(after);
}

/** Text without what SGML and XML have besides tags, in as many lines. */
function tagsAlone(content: string): string {
  const uncommented = replaceEnded(content, "-->", /<!--([\s\S]*?)-->/g, (comment) =>
    comment.replaceAll(/[^\n]/g, ""),
  );
  const plainText = replaceEnded(uncommented, "]]>", /<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  );
  return plainText.replaceAll(/<br\s*\/?>/gi, " ");
}

/** The tags of both kinds of OFX: in SGML (1.x) a value's tag is not closed, in XML (2.x) it is. A `<` that begins no tag is text. */
function* tagsOf(content: string): Generator<Tag> {
  const pattern = /<(\/?)([A-Za-z0-9._]+)[ \t]*>([^<]*(?:<(?!\/?[A-Za-z0-9._]+[ \t]*>)[^<]*)*)/g;
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

/** Directions of the standard's types. For the others only the sign tells. */
const TYPES: Readonly<Record<string, Said>> = {
  CREDIT: { direction: "in" },
  DEP: { direction: "in" },
  DIRECTDEP: { direction: "in" },
  DIV: { hint: "in" },
  DEBIT: { direction: "out" },
  DIRECTDEBIT: { direction: "out" },
  ATM: { hint: "out" },
  CASH: { hint: "out" },
  CHECK: { hint: "out" },
  FEE: { hint: "out" },
  PAYMENT: { hint: "out" },
  POS: { hint: "out" },
  REPEATPMT: { hint: "out" },
  SRVCHG: { hint: "out" },
};

const POSTED =
  /^(\d{8})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?(?:\[([+-]?)(\d{1,2})(?:\.(\d{1,2}))?(?::\w*)?\])?$/;

/** A moment as ISO 8601 has it. Midnight stands for a day without a time. */
function isoMoment(text: string): string {
  const [, day, hour, minute, second = "00", sign, hours, part = "0"] = POSTED.exec(text) ?? [];
  if (day === undefined) return /^\d{4}-/.test(text) ? text : "";
  if (hour === undefined || hours === undefined || `${hour}${minute}${second}` === "000000") return day;
  // `-3.5` and `-3.30` are the same.
  const minutes = part.length === 1 ? Number.parseInt(part, 10) * 6 : Number.parseInt(part, 10);
  const offset = `${sign || "+"}${hours.padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
  return `${day}T${hour}:${minute}:${second}${offset}`;
}

/** A transaction's values, by their tags; those within a block of another currency as `CURRENCY.CURSYM`. */
interface Transaction {
  readonly line: number;
  readonly values: ReadonlyMap<string, string>;
}

function lineOf(
  { line, values }: Transaction,
  { account, timeZone }: StatementSettings,
): Read<StatementLine> {
  const value = (name: string): string => values.get(name) ?? "";
  const amount = value("TRNAMT");
  const day = readDay(isoMoment(value("DTPOSTED")), { timeZone });
  const units = readUnits(amount, { currency: account.currency, decimal: decimalMarkOf(amount) ?? "." });
  const own = value("CURRENCY.CURSYM").toUpperCase();
  if (value("TRNTYPE").toUpperCase() === "HOLD") return refuse("It isn't booked: its type is HOLD");
  // The standard has no thousands, and lets a comma be before the cents.
  if (/^[-+]?\d{1,3},\d{3}$/.test(amount))
    return refuse("The amount's comma can be before thousands or cents");
  if (values.has("CORRECTFITID")) return refuse("This corrects another line");
  if (own !== "" && own !== account.currency)
    return refuse(`This is in ${own.slice(0, 3)}, the account in ${account.currency}`);
  if (!day.ok) return day;
  if (!units.ok) return units;
  const [name, memo] = [cleanText(value("NAME")), cleanText(value("MEMO"))];
  const hasBoth = name !== "" && memo !== "" && name !== memo;
  const bankId = value("FITID");
  return {
    ok: true,
    value: {
      line,
      bookedOn: day.value,
      amount: units.value,
      text: hasBoth ? memo : memo || name,
      payer: hasBoth ? cleanName(name) : "",
      balance: null,
      ...(bankId !== "" && { bankId }),
    },
  };
}

/** A file's transactions, and what is on the account after them. @throws BrokenStatement if it's cut off, or of another account or currency */
function transactionsOf(
  content: string,
  { account }: StatementSettings,
): { readonly transactions: readonly Transaction[]; readonly closing: bigint | null } {
  const transactions: Transaction[] = [];
  let values: Map<string, string> | undefined;
  let block = "";
  let [isLedger, closing]: [boolean, bigint | null] = [false, null];
  let [started, isWhole, last, hasList] = [1, false, 1, false];
  for (const { name, closes, value, line } of tagsOf(content)) {
    last = line;
    if (name === "BANKTRANLIST") hasList = true;
    if (name === "OFX" && closes) isWhole = true;
    else if (name === "STMTTRN" && !closes) {
      if (values !== undefined) throw new BrokenStatement(line, "The line before has no end");
      [values, started, block] = [new Map(), line, ""];
    } else if (name === "STMTTRN" && values !== undefined) {
      transactions.push({ line: started, values });
      values = undefined;
    } else if (name === "LEDGERBAL") isLedger = !closes;
    else if (name === "BALAMT" && isLedger && !closes) {
      const read = readUnits(value, { currency: account.currency, decimal: decimalMarkOf(value) ?? "." });
      closing = read.ok ? read.value : null;
    } else if (/^(ORIG)?CURRENCY$/.test(name)) block = closes ? "" : `${name}.`;
    else if (closes) continue;
    else if (values !== undefined) {
      if (!values.has(block + name)) values.set(block + name, value);
    } else if (name === "CURDEF") requireCurrency(value, account, line);
    else if (name === "ACCTID") requireAccount(value, account, line);
  }
  if (!isWhole) throw new BrokenStatement(last, "The file is cut off, or is no OFX");
  if (!hasList) throw new BrokenStatement(1, "This OFX has no list of a bank account's lines");
  return { transactions, closing };
}

/** Reads OFX and QFX files, of SGML and of XML. @throws BrokenStatement */
export function readOfx(content: string, settings: StatementSettings): Statement {
  const text = tagsAlone(content);
  const declared = text.search(/<!/);
  if (declared >= 0) {
    const line = text.slice(0, declared).split("\n").length;
    throw new BrokenStatement(line, "The file has a document type, which statements have not");
  }
  const lines: StatementLine[] = [];
  const refused: Refusal[] = [];
  const { transactions, closing } = transactionsOf(text, settings);
  const read = transactions.map((each) => ({
    at: each.line,
    said: TYPES[(each.values.get("TRNTYPE") ?? "").toUpperCase()] ?? {},
    line: lineOf(each, settings),
  }));
  const signs = signsOf(
    read.flatMap(({ line, said }) => (line.ok ? [{ amount: line.value.amount, said }] : [])),
  );
  for (const { at, said, line } of read) {
    const amount = line.ok ? directed(line.value.amount, said, signs) : line;
    if (!amount.ok) addRefusal(refused, { line: at, reason: amount.reason });
    else if (line.ok && amount.value !== 0n) lines.push({ ...line.value, amount: amount.value });
  }
  return { lines, refused, closing };
}
