/** Spellings of a sound and the one that stands for them. The order matters: longer ones come first. */
const SPELLINGS: readonly (readonly [spelling: RegExp, standsFor: string])[] = [
  // "Servant of": Abdul Rahman, Abdelrahman, Abdurrahman, Abd al-Rahman.
  [/^abd[aeiou]*(?:l|([a-z])(?=\1))?/g, "abd"],
  [/t?sch/g, "sh"],
  [/tch/g, "ch"],
  [/ph/g, "f"],
  [/dj|dzh|zh/g, "j"],
  [/[kg]h/g, "h"],
  [/ck|q|c(?![hei])/g, "k"],
  [/c(?=[ei])|^x/g, "s"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/eo/g, "o"],
  [/ou|oo|eu/g, "u"],
  [/ee|i[eyj]|e[iy]|y[jyi]/g, "i"],
  [/y(?![aeiou])/g, "i"],
  [/(.)\1+/g, "$1"],
  [/(?<=[aeiou])h$/g, ""],
];

/** Without vowels, `zh` is mostly two letters. */
const ABJAD_SPELLINGS = SPELLINGS.filter(([, standsFor]) => standsFor !== "j");

/** How a word in lower-case Latin letters sounds, so that usual ways to spell it come out alike. */
export const soundOf = (text: string, isAbjad: boolean): string =>
  (isAbjad ? ABJAD_SPELLINGS : SPELLINGS).reduce(
    (sound, [spelling, standsFor]) => sound.replaceAll(spelling, standsFor),
    text,
  );

/** The letters of a sound that are written in every script. */
export const consonantsOf = (sound: string): string =>
  sound.replaceAll(/[aeiouyv]/g, "").replaceAll(/(.)\1+/g, "$1");

const ENOUGH_CONSONANTS = 4;

/** The part of a sound that is the same for one word and for two: its consonants, if these are enough. */
export function frameOf(sound: string): string {
  const consonants = consonantsOf(sound);
  return consonants.length < ENOUGH_CONSONANTS ? sound : consonants;
}
