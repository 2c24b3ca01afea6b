import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { SEALED_COLUMN_NAMES } from "../packages/db/src/sealed/sealed-columns.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** The requirements of OWASP ASVS 5.0 at levels 1 and 2, by section: how many there are, counted from 1. */
const SECTIONS: Readonly<Record<string, number>> = {
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
};
const NUMBERS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

const page = readFileSync(path.join(ROOT, "docs/security-requirements.md"), "utf8");
const cellsOf = (text: string): string[][] =>
  text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
/** The rows of the table below a heading, without its head. */
const tableBelow = (heading: string): string[][] =>
  cellsOf(page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "")
    .filter((cells) => cells.length > 2)
    .slice(2);

const rows = cellsOf(page)
  .filter(([, number]) => /^\d+\.\d+\.\d+$/.test(number ?? ""))
  .map(([, number = "", , proof = ""]) => ({ number, proof }));

describe("the list of security requirements", () => {
  test("has every requirement, once and in order", () => {
    expect(rows.map(({ number }) => number)).toEqual(NUMBERS);
  });

  test.each(rows)("$number has a test that exists, or a reason", ({ proof }) => {
    if (/^(?:Does not apply|Deviates): \S.*\.$/.test(proof)) return;
    for (const named of proof.split("; `")) {
      const [file = "", name = ""] = named.replaceAll("`", "").split(" › ");
      expect(existsSync(path.join(ROOT, file)), file).toBe(true);
      expect(name).not.toBe("");
      expect(readFileSync(path.join(ROOT, file), "utf8")).toContain(name);
    }
  });

  test("every way to log in is in the list, with its strength", () => {
    const starts = globSync("apps/api/src/**/*.ts", { cwd: ROOT })
      .filter((file) => !file.endsWith(".test.ts"))
      .filter((file) => /\bawait startSession\(/.test(readFileSync(path.join(ROOT, file), "utf8")));
    const ways = tableBelow("Ways to log in");
    expect(ways.map(([, , file = ""]) => file.replaceAll("`", "")).toSorted()).toEqual(starts.toSorted());
    for (const [, way, , strength] of ways) expect(strength, way).not.toBe("");
  });

  test("every column that is encrypted is in the list of what is sensitive", () => {
    const [, , what = ""] = tableBelow("What is sensitive").find(([, level]) => level === "encrypted") ?? [];
    expect(what.match(/`[^`]+`/g)).toEqual(
      [...SEALED_COLUMN_NAMES, "documents"].map((name) => `\`${name}\``),
    );
  });

  test("every level of what is sensitive says how it is kept", () => {
    const levels = tableBelow("What is sensitive");
    expect(levels.map(([, level]) => level)).toEqual([
      "known to no one",
      "encrypted",
      "restricted",
      "public",
    ]);
    for (const [, level, , kept = ""] of levels) expect(kept.length, level).toBeGreaterThan(10);
  });
});
