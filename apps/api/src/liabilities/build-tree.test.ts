import { mkdtempSync, readdirSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { leafBytes, nodeBytes, pairBytes, sumOf, toHex } from "@wattle/contracts/liability-tree";
import type { Owned } from "@wattle/db/liabilities";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { randomIds } from "../clock.ts";
import { BLOCK_NODES, buildTree, createDraw, sha256, splitAmount, type PlacedLeaf } from "./build-tree.ts";
import { ownersByCurrency, type Owners } from "./owners.ts";
import { PlacedNodes } from "./placed-nodes.ts";

afterEach(() => void vi.unstubAllEnvs());

const NODE_BYTES = 40;
const customers = (count: number, currency = "AUD"): Owned[] =>
  Array.from({ length: count }, (_, at) => ({
    user_id: `customer-${at} «ü»`,
    currency,
    amount: BigInt(at + 1),
  }));

/** All that a tree handed out. */
interface Built {
  readonly root: Buffer;
  readonly size: number;
  /** Blocks of each level, in order. */
  readonly blocks: readonly (readonly Buffer[])[];
  readonly owners: readonly {
    readonly id: string;
    readonly amount: bigint;
    readonly leaves: readonly PlacedLeaf[];
  }[];
}

async function build(owners: Owners, partNodes?: number): Promise<Built> {
  const blocks: Buffer[][] = [];
  const handedOut: Built["owners"][number][] = [];
  const sink = {
    nodes: async (level: number, number: number, nodes: Buffer) => {
      const ofLevel = (blocks[level] ??= []);
      expect(number).toBe(ofLevel.length);
      ofLevel.push(Buffer.from(nodes));
    },
    leaves: async (id: string, amount: bigint, leaves: readonly PlacedLeaf[]) =>
      void handedOut.push({ id, amount, leaves }),
  };
  const tree = await buildTree(owners, randomIds, sink, partNodes);
  return { root: Buffer.from(tree.root), size: tree.leaves, blocks, owners: handedOut };
}

/** All levels of a whole tree at once, from its leaves' nodes to the root, by the functions that check a path. */
function wholeTree(leaves: readonly Uint8Array[]): Uint8Array[][] {
  const levels = [[...leaves]];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, at) => {
      const [left, right] = below.slice(2 * at, 2 * at + 2);
      if (left === undefined || right === undefined) throw new Error("a level is no power of two");
      return nodeBytes(sha256(pairBytes(left, right)), sumOf(left) + sumOf(right));
    });
  }
  return levels;
}

const nodesOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / NODE_BYTES }, (_, at) =>
    bytes.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES),
  );

/** Compares what was built in parts with the whole tree of the same leaves. */
function expectWhole({ root, size, blocks, owners }: Built): void {
  const leaves = nodesOf(Buffer.concat(blocks[0] ?? []));
  expect(leaves).toHaveLength(size);
  const owned = new Map<number, Uint8Array>();
  for (const { id, leaves: own } of owners) {
    for (const { position, amount, nonce } of own) {
      const units = BigInt(amount);
      owned.set(position, nodeBytes(sha256(leafBytes(Buffer.from(nonce, "hex"), id, units)), units));
    }
  }
  const others = leaves.filter((_, place) => !owned.has(place));
  expect(others.filter((leaf) => sumOf(leaf) !== 0n)).toEqual([]);
  const rebuilt = leaves.map((leaf, place) => owned.get(place) ?? leaf);
  expect(Buffer.concat(leaves).equals(Buffer.concat(rebuilt))).toBe(true);
  const levels = wholeTree(leaves);
  expect(toHex(root)).toBe(toHex(levels.at(-1)?.[0] ?? new Uint8Array()));
  for (const [level, ofLevel] of blocks.entries()) {
    const whole = levels[level * Math.log2(BLOCK_NODES)] ?? [];
    expect(Buffer.concat(ofLevel).equals(Buffer.concat(whole))).toBe(true);
    expect(ofLevel.every(({ length }) => length <= BLOCK_NODES * NODE_BYTES)).toBe(true);
  }
  expect(blocks.at(-1)).toHaveLength(1);
}

async function withOwners<T>(owned: readonly Owned[], work: (owners: Owners) => Promise<T>): Promise<T> {
  const all = await ownersByCurrency([owned.slice(0, 2), owned.slice(2)]);
  try {
    const owners = all.get("AUD");
    if (owners === undefined) throw new Error("no one owns Australian dollars");
    return await work(owners);
  } finally {
    all.close();
  }
}

