import { foldName, keyOf } from "./fold-name.ts";
import type { FoldedWord } from "./fold-name.ts";
import { letterSet } from "./letter-set.ts";
import type { LetterSet } from "./letter-set.ts";
import { consonantsOf, frameOf, soundOf } from "./sound.ts";
import { isLight, nicknamesOf, spellingsOf } from "./vocabulary.ts";

/** A word of a name with all that comparing it needs. */
export interface Word extends FoldedWord {
  readonly sound: string;
  readonly frame: string;
  readonly consonants: string;
  readonly letters: LetterSet;
  /** Lines of the data that it is in. */
  readonly spellings: readonly number[];
  readonly nicknames: readonly number[];
  readonly isInitial: boolean;
  /** A particle, a title or the form of a company, next to words that say more. */
  readonly isLight: boolean;
  /** How much it says about who it is, up to 1. */
  readonly weight: number;
}

export interface Name {
  /** Sorted, so that their order in the name does not matter. */
  readonly words: readonly Word[];
  /** The same for names of the same words. */
  readonly key: string;
  /** The sum of its words' weights. */
  readonly weight: number;
  /** Whether it is in Chinese or Korean characters: such names have no middle names that could be left out. */
  readonly isSyllabic: boolean;
}

const WEIGHT = { name: 1, initial: 0.4, light: 0.1 };

/** A name, whose words are read by `read`. */
export function readName(name: string, read = readWord): Name {
  const words = foldName(name).map(read);
  // "Le Van" has no other words, so each of these counts.
  const isLightOnly = words.every(({ weight }) => weight < WEIGHT.name);
  return sortedName(isLightOnly ? words.map(withFullWeight) : words);
}

export function sortedName(words: readonly Word[]): Name {
  const sorted = words
    .map((word) => ({ word, key: keyOf(word) }))
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  return {
    // A word that is there twice is two words.
    words: sorted.map(({ word }, place) => (word === sorted[place - 1]?.word ? { ...word } : word)),
    key: sorted.map(({ key }) => key).join(" "),
    weight: words.reduce((sum, { weight }) => sum + weight, 0),
    isSyllabic: words.some(({ isSyllable }) => isSyllable),
  };
}

const withFullWeight = (word: Word): Word => ({ ...word, isLight: false, weight: WEIGHT.name });

/** Two words, written as one. */
export const joinWords = (first: Word, second: Word): Word =>
  readWord({
    text: first.text + second.text,
    isSyllable: false,
    isAbjad: first.isAbjad && second.isAbjad,
  });

export function readWord(folded: FoldedWord): Word {
  const { text, isSyllable, isAbjad } = folded;
  const sound = soundOf(text, isAbjad);
  const light = !isSyllable && isLight(text);
  const isInitial = text.length === 1 && !isSyllable && !light;
  return {
    ...folded,
    sound,
    frame: frameOf(sound),
    consonants: consonantsOf(sound),
    letters: letterSet(sound),
    spellings: spellingsOf(text, isAbjad),
    nicknames: nicknamesOf(text),
    isInitial,
    isLight: light,
    weight: light ? WEIGHT.light : isInitial ? WEIGHT.initial : WEIGHT.name,
  };
}
