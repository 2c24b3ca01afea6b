import { NICKNAMES } from "./words/nicknames.ts";
import { ORGANISATION_FORMS } from "./words/organisation-forms.ts";
import { PARTICLES } from "./words/particles.ts";
import { SPELLINGS } from "./words/spellings.ts";
import { TITLES } from "./words/titles.ts";

/** The numbers of the lines that a word is in. */
type Lines = readonly number[];
const NONE: Lines = [];

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function linesByWord(text: string): Map<string, Lines> {
  const lines = new Map<string, Lines>();
  for (const [line, words] of text.trim().split("\n").entries()) {
    for (const word of wordsOf(words)) lines.set(word, [...(lines.get(word) ?? NONE), line]);
  }
  return lines;
}

const spellings = linesByWord(SPELLINGS);
const nicknames = linesByWord(NICKNAMES);
const light = new Set([PARTICLES, TITLES, ORGANISATION_FORMS].flatMap(wordsOf));

/** The common names that a word may be a writing of. */
export const spellingsOf = (text: string, isAbjad: boolean): Lines =>
  spellings.get(isAbjad ? text.toUpperCase() : text) ?? NONE;

/** The names that a word is short for, or that are short for it. */
export const nicknamesOf = (text: string): Lines => nicknames.get(text) ?? NONE;

/** Whether a word says little about who it is: a particle, a title or the form of a company. */
export const isLight = (text: string): boolean => light.has(text);
