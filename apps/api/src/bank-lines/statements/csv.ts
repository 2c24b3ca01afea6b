import { magnitude } from "@wattle/exchange-core/decimal";
import type { DateOrder } from "@wattle/contracts/bank-lines";
import {
  AMOUNT_REFUSALS,
  currencyRefusal,
  decimalMarkOf,
  isCurrency,
  isNothing,
  readUnits,
  type DecimalMark,
} from "./amounts.ts";
import { checkBalanceChain } from "./balance-chain.ts";
import { byContent, flagRefusal, type ByContent } from "./csv-content.ts";
import { checkAround, HEAD_ROWS, isHeader, knownLayout, layoutOf, type Layout } from "./csv-layout.ts";
import { readTable, type CsvRow } from "./csv-table.ts";
import {
  directionIn,
  isBalanceOrTotal,
  isFinal,
  isTotal,
  isUnfinishedHeading,
  saidBy,
  saysAnything,
} from "./csv-words.ts";
import { dateOrderOf, isYearOpen, readDay } from "./days.ts";
import { refuse, type Read } from "./read.ts";
import {
  addRefusal,
  BrokenStatement,
  directed,
  isSameAccount,
  signsOf,
  type Refusal,
  type Said,
  type Statement,
  type StatementLine,
  type StatementSettings,
} from "./statement.ts";
import { cleanName, cleanText } from "./texts.ts";

/** All that decides how a row is read. */
interface Reading extends ByContent {
  readonly layout: Layout;
  readonly settings: StatementSettings;
  readonly decimal: DecimalMark;
  readonly order: DateOrder;
  /** Days are written either way in this file: only those that fit one way are sure. */
  readonly isMixed: boolean;
}

/** @throws BrokenStatement if the file proves another order than was said */
function orderOf({ layout: { rows, places, dateOrder: said } }: Pick<Reading, "layout">) {
  const proofs = rows.map(({ line, cells }) => ({ line, order: dateOrderOf(cells[places.date] ?? "") }));
  const proof = (order: DateOrder) => proofs.find((each) => each.order === order);
  const [day, month] = [proof("day_first"), proof("month_first")];
  const [agreeing, contrary] = said === "month_first" ? [month, day] : [day, month];
  if (said !== undefined && agreeing === undefined && contrary !== undefined) {
    const [first, other] = said === "day_first" ? ["month", "day"] : ["day", "month"];
    throw new BrokenStatement(
      contrary.line,
      `Here the ${first} comes first, in this account's dates the ${other}`,
    );
  }
  const order = said ?? (day === undefined && month !== undefined ? "month_first" : "day_first");
  return { order, isMixed: said === undefined && day !== undefined && month !== undefined };
}

const sumPlaces = ({ places: { amount, debit, credit } }: Layout): number[] =>
  [amount, debit, credit].filter((place) => place !== undefined);

function decimalOf(layout: Layout): DecimalMark {
  const places = [...sumPlaces(layout), layout.places.balance ?? -1];
  const proofs = new Set(
    layout.rows.flatMap(({ cells }) => places.map((place) => decimalMarkOf(cells[place] ?? ""))),
  );
  return proofs.has(",") && !proofs.has(".") ? "," : ".";
}

/** A reason with the name of the column it is about, if the file names its columns. */
const inColumn = <T>(read: Read<T>, name: string | undefined): Read<T> =>
  read.ok || name === undefined || name === "" ? read : refuse(`${name}: ${read.reason}`);

const unitsIn = (cell: string, { decimal, settings: { account } }: Reading): Read<bigint> =>
  readUnits(cell, { currency: account.currency, decimal, mayBeThousands: true });

function amountOf(cells: readonly string[], reading: Reading): Read<bigint> {
  const { header, places } = reading.layout;
  const { amount, debit = -1, credit = -1 } = places;
  if (amount !== undefined) return inColumn(unitsIn(cells[amount] ?? "", reading), header?.[amount]);
  const [out, into] = [cells[debit] ?? "", cells[credit] ?? ""];
  const [paid, got] = [unitsIn(out, reading), unitsIn(into, reading)];
  const isNone = (text: string, read: Read<bigint>): boolean =>
    isNothing(text) || (read.ok && read.value === 0n);
  if (isNone(out, paid))
    return inColumn(got.ok || !paid.ok || !isNothing(into) ? got : paid, header?.[credit]);
  if (!paid.ok) return inColumn(paid, header?.[debit]);
  if (!isNone(into, got)) return refuse("A line has a debit or a credit, not both");
  // Some banks write debits with a minus.
  return { ok: true, value: -magnitude(paid.value) };
}

