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

/** The items of the lists in a text: their own words in one line, and the items below each. */
function itemsIn(text: string): { text: string; below: string[] }[] {
  const [, ...items] = text.replaceAll(/\n +(?! |- )/g, " ").split(/^- /m);
  return items.map((item) => {
    const [own = "", ...below] = (item.split("\n\n")[0] ?? "").split(/\n +- /);
    return { text: own.trim(), below: below.map((each) => each.trim()) };
  });
}
const itemsBelow = (heading: string): { name: string; rest: string; below: string[] }[] =>
  itemsIn(page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").map(({ text, below }) => {
    const [, name = "", rest = ""] = /^([^:]+): (.+)$/.exec(text) ?? [];
    return { name, rest, below };
  });

const rows = itemsIn(page).flatMap(({ text, below }) => {
  const [, number] = /^\*\*(\d+\.\d+\.\d+)\*\* \S/.exec(text) ?? [];
  return number === undefined ? [] : [{ number, proofs: below }];
});

describe("the list of security requirements", () => {
  test("has every requirement, once and in order", () => {
    expect(rows.map(({ number }) => number)).toEqual(NUMBERS);
  });

  test.each(rows)("$number has a test that exists, or a reason", ({ proofs }) => {
    expect(proofs).not.toEqual([]);
    for (const proof of proofs) {
      if (/^(?:Does not apply|Deviates): \S.*\.$/.test(proof)) continue;
      const [file = "", name = ""] = proof.replaceAll("`", "").split(" › ");
      expect(existsSync(path.join(ROOT, file)), file).toBe(true);
      expect(name).not.toBe("");
      expect(readFileSync(path.join(ROOT, file), "utf8")).toContain(name);
    }
  });

  test("every way to log in is in the list, with its strength", () => {
    const starts = globSync("apps/api/src/**/*.ts", { cwd: ROOT })
      .filter((file) => !file.endsWith(".test.ts"))
      .filter((file) => /\bawait startSession\(/.test(readFileSync(path.join(ROOT, file), "utf8")));
    const ways = itemsBelow("Ways to log in");
    expect(ways.map(({ rest }) => rest.replaceAll("`", "")).toSorted()).toEqual(starts.toSorted());
    for (const { name, below } of ways) expect(below, name).toHaveLength(1);
  });

  test("every column that is encrypted is in the list of what is sensitive", () => {
    const encrypted = itemsBelow("Sensitive data").find(({ name }) => name === "encrypted");
    expect(encrypted?.rest.match(/`[^`]+`/g)).toEqual(
      [...SEALED_COLUMN_NAMES, "documents"].map((name) => `\`${name}\``),
    );
  });

  test("every level of what is sensitive says how it is kept", () => {
    const levels = itemsBelow("Sensitive data");
    expect(levels.map(({ name }) => name)).toEqual(["known to no one", "encrypted", "restricted", "public"]);
    for (const { name, below } of levels) expect(below.join(" ").length, name).toBeGreaterThan(10);
  });
});
