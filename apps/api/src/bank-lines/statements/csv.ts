import type { DateOrder, StatementColumns } from "@wattle/contracts/bank-lines";
import { CsvError, parse } from "csv-parse/sync";
import { checkBalanceChain } from "./balance-chain.ts";
import {
  BrokenStatement,
  isSameAccount,
  type Refusal,
  type Statement,
  type StatementAccount,
  type StatementLine,
} from "./statement.ts";
import { AMOUNT_REFUSALS, cleanName, cleanText, readDay, readUnits, type Read } from "./values.ts";

interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Where in a row each thing is. */
interface Places {
  readonly date: number;
  readonly dateOrder?: DateOrder | undefined;
  readonly amount?: number | undefined;
  readonly debit?: number | undefined;
  readonly credit?: number | undefined;
  readonly text: readonly number[];
  readonly payer?: number | undefined;
  readonly balance?: number | undefined;
  readonly account?: number | undefined;
}

/** How many cells a row may have: no bank writes more. */
const MOST_CELLS = 60;
const LONGEST_ROW = 100_000;

/**
 * @param most how many rows at most; all of them unless given
 * @throws BrokenStatement where a quote is not closed, or a row is none of a statement
 */
function rowsOf(content: string, most?: number): CsvRow[] {
  try {
    const records = parse(content, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      trim: true,
      max_record_size: LONGEST_ROW,
      ...(most !== undefined && { to: most }),
    }) as unknown as readonly { readonly record: string[]; readonly info: { readonly lines: number } }[];
    const rows = records.map(({ record, info }) => ({ line: info.lines, cells: record }));
    const wide = rows.find(({ cells }) => cells.length > MOST_CELLS);
    if (wide !== undefined) throw new BrokenStatement(wide.line, "There are too many columns");
    return rows;
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    const line = typeof thrown["lines"] === "number" ? thrown["lines"] : 1;
    const cut = thrown.code === "CSV_QUOTE_NOT_CLOSED";
    throw new BrokenStatement(
      line,
      cut ? "The file ends in the middle of a line" : "This line cannot be read",
    );
  }
}

const nameOf = (cell: string): string => cell.toLowerCase().replaceAll(/[^a-z]/g, "");

/** What banks call the columns. */
const NAMES = {
  date: ["date", "transactiondate", "dateposted", "bookingdate", "valuedate", "effectivedate"],
  amount: ["amount", "transactionamount"],
  debit: ["debitamount", "debit", "withdrawal", "moneyout"],
  credit: ["creditamount", "credit", "deposit", "moneyin"],
  text: [
    "transactiondetails",
    "narrative",
    "description",
    "details",
    "transactiondescription",
    "particulars",
  ],
  more: ["reference", "code", "otherparty", "memo"],
  payer: ["payer", "payername", "merchantname", "payee", "from"],
  balance: ["balance", "runningbalance"],
  account: ["bankaccount", "accountnumber"],
} as const;

function knownPlaces(header: readonly string[]): Places | undefined {
  const names = header.map(nameOf);
  const place = (kind: keyof typeof NAMES): number | undefined => {
    const found = NAMES[kind].map((name) => names.indexOf(name)).find((index) => index >= 0);
    return found;
  };
  const [date, text, amount] = [place("date"), place("text"), place("amount")];
  const [debit, credit] = [place("debit"), place("credit")];
  if (date === undefined || text === undefined) return undefined;
  if (amount === undefined && (debit === undefined || credit === undefined)) return undefined;
  const more = NAMES.more.map((name) => names.indexOf(name)).filter((index) => index >= 0);
  const sums = amount === undefined ? { debit, credit } : { amount };
  return {
    date,
    ...sums,
    text: [text, ...more],
    payer: place("payer"),
    balance: place("balance"),
    account: place("account"),
  };
}

/** `#3` is the third column. */
const PLACE = /^#([1-9]\d?)$/;

