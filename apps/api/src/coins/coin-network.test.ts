import { NETWORKS } from "@wattle/contracts/networks";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FACTS, unitsAbove, unitsBelow } from "./coin-network.ts";

test.each(NETWORKS)(
  "whole units of %s are less than one below an amount, or above it, also below zero",
  (network) => {
    const { unit } = FACTS[network];
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), (base) => {
        const rest = base - unitsBelow(network, base) * unit;
        const missing = unitsAbove(network, base) * unit - base;
        expect(rest >= 0n && rest < unit).toBe(true);
        expect(missing).toBe(rest === 0n ? 0n : unit - rest);
      }),
    );
  },
);
