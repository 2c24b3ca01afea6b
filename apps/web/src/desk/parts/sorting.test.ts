import { expect, test } from "vitest";
import { byAge, byAmount, byCount, byMoment, byText, type Sort } from "./sorting.ts";

interface Row {
  readonly value: string | null;
  readonly currency?: string;
}
const value = (row: Row): string | null => row.value;
const rowsOf = (values: readonly (string | null)[]): Row[] => values.map((each) => ({ value: each }));

test.each<[string, Sort<Row>, readonly (string | null)[]]>([
  ["texts, whatever their case", byText(value), ["ada", "Bob", "Émile", "Zoe", ""]],
  ["references by their numbers", byText(value), ["A 9", "A 10"]],
  ["amounts with other numbers of decimals", byAmount(value), ["-18.00", "-2.5", "0.10", "0.2", "3", null]],
  [
    "amounts that a floating-point number takes for one",
    byAmount(value),
    ["9007199254740992.00000001", "9007199254740992.00000002", "9007199254740993"],
  ],
  [
    "moments of other zones",
    byMoment(value),
    ["2026-11-22T10:00:00+11:00", "2026-11-22T00:00:00.000Z", "2026-11-22T12:00:00+11:00", null],
  ],
  ["ages", byAge(value), ["2026-11-22T00:00:00.000Z", "2026-11-21T00:00:00.000Z", null]],
  ["counts", byCount((row) => Number(row.value)), ["2", "10"]],
])("%s; what has none is last, up and down", (_what, sort, up) => {
  const order = (direction: 1 | -1) =>
    rowsOf(up)
      .toReversed()
      .toSorted((a, b) => sort(a, b, direction))
      .map(value);
  expect(order(1)).toEqual(up);
  const isEmpty = (each: string | null): boolean => each === null || each === "";
  const filled = up.filter((each) => !isEmpty(each));
  expect(order(-1)).toEqual([...filled.toReversed(), ...up.filter(isEmpty)]);
});

test("amounts of one currency follow each other", () => {
  const sort = byAmount<Row>(value, ({ currency = "" }) => currency);
  const rows = [
    { value: "2.00", currency: "NZD" },
    { value: "3.00", currency: "AUD" },
    { value: "10.00", currency: "AUD" },
  ];
  expect(rows.toSorted((a, b) => sort(a, b, -1)).map((row) => `${row.value} ${row.currency}`)).toEqual([
    "10.00 AUD",
    "3.00 AUD",
    "2.00 NZD",
  ]);
});
