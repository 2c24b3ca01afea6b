/** Names that are compared with lists, as people and banks write them. */
import { latinLetters } from "@wattle/contracts/bank-formats/plain-letters";

const wordsOf = (name: string): string[] =>
  latinLetters(name)
    .replaceAll(/['.]/g, "")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The same for a name in any order of its words, in capitals or not. */
export const nameKey = (name: string): string => wordsOf(name).toSorted().join(" ");
