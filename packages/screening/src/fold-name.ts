import anyAscii from "any-ascii";

/** A word of a name in lower-case Latin letters and digits. */
export interface FoldedWord {
  readonly text: string;
  /** A Chinese, Japanese or Korean character: it is the right one or another one, but never misspelt. */
  readonly isSyllable: boolean;
  /** From a script that leaves out vowels, such as Arabic and Hebrew. */
  readonly isAbjad: boolean;
}

/** The same for words that are compared alike, and in alphabetical order. */
export const keyOf = ({ text, isSyllable, isAbjad }: FoldedWord): string =>
  `${text} ${Number(isSyllable)}${Number(isAbjad)}`;

/** Bounds that keep the work small for any input; no person's name comes near them. */
const MOST_CHARACTERS = 1000;
const MOST_WORDS = 24;
const MOST_LETTERS = 32;

const SYLLABLE = /[\p{Script=Han}\p{Script=Hangul}]/u;
const ABJAD = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** The Arabic article, which is written together with its word. */
const ARTICLE = /^ال(?=\p{Script=Arabic}{3})/u;
/** Apostrophes and signs that no one sees. */
const INSIDE_WORDS = /['`´‘’ʻʼʽʾʿ\p{Format}]/gu;
/** Anything but a letter, digit or mark; and before a capital letter that follows a small one: `SergeiLavrov`. */
const BETWEEN_WORDS = /[^\p{Letter}\p{Number}\p{Mark}]+|(?<=\p{Lowercase})(?=\p{Uppercase})/u;
/** Digits that are typed for letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  9: "g",
};

/** The words of a name in any script. */
export function foldName(name: string): FoldedWord[] {
  return name
    .slice(0, MOST_CHARACTERS)
    .normalize("NFKC")
    .replaceAll(INSIDE_WORDS, "")
    .split(BETWEEN_WORDS)
    .flatMap(foldWord)
    .slice(0, MOST_WORDS);
}

function foldWord(word: string): FoldedWord[] {
  if (SYLLABLE.test(word)) {
    return Array.from(word, toLatin)
      .filter(Boolean)
      .map((text) => ({ text, isSyllable: true, isAbjad: false }));
  }
  const text = toLatin(word.replace(ARTICLE, ""));
  return text === "" ? [] : [{ text, isSyllable: false, isAbjad: ABJAD.test(word) }];
}

function toLatin(word: string): string {
  const text = anyAscii(word)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "")
    .slice(0, MOST_LETTERS);
  const isMixed = /[a-z]/.test(text) && /\d/.test(text);
  return isMixed ? text.replaceAll(/\d/g, (digit) => LOOKALIKES[digit] ?? digit) : text;
}