function dayOf(cells: readonly string[], { layout, settings, order, isMixed }: Reading): Read<string> {
  const { places, header, zone } = layout;
  const written = cells[places.date] ?? "";
  const ownZone = cells[places.zone ?? -1] ?? "";
  const name = header?.[places.date];
  if (isMixed && dateOrderOf(written) === "open")
    return inColumn(refuse("Day and month come in both orders in this file"), name);
  if (isYearOpen(written, settings.today))
    return inColumn(refuse("The year can be the first part or the last"), name);
  const moment = ownZone === "" ? written : `${written} ${cells[places.time ?? -1] ?? ""} ${ownZone}`;
  return inColumn(readDay(moment, { order, timeZone: settings.timeZone, zone }), name);
}

type Cell = (place: number | undefined) => string;

/** Why a row is no payment that counts here: it isn't final, is in another currency, or of another account. */
function refusalBeside(cell: Cell, reading: Reading): string | undefined {
  const {
    layout: { places, header },
    settings: { account },
  } = reading;
  const [state, fee] = [cell(places.state), unitsIn(cell(places.fee), reading)];
  if (places.state !== undefined && !isFinal(state))
    return `${header?.[places.state] ?? "State"}: ${cleanText(state).slice(0, 30) || "nothing"} isn't final`;
  const other = reading.currencies.map(cell).find((each) => !isCurrency(each, account.currency));
  if (other !== undefined) return currencyRefusal(other, account.currency);
  const own = cell(places.account);
  // Some banks have the customer's name for the account there.
  const isNumber =
    !/^acc(?:oun)?t$/i.test(header?.[places.account ?? -1] ?? "") || /^[\dX*•\s.-]{4,}$/i.test(own);
  if (isNumber && !isSameAccount(own, account)) return "This is a line of another account";
  if (fee.ok ? fee.value !== 0n : fee.reason !== AMOUNT_REFUSALS.empty)
    return `${header?.[places.fee ?? -1]}: it isn't clear whether the amount has it in`;
  const [amount, net] = [unitsIn(cell(places.amount), reading), unitsIn(cell(places.net), reading)];
  if (amount.ok && net.ok && magnitude(amount.value) !== magnitude(net.value))
    return `${header?.[places.net ?? -1]}: it isn't clear which amount came or went`;
  return flagRefusal(cell, reading.layout);
}

/** A row as far as it can be read by itself. */
interface ReadRow {
  readonly line: StatementLine;
  readonly said: Said;
}

const isShort = ({ cells }: CsvRow, { layout }: Reading): boolean =>
  cells.length <= Math.max(layout.places.date, ...sumPlaces(layout), ...layout.places.text.slice(0, 1));

/** A separator within a text or an amount makes a row longer, and puts other cells into its columns. */
const isLong = ({ cells }: CsvRow, { width }: Reading): boolean => cells.slice(width).some(Boolean);

/** The cells that say what a row is: its texts, in one without a day all of them. */
function wordsOf({ cells }: CsvRow, { layout: { places } }: Reading): readonly string[] {
  const written = cells[places.date] ?? "";
  return isNothing(written) || isBalanceOrTotal(written)
    ? cells
    : places.text.map((each) => cells[each] ?? "");
}

/** Whether a row only repeats the columns' names, or says a balance or sums of columns. With an amount it may be a payment. */
function isNoLine(row: CsvRow, reading: Reading): boolean {
  const { cells } = row;
  const { header } = reading.layout;
  if (header !== undefined && cells.every((cell, place) => cell === header[place])) return true;
  const words = wordsOf(row, reading);
  const hasSum = sumPlaces(reading.layout).some((place) => !isNothing(cells[place] ?? ""));
  // Only sums of columns have amounts and no day.
  return hasSum ? words === cells && cells.some((cell) => isTotal(cell)) : words.some(isBalanceOrTotal);
}

/** The direction that sums next to a row's amount say; nothing if there are none. */
function sideOf(cell: Cell, reading: Reading): Read<Said> {
  const { amount: place, sides } = reading.layout.places;
  const amount = unitsIn(cell(place), reading);
  // One without the other is another thing: `Available credit`, `Direct debit`.
  const isPair = sides?.out.length === 1 && sides.in.length === 1;
  const found = (isPair ? (["out", "in"] as const) : []).flatMap((direction) => {
    const written = cell(sides?.[direction][0]);
    const sum = unitsIn(written, reading);
    return isNothing(written) || (sum.ok && sum.value === 0n) ? [] : [{ direction, sum }];
  });
  const [first, ...others] = found;
  if (first === undefined) return { ok: true, value: {} };
  const isOther = !first.sum.ok || !amount.ok || magnitude(first.sum.value) !== magnitude(amount.value);
  return isOther || others.length > 0
    ? refuse("Its amounts contradict each other")
    : { ok: true, value: { direction: first.direction } };
}

