import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { percentText, sharesOf } from "./percent.ts";

test.each([
  ["a part", 124n, 10_000n, "1.24"],
  ["a loss", -38n, 10_000n, "-0.38"],
  ["nothing", 0n, 7n, "0.00"],
  ["half a hundredth, away from zero", 1n, 20_000n, "0.01"],
  ["half a hundredth lost", -1n, 20_000n, "-0.01"],
  ["less than half a hundredth lost, without a sign", -1n, 20_001n, "0.00"],
  ["more than the whole", 30n, 10n, "300.00"],
  ["amounts beyond 64 bits", 10n ** 30n, 4n * 10n ** 30n, "25.00"],
])("%s: %s of %s is %s percent", (_case, part, whole, text) => {
  expect(percentText(part, whole)).toBe(text);
});

describe("shares", () => {
  test.each([
    ["nothing at all", [0n, 0n], [0, 0]],
    ["one", [5n], [1000]],
    ["thirds: the first gets what is left", [1n, 1n, 1n], [334, 333, 333]],
    ["who lost most by cutting gets it", [1n, 5n, 1n], [143, 714, 143]],
    ["dust is no share", [1n, 10n ** 12n], [0, 1000]],
  ])("%s", (_case, parts, shares) => {
    expect(sharesOf(parts)).toEqual(shares);
  });

  test("add up to the whole, each within a tenth of its part", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 20n }), { maxLength: 8 }), (parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0n);
        const shares = sharesOf(parts);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole === 0n ? 0 : 1000);
        for (const [index, part] of parts.entries()) {
          const miss = BigInt(shares[index] ?? 0) * whole - part * 1000n;
          expect(miss < 0n ? -miss <= whole : miss <= whole).toBe(true);
        }
      }),
    );
  });
});
