import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHECK_EVERY, endingsOfPart, partsOf, sealsOfPart, ticksAt } from "./round.ts";

describe("a round", () => {
  test.each([
    [0n, 0n, 1],
    [100n, 2000n, 1],
    [101n, 1n, 2],
    [1n, 2001n, 2],
    [12_000n, 1n, 128],
    [10_000_000n, 1n, 1024],
    [1n, 10_000_000n, 1024],
  ])("of %s seals and %s customers has %s parts", (seals, customers, parts) => {
    expect(partsOf({ seals, customers })).toBe(parts);
  });

  test("is twice within a week at most", () => {
    const { parts } = { parts: partsOf({ seals: 10n ** 9n, customers: 0n }) };
    expect(2 * parts * CHECK_EVERY).toBeLessThanOrEqual(7.2 * 24 * 3_600_000);
    expect(ticksAt(CHECK_EVERY - 1)).toBe(0);
    expect(ticksAt(CHECK_EVERY)).toBe(1);
  });

  test("has each seal once, whatever their number", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 60_000n), fc.integer({ min: 0, max: 10 }), (seals, power) => {
        const parts = 2 ** power;
        const ranges = Array.from({ length: parts }, (_, part) => sealsOfPart(part, parts, seals)).flat();
        const inTurn = ranges.toSorted((a, b) => Number(a.after - b.after));
        expect(inTurn.map(({ after }) => after)).toEqual([
          ...(seals === 0n ? [] : [0n]),
          ...inTurn.slice(0, -1).map(({ through }) => through),
        ]);
        expect(inTurn.at(-1)?.through ?? 0n).toBe(seals);
      }),
    );
  });

  test("has each customer once, whatever the identifier ends in", () => {
    const isIn = (ending: string, part: number, parts: number): boolean => {
      const { from, before } = endingsOfPart(part, parts);
      return (from === undefined || ending >= from) && (before === undefined || ending < before);
    };
    const endings = fc.oneof(fc.string({ maxLength: 4 }), fc.stringMatching(/^[0-9a-f]{3}$/));
    fc.assert(
      fc.property(endings, fc.integer({ min: 0, max: 10 }), (ending, power) => {
        const parts = 2 ** power;
        const holders = Array.from({ length: parts }, (_, part) => part).filter((part) =>
          isIn(ending, part, parts),
        );
        expect(holders).toHaveLength(1);
      }),
    );
  });
});
