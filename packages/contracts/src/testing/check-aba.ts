/**
 * Reads a Direct Entry file as a bank does, by the columns of the published layout. Written apart from what makes such files, and shares
 * nothing with it.
 */

/** Text of a column range, counted from 1, both ends included. */
type Column = readonly [from: number, to: number, what: RegExp, name: string];

const BLANK = / */;
const TEXT = /[A-Za-z0-9 &'()*+,\-./:;=?@#$%!]*/;
const BSB = /\d{3}-\d{3}/;
const NUMBER = / *\d+/;

const DESCRIPTIVE: readonly Column[] = [
  [1, 1, /0/, "record type"],
  [2, 18, BLANK, "blank"],
  [19, 20, /01/, "reel sequence number"],
  [21, 23, /[A-Z]{3}/, "financial institution"],
  [24, 30, BLANK, "blank"],
  [31, 56, TEXT, "user name"],
  [57, 62, /\d{6}/, "user number"],
  [63, 74, TEXT, "description"],
  [75, 80, /(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])\d\d/, "date"],
  [81, 120, BLANK, "blank"],
];
const DETAIL: readonly Column[] = [
  [1, 1, /1/, "record type"],
  [2, 8, BSB, "BSB"],
  [9, 17, NUMBER, "account number"],
  [18, 18, /[ NWXY]/, "indicator"],
  [19, 20, /13|5\d/, "transaction code"],
  [21, 30, /\d{10}/, "amount"],
  [31, 62, TEXT, "account title"],
  [63, 80, TEXT, "lodgement reference"],
  [81, 87, BSB, "trace BSB"],
  [88, 96, NUMBER, "trace account"],
  [97, 112, TEXT, "remitter"],
  [113, 120, /\d{8}/, "withholding tax"],
];
const TOTAL: readonly Column[] = [
  [1, 1, /7/, "record type"],
  [2, 8, /999-999/, "BSB filler"],
  [9, 20, BLANK, "blank"],
  [21, 30, /\d{10}/, "net total"],
  [31, 40, /\d{10}/, "credit total"],
  [41, 50, /\d{10}/, "debit total"],
  [51, 74, BLANK, "blank"],
  [75, 80, /\d{6}/, "count"],
  [81, 120, BLANK, "blank"],
];

/** Fields that begin at their first column, if there is text at all. */
const LEFT = new Set(["user name", "description", "account title", "lodgement reference", "remitter"]);
const REQUIRED = new Set(["user name", "description", "account title", "remitter"]);

export interface CheckedAba {
  /** Problems by record; empty for a good file. */
  readonly problems: readonly string[];
  readonly head: Readonly<Record<string, string>>;
  readonly payments: readonly Readonly<Record<string, string>>[];
  readonly foot: Readonly<Record<string, string>>;
}

function fieldsOf(text: string, columns: readonly Column[], at: string, problems: string[]) {
  const fields: Record<string, string> = {};
  if (text.length !== 120) problems.push(`${at}: ${text.length} characters`);
  for (const [from, to, what, name] of columns) {
    const value = text.slice(from - 1, to);
    if (!new RegExp(`^(?:${what.source})$`).test(value)) problems.push(`${at}: ${name} is "${value}"`);
    if (LEFT.has(name) && value.startsWith(" ") && value.trim() !== "")
      problems.push(`${at}: ${name} is not at the left`);
    if (REQUIRED.has(name) && value.trim() === "") problems.push(`${at}: ${name} is empty`);
    if (name !== "blank") fields[name] = value.trim();
  }
  return fields;
}

/** Checks every field of every record, and the totals. */
export function checkAba(content: string): CheckedAba {
  const problems: string[] = [];
  if (!content.endsWith("\r\n")) problems.push("file: the last record has no end");
  if (content.replaceAll("\r\n", "").match(/[\r\n]/) !== null)
    problems.push("file: a record ends otherwise than with CRLF");
  const records = content.split("\r\n").slice(0, -1);
  const head = fieldsOf(records[0] ?? "", DESCRIPTIVE, "head", problems);
  const foot = fieldsOf(records.at(-1) ?? "", TOTAL, "foot", problems);
  const payments = records
    .slice(1, -1)
    .map((text, place) => fieldsOf(text, DETAIL, `payment ${place + 1}`, problems));
  const sum = (debits: boolean): bigint =>
    payments
      .filter((payment) => (payment["transaction code"] === "13") === debits)
      .reduce((total, payment) => total + BigInt(payment["amount"] ?? "0"), 0n);
  const [credits, debits] = [sum(false), sum(true)];
  const net = credits > debits ? credits - debits : debits - credits;
  for (const [name, is] of [
    ["credit total", credits],
    ["debit total", debits],
    ["net total", net],
    ["count", BigInt(payments.length)],
  ] as const) {
    if (BigInt(foot[name] ?? "-1") !== is) problems.push(`foot: ${name} is ${foot[name]}, not ${is}`);
  }
  if (payments.some((payment) => BigInt(payment["amount"] ?? "0") === 0n))
    problems.push("a payment of nothing");
  return { problems, head, payments, foot };
}
