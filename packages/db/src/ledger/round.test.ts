import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blockOf, CHECK_EVERY, endingsOfPart, nextOfPart, partsOf, ticksAt } from "./round.ts";

describe("a round", () => {
  test.each([
    [0n, 2000n, 1],
    [2000n, 2000n, 1],
    [2001n, 2000n, 2],
    [12_000n, 100n, 128],
    [10n ** 15n, 1000n, 1024],
  ])("of %s rows, %s of them in a part, has %s parts", (rows, each, parts) => {
    expect(partsOf(rows, each)).toBe(parts);
  });

  test("is there twice in a week, nearly", () => {
    expect(2 * partsOf(10n ** 15n, 1n) * CHECK_EVERY).toBeLessThanOrEqual(7.2 * 24 * 3_600_000);
    expect(ticksAt(CHECK_EVERY - 1)).toBe(0);
    expect(ticksAt(CHECK_EVERY)).toBe(1);
  });

  test("has each number once, and goes past those of others", () => {
    const numbers = fc.bigInt(1n, 1000n);
    fc.assert(
      fc.property(numbers, fc.bigInt(1n, 20n), fc.integer({ min: 0, max: 4 }), (number, block, power) => {
        const parts = 2 ** power;
        const isIn = (part: number): boolean => nextOfPart(number, { part, parts, block }) === number;
        const holders = Array.from({ length: parts }, (_, part) => part).filter(isIn);
        expect(holders).toEqual([Number(blockOf(number, block).index % BigInt(parts))]);
        for (let part = 0; part < parts; part++) {
          const next = nextOfPart(number, { part, parts, block });
          for (let other = number; other < next; other++)
            expect(nextOfPart(other, { part, parts, block })).toBe(next);
        }
      }),
      { numRuns: 50 },
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
