import { abjadCost, editCost, startAlike } from "./edit-cost.ts";
import { leastCost } from "./letter-set.ts";
import type { LetterSet } from "./letter-set.ts";
import type { Word } from "./read-name.ts";

/** From 0 for the same word to 1 for one that has nothing to do with it. */
const DISTANCE = { spelling: 0.03, abjad: 0.1, nickname: 0.12, initial: 0.2, none: 1 };

/** The share of changed letters that makes another word, and how slowly smaller shares count. */
const FAR = 0.36;
const CURVE = 1.4;
/** Shares above this make words that are too far apart to be taken for each other. */
const MOST_CHANGED = 0.3;
/** Characters are written in Latin letters by rules: a changed letter is mostly another character. */
const SYLLABLE_FACTOR = 2;
/** Consonants that two words have together, below which a likeness without vowels says nothing. */
const FEW_CONSONANTS = 5;

const haveCommon = (some: readonly number[], others: readonly number[]): boolean =>
  some.some((line) => others.includes(line));

/** Symmetric. */
export function wordDistance(one: Word, other: Word): number {
  if (one.text === other.text && one.isAbjad === other.isAbjad) return 0;
  if (one.isSyllable && other.isSyllable) return DISTANCE.none;
  if (one.isInitial || other.isInitial) {
    return one.text.charCodeAt(0) === other.text.charCodeAt(0) ? DISTANCE.initial : DISTANCE.none;
  }
  if (haveCommon(one.spellings, other.spellings)) return DISTANCE.spelling;
  if (haveCommon(one.nicknames, other.nicknames)) return DISTANCE.nickname;
  const areKnown = one.spellings.length > 0 && other.spellings.length > 0;
  return areKnown || one.isLight || other.isLight ? DISTANCE.none : spelledDistance(one, other);
}

/** By how they are spelled, whatever they mean. */
export function spelledDistance(one: Word, other: Word): number {
  if (one.isAbjad !== other.isAbjad) {
    return one.isAbjad ? abjadDistance(one, other) : abjadDistance(other, one);
  }
  if (one.sound === other.sound) return DISTANCE.spelling;
  if (!startAlike(one.sound, other.sound)) return DISTANCE.none;
  const longest = Math.max(one.sound.length, other.sound.length);
  if (!mayBeNear(one.letters, other.letters, longest)) return DISTANCE.none;
  const isWrittenSo = one.text === one.sound && other.text === other.sound;
  const heard = changedShare(one.sound, other.sound);
  const share = isWrittenSo ? heard : Math.min(heard, changedShare(one.text, other.text));
  const isSyllable = one.isSyllable || other.isSyllable;
  return DISTANCE.spelling + curved(isSyllable ? SYLLABLE_FACTOR * share : share);
}

/** Whether enough letters are the same, by the length of the longer word. */
export const mayBeNear = (one: LetterSet, other: LetterSet, longest: number): boolean =>
  leastCost(one, other) <= longest * MOST_CHANGED;

function abjadDistance(abjad: Word, other: Word): number {
  if (abjad.sound === other.sound) return DISTANCE.abjad;
  const [here, there] = [abjad.consonants.length, other.consonants.length];
  if (here + there < FEW_CONSONANTS || !startAlike(abjad.consonants, other.consonants)) return DISTANCE.none;
  const least = Math.min(here, there);
  return DISTANCE.abjad + curved(abjadCost(abjad.sound, other.sound, least * MOST_CHANGED) / least);
}

function changedShare(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return editCost(one, other, longest * MOST_CHANGED) / longest;
}

const curved = (share: number): number => Math.min(DISTANCE.none, (share / FAR) ** CURVE);
