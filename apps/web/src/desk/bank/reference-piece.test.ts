// @vitest-environment node
import { expect, test } from "vitest";
import type { BankLineRecord } from "../parts/answers.ts";
import { compareLetters, lettersOf, pieceOf } from "./reference-piece.ts";

const lineOf = (text: string, found_by: string | null, reference: string | null = "CY68-MHB3-S87B") =>
  ({ text, proposal: { found_by, reference } }) as unknown as BankLineRecord;

test.each<[string, string, string | null, string | undefined, string?]>([
  ["whole", "OSKO CY68-MHB3-S87B thanks", "exact", "CY68-MHB3-S87B"],
  ["small, with spaces", "osko cy68 mhb3 s87b", "exact", "cy68 mhb3 s87b"],
  ["without dashes at the end", "PAYIDCY68MHB3S87B", "exact", "CY68MHB3S87B"],
  ["with one wrong letter", "PAYMENT CYA8-MHB3-S87B", "corrected", "CYA8-MHB3-S87B", "A"],
  ["with the first letter wrong", "8Y68MHB3S87B", "corrected", "8Y68MHB3S87B", "8"],
  ["cut", "TFR CY68-MHB3-S FERRI", "cut", "CY68-MHB3-S"],
  ["cut with the next letter by chance", "TFR CY68MHB3S8", "cut", "CY68MHB3S8"],
  ["in pieces, of which none is the whole", "CY68MH xx B3S87B", "split", undefined],
  ["not in the text, but in the payer’s part", "OSKO", "exact", undefined],
  ["not looked for: the amount is what was found", "CY68-MHB3-S87B", "amount", undefined],
])("the reference that is %s", (_how, text, by, found, wrong) => {
  const piece = pieceOf(lineOf(text, by));
  expect(piece && text.slice(piece.from, piece.to)).toBe(found);
  expect(piece?.wrong === undefined ? undefined : text[piece.wrong]).toBe(wrong);
});

test("a line without a proposal, or one without a reference, has none", () => {
  expect(pieceOf({ text: "CY68-MHB3-S87B", proposal: null })).toBeUndefined();
  expect(pieceOf(lineOf("CY68-MHB3-S87B", "exact", null))).toBeUndefined();
});

test("letters are compared only where one is wrong", () => {
  expect(lettersOf(lineOf("PAYMENT cya8-mhb3-s87b", "corrected"))).toEqual({
    sent: "CYA8MHB3S87B",
    expected: "CY68MHB3S87B",
    wrong: [2],
  });
  expect(lettersOf(lineOf("OSKO CY68-MHB3-S87B", "exact"))).toBeUndefined();
});

test.each<[string, string, readonly number[] | undefined]>([
  ["the whole reference", "OSKO CY68-MHB3-S87B", []],
  ["two wrong letters", "TFR CYA8 MHB3 S8ZB J SMITH", [2, 10]],
  ["only its beginning", "CY68MHB3", [8, 9, 10, 11]],
  ["less than two thirds of it", "CY68MHB", undefined],
  ["nothing of it", "RENT NOVEMBER", undefined],
  ["an empty text", "", undefined],
])("the letters of a text with %s", (_what, text, wrong) => {
  expect(compareLetters(text, "CY68-MHB3-S87B")?.wrong).toEqual(wrong);
});
