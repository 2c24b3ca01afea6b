/** Which column of a CSV file has what. */
import type { DateOrder, StatementColumns } from "@wattle/contracts/bank-lines";
import { currencyNamed, isCurrency, splitCurrency } from "./amounts.ts";
import type { CsvRow } from "./csv-table.ts";
import { isUnfinishedHeading } from "./csv-words.ts";
import { readDay, ZONE_IN_NAME } from "./days.ts";
import { BrokenStatement, requireAccount, requireCurrency, type StatementSettings } from "./statement.ts";

/** Banks' names of the columns, the surest first. */
const NAMES = {
  date: [
    "date",
    "transactiondate",
    "dateposted",
    "bookingdate",
    "completeddate",
    "posteddate",
    "postingdate",
    "postdate",
    "transdate",
    "trandate",
    "datetime",
    "transtime",
    "valuedate",
    "effectivedate",
  ],
  amount: ["amount", "transactionamount"],
  debit: [
    "debitamount",
    "debit",
    "debits",
    "withdrawal",
    "withdrawals",
    "withdrawalamount",
    "moneyout",
    "paidout",
    "amountdebited",
  ],
  credit: [
    "creditamount",
    "credit",
    "credits",
    "deposit",
    "deposits",
    "depositamount",
    "moneyin",
    "paidin",
    "amountcredited",
  ],
  text: [
    "transactiondetails",
    "narrative",
    "description",
    "details",
    "transactiondescription",
    "particulars",
    "narration",
    "remarks",
    "memo",
    "reference",
  ],
  more: ["reference", "code", "otherparty", "memo"],
  payer: ["payer", "payername", "merchantname", "payee", "from"],
  balance: ["balance", "runningbalance", "balanceafter", "accountbalance"],
  account: ["bankaccount", "accountnumber", "accountno", "acctno", "account", "acct"],
  currency: ["currency", "currencycode", "ccy", "transactioncurrency", "accountcurrency", "curr"],
  state: ["state", "status", "transactionstatus", "transactionstate", "paymentstatus", "txnstatus"],
  /** It says whether a line came in or went out, and nothing else. */
  direction: [
    "direction",
    "drcr",
    "crdr",
    "dc",
    "cd",
    "debitcredit",
    "creditdebit",
    "debitorcredit",
    "creditordebit",
    "debitcreditindicator",
    "creditdebitindicator",
    "drcrindicator",
    "crdrindicator",
    "indicator",
    "inout",
    "flow",
  ],
  /** It says so of some lines, and of others how they were paid. */
  type: ["type", "transactiontype", "trantype", "transtype", "txntype", "entrytype"],
  fee: ["fee", "fees", "charge", "charges"],
  net: ["netamount", "net", "grossamount", "gross", "settledamount"],
  time: ["time", "transactiontime", "timeofday"],
  zone: ["timezone", "tz", "zone"],
  id: ["uniqueid", "transferwiseid", "transactionid", "fitid"],
} as const;

/** Places of values in a row. */
export interface Places {
  readonly date: number;
  readonly amount?: number | undefined;
  readonly debit?: number | undefined;
  readonly credit?: number | undefined;
  readonly text: readonly number[];
  readonly payer?: number | undefined;
  readonly balance?: number | undefined;
  readonly account?: number | undefined;
  /** All that must be the account's. */
  readonly currencies?: readonly number[] | undefined;
  readonly time?: number | undefined;
  readonly zone?: number | undefined;
  /** The amount with or without a fee, next to the amount. */
  readonly net?: number | undefined;
  readonly state?: number | undefined;
  readonly direction?: number | undefined;
  readonly type?: number | undefined;
  readonly fee?: number | undefined;
  readonly id?: number | undefined;
  /** Columns of sums that only go out, or come in, next to the amount. */
  readonly sides?: Readonly<Record<"out" | "in", readonly number[]>> | undefined;
  /** The accounts that money came from and went to, next to an amount. */
  readonly ends?: readonly number[] | undefined;
}

/** Places of values in a file's rows. */
export interface Layout {
  readonly places: Places;
  /** The columns' names, if a row has them. */
  readonly header?: readonly string[];
  /** The rows below it, or all. */
  readonly rows: readonly CsvRow[];
  /** Which of day and month was said to come first. */
  readonly dateOrder?: DateOrder | undefined;
  /** The zone of times, if the date's name says one: `Date (UTC)`. */
  readonly zone?: string | undefined;
  /** Whether someone said what is where. */
  readonly isSaid?: true;
}

/** Ends of names of the same kind: `Response status`. */
const ENDS = {
  state: /(?<!account)(?:status|state)$/,
  fee: /(?:fees?|charges?)(?:amount)?$/,
  currency: /^(?!.*(?:exchange|foreign|original)).*(?:currency|ccy|curr)$/,
  out: /(?<!credit|creditor|or)(?:debit|withdrawal|moneyout|paidout)s?(?:amount)?$/,
  in: /(?<!debit|or)(?:credit|deposit|moneyin|paidin)s?(?:amount)?$/,
  ends: /^(?:from|to|source|destination)(?:account|acct)(?:number|no)?$/,
} as const;

