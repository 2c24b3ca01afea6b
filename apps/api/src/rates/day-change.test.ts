import { parseRate, type Rate } from "@wattle/exchange-core/rate";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dayChange } from "./day-change.ts";

function rate(text: string): Rate {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(`${text} is no rate`);
  return parsed;
}

test.each([
  ["no price a day ago", "150000", undefined, undefined],
  ["a rise", "151860", "150000", "1.24"],
  ["a fall", "149430", "150000", "-0.38"],
  ["no change", "150000", "150000.00", "0.00"],
  ["a double", "300000", "150000", "100.00"],
  ["a fall to nearly nothing", "0.00000001", "150000", "-100.00"],
  ["half a hundredth up, rounded away from zero", "20001", "20000", "0.01"],
  ["half a hundredth down, rounded away from zero", "19999", "20000", "-0.01"],
  ["just under half a hundredth", "20000.99999", "20000", "0.00"],
  ["just under half a hundredth down, without a sign", "19999.00001", "20000", "0.00"],
  ["different scales", "0.0000012345", "0.00000123", "0.37"],
  ["18 digits that a float would lose", "100000000000000011", "100000000000000010", "0.00"],
])("%s", (_description, current, dayAgo, expected) => {
  expect(dayChange(rate(current), dayAgo === undefined ? undefined : rate(dayAgo))).toBe(expected);
});

test("is the nearest hundredth of a percent", () => {
  const price = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(price, price, (current, dayAgo) => {
      const text = dayChange(rate(String(current)), rate(String(dayAgo))) ?? "";
      expect(text).toMatch(/^-?\d+\.\d{2}$/);
      // |hundredths × dayAgo − change × 10000| ≤ dayAgo / 2
      const miss = BigInt(text.replace(".", "")) * dayAgo - (current - dayAgo) * 10_000n;
      expect((miss < 0n ? -miss : miss) * 2n <= dayAgo).toBe(true);
    }),
  );
});
