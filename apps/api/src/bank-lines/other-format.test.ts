import { expect, test } from "vitest";
import { judgeOtherFormat } from "./other-format.ts";

const line = (text: string, payer: string | null = null, amount = 10_000n, bookedOn = "2026-11-20") => ({
  bookedOn,
  amount,
  text,
  payer,
});
const noted = (format: string | null, text = CSV) => ({ ...line(text), format });
const CSV = "DIRECT CREDIT JO SMITH 7KQ4-M2XB-9PTR";

test.each([
  [
    "a text that the other format has with more words around",
    [line(CSV)],
    [line("7KQ4-M2XB- 9PTR", "Jo Smith")],
    "same",
  ],
  ["the other way round", [line("7KQ4-M2XB-9PTR", "Jo Smith")], [line(CSV)], "same"],
  ["another payer of the same text", [line(CSV)], [line("7KQ4-M2XB-9PTR", "Pat Smith")], "like"],
  ["another text", [line(CSV)], [line("INVOICE 77", "Jo Smith")], "like"],
  ["a text too short to say anything", [line(CSV)], [line("JO")], "like"],
  ["a word of six letters", [line(CSV)], [line("CREDIT")], "like"],
  ["six letters of payer and text", [line("JOE PAYS ALL")], [line("PAY", "Joe")], "like"],
  ["a longer word that many lines have", [line("TRANSFER FROM JO")], [line("TRANSFER")], "like"],
  ["a line whose format was not noted", [noted(null)], [line(CSV)], "like"],
  ["such a line, and one that is surely the same", [noted(null), noted("csv")], [line(CSV)], "same"],
  ["no text", [line(CSV)], [line("", null)], "like"],
  ["another amount", [line(CSV)], [line(CSV, null, 10_001n)], "new"],
  ["another day", [line(CSV)], [line(CSV, null, 10_000n, "2026-11-21")], "new"],
  ["two where there was one: one of them is new", [line(CSV)], [line(CSV), line(CSV)], "same new"],
  ["an unlike one before the one that is the same", [line(CSV)], [line("INVOICE 77"), line(CSV)], "new same"],
  ["one of more than anyone compares", Array.from({ length: 201 }, () => line(CSV)), [line(CSV)], "like"],
  ["as many as there were", [line(CSV), line(CSV)], [line(CSV), line(CSV)], "same same"],
])("%s", (_case, known, lines, expected) => {
  const named = known.map((each, place) => ({ format: "csv", ...each, id: `${place}` }));
  const judged = judgeOtherFormat(lines, named);
  expect(lines.map((each) => judged.get(each)?.is ?? "new").join(" ")).toBe(expected);
});
