import { compareDecimals } from "@wattle/exchange-core/decimal";

/** How the rows of a list compare: by what a column shows of them. */

/** 1 has the smallest first, −1 the largest. */
export type Direction = 1 | -1;

/** Below zero where `a` is before `b`. */
export type Sort<Row> = (a: Row, b: Row, direction: Direction) => number;

const TEXTS = new Intl.Collator("en-AU", { numeric: true });

/** Rows without a value are last in both directions. */
const byValue =
  <Row, Value>(valueOf: (row: Row) => Value | null, compare: (a: Value, b: Value) => number): Sort<Row> =>
  (rowA, rowB, direction) => {
    const [a, b] = [valueOf(rowA), valueOf(rowB)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return direction * compare(a, b);
  };

/** By words, as people order them; an empty text is no value. */
export const byText = <Row>(textOf: (row: Row) => string | null): Sort<Row> =>
  byValue((row) => textOf(row) || null, TEXTS.compare);

export const byCount = <Row>(countOf: (row: Row) => number): Sort<Row> => byValue(countOf, (a, b) => a - b);

const timeOf =
  <Row>(momentOf: (row: Row) => string | null) =>
  (row: Row): number | null => {
    const at = momentOf(row);
    return at === null ? null : Date.parse(at);
  };

/** By a moment or day, ISO 8601. */
export const byMoment = <Row>(momentOf: (row: Row) => string | null): Sort<Row> =>
  byValue(timeOf(momentOf), (a, b) => a - b);

/** By how long ago a moment was. */
export const byAge = <Row>(momentOf: (row: Row) => string | null): Sort<Row> =>
  byValue(timeOf(momentOf), (a, b) => b - a);

/**
 * By an amount, decimal text.
 * @param currencyOf what it is of, where rows differ in that: amounts of one currency follow each other
 */
export const byAmount = <Row>(
  amountOf: (row: Row) => string | null,
  currencyOf: (row: Row) => string = () => "",
): Sort<Row> => {
  const amounts = byValue(amountOf, compareDecimals);
  return (a, b, direction) => TEXTS.compare(currencyOf(a), currencyOf(b)) || amounts(a, b, direction);
};
