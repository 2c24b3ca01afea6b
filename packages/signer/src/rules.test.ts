import fc from "fast-check";
import { expect, test } from "vitest";
import { Declined } from "./declined.ts";
import type { Signed } from "./memory.ts";
import type { Review } from "./review.ts";
import { checkRules } from "./rules.ts";

const LIMITS = { maxRate: 1_000_000n, maxFee: 1_000_000n, dayLimit: undefined };

/** A file that spends the inputs and pays each of the amounts. */
const fileOf = (inputs: readonly number[], amounts: readonly number[]): Review => ({
  file: {
    inputs: inputs.map((input) => ({ txid: `${input}`, output: 0 })),
    fee: 1_000n,
    size: 200,
  } as unknown as Review["file"],
  places: [],
  payments: amounts.map((amount) => ({ script: "51", satoshi: BigInt(amount) })),
  change: [],
});

/** How often each amount is paid by transactions together. */
const amountsOf = (entries: readonly Signed[]): string[] =>
  entries.flatMap(({ payments }) => payments.map(({ satoshi }) => `${satoshi}`)).toSorted();
const conflict = (a: Signed, b: Signed): boolean => a.inputs.some((input) => b.inputs.includes(input));

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((each) => left.includes(each) && left.splice(left.indexOf(each), 1).length > 0);
}

/** All sets of transactions that could be mined next to each other. */
function minable(entries: readonly Signed[]): Signed[][] {
  const [first, ...rest] = entries;
  if (!first) return [[]];
  const without = minable(rest);
  return [
    ...without,
    ...minable(rest.filter((each) => !conflict(first, each))).map((set) => [first, ...set]),
  ];
}

test("whatever is asked, no set of signed files that could all be mined pays more than the first did", () => {
  const INPUTS = [1, 2, 3, 4];
  const AMOUNTS = [700, 700, 800, 900];
  const request = fc.record({
    inputs: fc.subarray(INPUTS, { minLength: 1 }),
    fresh: fc.subarray([5, 6]),
    amounts: fc.subarray(AMOUNTS),
    stranger: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 8 }), (requests) => {
      const memory: Signed[] = [checkRules(fileOf(INPUTS, AMOUNTS), [], LIMITS, 0)];
      for (const { inputs, fresh, amounts, stranger } of requests) {
        try {
          memory.push(
            checkRules(
              fileOf([...inputs, ...fresh], stranger ? [...amounts, 1] : amounts),
              memory,
              LIMITS,
              0,
            ),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(Declined);
        }
      }
      for (const set of minable(memory)) expect(isWithin(amountsOf(set), AMOUNTS.map(String))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