/** A column's name in small letters, without its currency or zone. */
export const plainName = (cell: string): string =>
  splitCurrency(cell.replace(ZONE_IN_NAME, ""))
    .name.toLowerCase()
    .replaceAll(/[^a-z]/g, "");

/** The columns that a kind of thing can be in: those of its surest name. */
function columnsNamed(names: readonly string[], kind: keyof typeof NAMES): number[] {
  const found = NAMES[kind].find((name) => names.includes(name));
  return names.flatMap((name, place) => (found !== undefined && name === found ? [place] : []));
}

/** Columns that say more of a line than its amount, by their names. */
function placesBeside(names: readonly string[]) {
  const place = (kind: keyof typeof NAMES): number | undefined => columnsNamed(names, kind)[0];
  const ending = (kind: keyof typeof ENDS): number[] =>
    names.flatMap((name, each) => (ENDS[kind].test(name) ? [each] : []));
  const currencies = names.flatMap((name, each) =>
    (NAMES.currency as readonly string[]).includes(name) ? [each] : [],
  );
  return {
    account: place("account"),
    currencies: currencies.length > 0 ? currencies : ending("currency"),
    state: place("state") ?? ending("state")[0],
    direction: place("direction"),
    type: place("type"),
    fee: place("fee") ?? ending("fee")[0],
    net: place("net"),
    time: place("time"),
    zone: place("zone"),
    id: place("id"),
    sides: { out: ending("out"), in: ending("in") },
    ends: ending("ends"),
  };
}

/** The places of known columns; undefined if one is missing, or there are two of one name. */
function knownPlaces(header: readonly string[], currency: string): Places | undefined {
  // A column of amounts in another currency is no amount of this account.
  const names = header.map((cell) =>
    isCurrency(splitCurrency(cell).currency, currency) ? plainName(cell) : "",
  );
  const place = (kind: keyof typeof NAMES): number | undefined => columnsNamed(names, kind)[0];
  const [date, text, amount] = [place("date"), place("text"), place("amount")];
  const [debit, credit] = [place("debit"), place("credit")];
  if (date === undefined || text === undefined) return undefined;
  if (amount === undefined && (debit === undefined || credit === undefined)) return undefined;
  // Some banks say the face value as well: what they settled is what moved, with its fee.
  const settled = { debit: names.indexOf("settlementdebit"), credit: names.indexOf("settlementcredit") };
  const isSettled = settled.debit >= 0 && settled.credit >= 0;
  const sums = isSettled ? settled : amount === undefined ? { debit, credit } : { amount };
  const read = ["date", "balance", "state", "direction", ...Object.keys(sums)] as const;
  if (read.some((kind) => columnsNamed(names, kind as keyof typeof NAMES).length > 1)) return undefined;
  const more = NAMES.more.map((name) => names.indexOf(name)).filter((index) => index >= 0 && index !== text);
  const payer = place("payer");
  return {
    ...placesBeside(names),
    ...(isSettled && { fee: undefined, net: undefined }),
    date,
    ...sums,
    text: [text, ...more],
    ...(payer !== undefined && { payer }),
    balance: place("balance"),
  };
}

/** `#3` is the third column. */
const PLACE = /^#([1-9]\d?)$/;

const indexOf = (header: readonly string[], name: string): number =>
  PLACE.test(name)
    ? Number.parseInt(name.slice(1), 10) - 1
    : header.findIndex((cell) => cell.toLowerCase() === name.toLowerCase());

/** Columns other than the amount's that were said, as far as the header has them. */
function besideSaid(header: readonly string[], { direction, state, currency }: StatementColumns) {
  const place = (name: string | undefined): number | undefined => {
    const found = name === undefined ? -1 : indexOf(header, name);
    return found in header ? found : undefined;
  };
  const [way, final, money] = [place(direction), place(state), place(currency)];
  return {
    ...(way !== undefined && { direction: way }),
    ...(final !== undefined && { state: final }),
    ...(money !== undefined && { currencies: [money] }),
  };
}

/** The layout that was said: below the first row with all its names, or of all rows if there are only places. @throws BrokenStatement */
function saidLayout(rows: readonly CsvRow[], columns: StatementColumns, settings: StatementSettings): Layout {
  const { date_order: dateOrder, ...said } = columns;
  const names = Object.values(said);
  const missing = (header: readonly string[]): string | undefined =>
    names.find((name) => !(indexOf(header, name) in header));
  const [first] = rows;
  const at = rows.findIndex(({ cells }) => missing(cells) === undefined);
  const { line, cells: header } = rows[at] ?? first ?? { line: 1, cells: [] };
  const lacking = missing(header);
  if (lacking !== undefined) throw new BrokenStatement(line, `There is no column ${lacking}`);
  const isByPlace = names.every((name) => PLACE.test(name));
  const place = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : indexOf(header, name);
  for (const name of isByPlace ? [] : names) {
    const isTwice = header.filter((cell) => cell.toLowerCase() === name.toLowerCase()).length > 1;
    if (isTwice) throw new BrokenStatement(line, `There are two columns ${name}`);
  }
  const beside = isByPlace ? {} : placesBeside(header.map(plainName));
  const places = {
    ...beside,
    // The amount that was said is the one that counts, with the fee or without.
    fee: undefined,
    net: undefined,
    ...besideSaid(header, columns),
    date: indexOf(header, said.date),
    amount: place(said.amount),
    debit: place(said.debit),
    credit: place(said.credit),
    text: [indexOf(header, said.text)],
    payer: place(said.payer),
    balance: place(said.balance),
  };
  const order = dateOrder === undefined ? {} : { dateOrder };
  if (isByPlace) return { places, rows: rows.slice(Math.max(0, at)), ...order, isSaid: true };
  for (const sum of [places.amount, places.debit, places.credit])
    requireCurrency(splitCurrency(header[sum ?? -1] ?? "").currency, settings.account, line);
  return { places, header, rows: rows.slice(at + 1), zone: zoneOf(header, places), ...order, isSaid: true };
}

