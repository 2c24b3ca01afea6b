import { expect, test } from "vitest";
import { formatEther, formatGwei, parseGwei, WEI_PER_UNIT } from "./wei.ts";

test.each([
  [0n, "0"],
  [1n, "0.000000000000000001"],
  [WEI_PER_UNIT, "0.00000001"],
  [10n ** 18n, "1"],
  [1_500_000_000_000_000_000n, "1.5"],
  [-(10n ** 17n), "-0.1"],
  [120n * 10n ** 24n, "120000000"],
])("%d wei are shown as %s", (wei, text) => {
  expect(formatEther(wei)).toBe(text);
});

test.each([
  ["1", 10n ** 9n, "1"],
  ["0.000000001", 1n, "0.000000001"],
  ["300", 300n * 10n ** 9n, "300"],
  ["1.50", 1_500_000_000n, "1.5"],
  ["0", 0n, "0"],
])("%s gwei", (text, wei, shown) => {
  expect(parseGwei(text)).toBe(wei);
  expect(formatGwei(wei)).toBe(shown);
});

test.each(["", "1e3", "-1", "1.0000000001", "1,5", ".5", "1.", "0x10", "1234567890"])(
  "%s is no rate in gwei",
  (text) => {
    expect(parseGwei(text)).toBeUndefined();
  },
);
