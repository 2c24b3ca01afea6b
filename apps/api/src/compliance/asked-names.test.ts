import { compareNames, HIT_THRESHOLD } from "@wattle/screening";
import { describe, expect, test } from "vitest";
import { nameKey, namesIn, payerInText } from "./asked-names.ts";

describe("the names in a name", () => {
  test.each([
    ["VIKTOR BOUT & MARGARET ELIZABETH SMITH-JONES"],
    ["MARIA ALEJANDRA GONZALEZ RODRIGUEZ & VIKTOR BOUT"],
    ["Maria Gonzalez Rodriguez and Viktor Bout"],
    ["The Trustee for Viktor Bout Family Trust"],
    ["Viktor Bout as Executor for Estate of Mary Jones"],
    ["Long Named Holdings Pty Ltd ATF Viktor Bout Superannuation Fund"],
    ["Viktor Bout T/A Cheerful Flower Deliveries of Sydney"],
  ])("%s has one that is listed", (name) => {
    const best = Math.max(...namesIn(name).map((each) => compareNames(each, "Viktor Bout")));
    expect(best).toBeGreaterThanOrEqual(HIT_THRESHOLD);
  });

  test.each([
    ["Harald Lindqvist", []],
    ["J & M Smith", ["M Smith"]],
    ["Smith and Sons", []],
    ["Sandy Anderson", []],
    ["Ford Forrester", []],
  ])("%s has no others than %j", (name, parts) => {
    expect(namesIn(name)).toEqual([name, ...parts]);
  });
});

test("a name is the same in any order, in capitals or not", () => {
  expect(nameKey("Müller, Jo-Anne")).toBe(nameKey("JO ANNE MULLER"));
  expect(nameKey("Jo Muller")).not.toBe(nameKey("Jo Anne Muller"));
});

describe("a payer in a bank's text", () => {
  const of = { reference: "7KQ4-M2XB-9PTR", own: ["Jane", "Sample"] };
  test.each([
    ["TRANSFER FROM MR VIKTOR BOUT 7KQ4-M2XB-9PTR", "VIKTOR BOUT", true],
    ["DIRECT CREDIT 301500 VIKTOR BOUT 7KQ4M2XB9PTR", "VIKTOR BOUT", true],
    ["Fast Transfer From Viktor Bout for Jane Sample", "VIKTOR BOUT", false],
    ["Viktor Bout 7KQ4 M2XB 9PTR", "VIKTOR BOUT", false],
  ])("%s is %s", (text, name, isOther) => {
    expect(payerInText(text, of)).toEqual({ name, isOther });
  });

  test.each([
    ["DIRECT CREDIT 301500 JANE SAMPLE 7KQ4-M2XB-9PTR"],
    ["TRANSFER FROM SAMPLE J RENT NOVEMBER"],
    ["PAYMENT 7KQ4-M2XB-9PTR"],
    ["OSKO PAYMENT 20 NOV"],
    ["one two three four five six"],
  ])("%s has none", (text) => {
    expect(payerInText(text, of)).toBeUndefined();
  });
});
