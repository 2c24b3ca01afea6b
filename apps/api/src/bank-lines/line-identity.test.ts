import fc from "fast-check";
import { expect, test } from "vitest";
import { identitiesOf } from "./line-identity.ts";

/** Few days, amounts and texts, so that many lines are equal. */
const line = fc.record({
  bookedOn: fc.constantFrom("2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"),
  amount: fc.constantFrom(100n, -100n, 250n),
  text: fc.constantFrom("Transfer", "Fee"),
  payer: fc.constantFrom(null, "Jo"),
});
/** A bank's lines of an account, oldest first. */
const statement = fc
  .array(line, { maxLength: 30 })
  .map((lines) => lines.toSorted((a, b) => (a.bookedOn < b.bookedOn ? -1 : Number(a.bookedOn > b.bookedOn))));
const days = fc.tuple(fc.nat(3), fc.nat(3)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const dayAt = (index: number): string => `2026-11-${20 + index}`;

test("exports of whole days, however they overlap, add up to what the bank has: each line once", () => {
  fc.assert(
    fc.property(
      statement,
      fc.array(days, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (all, ranges, newestFirst) => {
        const known = new Set<string>();
        for (const [from, to] of ranges) {
          const covered = all.filter(({ bookedOn }) => bookedOn >= dayAt(from) && bookedOn <= dayAt(to));
          const file = newestFirst ? covered.toReversed() : covered;
          for (const identity of identitiesOf("aud-payid", file)) known.add(identity);
        }
        const reached = all.filter(({ bookedOn }) =>
          ranges.some(([from, to]) => bookedOn >= dayAt(from) && bookedOn <= dayAt(to)),
        );
        expect(known.size).toBe(reached.length);
      },
    ),
  );
});

test("a day that was exported before it was over gains what came after", () => {
  fc.assert(
    fc.property(statement, fc.nat(30), (all, cut) => {
      const early = identitiesOf("aud-payid", all.slice(0, cut));
      const late = identitiesOf("aud-payid", all);
      expect(late.slice(0, early.length)).toEqual(early);
      expect(new Set(late).size).toBe(all.length);
    }),
  );
});

test.each([
  ["spaces and case", { text: "  TRANS fer" }, true],
  ["another day", { bookedOn: "2026-11-21" }, false],
  ["another amount", { amount: 101n }, false],
  ["another payer", { payer: "Jo" }, false],
])("%s", (_case, change, isSame) => {
  const first = { bookedOn: "2026-11-20", amount: 100n, text: "Transfer", payer: null };
  const [a, b] = [identitiesOf("x", [first]), identitiesOf("x", [{ ...first, ...change }])];
  expect(a[0] === b[0]).toBe(isSame);
});

test("equal lines of two accounts are two", () => {
  const line = { bookedOn: "2026-11-20", amount: 100n, text: "Transfer", payer: null };
  expect(identitiesOf("x", [line])).not.toEqual(identitiesOf("y", [line]));
});
