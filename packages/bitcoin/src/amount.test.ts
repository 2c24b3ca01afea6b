import fc from "fast-check";
import { expect, test } from "vitest";
import { formatBitcoin, isAmount, MAX_SATOSHI, parseBitcoin } from "./amount.ts";

test.each([
  [-1n, false],
  [0n, true],
  [MAX_SATOSHI, true],
  [MAX_SATOSHI + 1n, false],
])("%d satoshi", (satoshi, can) => {
  expect(isAmount(satoshi)).toBe(can);
});

test("amounts are read back as they are written", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, MAX_SATOSHI), (satoshi) => {
      expect(parseBitcoin(formatBitcoin(satoshi))).toBe(satoshi);
    }),
  );
  expect(formatBitcoin(-1n)).toBe("-0.00000001");
});

test.each(["", "1.", ".5", "1e8", "0.000000001", "1,5", "+1", "21000000.00000001", "٣"])(
  "%s is no amount",
  (text) => {
    expect(parseBitcoin(text)).toBeUndefined();
  },
);
