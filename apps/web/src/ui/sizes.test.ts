// @vitest-environment node
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const SOURCES = path.resolve(import.meta.dirname, "..");
const styleSheet = (file: string): string => readFileSync(path.join(SOURCES, file), "utf8");

/** A list's height counts only if the list is the page's to draw, on screens of 786 px and wider. */
const DRAWN_LIST = new RegExp(
  String.raw`@media \(min-width: 786px\) \{\s*@supports \(appearance: base-select\) \{[^@]*` +
    String.raw`\.select,\s*\.select::picker\(select\) \{\s*appearance: base-select;[^@]*` +
    String.raw`\.select::picker\(select\) \{[^}]*max-height: var\(--picker-height\);`,
);
const listHeight = (height: string): RegExp =>
  new RegExp(
    String.raw`\.select \{\s*composes: select from "../ui/select.module.css";\s*--picker-height: ${height};`,
  );

test.each([
  ["alerts have z-index 1000", "ui/alerts.module.css", /^\.stack \{[^}]*z-index: 1000;/m],
  ["a list is at most as high as its select says", "ui/select.module.css", DRAWN_LIST],
  ["a dropdown is at most 160 px high", "controls/select-field.module.css", listHeight("160px")],
  ["the currency list is at most 25rem high", "money/currency-select.module.css", listHeight("25rem")],
  ["the rate cards are at most 553 px wide", "rates/rate-cards.module.css", /max-width: 553px;/],
  ["the rates table is at most 553 px wide", "rates/rates-table.module.css", /max-width: 553px;/],
  [
    "the fields of an account form are 360 px wide",
    "accounts/account-frame.module.css",
    /^\.card \{[^}]*width: min\(100%, calc\(360px \+ 2 \* \(var\(--space-32\) \+ 1px\)\)\);\s*padding: var\(--space-32\);/m,
  ],
])("%s", (_rule, file, written) => {
  expect(styleSheet(file)).toMatch(written);
});

test("nothing but the skip link is above the alerts", () => {
  const files = globSync("**/*.css", { cwd: SOURCES });
  expect(files.length).toBeGreaterThan(30);
  const above = files.flatMap((file) =>
    Array.from(styleSheet(file).matchAll(/z-index:\s*(\d+)/g), ([, layer]) => ({
      file,
      layer: Number(layer),
    })).filter(({ layer }) => layer > 1000),
  );
  expect(above).toEqual([{ file: path.join("ui", "theme", "base.css"), layer: 1001 }]);
});
