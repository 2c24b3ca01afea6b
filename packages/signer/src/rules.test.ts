import fc from "fast-check";
import { expect, test } from "vitest";
import { Declined } from "./declined.ts";
import type { Signed } from "./memory.ts";
import type { Review } from "./spending.ts";
import { checkRules } from "./rules.ts";

const LIMITS = { maxRate: 1_000_000n, maxFee: 1_000_000n, dayLimit: undefined };

/** A file of one transaction that spends the inputs and pays each of the amounts. */
const fileOf = (
  inputs: readonly number[],
  amounts: readonly number[],
): Pick<Review, "network" | "spendings"> => ({
  network: "bitcoin",
  spendings: [
    {
      inputs: inputs.map((input) => `${input}:0`),
      payments: amounts.map((amount) => ({ script: "51", amount: BigInt(amount) })),
      fee: 1_000n,
      rate: 5_000n,
    },
  ],
});

/** How often each amount is paid by transactions together. */
const amountsOf = (entries: readonly Signed[]): string[] =>
  entries.flatMap(({ payments }) => payments.map(({ amount }) => `${amount}`)).toSorted();
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
      const memory: Signed[] = [...checkRules(fileOf(INPUTS, AMOUNTS), [], LIMITS, 0)];
      for (const { inputs, fresh, amounts, stranger } of requests) {
        try {
          memory.push(
            ...checkRules(
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

/** All different payments that were signed with a nonce: a block takes one transaction for each. */
const paidBy = (entries: readonly Signed[], nonce: number): Set<string> =>
  new Set(
    entries
      .filter(({ inputs }) => inputs.includes(`1:0xaa:${nonce}`))
      .flatMap(({ payments }) => payments.map(({ script, amount }) => `${script}:${amount}`)),
  );

test("whatever batches are asked, a nonce pays one thing only, and a batch is signed as a whole or not at all", () => {
  const item = fc.record({
    nonce: fc.integer({ min: 0, max: 3 }),
    to: fc.constantFrom("0xbb", "0xcc", undefined),
    amount: fc.constantFrom(1n, 2n),
  });
  fc.assert(
    fc.property(fc.array(fc.array(item, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (batches) => {
      const memory: Signed[] = [];
      for (const batch of batches) {
        const spendings = batch.map(({ nonce, to, amount }) => ({
          inputs: [`1:0xaa:${nonce}`],
          payments: to === undefined ? [] : [{ script: to, amount }],
          fee: 1n,
          rate: 1n,
        }));
        try {
          const entries = checkRules({ network: "ethereum", spendings }, memory, LIMITS, 0);
          expect(entries).toHaveLength(batch.length);
          memory.push(...entries);
        } catch (error) {
          expect(error).toBeInstanceOf(Declined);
        }
      }
      for (const nonce of [0, 1, 2, 3]) expect(paidBy(memory, nonce).size).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});