/** Whether columns are named by their places, since the file's first line is a payment already. */
const areByPlace = ({ date_order: _order, ...names }: StatementColumns): boolean =>
  Object.values(names).every((name) => PLACE.test(name));

/** @throws BrokenStatement where the file has no such column */
function chosenPlaces(header: readonly string[], columns: StatementColumns, line: number): Places {
  const byPlace = areByPlace(columns);
  const place = (name: string): number => {
    const index = byPlace
      ? Number.parseInt(name.slice(1), 10) - 1
      : header.findIndex((cell) => cell.toLowerCase() === name.toLowerCase());
    if (index < 0 || index >= header.length) throw new BrokenStatement(line, `There is no column ${name}`);
    return index;
  };
  const maybe = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : place(name);
  return {
    date: place(columns.date),
    dateOrder: columns.date_order,
    amount: maybe(columns.amount),
    debit: maybe(columns.debit),
    credit: maybe(columns.credit),
    text: [place(columns.text)],
    payer: maybe(columns.payer),
    balance: maybe(columns.balance),
  };
}

const WITHOUT_HEADER: Places = { date: 0, amount: 1, text: [2], balance: 3 };

/** How many of a file's first rows show how it is read. */
const SHOWN_ROWS = 12;

/** Where things are in a file's rows. */
interface Layout {
  readonly places: Places;
  /** The columns' names, where its first row has them. */
  readonly header?: readonly string[];
  /** Whether someone said where. */
  readonly isSaid?: true;
}

/** The layout of a file that is recognised by its first row; undefined where it is none that we know. */
function knownLayout({ cells }: CsvRow): Layout | undefined {
  const isBare = (cells.length === 3 || cells.length === 4) && readDay(cells[0] ?? "").ok;
  if (isBare) return { places: WITHOUT_HEADER };
  const places = knownPlaces(cells);
  return places && { places, header: cells };
}

/** Whether a layout without a header is the file's own, and not just as wide: it reads one of the first rows. */
function isKnown(rows: readonly CsvRow[], layout: Layout | undefined, account: StatementAccount): boolean {
  if (layout === undefined || layout.header !== undefined) return layout !== undefined;
  const { lines, refused } = readRows(rows.slice(0, SHOWN_ROWS), layout, account);
  return lines.length > 0 || refused.length === 0;
}

/** @throws BrokenStatement where the file is none that we know */
function layoutOf(
  rows: readonly CsvRow[],
  account: StatementAccount,
  columns: StatementColumns | undefined,
): Layout {
  const [first] = rows;
  if (first === undefined) throw new BrokenStatement(1, "The file is empty");
  const { cells, line } = first;
  const known = knownLayout(first);
  if (known !== undefined && (columns === undefined || isKnown(rows, known, account))) return known;
  if (columns === undefined) throw new BrokenStatement(line, "We don't know these columns");
  const places = chosenPlaces(cells, columns, line);
  return areByPlace(columns) ? { places, isSaid: true } : { places, header: cells, isSaid: true };
}

/** A reason with the name of the column it is about, where the file names its columns. */
const inColumn = <T>(read: Read<T>, name: string | undefined): Read<T> =>
  read.ok || name === undefined || name === "" ? read : { ok: false, reason: `${name}: ${read.reason}` };

const amountOf = (
  cells: readonly string[],
  { places: { amount, debit = -1, credit = -1 }, header }: Layout,
): Read<bigint> => {
  if (amount !== undefined) return inColumn(readUnits(cells[amount] ?? ""), header?.[amount]);
  const [out, into] = [cells[debit] ?? "", cells[credit] ?? ""];
  const [paid, got] = [readUnits(out), readUnits(into)];
  const isNothing = (text: string, read: Read<bigint>): boolean =>
    text === "" || (read.ok && read.value === 0n);
  if (isNothing(out, paid)) return inColumn(got, header?.[credit]);
  if (!paid.ok) return inColumn(paid, header?.[debit]);
  if (!isNothing(into, got)) return { ok: false, reason: "A line has a debit or a credit, not both" };
  // Some banks write debits with a minus.
  return { ok: true, value: paid.value < 0n ? paid.value : -paid.value };
};

