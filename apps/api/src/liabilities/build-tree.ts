import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  leafBytes,
  NODE_BYTES,
  nodeBytes,
  NONCE_BYTES,
  pairBytes,
  sumOf,
} from "@wattle/contracts/liability-tree";
import type { Ids } from "../clock.ts";

/** Nodes of a level that are kept together. A path is found from one such block of each level. */
export const BLOCK_NODES = 256;
/** A customer's amount is split into two leaves at least, and this many more at most. */
const MORE_LEAVES = 2;
const FEWEST_LEAVES = 2;
/** Random numbers are drawn from this many bytes: many more values than there can be leaves. */
const DRAWN_BYTES = 6;
/** Leaves are split and shuffled so many at once; then others have their turn. */
const DRAWN_AT_ONCE = 4096;

/** SHA-256 at once, as the server has it. */
export const sha256 = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

/** Random numbers, drawn in large pieces. */
export function createDraw(ids: Pick<Ids, "token">): (below: number) => number {
  let drawn = Buffer.alloc(0);
  return (below) => {
    if (drawn.length < DRAWN_BYTES) drawn = Buffer.from(ids.token(8190), "base64url");
    const value = drawn.readUIntBE(0, DRAWN_BYTES);
    drawn = drawn.subarray(DRAWN_BYTES);
    return value % below;
  };
}

/** A random part of an amount, from nothing to all of it. */
const partOf = (amount: bigint, draw: (below: number) => number): bigint =>
  (amount * BigInt(draw(2 ** 32))) / 2n ** 32n;

/** Splits an amount at random into two to four; each is 0 or more. */
export function splitAmount(amount: bigint, draw: (below: number) => number): bigint[] {
  const count = FEWEST_LEAVES + draw(MORE_LEAVES + 1);
  const cuts = Array.from({ length: count - 1 }, () => partOf(amount, draw)).toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  return [...cuts, amount].map((cut, place) => cut - (cuts[place - 1] ?? 0n));
}

/** The numbers below a size in random order. */
async function shuffled(size: number, draw: (below: number) => number): Promise<Uint32Array> {
  const order = Uint32Array.from({ length: size }, (_, place) => place);
  for (let last = size - 1; last > 0; last--) {
    const other = draw(last + 1);
    const kept = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = kept;
    if (last % DRAWN_AT_ONCE === 0) await setImmediate();
  }
  return order;
}

/** The level above some nodes, `NODE_BYTES` each. */
function levelAbove(nodes: Uint8Array): Buffer {
  const above = Buffer.alloc(nodes.length / 2);
  for (let at = 0; at < above.length; at += NODE_BYTES) {
    const left = nodes.subarray(2 * at, 2 * at + NODE_BYTES);
    const right = nodes.subarray(2 * at + NODE_BYTES, 2 * at + 2 * NODE_BYTES);
    above.set(nodeBytes(sha256(pairBytes(left, right)), sumOf(left) + sumOf(right)), at);
  }
  return above;
}

/** Some nodes and all levels above them, up to a single node. */
export function levelsOf(nodes: Uint8Array): Uint8Array[] {
  const levels = [nodes];
  for (let top = nodes; top.length > NODE_BYTES;) levels.push((top = levelAbove(top)));
  return levels;
}

/** A customer with an amount above zero, smallest units. */
export interface Owner {
  readonly id: string;
  readonly amount: bigint;
}

/** One of a customer's leaves; the first position is 0. */
export interface PlacedLeaf {
  readonly position: number;
  readonly amount: string;
  readonly nonce: string;
}

interface TreeSink {
  /** Takes a block of nodes; the leaves are level 0, the roots of blocks are the nodes of the level after it. */
  nodes(level: number, number: number, nodes: Buffer): Promise<void>;
  leaves(owner: Owner, leaves: readonly PlacedLeaf[]): Promise<void>;
}

/** All leaves before they are hashed. Those at or after `owner.length` have no owner and no amount. */
interface Leaves {
  readonly amounts: BigUint64Array;
  readonly owner: Uint32Array;
  /** Which leaf is at a position. */
  readonly order: Uint32Array;
  readonly nonces: Buffer;
}

