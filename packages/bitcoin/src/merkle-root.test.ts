import { sha256 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { merkleRoot } from "./merkle-root.ts";

const ids = fc
  .uniqueArray(fc.nat(), { minLength: 1, maxLength: 40 })
  .map((numbers) => numbers.map((number) => sha256(Buffer.from(String(number)))));
/** As the white paper says it, one node at a time. */
function rootOf(level: readonly Uint8Array[]): Uint8Array {
  const [left] = level;
  if (left === undefined || level.length === 1) return left ?? new Uint8Array();
  const half = 2 ** (Math.ceil(Math.log2(level.length)) - 1);
  const whole = [...level];
  // Each level is made even by its last node, so whole subtrees are repeated.
  while (whole.length < 2 * half) {
    const size = whole.length & -whole.length;
    whole.push(...whole.slice(-size));
  }
  const both = [rootOf(whole.slice(0, half)), rootOf(whole.slice(half))];
  return sha256(sha256(Buffer.concat(both)));
}

test("the root is that of the tree whose levels are made even", () => {
  fc.assert(
    fc.property(ids, (leaves) => {
      expect(merkleRoot(leaves)).toEqual(rootOf(leaves));
    }),
  );
});

test("a list with its end twice is refused, although it has the same root", () => {
  fc.assert(
    fc.property(ids, (leaves) => {
      const repeated = leaves.length & -leaves.length;
      fc.pre(leaves.length > 1 && repeated < leaves.length);
      expect(() => merkleRoot([...leaves, ...leaves.slice(-repeated)])).toThrow(
        "a block has transactions twice",
      );
    }),
  );
});

test("no list has a root of its own", () =>
  expect(() => merkleRoot([])).toThrow("a block has no transaction"));