/** The direction that a row says for its one amount; nothing if it has two. */
function directionOf(cell: Cell, reading: Reading): Read<Said> {
  const { directions, unread } = reading;
  const { places, header } = reading.layout;
  if (places.amount === undefined) return { ok: true, value: {} };
  const side = sideOf(cell, reading);
  if (!side.ok || side.value.direction !== undefined) return side;
  if (places.direction !== undefined) {
    const direction = directionIn(cell(places.direction));
    return direction === undefined
      ? refuse(`${header?.[places.direction] ?? "Direction"}: nothing says whether it came in or went out`)
      : { ok: true, value: { direction } };
  }
  const said = new Set(directions.map((place) => directionIn(cell(place))));
  if (said.size > 1) return refuse("Its columns contradict each other on whether it came in or went out");
  const [direction] = said;
  const hint = saidBy(cell(places.type));
  const isUnread = unread === places.type ? !saysAnything(cell(unread)) : hint.direction === undefined;
  if (direction === undefined && unread !== undefined && isUnread)
    return refuse(
      `${header?.[unread] ?? `Column ${unread + 1}`}: nothing says whether “${cell(unread)}” is in or out`,
    );
  return { ok: true, value: direction === undefined ? hint : { direction } };
}

/** @returns the line, why it cannot be read, or nothing if there is none */
function readRow(row: CsvRow, reading: Reading): Read<ReadRow | null> {
  const { cells } = row;
  const { places, isSaid } = reading.layout;
  const cell: Cell = (place) => (place === undefined ? "" : (cells[place] ?? ""));
  if (isNoLine(row, reading)) return { ok: true, value: null };
  if (isShort(row, reading)) return refuse("The line is too short");
  if (isLong(row, reading)) return refuse("The line has more cells than there are columns");
  const beside = refusalBeside(cell, reading);
  if (beside !== undefined) return refuse(beside);
  const [day, amount, balance] = [
    dayOf(cells, reading),
    amountOf(cells, reading),
    unitsIn(cell(places.balance), reading),
  ];
  const isBalance = wordsOf(row, reading).some(isBalanceOrTotal);
  if (isBalance && !(amount.ok && amount.value === 0n)) return refuse("This seems to be a balance");
  if (!day.ok) return isBalance ? { ok: true, value: null } : day;
  if (!amount.ok) return amount;
  if (!balance.ok && balance.reason !== AMOUNT_REFUSALS.empty) return refuse(`Balance: ${balance.reason}`);
  if (amount.value === 0n) return { ok: true, value: null };
  const read = directionOf(cell, reading);
  if (!read.ok) return read;
  const said = read.value;
  if (said.direction === "out" && cell(places.amount).includes("+"))
    return refuse("The amount's sign and its type contradict each other");
  const bankId = cell(places.id);
  return {
    ok: true,
    value: {
      said,
      line: {
        line: row.line,
        bookedOn: day.value,
        amount: amount.value,
        text: cleanText(places.text.map(cell).filter(Boolean).join(" ")),
        payer: places.payer === undefined ? null : cleanName(cell(places.payer)),
        balance: balance.ok ? balance.value : null,
        ...(bankId !== "" && { bankId }),
        ...(isSaid && { cells }),
      },
    },
  };
}

/** Rows without what a bank writes below them. */
function withoutFooter(rows: readonly CsvRow[], reading: Reading): readonly CsvRow[] {
  const isFooter = ({ cells }: CsvRow): boolean =>
    /^\D*\p{L}/u.test(cells[0] ?? "") &&
    !dayOf(cells, reading).ok &&
    sumPlaces(reading.layout).every((place) => isNothing(cells[place] ?? ""));
  const last = rows.findLastIndex((row) => !isFooter(row));
  return rows.slice(0, last + 1);
}

/**
 * Reads rows under the headings between them.
 * @throws BrokenStatement if other columns, another account or another currency begin between them
 */
function readInTurn(rows: readonly CsvRow[], reading: Reading) {
  const { layout, settings } = reading;
  let above: string | undefined;
  return rows.map((row) => {
    const [only = "", ...others] = row.cells.filter(Boolean);
    const read = readRow(row, reading);
    if (!read.ok) {
      if (isHeader(row.cells, settings.account.currency))
        throw new BrokenStatement(row.line, "Other columns begin here: import each part by itself");
      if (sumPlaces(layout).every((place) => isNothing(row.cells[place] ?? ""))) checkAround(row, settings);
    }
    if (others.length === 0 && !/\d/.test(only)) above = isUnfinishedHeading(only) ? only : undefined;
    const isUnfinished = above !== undefined && read.ok && read.value !== null;
    return {
      at: row.line,
      read: isUnfinished ? refuse(`It isn't booked: it's below “${above?.slice(0, 40)}”`) : read,
    };
  });
}

