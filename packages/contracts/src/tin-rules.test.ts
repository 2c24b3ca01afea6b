import { describe, expect, test } from "vitest";
import { cleanTin, tinProblem } from "./tin-rules.ts";

const AU = "Not a tax file number. Check it.";
const NZ = "Not an IRD number. Check it.";
const NG = "Not a NIN or TIN. Check it.";
const FREE = "Enter up to 30 letters and digits";

test.each([
  // The number that the Australian Taxation Office's developers test with, in two ways of writing it.
  ["AU", "123 456 782", undefined],
  ["AU", "123-456-782", undefined],
  ["AU", "123456783", AU],
  ["AU", "213456782", AU],
  ["AU", "12345678", AU],
  ["AU", "81854402", undefined],
  ["AU", "000000000", AU],
  ["AU", "••••••782", AU],
  ["AU", "１２３４５６７８２", AU],
  ["AU", "", AU],
  // Inland Revenue's own examples.
  ["NZ", "49-091-850", undefined],
  ["NZ", "35901981", undefined],
  ["NZ", "49098576", undefined],
  ["NZ", "136410132", undefined],
  ["NZ", "136410133", NZ],
  ["NZ", "9125568", NZ],
  ["NZ", "049091850", undefined],
  ["NG", "12345678901", undefined],
  ["NG", "1234567890", undefined],
  ["NG", "12345678-0001", undefined],
  ["NG", "123456789", NG],
  ["NG", "1234567890A", NG],
  ["DE", "12 345 678 901", undefined],
  ["GB", "QQ 12 34 56 c", undefined],
  ["GB", "A".repeat(31), FREE],
  ["GB", "N/A?", FREE],
  ["GB", " ", FREE],
])("a number of %s written %j is answered %j", (country, text, problem) => {
  expect(tinProblem(country, cleanTin(text))).toBe(problem);
});

describe("one wrong digit of a number with check digits is noticed", () => {
  test.each([
    ["AU", "123456782"],
    ["NZ", "49091850"],
  ])("%s", (country, tin) => {
    for (let place = 0; place < tin.length; place += 1) {
      for (const digit of "0123456789") {
        if (digit === tin[place]) continue;
        const typo = tin.slice(0, place) + digit + tin.slice(place + 1);
        expect(tinProblem(country, typo), typo).toBeDefined();
      }
    }
  });
});
