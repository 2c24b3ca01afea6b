import { readFileSync } from "node:fs";
import { HDKey } from "@scure/bip32";
import { generateMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { Declined } from "./declined.ts";
import { createFile } from "./durable-files.ts";
import { readSeedWords } from "./seed-words.ts";

/** Makes a new seed of 24 words, and keeps it in a file that must not be there yet. */
export function createSeed(file: string): string {
  const words = generateMnemonic(wordlist, 256);
  createFile(file, `${words}\n`);
  return words;
}

/** The master key of the seed words in a file. */
export function readMasterKey(file: string): HDKey {
  const text = readFileSync(file, "utf8");
  try {
    return HDKey.fromMasterSeed(mnemonicToSeedSync(readSeedWords(text)));
  } catch (error) {
    if (error instanceof RangeError) throw new Declined("The seed file has no seed words of BIP-39 in it.");
    throw error;
  }
}
