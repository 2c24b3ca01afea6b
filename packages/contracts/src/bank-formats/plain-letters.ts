/** Names in ASCII, as banks' files and statements have them. Free of zod. */

/** Letters and signs that Unicode does not take apart, each followed by what is written for it. */
const IN_ASCII = new Map(
  [
    "ÆAE æae ǝe ƎE əe ƏE ɛe ƐE œoe ŒOE øo ØO ɔo ƆO ıi ɨi ƗI ɩi ƖI ȷj ʉu ɄU ʊu ƱU ƀb ɃB ɓb ƁB ðd ÐD đd ĐD ɖd ƉD ɗd ƊD",
    "ƒf ƑF ǥg ǤG ɠg ƓG ɣg ƔG ħh ĦH ĸk ƙk ƘK łl ŁL ŋn ŊN ɲn ƝN ƥp ƤP ßss ẞSS ŧt ŦT ƭt ƬT þth ÞTh ʋv ƲV ƴy ƳY ƶz ƵZ ʒz ƷZ",
    "‘' ’' ‚' ‛' ′' ´' ʹ' ʻ' ʼ' ʾ' ʿ' ꞌ' “\" ”\" „\" ‐- ‑- ‒- –- —- −- ⁄/",
  ].flatMap((line) => line.split(" ").map((pair): [string, string] => [pair.charAt(0), pair.slice(1)])),
);

const inAscii = (text: string): string =>
  Array.from(text, (letter) => IN_ASCII.get(letter) ?? letter).join("");

/** Latin letters without their marks, `Łukasz` as `Lukasz`. Letters of other scripts stay. */
export const latinLetters = (text: string): string =>
  inAscii(inAscii(text).normalize("NFKD").replaceAll(/\p{M}/gu, ""));

/**
 * A text in ASCII, with a space for every other character.
 * @param others which characters of ASCII a bank refuses as well
 */
export const plainText = (text: string, others = /[^ -~]/g): string =>
  latinLetters(text).replaceAll(others, " ").replaceAll(/ +/g, " ").trim();

/** Whether a text has letters that aren't in its ASCII. */
export const losesLetters = (text: string): boolean => /[^\P{L}A-Za-z]/u.test(latinLetters(text));

/** Whether a name has anything left of it to write. */
export const hasName = (written: string): boolean => /[A-Za-z0-9]/.test(written);

/** @throws RangeError for a name of which nothing is left: the bank would pay no one */
export function requireName(written: string): string {
  if (!hasName(written)) throw new RangeError("a name of which nothing is left");
  return written;
}
