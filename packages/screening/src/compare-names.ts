import { joinWords, readName } from "./read-name.ts";
import type { Name, Word } from "./read-name.ts";
import { frameOf } from "./sound.ts";
import { spelledDistance, wordDistance } from "./word-distance.ts";

/** From this score up it is a hit. */
export const HIT_THRESHOLD = 0.7;

/** Words farther apart than this are not taken for each other. */
export const MOST_DISTANCE = 0.75;
/** Words this near are taken for each other before any are joined. */
const NEAR = 0.12;
const JOINED_DISTANCE = 0.06;
/** By how much a word that contradicts the other name lowers the score. */
const CONTRADICTION = 0.5;
/** How heavy a word is that only one name has, in squares of the words that both have. */
const LEFT_OUT = 0.5;

/** How likely two names are those of one person or organisation, from 0 to 1. Symmetric. */
export const compareNames = (asked: string, listed: string): number =>
  compareReadNames(readName(asked), readName(listed));

/** Words that are taken for each other. */
interface Pair {
  readonly one: Word;
  readonly other: Word;
  readonly distance: number;
  readonly weight: number;
}

/** The words that were not taken for each other so far, and the sums of those that were. */
interface Matching {
  readonly ones: Set<Word>;
  readonly others: Set<Word>;
  weight: number;
  distance: number;
  /** Whether there is more than initials and particles. */
  isTelling: boolean;
  readonly isSyllabic: boolean;
}

export function compareReadNames(asked: Name, listed: Name, distanceOf = wordDistance): number {
  // Ties are then decided alike in both directions.
  const [one, other] = asked.key < listed.key ? [asked, listed] : [listed, asked];
  const pairs = nearPairs(one, other, distanceOf);
  const matching: Matching = {
    ones: new Set(one.words),
    others: new Set(other.words),
    weight: 0,
    distance: 0,
    isTelling: false,
    isSyllabic: one.isSyllabic || other.isSyllabic,
  };
  matchPairs(matching, pairs, NEAR);
  matchJoined(matching, matching.ones, matching.others);
  matchJoined(matching, matching.others, matching.ones);
  matchPairs(matching, pairs, MOST_DISTANCE);
  return scoreOf(matching);
}

/** Every two words that may be the same, the nearest first. */
function nearPairs({ words: ones }: Name, { words: others }: Name, distanceOf: typeof wordDistance): Pair[] {
  const pairs: Pair[] = [];
  for (const one of ones) {
    for (const other of others) {
      const distance = distanceOf(one, other);
      if (distance <= MOST_DISTANCE) {
        pairs.push({ one, other, distance, weight: (one.weight + other.weight) / 2 });
      }
    }
  }
  return pairs.sort((one, other) => one.distance - other.distance || other.weight - one.weight);
}

function matchPairs(matching: Matching, pairs: readonly Pair[], most: number): void {
  const { ones, others } = matching;
  for (const { one, other, distance, weight } of pairs) {
    if (distance > most) return;
    if (!ones.has(one) || !others.has(other)) continue;
    ones.delete(one);
    others.delete(other);
    matching.weight += weight;
    matching.distance += distance * weight;
    matching.isTelling ||= weight === 1 && one.isInitial === other.isInitial;
  }
}

/** Takes a word for two of the other name's words: Ramimakhlouf, Rami Makhlouf. */
function matchJoined(matching: Matching, wholes: Set<Word>, parts: Set<Word>): void {
  for (const whole of wholes) {
    const joined = partsOf(whole, parts);
    if (joined === undefined) continue;
    wholes.delete(whole);
    for (const part of joined) parts.delete(part);
    const weight = (whole.weight + joined.reduce((sum, part) => sum + part.weight, 0)) / 2;
    matching.weight += weight;
    matching.distance += JOINED_DISTANCE * weight;
    matching.isTelling = true;
  }
}

function partsOf(whole: Word, parts: Set<Word>): readonly Word[] | undefined {
  if (whole.text.length < 3 || parts.size < 2) return undefined;
  for (const first of parts) {
    if (!whole.consonants.startsWith(first.consonants)) continue;
    for (const second of parts) {
      if (first === second || !whole.consonants.endsWith(second.consonants)) continue;
      if (frameOf(first.sound + second.sound) !== whole.frame) continue;
      if (spelledDistance(joinWords(first, second), whole) <= NEAR) return [first, second];
    }
  }
  return undefined;
}

function scoreOf({ ones, others, weight, distance, isTelling, isSyllabic }: Matching): number {
  if (!isTelling) return 0;
  const [left, otherLeft] = [weightOf(ones), weightOf(others)];
  const [less, more] = [Math.min(left, otherLeft), Math.max(left, otherLeft)];
  const contradiction = isSyllabic ? more : less;
  const leftOut = more - contradiction;
  return coverage(weight, leftOut) * Math.max(0, 1 - CONTRADICTION * (distance + contradiction));
}

const coverage = (weight: number, leftOut: number): number =>
  weight ** 2 / (weight ** 2 + LEFT_OUT * Math.max(0, leftOut));

const weightOf = (words: Set<Word>): number => words.values().reduce((sum, { weight }) => sum + weight, 0);

/** At most how alike two names are, by their weights and by what they have in common at most. */
export function mostAlike(weight: number, otherWeight: number, common: number): number {
  const left = Math.max(0, weight + otherWeight - 2 * common);
  // Either all that is left is on one side, or the sides contradict each other in all of it.
  return Math.max(coverage(common, left), 1 - (CONTRADICTION * left) / 2);
}