/** @returns the line, why it cannot be read, or nothing for one that moves no money */
function readRow(
  { line, cells }: CsvRow,
  layout: Layout,
  account: StatementAccount,
): Read<StatementLine | null> {
  const { places, header } = layout;
  const cell = (index: number | undefined): string => (index === undefined ? "" : (cells[index] ?? ""));
  const refuse = (reason: string): Read<never> => ({ ok: false, reason });
  const needed = Math.max(
    places.date,
    places.amount ?? 0,
    places.debit ?? 0,
    places.credit ?? 0,
    ...places.text.slice(0, 1),
  );
  if (cells.length <= needed) return refuse("The line is too short");
  const day = inColumn(readDay(cell(places.date), places.dateOrder), header?.[places.date]);
  const amount = amountOf(cells, layout);
  if (!day.ok) return day;
  if (!amount.ok) return amount;
  if (!isSameAccount(cell(places.account), account)) return refuse("This is a line of another account");
  const balance = readUnits(cell(places.balance));
  if (!balance.ok && balance.reason !== AMOUNT_REFUSALS.empty) return refuse(`Balance: ${balance.reason}`);
  if (amount.value === 0n) return { ok: true, value: null };
  return {
    ok: true,
    value: {
      line,
      bookedOn: day.value,
      amount: amount.value,
      text: cleanText(places.text.map(cell).filter(Boolean).join(" ")),
      payer: places.payer === undefined ? null : cleanName(cell(places.payer)),
      balance: balance.ok ? balance.value : null,
      ...(layout.isSaid && { cells }),
    },
  };
}

/** Lines and refusals of a file's rows, without what they say of the file as a whole. */
function readRows(rows: readonly CsvRow[], layout: Layout, account: StatementAccount) {
  const lines: StatementLine[] = [];
  const refused: Refusal[] = [];
  for (const row of rows.slice(layout.header === undefined ? 0 : 1)) {
    const read = readRow(row, layout, account);
    if (!read.ok) refused.push({ line: row.line, reason: read.reason });
    else if (read.value !== null) lines.push(read.value);
  }
  return { lines, refused };
}

/**
 * Reads a CSV file: without a header as date, amount, text and perhaps balance, or with a header whose columns are known.
 * @param columns which columns have what where neither is so
 * @throws BrokenStatement
 */
export function readCsv(
  content: string,
  account: StatementAccount,
  columns: StatementColumns | undefined,
): Statement {
  const rows = rowsOf(content);
  const { lines, refused } = readRows(rows, layoutOf(rows, account, columns), account);
  checkBalanceChain(lines, refused);
  return { lines, refused };
}

/** How a CSV file's first rows are read. */
export interface CsvHead extends Statement {
  /** Cells of the first row. */
  readonly first: readonly string[];
  /** Whether the file is recognised by them, without anyone saying which column has what. */
  readonly known: boolean;
}

/**
 * Reads the beginning of a CSV file, as `readCsv` would. What it throws for the file as a whole is a refusal here.
 * @param content whole lines of the beginning
 */
export function readCsvHead(
  content: string,
  account: StatementAccount,
  columns: StatementColumns | undefined,
): CsvHead {
  let [first, known]: [readonly string[], boolean] = [[], false];
  try {
    const rows = rowsOf(content, SHOWN_ROWS);
    first = rows[0]?.cells ?? [];
    known = rows[0] !== undefined && isKnown(rows, knownLayout(rows[0]), account);
    return { first, known, ...readRows(rows, layoutOf(rows, account, columns), account) };
  } catch (thrown) {
    if (!(thrown instanceof BrokenStatement)) throw thrown;
    return { first, known, lines: [], refused: [{ line: thrown.line, reason: thrown.reason }] };
  }
}
