import { compareNames, HIT_THRESHOLD } from "@wattle/screening";
import { describe, expect, test } from "vitest";
import { nameKey, namesIn } from "./asked-names.ts";

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
