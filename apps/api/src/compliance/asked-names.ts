/** Names that are compared with lists, as people and banks write them. */
import { latinLetters } from "@wattle/contracts/bank-formats/plain-letters";

/** Words between the names of several people, or of one who acts for another. */
const BETWEEN =
  /\s+(?:t\/as?|trading as|c\/o|care of|and|atf|(?:as )?(?:the )?(?:trustees?|executors?|administrators?)(?: (?:for|of))?|on behalf of|obo|(?:the )?estate of|for)(?=\s)|[&+/]/i;
/** Words of an account or a trust that are no one's name. */
const NO_NAME =
  /^(?:the|joint|family|unit|discretionary|trust|super(?:annuation)?|smsf|funds?|acc(?:oun)?t|estate|as)$/i;
const FEWEST_WORDS = 2;

const wordsOf = (name: string): string[] =>
  latinLetters(name)
    .replaceAll(/['.]/g, "")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The same for a name in any order of its words, in capitals or not. */
export const nameKey = (name: string): string => wordsOf(name).toSorted().join(" ");

/**
 * A name, and the names in it: a joint account has two, and one of a trust has that of its person among other words. All
 * of them together are like no one.
 */
export function namesIn(name: string): string[] {
  const parts = ` ${name.replaceAll(/\s+/g, " ")} `
    .split(BETWEEN)
    .map((part) => part.split(" ").filter((word) => word !== "" && !NO_NAME.test(word)))
    .filter((words) => words.length >= FEWEST_WORDS)
    .map((words) => words.join(" "));
  return [name, ...parts.filter((part) => nameKey(part) !== nameKey(name))];
}