async function makeLeaves(owners: readonly Owner[], ids: Pick<Ids, "token">): Promise<Leaves> {
  const draw = createDraw(ids);
  const most = owners.length * (FEWEST_LEAVES + MORE_LEAVES);
  const [amounts, owner] = [new BigUint64Array(most), new Uint32Array(most)];
  let count = 0;
  for (const [place, { amount }] of owners.entries()) {
    for (const part of splitAmount(amount, draw)) {
      amounts[count] = part;
      owner[count++] = place;
    }
    if (place % DRAWN_AT_ONCE === 0) await setImmediate();
  }
  const size = 2 ** Math.ceil(Math.log2(Math.max(count, 2)));
  const nonces = Buffer.from(ids.token(size * NONCE_BYTES), "base64url");
  return { amounts, owner: owner.subarray(0, count), order: await shuffled(size, draw), nonces };
}

const nonceOf = ({ nonces }: Leaves, leaf: number): Buffer =>
  nonces.subarray(leaf * NONCE_BYTES, (leaf + 1) * NONCE_BYTES);

/** Hands out every owner's leaves. */
async function placeLeaves(owners: readonly Owner[], leaves: Leaves, sink: TreeSink): Promise<void> {
  const positions = new Uint32Array(leaves.order.length);
  for (const [position, leaf] of leaves.order.entries()) positions[leaf] = position;
  let leaf = 0;
  for (const [place, owner] of owners.entries()) {
    const own: PlacedLeaf[] = [];
    for (; leaf < leaves.owner.length && leaves.owner[leaf] === place; leaf++) {
      own.push({
        position: positions[leaf] ?? 0,
        amount: String(leaves.amounts[leaf]),
        nonce: nonceOf(leaves, leaf).toString("hex"),
      });
    }
    await sink.leaves(owner, own);
  }
}

/** The nodes of a block of leaves. */
function leafNodes(owners: readonly Owner[], leaves: Leaves, from: number, to: number): Buffer {
  const nodes = Buffer.alloc((to - from) * NODE_BYTES);
  for (let position = from; position < to; position++) {
    const leaf = leaves.order[position] ?? 0;
    const isOwned = leaf < leaves.owner.length;
    const amount = isOwned ? (leaves.amounts[leaf] ?? 0n) : 0n;
    const id = isOwned ? (owners[leaves.owner[leaf] ?? 0]?.id ?? "") : "";
    const bytes = leafBytes(nonceOf(leaves, leaf), id, amount);
    nodes.set(nodeBytes(sha256(bytes), amount), (position - from) * NODE_BYTES);
  }
  return nodes;
}

/**
 * Builds the tree of one currency (decision 0160), block by block, so that neither the whole of it is in memory nor
 * other requests wait for it.
 * @returns the root as `nodeBytes` writes it, and how many leaves there are: a power of two
 */
export async function buildTree(
  owners: readonly Owner[],
  ids: Pick<Ids, "token">,
  sink: TreeSink,
): Promise<{ readonly root: Uint8Array; readonly leaves: number }> {
  const leaves = await makeLeaves(owners, ids);
  await placeLeaves(owners, leaves, sink);
  const size = leaves.order.length;
  let nodesOf = (from: number, to: number): Buffer => leafNodes(owners, leaves, from, to);
  let count = size;
  for (let level = 0; ; level++) {
    const blocks = Math.ceil(count / BLOCK_NODES);
    const roots = Buffer.alloc(blocks * NODE_BYTES);
    for (let block = 0; block < blocks; block++) {
      const nodes = nodesOf(block * BLOCK_NODES, Math.min((block + 1) * BLOCK_NODES, count));
      roots.set(levelsOf(nodes).at(-1) ?? nodes, block * NODE_BYTES);
      await sink.nodes(level, block, nodes);
      await setImmediate();
    }
    if (blocks === 1) return { root: roots, leaves: size };
    nodesOf = (from, to) => roots.subarray(from * NODE_BYTES, to * NODE_BYTES);
    count = blocks;
  }
}
