/** The letters a word has, a bit each. `h` is not counted, as it comes and goes. */
export type LetterSet = number;

const bitOf = (letter: string): number => 1 << (letter.charCodeAt(0) - "a".charCodeAt(0));
const setOf = (letters: string): LetterSet =>
  Array.from(letters).reduce((set, letter) => set | bitOf(letter), 0);

const COUNTED = setOf("abcdefgijklmnopqrstuvwxyz");
/** Letters that are taken for each other within a group, but not for any other letter. */
const GROUPS = ["szx", "dt", "mn", "r", "l"].map(setOf);

export const letterSet = (word: string): LetterSet => setOf(word.replaceAll(/[^a-z]/g, "")) & COUNTED;

/** The least that it costs to turn one word into the other: half a letter for one that lacks, a whole one if its group does. */
export const leastCost = (one: LetterSet, other: LetterSet): number =>
  Math.max(lacking(one, other), lacking(other, one));

function lacking(one: LetterSet, other: LetterSet): number {
  const letters = one & ~other;
  let halves = bitCount(letters);
  for (const group of GROUPS) {
    if ((letters & group) !== 0 && (other & group) === 0) halves += 1;
  }
  return halves / 2;
}

/** Adds neighbouring bits, then pairs, fours and eights. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
