/**
 * Which characters a text that people read may hold, free of zod so that forms share the rule. A text may not hold what
 * cannot be seen: it would look like another, run backwards (U+202E), or break a line of a mail, a list or a log.
 */

/**
 * Controls, format characters (direction, zero width, joiners, tags), halves of surrogate pairs, private use, line and
 * paragraph separators, noncharacters, and the letters and marks that show nothing. Unassigned characters are let in:
 * which ones are assigned depends on how new the browser is, and an emoji of next year is no attack.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/u;

const BREAKS = /[\t\n\r]/g;
/** Emoji such as families are several joined by U+200D; nothing is hidden between two pictures. */
const JOINED_EMOJI =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu;

/** Whether a line of text (a name, a reference, a search) holds only what can be seen. */
export const isPlainLine = (text: string): boolean => !UNSEEN.test(text);

/** The same for a message of several lines, which may also hold tabs, line breaks and joined emoji. */
export const isPlainMessage = (text: string): boolean =>
  isPlainLine(text.replaceAll(BREAKS, "").replaceAll(JOINED_EMOJI, "$1"));

/** Whether a text has so many characters at most: code points, as JSON Schema counts them, not halves of an emoji. */
export const isWithin = (text: string, longest: number): boolean =>
  text.length <= longest || Array.from(text).length <= longest;

/** The text without what a line may not hold, for texts that others wrote and that are kept all the same. */
export const plainLineOf = (text: string): string =>
  isPlainLine(text)
    ? text
    : Array.from(text, (character) => (UNSEEN.test(character) ? "" : character)).join("");
