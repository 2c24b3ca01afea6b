import { describe, expect, test } from "vitest";
import { NICKNAMES } from "./words/nicknames.ts";
import { ORGANISATION_FORMS } from "./words/organisation-forms.ts";
import { PARTICLES } from "./words/particles.ts";
import { SPELLINGS } from "./words/spellings.ts";
import { TITLES } from "./words/titles.ts";

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const repeated = (words: readonly string[]): string[] =>
  words.filter((word, place) => words.indexOf(word) < place);

describe("the data", () => {
  test.each([
    ["spellings", SPELLINGS],
    ["particles", PARTICLES],
    ["titles", TITLES],
    ["organisation forms", ORGANISATION_FORMS],
  ])("%s have each word once", (_, text) => {
    expect(repeated(wordsOf(text).filter((word) => word === word.toLowerCase()))).toEqual([]);
  });

  test("nicknames have each line once, and no word twice in a line", () => {
    const lines = NICKNAMES.trim().split("\n").map(wordsOf);
    expect(repeated(lines.map(([name = ""]) => name))).toEqual([]);
    expect(lines.flatMap(repeated)).toEqual([]);
  });

  test("all is in Latin letters, in capitals if it has no vowels", () => {
    const all = [SPELLINGS, NICKNAMES, PARTICLES, TITLES, ORGANISATION_FORMS].flatMap(wordsOf);
    expect(all.filter((word) => !/^(?:[a-z]+|[B-DF-HJ-NP-TV-Z]+)$/.test(word))).toEqual([]);
  });
});
