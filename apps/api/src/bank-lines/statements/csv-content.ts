/** Columns of a CSV file that are found by what is in them, whatever their names. */
import { currencyNamed, isNothing } from "./amounts.ts";
import { plainName, type Layout } from "./csv-layout.ts";
import { directionIn, isFinal, isUnfinished, saysAnything, unfinishedIn } from "./csv-words.ts";

export interface ByContent {
  /** Columns of which every cell is a direction. */
  readonly directions: readonly number[];
  /** Columns that must have the account's currency. */
  readonly currencies: readonly number[];
  /** A column of unknown words, or of accounts, that can say the direction, if nothing else says it. */
  readonly unread: number | undefined;
  /** How many cells a row has at most. */
  readonly width: number;
}

/** Columns that are read as something else. */
const readPlaces = ({ text, ...places }: Layout["places"]): ReadonlySet<number | undefined> => {
  const { date, amount, debit, credit, payer, balance, account, id, time, zone } = places;
  return new Set([date, amount, debit, credit, text[0], payer, balance, account, id, time, zone]);
};

/** Whether some amount has its direction itself. */
const SIGNED = /[-+(\p{Dash_Punctuation}\u2212]|\b[dc]r\b|\d\s*[DC]$/iu;

/** The number of cells that most rows have, in a file that doesn't name them. */
function usualWidth(rows: Layout["rows"]): number {
  const counts = [...Map.groupBy(rows, ({ cells }) => cells.length)];
  const [usual] = counts.toSorted(([, a], [, b]) => b.length - a.length);
  return usual?.[0] ?? 0;
}

const YES = /^(?:y|yes|true|1)$/i;
const NO = /^(?:n|no|false|0)$/i;

/** Finds columns by what is in them. */
export function byContent({ places, header, rows }: Layout): ByContent {
  const width = header?.length ?? usualWidth(rows);
  const sums = [places.amount, places.debit, places.credit].filter((place) => place !== undefined);
  const payments = rows.filter(({ cells }) => sums.some((place) => /\d/.test(cells[place] ?? "")));
  const isSigned = payments.some(({ cells }) => SIGNED.test(cells[places.amount ?? -1] ?? ""));
  const read = readPlaces(places);
  const others = Array.from({ length: width }, (_, place) => place).filter((place) => !read.has(place));
  const columnsOf = (says: (cell: string) => boolean): number[] =>
    payments.length === 0
      ? []
      : others.filter((place) => payments.every(({ cells }) => says(cells[place] ?? "")));
  const isProven =
    isSigned || payments.filter(({ cells }) => !isNothing(cells[places.balance ?? -1] ?? "")).length > 1;
  const isUnreadWord = (cell: string): boolean =>
    /^\p{L}{1,12}$/u.test(cell) &&
    ![YES.test(cell), NO.test(cell), isFinal(cell), isUnfinished(cell)].includes(true) &&
    currencyNamed(cell) === undefined;
  const twoWords = columnsOf(isUnreadWord).find(
    (place) => new Set(payments.map(({ cells }) => cells[place]?.toLowerCase())).size === 2,
  );
  const types = new Set(
    payments
      .map(({ cells }) => cells[places.type ?? -1] ?? "")
      .filter((type) => type !== "" && !unfinishedIn(type, "")),
  );
  const isUnreadType = [...types].some((type) => !saysAnything(type));
  const [from, to] = places.ends ?? [];
  const currencies = places.currencies ?? [];
  return {
    width,
    directions: columnsOf((cell) => directionIn(cell, !isSigned) !== undefined),
    unread: isProven ? undefined : ((isUnreadType ? places.type : undefined) ?? twoWords ?? (to && from)),
    currencies: currencies.length > 0 ? currencies : columnsOf((cell) => currencyNamed(cell) !== undefined),
  };
}

/** Names of columns that say yes or no of whether a line is booked for good. */
const FINAL_NAME = /^(?:is)?(?:booked|cleared|completed|final|posted|processed|settled)$/;
const OPEN_NAME = /^(?:is)?(?:cancel+ed|failed|hold|pending|reversal|reversed|uncleared|void|voided)$/;

/** Why a row isn't booked for good, by a column of any name, its type or its text's beginning. */
export function flagRefusal(
  cell: (place: number) => string,
  { places, header }: Pick<Layout, "places" | "header">,
): string | undefined {
  const read = readPlaces(places);
  for (const [place, name] of (header ?? []).entries()) {
    const [value, plain] = [cell(place), plainName(name)];
    if (read.has(place) || isNothing(value)) continue;
    if (isUnfinished(value)) return `${name}: ${value.slice(0, 30)} isn't final`;
    if ((FINAL_NAME.test(plain) && NO.test(value)) || (OPEN_NAME.test(plain) && YES.test(value)))
      return `${name}: ${value} isn't final`;
  }
  const said = unfinishedIn(cell(places.type ?? -1), cell(places.text[0] ?? -1));
  return said === undefined ? undefined : `It isn't booked: it says “${said}”`;
}
