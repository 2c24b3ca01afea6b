import { latinLetters } from "@wattle/contracts/bank-formats/plain-letters";

/** Whether a payer is the customer, as far as a bank's text can tell. */
export type NameFit = "fits" | "differs" | "unknown";

export interface PersonName {
  readonly first_name: string;
  readonly last_name: string;
}

/** A name's words: upper case, without accents and signs. */
const wordsOf = (text: string): string[] =>
  latinLetters(text)
    .replaceAll(/['.]/g, "")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether all of `words` are next to each other somewhere in `text`. */
const hasInRow = (text: readonly string[], words: readonly string[]): boolean =>
  words.length > 0 &&
  text.some((_word, place) => words.every((word, offset) => text[place + offset] === word));

interface NameWords {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** A customer is compared with many lines. */
const namesOf = new WeakMap<PersonName, NameWords>();

function nameWords(person: PersonName): NameWords {
  const known = namesOf.get(person);
  if (known !== undefined) return known;
  const words = { first: wordsOf(person.first_name), last: wordsOf(person.last_name) };
  namesOf.set(person, words);
  return words;
}

/**
 * Whether words can name a person: the whole last name, and the first name, or a beginning of it, before or after.
 * @param words of a payer's name: `SMITH J`, `MR JO SMITH`, `J & M SMITH`
 */
function canName(words: readonly string[], person: PersonName): boolean {
  const { first, last } = nameWords(person);
  if (!hasInRow(words, last)) return false;
  const others = words.filter((word) => !last.includes(word));
  return others.some((word) => first[0]?.startsWith(word) === true);
}

/** Words of a name that no person has by themselves. */
const COMPANY = new Set(
  "PTY LTD LIMITED INC LLC PLC CO COMPANY CORP TRUST TRUSTEE TRUSTEES ATF SUPER FUND".split(" "),
);

/**
 * Whether a payer's name is the whole first and last name of a person, next to each other, and not a company's of that name. The CSV of
 * many banks has no column for it: there, the text counts. Anyone can write into a text, so elsewhere it does not.
 * @param payer null if the format has no place for a name; empty if the bank names none
 */
export function isWholeName(payer: string | null, text: string, person: PersonName): boolean {
  const { first, last } = nameWords(person);
  const words = wordsOf(payer ?? text);
  if (first.length === 0 || last.length === 0 || words.some((word) => COMPANY.has(word))) return false;
  return hasInRow(words, [...first, ...last]) || hasInRow(words, [...last, ...first]);
}

/**
 * Compares a line's payer with customers. If the bank names no payer, the text can show that it is the customer, never
 * that it is someone else.
 */
export function nameFitOf(payer: string | null, text: string): (customer: PersonName) => NameFit {
  const named = payer === null ? [] : wordsOf(payer);
  const words = named.length > 0 ? named : wordsOf(text);
  return (customer) => (canName(words, customer) ? "fits" : named.length > 0 ? "differs" : "unknown");
}