const zoneOf = (header: readonly string[], { date }: Places): string | undefined =>
  ZONE_IN_NAME.exec(header[date] ?? "")?.[1];

const WITHOUT_HEADER: Places = { date: 0, amount: 1, text: [2], balance: 3 };

/** How far down the columns' names can be. */
export const HEAD_ROWS = 40;

/** The code of the currency that a line says: `Currency: AUD`, `CCY,US Dollars`. */
function currencySaid(text: string): string {
  const [, said = ""] = /\b(?:currency|ccy)\b\W*(\p{L}[\p{L} ]*)/iu.exec(text) ?? [];
  const words = said.trim().split(" ");
  return words.map((_, place) => currencyNamed(words.slice(0, place + 1).join(" "))).findLast(Boolean) ?? "";
}

/**
 * Reads account and currency from a line above the columns' names, or between payments. @throws BrokenStatement if it is another one's
 */
export function checkAround({ line, cells }: CsvRow, { account }: StatementSettings): void {
  const text = cells.join(" ");
  requireCurrency(currencySaid(text), account, line);
  const row = cells.join(",");
  const [, number = ""] =
    /\b(?:account|acct|a\/c)(?:\s*(?:number|num|no|id)\b\.?\W{0,4}?|\s*[:,]\s*)([\dX*•][\dX*• -]{4,})/i.exec(
      row,
    ) ??
    /^\W*(?:bsb[\d\s:-]{6,12},?\s*)?(?:account|acct|a\/c)\s+(\d[\d -]{4,})/i.exec(row) ??
    [];
  requireAccount(number, account, line);
}

/** @throws BrokenStatement if lines above the columns' names are of another account or currency, or say that all below isn't booked */
function checkAbove(rows: readonly CsvRow[], settings: StatementSettings): void {
  for (const row of rows) checkAround(row, settings);
  const { line, cells } = rows.at(-1) ?? { line: 1, cells: [] };
  const [only = "", ...others] = cells.filter(Boolean);
  if (others.length === 0 && isUnfinishedHeading(only))
    throw new BrokenStatement(line, `What is below “${only.slice(0, 40)}” isn't booked`);
}

/** Whether a row has columns' names that we know. */
export const isHeader = (cells: readonly string[], currency: string): boolean =>
  knownPlaces(cells, currency) !== undefined;

/** The layout of a file that we know; undefined if it is none. @throws BrokenStatement for another account or currency */
export function knownLayout(rows: readonly CsvRow[], settings: StatementSettings): Layout | undefined {
  const { columns, account, timeZone } = settings;
  const order = columns?.date_order === undefined ? {} : { dateOrder: columns.date_order };
  const [first] = rows;
  const isDay = (text: string): boolean =>
    (["day_first", "month_first"] as const).some((each) => readDay(text, { order: each, timeZone }).ok);
  const isBare = first?.cells.length === 3 || first?.cells.length === 4;
  if (isBare && isDay(first.cells[0] ?? "")) return { places: WITHOUT_HEADER, rows, ...order };
  for (const [at, { cells }] of rows.slice(0, HEAD_ROWS).entries()) {
    const places = knownPlaces(cells, account.currency);
    if (places === undefined) continue;
    checkAbove(rows.slice(0, at), settings);
    const said = columns === undefined ? {} : besideSaid(cells, columns);
    return {
      places: { ...places, ...said },
      header: cells,
      rows: rows.slice(at + 1),
      zone: zoneOf(cells, places),
      ...order,
    };
  }
  return undefined;
}

/**
 * @param isKnown whether a layout without a header is the file's own, and not just as wide
 * @throws BrokenStatement if the file is none that we know, and what was said doesn't fit it
 */
export function layoutOf(
  rows: readonly CsvRow[],
  settings: StatementSettings,
  isKnown: (layout: Layout) => boolean,
): Layout {
  const [first] = rows;
  if (first === undefined) throw new BrokenStatement(1, "The file is empty");
  const known = knownLayout(rows, settings);
  const { columns } = settings;
  if (known !== undefined && (columns === undefined || isKnown(known))) return known;
  if (columns === undefined) throw new BrokenStatement(first.line, "We don't know these columns");
  return saidLayout(rows, columns, settings);
}
