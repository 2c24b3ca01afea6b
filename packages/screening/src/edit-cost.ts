/** Costs of turning one spelling into another: 1 for a letter, less for changes that are common. */
interface Costs {
  /** To take a letter for another one, at the first's code times `CODES` plus the second's. */
  readonly replace: Float64Array;
  /** To leave out a letter of the one word. */
  readonly dropFromOne: Float64Array;
  readonly dropFromOther: Float64Array;
}

/** Letters that are taken for each other; one may be in several groups. */
const ALIKE = ["aeiouy", "ckq", "szx", "vwfb", "vuo", "ijy", "dt", "gj", "gh", "jh", "gk", "mn", "hk", "pb"];
/** Letters of a script without vowels, and the vowel that each may stand for. */
const LONG_VOWELS = ["vu", "vo", "ie"];
const COST = { letter: 1, alike: 0.5, vowel: 0.5, breath: 0.4, swapped: 0.8, written: 0.1, left: 0.15 };

/** Codes of lower-case letters and digits are below this. */
const CODES = 128;
const codeOf = (letter: string): number => letter.charCodeAt(0);

function replacing(pairs: readonly (readonly [group: string, cost: number])[]): Float64Array {
  const table = new Float64Array(CODES * CODES).fill(COST.letter);
  for (const [group, cost] of pairs) {
    for (const one of group) {
      for (const other of group) table[codeOf(one) * CODES + codeOf(other)] = cost;
    }
  }
  for (let code = 0; code < CODES; code += 1) table[code * CODES + code] = 0;
  return table;
}

function dropping(costs: Readonly<Record<string, number>>): Float64Array {
  const table = new Float64Array(CODES).fill(COST.letter);
  for (const [letters, cost] of Object.entries(costs)) {
    for (const letter of letters) table[codeOf(letter)] = cost;
  }
  return table;
}

const alike = ALIKE.map((group) => [group, COST.alike] as const);
const drop = dropping({ aeiou: COST.vowel, h: COST.breath });
const VOWELLED: Costs = { replace: replacing(alike), dropFromOne: drop, dropFromOther: drop };
const ABJAD: Costs = {
  replace: replacing([...alike, ...LONG_VOWELS.map((group) => [group, COST.written] as const)]),
  dropFromOne: dropping({ hyvi: COST.vowel }),
  dropFromOther: dropping({ aeou: COST.left, i: 2 * COST.left, h: COST.breath }),
};

/** Between two words of scripts that both write vowels, or both leave them out. Infinity if above `most`. */
export const editCost = (one: string, other: string, most: number): number =>
  cheapestEdit(one, other, most, VOWELLED);

/** Between a word of a script that leaves out vowels and one that has them. */
export const abjadCost = (abjad: string, other: string, most: number): number =>
  cheapestEdit(abjad, other, most, ABJAD);

/** Whether two words begin with letters that are taken for each other, or with two that were swapped. */
export function startAlike(one: string, other: string): boolean {
  const [letter, otherLetter] = [one.charCodeAt(0), other.charCodeAt(0)];
  return (
    (VOWELLED.replace[letter * CODES + otherLetter] ?? 0) < COST.letter ||
    letter === other.charCodeAt(1) ||
    otherLetter === one.charCodeAt(1)
  );
}

/** Longer than any word. */
const ROW = 64;
/** Rows of the table of costs, kept so that a comparison allocates nothing. */
let beforeLast = new Float64Array(ROW);
let last = new Float64Array(ROW);
let row = new Float64Array(ROW);

function cheapestEdit(one: string, other: string, most: number, costs: Costs): number {
  const { replace, dropFromOne, dropFromOther } = costs;
  last[0] = 0;
  for (let j = 1; j <= other.length; j += 1) {
    last[j] = (last[j - 1] ?? 0) + (dropFromOther[other.charCodeAt(j - 1)] ?? 0);
  }
  for (let i = 1; i <= one.length; i += 1) {
    const letter = one.charCodeAt(i - 1);
    let least = (last[0] ?? 0) + (dropFromOne[letter] ?? 0);
    row[0] = least;
    for (let j = 1; j <= other.length; j += 1) {
      const otherLetter = other.charCodeAt(j - 1);
      let cost = Math.min(
        (last[j - 1] ?? 0) + (replace[letter * CODES + otherLetter] ?? 0),
        (last[j] ?? 0) + (dropFromOne[letter] ?? 0),
        (row[j - 1] ?? 0) + (dropFromOther[otherLetter] ?? 0),
      );
      const isSwapped =
        i > 1 &&
        j > 1 &&
        letter !== otherLetter &&
        letter === other.charCodeAt(j - 2) &&
        otherLetter === one.charCodeAt(i - 2);
      if (isSwapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + COST.swapped);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return Infinity;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[other.length] ?? 0;
}
