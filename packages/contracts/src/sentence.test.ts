import { expect, test } from "vitest";
import { asSentence } from "./sentence.ts";

test.each([
  ["The bank does not know the account", "The bank does not know the account."],
  [" Closed (since May) ", "Closed (since May)."],
  ["Reference 42", "Reference 42."],
  ["Is it yours?", "Is it yours?"],
  ["Closed.", "Closed."],
  ["„Geschlossen“", "„Geschlossen“"],
  ["", ""],
])("%j as a sentence: %j", (written, sentence) => {
  expect(asSentence(written)).toBe(sentence);
});
