import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNuban, NIGERIAN_BANKS, nubanCheckDigit } from "./nigeria.ts";

describe("NUBAN check digits", () => {
  test.each([
    // The central bank's own worked example: 9 for First Bank's serial number 1457.
    { bank: "011", serial: "000001457", digit: 9, says: "the guideline's example" },
    { bank: "058", serial: "000000000", digit: 1, says: "nothing but the bank" },
    { bank: "033", serial: "999999999", digit: 9, says: "all nines" },
    { bank: "044", serial: "069000000", digit: 1, says: "a sum that ends in nine" },
    { bank: "070", serial: "000000003", digit: 2, says: "a serial of one digit" },
    { bank: "000", serial: "000000000", digit: 0, says: "a sum of zero: ten counts as zero" },
  ])("$bank $serial: $digit ($says)", ({ bank, serial, digit }) => {
    expect(nubanCheckDigit(bank, serial)).toBe(digit);
    expect(isNuban(bank, `${serial}${digit}`)).toBe(true);
    expect(isNuban(bank, `${serial}${(digit + 1) % 10}`)).toBe(false);
  });

  test.each([
    ["11", "000001457"],
    ["0111", "000001457"],
    ["011", "00001457"],
    ["011", "0000014579"],
    ["０１１", "000001457"],
    ["011", "00000145x"],
  ])("%s %s: no digit, these are not three and nine digits", (bank, serial) => {
    expect(nubanCheckDigit(bank, serial)).toBeUndefined();
  });

  test("any one wrong digit of a number is noticed", () => {
    const digits = fc.stringMatching(/^[0-9]{9}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(NIGERIAN_BANKS)),
        digits,
        fc.nat({ max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (bank, serial, place, off) => {
          const number = `${serial}${nubanCheckDigit(bank, serial)}`;
          const wrong = (number.charCodeAt(place) - 0x30 + off) % 10;
          const changed = number.slice(0, place) + String(wrong) + number.slice(place + 1);
          expect(isNuban(bank, number)).toBe(true);
          expect(isNuban(bank, changed)).toBe(false);
        },
      ),
    );
  });

  test("every bank of the list has three digits", () => {
    for (const code of Object.keys(NIGERIAN_BANKS)) expect(code).toMatch(/^[0-9]{3}$/);
    expect(NIGERIAN_BANKS["011"]).toBe("First Bank of Nigeria");
  });
});
