import { expect, test } from "vitest";
import { readSeedWords } from "./seed-words.ts";

const WORDS = `${"abandon ".repeat(11)}about`;

test("blanks and capitals do not matter", () => {
  expect(readSeedWords(`  ${WORDS.toUpperCase()}\n`)).toBe(WORDS);
});

test.each([["", "abandon about", "bitcoin ".repeat(12), `${"abandon ".repeat(12)}`]].flat())(
  "refused: %s",
  (words) => {
    expect(() => readSeedWords(words)).toThrow("not seed words");
  },
);
