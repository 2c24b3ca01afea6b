import { createHash } from "node:crypto";

/** 32 characters that cannot be mistaken for one another: no 0, O, 1, I. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** Eleven drawn characters: among a million references the chance of one twin is about 1 in 70,000. */
const LENGTH = 11;

/**
 * Check character of a reference's body: the sum of each character's place in the alphabet times its odd weight
 * (1, 3, 5, …) modulo 32. Odd weights are units modulo 32, so every single wrong character is noticed; swapped
 * neighbours differ by 2 × (a − b) and are noticed unless a − b is 16.
 */
function checkCharacter(body: string): string {
  let sum = 0;
  for (const [index, character] of Array.from(body).entries()) {
    sum += ALPHABET.indexOf(character) * (2 * index + 1);
  }
  return ALPHABET.charAt(sum % ALPHABET.length);
}

/**
 * The short reference of a transaction, such as `7KQ4-M2XB-9PTR`: eleven characters drawn from the identifier
 * and a check character. The same identifier always gives the same reference.
 */
export function referenceOf(transactionId: string): string {
  const digest = createHash("sha256").update(transactionId).digest();
  let body = "";
  for (let index = 0; index < LENGTH; index++)
    body += ALPHABET.charAt((digest[index] ?? 0) % ALPHABET.length);
  const text = body + checkCharacter(body);
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/**
 * Reads a reference as people type it: case, spaces and dashes are forgiven.
 * @returns the reference as it is stored, or undefined when its check character does not hold
 */
export function readReference(typed: string): string | undefined {
  const text = typed.toUpperCase().replace(/[\s-]/g, "");
  if (text.length !== LENGTH + 1 || Array.from(text).some((character) => !ALPHABET.includes(character)))
    return undefined;
  if (checkCharacter(text.slice(0, LENGTH)) !== text.charAt(LENGTH)) return undefined;
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/** A shorter beginning would fit too many. */
const SHORTEST_PREFIX = 4;

/**
 * Reads the beginning of a reference, or all of it, as people type it: case, spaces and dashes are forgiven.
 * @returns how the stored reference begins, dashes in their places; undefined if no reference begins so
 */
export function readReferencePrefix(typed: string): string | undefined {
  const text = typed.toUpperCase().replace(/[\s-]/g, "");
  if (text.length < SHORTEST_PREFIX || text.length > LENGTH + 1) return undefined;
  if (Array.from(text).some((character) => !ALPHABET.includes(character))) return undefined;
  return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].filter((part) => part !== "").join("-");
}
