import { expect, test } from "vitest";
import { foldName } from "./fold-name.ts";

test.each([
  ["Łukasz  Żółw", "lukasz zolw"],
  ["Пётр", "petr"],
  ["SergeiMolchanov", "sergei molchanov"],
  ["O’Malley-d'arc", "omalley darc"],
  ["Har4ld 1970", "harald 1970"],
  ["王秀英", "wang xiu ying"],
  ["김정은", "gim jeong eun"],
  ["الزهيري", "zhyry"],
  ["ﬁnn ²", "finn 2"],
  ["\u200fAli\u202e", "ali"],
  ["🎉 ?!", ""],
  ["", ""],
])("%s", (name, words) => {
  expect(
    foldName(name)
      .map(({ text }) => text)
      .join(" "),
  ).toBe(words);
});

test("the script is known of each word", () => {
  expect(foldName("Ali علي 王")).toEqual([
    { text: "ali", isSyllable: false, isAbjad: false },
    { text: "ly", isSyllable: false, isAbjad: true },
    { text: "wang", isSyllable: true, isAbjad: false },
  ]);
});

test("words and letters are bounded", () => {
  expect(foldName("Harald ".repeat(10_000)).length).toBeLessThanOrEqual(24);
  expect(foldName("x".repeat(50_000)).map(({ text }) => text.length)).toEqual([32]);
});