describe("an amount", () => {
  test("is split into so many parts that add up to it", () => {
    const draw = createDraw(randomIds);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), fc.constantFrom(2, 3, 4), (amount, count) => {
        const parts = splitAmount(amount, count, draw);
        expect(parts).toHaveLength(count);
        expect(parts.every((part) => part >= 0n)).toBe(true);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the tree", () => {
  test.each([1, 2, 100, 3000])(
    "of %i customers puts each leaf at a place of its own, in a power of two",
    async (count) => {
      const owned = customers(count);
      const tree = await withOwners(owned, build);
      expect(tree.owners.map(({ id, amount }) => [id, amount])).toEqual(
        owned.map(({ user_id, amount }) => [user_id, amount]),
      );
      for (const { amount, leaves } of tree.owners) {
        expect([2, 3, 4]).toContain(leaves.length);
        expect(leaves.reduce((sum, leaf) => sum + BigInt(leaf.amount), 0n)).toBe(amount);
      }
      const places = tree.owners.flatMap(({ leaves }) => leaves.map(({ position }) => position));
      expect(new Set(places).size).toBe(places.length);
      expect(Math.max(...places)).toBeLessThan(tree.size);
      expect(Math.log2(tree.size) % 1).toBe(0);
      expect(tree.size).toBeLessThan(2 * Math.max(places.length, 2));
      expect(sumOf(tree.root)).toBe(owned.reduce((sum, { amount }) => sum + amount, 0n));
      expectWhole(tree);
    },
  );

  test("in parts is the whole tree of the same leaves, however many customers there are and however large a part is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: 1n, max: 2n ** 48n }), { minLength: 1, maxLength: 700 }),
        fc.constantFrom(1, 2, 4, 256),
        async (amounts, blocksInPart) => {
          const owned = customers(amounts.length).map((row, at) => ({ ...row, amount: amounts[at] ?? 0n }));
          const tree = await withOwners(owned, (owners) => build(owners, blocksInPart * BLOCK_NODES));
          expectWhole(tree);
        },
      ),
      { numRuns: 20 },
    );
  });

  test("nonces are never used twice", async () => {
    const { owners } = await withOwners(customers(3000), build);
    const nonces = owners.flatMap(({ leaves }) => leaves.map(({ nonce }) => nonce));
    expect(nonces.every((nonce) => /^[\da-f]{32}$/.test(nonce))).toBe(true);
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  test("refuses a sum above 64 bits", async () => {
    const most = 2n ** 63n;
    const owned = customers(2).map((row) => ({ ...row, amount: most }));
    await expect(withOwners(owned, build)).rejects.toThrow("a sum is 0 or more, in 64 bits");
  });
});

describe("owners", () => {
  test("are read again as they came, by currency, whatever they are called", async () => {
    const long = { user_id: "ü".repeat(1000), currency: "ETH", amount: 2n ** 64n - 1n };
    const interleaved = customers(5000).flatMap((row) => [row, { ...row, currency: "BTC", amount: 7n }]);
    const owned = await ownersByCurrency([interleaved.slice(0, 5000), interleaved.slice(5000), [long]]);
    expect([...owned].map(([currency, { count }]) => [currency, count])).toEqual([
      ["AUD", 5000],
      ["BTC", 5000],
      ["ETH", 1],
    ]);
    for (const currency of ["AUD", "BTC"]) {
      const expected = interleaved.filter((row) => row.currency === currency);
      // A second reading finds the same.
      for (let times = 0; times < 2; times++)
        expect([...(owned.get(currency) ?? [])]).toEqual(
          expected.map(({ user_id: id, amount }) => ({ id, amount })),
        );
    }
    expect([...(owned.get("ETH") ?? [])]).toEqual([{ id: long.user_id, amount: long.amount }]);
    owned.close();
  });

  test("that can't be read to their end leave no file", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "wattle-test-"));
    vi.stubEnv("TMPDIR", folder);
    const failing = async function* (): AsyncGenerator<Owned[]> {
      yield customers(1);
      throw new Error("the connection was lost");
    };
    await expect(ownersByCurrency(failing())).rejects.toThrow("the connection was lost");
    expect(readdirSync(folder)).toEqual([]);
    rmdirSync(folder);
  });
});

describe("nodes by their places", () => {
  test("are read in order, a part at once", () => {
    const size = 4096;
    const nodes = new PlacedNodes(size, 512);
    const nodeAt = (place: number): Buffer =>
      Buffer.from(nodeBytes(sha256(Buffer.from([place])), BigInt(place)));
    // 5 has no factor in common with the size: every place comes once.
    for (let at = 0; at < size; at++) nodes.put((at * 5) % size, nodeAt((at * 5) % size));
    const parts = [...nodes.inOrder()];
    nodes.close();
    expect(parts).toHaveLength(8);
    expect(nodesOf(Buffer.concat(parts)).map(sumOf)).toEqual(
      Array.from({ length: size }, (_, at) => BigInt(at)),
    );
    expect(nodesOf(parts[3] ?? Buffer.alloc(0))[7]).toEqual(nodeAt(3 * 512 + 7));
  });

  test("with a place left out are an error", () => {
    const nodes = new PlacedNodes(512, 256);
    for (let place = 0; place < 511; place++) nodes.put(place, Buffer.alloc(NODE_BYTES));
    expect(() => [...nodes.inOrder()]).toThrow("part 1 has 255 of 256 nodes");
    nodes.close();
  });
});
