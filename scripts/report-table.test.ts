import { expect, test } from "vitest";
import { misses, reportTable, verdict, type Row } from "./report-table.ts";

const row = (value: number, limits: Partial<Row> = {}): Row => ({ what: "x", unit: "kB", value, ...limits });

test.each([
  ["over what must hold", row(161, { must: 160, aim: 110 }), "**missed**", true],
  ["exactly what must hold", row(160, { must: 160, aim: 110 }), "must held", false],
  ["what is aimed for", row(110, { must: 160, aim: 110 }), "aim reached", false],
  ["a score under its must", row(94, { must: 95, aim: 100, atLeast: true }), "**missed**", true],
  ["a score that reaches its aim", row(100, { must: 95, aim: 100, atLeast: true }), "aim reached", false],
  ["an aim alone, not reached", row(16, { aim: 15 }), "", false],
  ["a figure without limits", row(16), "", false],
  ["a figure that could not be measured", row(Number.NaN, { must: 160 }), "**missed**", true],
])("%s", (_title, figure, said, missed) => {
  expect(verdict(figure)).toBe(said);
  expect(misses(figure)).toBe(missed);
});

test("the table shows figures with their units and lines up", () => {
  const lines = reportTable([
    row(133.74, { what: "home: JS", must: 160 }),
    row(1, { what: "shift", unit: "" }),
    row(0.0125, { what: "shift", unit: "" }),
  ]).split("\n");
  expect(lines).toHaveLength(5);
  expect(lines[2]).toMatch(/^\| home: JS +\| +133\.7 kB \| +160 kB \|/);
  expect(lines[4]).toContain("0.013");
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
});

test.each([
  ["several runs", row(0.98, { unit: "s", least: 0.954, most: 1.121 }), /\| 0\.98 s \(0\.95–1\.12\) \|/],
  ["several runs of one figure", row(0.98, { unit: "s", least: 0.981, most: 0.979 }), /\| +0\.98 s \|/],
  ["none that could be measured", row(Number.NaN, { unit: "ms", must: 250 }), /\| +not measured \|/],
])("of %s the table shows how far they were apart", (_title, figure, shown) => {
  expect(reportTable([figure]).split("\n")[2]).toMatch(shown);
});
