import { PLAIN_GAS } from "@wattle/ethereum/transfer";
import { expect, test } from "vitest";
import { HIGHEST_RAISE, isAllowed, isRaise, raised, ratesAbove, ratesOf } from "./gas-rates.ts";

const GWEI = 10n ** 9n;
const HIGHEST_DRAFT = 247_933_884_297n;
const rated = (fee_rate: bigint, tip_rate: bigint) => ({ fee_rate, tip_rate });

test.each([
  ["twice the base fee and the tip", 20n * GWEI, GWEI, 41n * GWEI, GWEI],
  ["a raise and a cancelling spend below our ceiling at most", 200n * GWEI, GWEI, HIGHEST_DRAFT, GWEI],
  ["a tip is never above the whole", 0n, 400n * GWEI, HIGHEST_DRAFT, HIGHEST_DRAFT],
  ["a chain without fees", 0n, 0n, 1n, 0n],
])("rates of a node: %s", (_what, baseFee, tip, maxFee, maxTip) => {
  expect(ratesOf({ baseFee, tip })).toEqual({ maxFee, maxTip });
});

test.each([
  [10n, 11n],
  [1n, 2n],
  [0n, 1n],
  [101n, 112n],
])("%s is raised to %s", (before, after) => {
  expect(raised(before)).toBe(after);
});

test("the highest draft can be raised once, and cancelled then, within the ceiling", () => {
  expect(raised(HIGHEST_DRAFT)).toBeLessThanOrEqual(HIGHEST_RAISE);
  expect(raised(HIGHEST_RAISE)).toBeLessThanOrEqual(300n * GWEI);
});

test("both rates rise by a tenth at least, and the tip in step with the whole", () => {
  const before = [rated(100n, 10n), rated(80n, 20n)];
  expect(isRaise(109n, before)).toBe(false);
  expect(isRaise(110n, before)).toBe(true);
  expect(ratesAbove(before, { maxFee: 50n, maxTip: 1n })).toEqual({ maxFee: 110n, maxTip: 22n });
  expect(ratesAbove(before, { maxFee: 300n, maxTip: 1n })).toEqual({ maxFee: 300n, maxTip: 60n });
  expect(ratesAbove([], { maxFee: 50n, maxTip: 1n })).toEqual({ maxFee: 50n, maxTip: 1n });
});

test.each([
  [PLAIN_GAS, 300n * GWEI, true],
  [PLAIN_GAS, 300n * GWEI + 1n, false],
  [250_000n, 200n * GWEI, true],
  [250_001n, 200n * GWEI, false],
])("the signer's ceilings for %s gas at %s wei: %s", (gas, maxFee, is) => {
  expect(isAllowed(gas, { maxFee, maxTip: 0n })).toBe(is);
});
