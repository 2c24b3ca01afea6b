import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseNonces, hasGap } from "./choose-nonces.ts";

type Case = readonly [
  what: string,
  choosing: Omit<Parameters<typeof chooseNonces>[0], "payments"> & {
    payments: readonly (bigint | undefined)[];
  },
  payments: readonly bigint[],
  gaps: readonly bigint[],
];

const NEW = undefined;
const CASES: readonly Case[] = [
  [
    "new ones follow the highest",
    { payments: [NEW, NEW], free: [], highest: 4n, next: 5n, taken: [] },
    [5n, 6n],
    [],
  ],
  [
    "the first of an account is 0",
    { payments: [NEW], free: [], highest: undefined, next: 0n, taken: [] },
    [0n],
    [],
  ],
  [
    "those of a cancelled draft are used first",
    { payments: [NEW, NEW, NEW], free: [3n, 4n], highest: undefined, next: 5n, taken: [] },
    [3n, 4n, 5n],
    [],
  ],
  [
    "a payment of a file that may be signed keeps its nonce",
    { payments: [NEW, 3n], free: [3n, 4n], highest: undefined, next: 5n, taken: [3n] },
    [4n, 3n],
    [],
  ],
  [
    "a lower one that no payment takes is spent",
    { payments: [4n], free: [3n, 4n], highest: undefined, next: 5n, taken: [] },
    [4n],
    [3n],
  ],
  [
    "a higher one that no payment takes waits",
    { payments: [3n], free: [3n, 4n], highest: undefined, next: 5n, taken: [] },
    [3n],
    [],
  ],
  [
    "one that an open batch waits behind is spent",
    { payments: [], free: [3n, 6n], highest: 5n, next: 7n, taken: [] },
    [],
    [3n],
  ],
  [
    "one of a file that may pay the same is spent in any case",
    { payments: [3n], free: [3n, 4n], highest: undefined, next: 5n, taken: [3n, 4n] },
    [3n],
    [4n],
  ],
  [
    "one of a file that may be signed goes to no other payment",
    { payments: [NEW], free: [3n, 4n], highest: undefined, next: 5n, taken: [3n] },
    [4n],
    [3n],
  ],
  [
    "one of a file that may be signed is spent, though nothing is paid",
    { payments: [], free: [3n], highest: undefined, next: 4n, taken: [3n] },
    [],
    [3n],
  ],
];

test.each(CASES)("nonces: %s", (_what, choosing, payments, gaps) => {
  const asked = choosing.payments.map((nonce, at) => ({ at, nonce }));
  expect(chooseNonces({ ...choosing, payments: asked })).toEqual({
    payments: payments.map((nonce, at) => ({ at, nonce })),
    gaps,
  });
});

test.each([
  ["a free one below an owned one", [3n], 5n, true],
  ["a free one above it", [6n], 5n, false],
  ["none owned", [3n], undefined, false],
])("a gap: %s", (_what, free, highest, is) => {
  expect(hasGap({ free, highest })).toBe(is);
});

test("whatever is free, bound and owned: each nonce once, and no gap below the highest that is used", () => {
  const accounts = fc.record({
    spent: fc.nat(5),
    owned: fc.array(fc.boolean(), { maxLength: 12 }),
    bound: fc.array(fc.nat(11), { maxLength: 4 }),
    taken: fc.array(fc.nat(11), { maxLength: 4 }),
    fresh: fc.nat(5),
  });
  fc.assert(
    fc.property(accounts, ({ spent, owned, bound, fresh, ...files }) => {
      const all = owned.map((is, at) => ({ nonce: BigInt(spent + at), is }));
      const free = all.filter(({ is }) => !is).map(({ nonce }) => nonce);
      const kept = new Set(bound.flatMap((at) => free[at] ?? []));
      const taken = files.taken.flatMap((at) => free[at] ?? []);
      const payments = [...kept, ...Array.from({ length: fresh }, () => undefined)].map((nonce) => ({
        nonce,
      }));
      const highest = all.findLast(({ is }) => is)?.nonce;
      const chosen = chooseNonces({ payments, free, highest, next: BigInt(spent + owned.length), taken });
      const nonces = chosen.payments.map(({ nonce }) => nonce);
      const used = [
        ...nonces,
        ...chosen.gaps,
        ...all.filter(({ is }) => is).map(({ nonce }) => nonce),
      ].toSorted((a, b) => (a < b ? -1 : 1));
      expect(used).toEqual(used.map((_, at) => BigInt(spent + at)));
      expect(nonces.slice(0, kept.size)).toEqual([...kept]);
      for (const nonce of taken.filter((each) => !kept.has(each))) expect(chosen.gaps).toContain(nonce);
    }),
  );
});
