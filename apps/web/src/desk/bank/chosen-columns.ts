/** Which column of a CSV file has what, as the form has it: by places from 0, since a file may name no columns. */
import type { StatementColumns, StatementHead } from "@wattle/contracts/bank-lines";

/** Columns that a file need not have. */
const OPTIONAL = ["payer", "balance", "direction", "state", "currency"] as const;
const KINDS = ["date", "amount", "debit", "credit", "text", ...OPTIONAL] as const;
/** That no line has the columns' names. */
export const NO_NAMES = "payment";

type Values = Readonly<Record<string, string>>;
type Row = StatementHead["rows"][number];
type Rows = readonly Row[];

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const widest = (rows: Rows): Row | undefined =>
  rows.find(({ cells }) => rows.every((other) => other.cells.length <= cells.length));

/** The cells that the form's columns are chosen by: the names, or a payment. */
export const chosenCells = (values: Values, rows: Rows): readonly string[] =>
  (rows.find(({ line }) => String(line) === values["first"]) ?? widest(rows))?.cells ?? [];

/**
 * First values of the form: the kept ones, as far as this file has them. The names are likely on the first of the
 * widest lines.
 */
export function chosenOf(columns: StatementColumns | null, rows: Rows): Values {
  const { date_order: order = "day_first", ...said } = columns ?? {};
  const names = Object.values(said);
  const placeIn = (cells: readonly string[], name: string): number =>
    /^#\d+$/.test(name)
      ? Number.parseInt(name.slice(1), 10) - 1
      : cells.findIndex((cell) => isSame(cell, name));
  const isByPlace = columns !== null && names.every((name) => /^#\d+$/.test(name));
  const named = rows.find(({ cells }) => names.every((name) => placeIn(cells, name) in cells));
  const row = (columns === null ? undefined : named) ?? widest(rows);
  const cells = row?.cells ?? [];
  const placeOf = (name: string | undefined): string => {
    const place = name === undefined ? -1 : placeIn(cells, name);
    return place in cells ? String(place) : "";
  };
  return {
    first: isByPlace || row === undefined ? NO_NAMES : String(row.line),
    date_order: order,
    ...Object.fromEntries(KINDS.map((kind) => [kind, placeOf(columns?.[kind])])),
  };
}

/** Input of the call; undefined as long as something is missing. */
export function columnsOfChosen(values: Values, rows: Rows): StatementColumns | undefined {
  const cells = chosenCells(values, rows);
  const nameOf = (kind: (typeof KINDS)[number]): string | undefined => {
    const place = values[kind] ?? "";
    if (place === "") return undefined;
    const name = cells[Number.parseInt(place, 10)] ?? "";
    const tells = name !== "" && cells.filter((cell) => isSame(cell, name)).length === 1;
    return values["first"] !== NO_NAMES && tells ? name : `#${Number.parseInt(place, 10) + 1}`;
  };
  const [date, amount, debit, credit, text] = KINDS.map(nameOf);
  const optional = OPTIONAL.flatMap((kind) => {
    const name = nameOf(kind);
    return name === undefined ? [] : [[kind, name] as const];
  });
  const sums =
    amount !== undefined
      ? { amount }
      : debit !== undefined && credit !== undefined
        ? { debit, credit }
        : undefined;
  if (date === undefined || text === undefined || sums === undefined) return undefined;
  return {
    date,
    date_order: values["date_order"] === "month_first" ? "month_first" : "day_first",
    ...sums,
    text,
    ...Object.fromEntries(optional),
  };
}
