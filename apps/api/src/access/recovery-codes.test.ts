import { expect, test } from "vitest";
import { randomIds } from "../clock.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";

test("recovery codes have 80 random bits: 16 characters of 32, each as likely", () => {
  const codes = Array.from({ length: 400 }, () => newRecoveryCodes(randomIds)).flat();
  expect(new Set(codes).size).toBe(4000);
  const count = new Map<string, number>();
  for (const code of codes) {
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const letter of code.replaceAll("-", "")) count.set(letter, (count.get(letter) ?? 0) + 1);
  }
  expect(count.size).toBe(32);
  // 2,000 of each are expected; ten standard deviations.
  for (const [letter, times] of count) expect(Math.abs(times - 2000), letter).toBeLessThan(440);
});
