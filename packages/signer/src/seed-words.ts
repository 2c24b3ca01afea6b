import { validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";

/**
 * The words of a seed file in order, without the blanks around them.
 * @throws RangeError if their checksum is wrong or a word is not of BIP-39's English list.
 */
export function readSeedWords(text: string): string {
  const words = text.trim().toLowerCase().split(/\s+/).join(" ");
  if (!validateMnemonic(words, wordlist)) throw new RangeError("These are not seed words of BIP-39.");
  return words;
}