/** Lines and refusals of a file's rows, without what they say of the file as a whole. */
function readRows(layout: Layout, settings: StatementSettings): Omit<Statement, "closing"> {
  const reading = {
    layout,
    settings,
    decimal: decimalOf(layout),
    ...orderOf({ layout }),
    ...byContent(layout),
  };
  const rows = readInTurn(withoutFooter(layout.rows, reading), reading);
  const signs = signsOf(
    rows.flatMap(({ read }) =>
      read.ok && read.value !== null ? [{ amount: read.value.line.amount, said: read.value.said }] : [],
    ),
  );
  const lines: StatementLine[] = [];
  const refused: Refusal[] = [];
  for (const { at, read } of rows) {
    if (!read.ok) addRefusal(refused, { line: at, reason: read.reason });
    else if (read.value !== null) {
      const amount = directed(read.value.line.amount, read.value.said, signs);
      if (amount.ok) lines.push({ ...read.value.line, amount: amount.value });
      else addRefusal(refused, { line: at, reason: amount.reason });
    }
  }
  return { lines, refused };
}

/** How many of a file's first lines show how it is read. */
const SHOWN_ROWS = 12;

const firstRows = (layout: Layout): Layout => ({ ...layout, rows: layout.rows.slice(0, SHOWN_ROWS) });

/** Whether a layout without a header is the file's own, and not just as wide: it reads one of the first rows. */
const isKnownOf =
  (settings: StatementSettings) =>
  (layout: Layout): boolean => {
    if (layout.header !== undefined) return true;
    const { lines, refused } = readRows(firstRows(layout), settings);
    return lines.length > 0 || refused.length === 0;
  };

/** Whether a file ends within an amount: no line ends there, and it has fewer decimals than all others, which end with zeros, too. */
function isCutOff(content: string, layout: Layout): boolean {
  if (/[\r\n]\s*$/.test(content)) return false;
  const decimals = (cell: string): number => /[.,](\d+)\D*$/.exec(cell)?.[1]?.length ?? 0;
  const last = layout.rows.at(-1)?.cells ?? [];
  const place = last.length - 1;
  if (!sumPlaces(layout).includes(place) && place !== layout.places.balance) return false;
  const cells = layout.rows.slice(0, -1).map((row) => row.cells[place] ?? "");
  const others = new Set(cells.filter((cell) => !isNothing(cell)).map(decimals));
  const [usual = 0] = others;
  const haveZeros = cells.some((cell) => /[.,]\d*0\D*$/.test(cell));
  return (
    others.size === 1 && haveZeros && !isNothing(last[place] ?? "") && decimals(last[place] ?? "") < usual
  );
}

/**
 * Reads a CSV file: without a header as date, amount, text and perhaps balance, or with a header whose columns are known; else by the
 * columns that were said.
 * @throws BrokenStatement
 */
export function readCsv(content: string, settings: StatementSettings): Statement {
  const layout = layoutOf(readTable(content), settings, isKnownOf(settings));
  if (isCutOff(content, layout))
    throw new BrokenStatement(layout.rows.at(-1)?.line ?? 1, "The file is cut off within its last amount");
  const statement = readRows(layout, settings);
  return { ...statement, closing: checkBalanceChain(statement.lines, statement.refused) };
}

/** How a CSV file's first rows are read. */
export interface CsvHead extends Omit<Statement, "closing"> {
  /** The first rows. */
  readonly rows: readonly CsvRow[];
  /** Whether the file is recognised by them, without anyone saying which column has what. */
  readonly known: boolean;
}

/**
 * Reads the beginning of a CSV file, as `readCsv` would. Its error for the file as a whole is a refusal here.
 * @param content whole lines of the beginning
 */
export function readCsvHead(content: string, settings: StatementSettings): CsvHead {
  let [rows, known]: [readonly CsvRow[], boolean] = [[], false];
  const isKnown = isKnownOf(settings);
  try {
    rows = readTable(content, HEAD_ROWS + SHOWN_ROWS);
    const layout = knownLayout(rows, settings);
    known = layout !== undefined && isKnown(layout);
    return { rows, known, ...readRows(firstRows(layoutOf(rows, settings, isKnown)), settings) };
  } catch (thrown) {
    if (!(thrown instanceof BrokenStatement)) throw thrown;
    return { rows, known, lines: [], refused: [{ line: thrown.line, reason: thrown.reason }] };
  }
}
