import { hash } from "node:crypto";
import { LARGEST, LEAF_MARK, NODE_BYTES, NODE_MARK, NONCE_BYTES } from "@wattle/contracts/liability-tree";
import type { Ids } from "../clock.ts";
import type { Owners } from "./owners.ts";

/** Nodes of a level that are kept together. A path is found from one such block of each level. */
export const BLOCK_NODES = 256;
/** A customer's amount is split into two leaves at least, and this many more at most. */
const MORE_LEAVES = 2;
const FEWEST_LEAVES = 2;
/** Random numbers are drawn from this many bytes: many more values than there can be leaves. */
const DRAWN_BYTES = 6;
/** Random bytes that are asked for at once; each number and each nonce fits in so many without a rest. */
const DRAWN_AT_ONCE = 48 * 1024;

/** Bytes of an amount, and of a sum. */
const SUM_BYTES = 8;
/** Offset of the customer's identifier in the hashed bytes of a leaf. */
const ID_AT = 1 + NONCE_BYTES;

/** SHA-256 at once, as the server has it. */
export const sha256 = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

/** Random numbers, drawn in large pieces. */
export function createDraw(ids: Pick<Ids, "token">): (below: number) => number {
  let drawn = Buffer.alloc(0);
  let at = 0;
  return (below) => {
    if (at === drawn.length) {
      drawn = Buffer.from(ids.token(DRAWN_AT_ONCE), "base64url");
      at = 0;
    }
    const value = drawn.readUIntBE(at, DRAWN_BYTES);
    at += DRAWN_BYTES;
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
function shuffled(size: number, draw: (below: number) => number): Uint32Array {
  const order = Uint32Array.from({ length: size }, (_, place) => place);
  for (let last = size - 1; last > 0; last--) {
    const other = draw(last + 1);
    const kept = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, length);

// Hashed bytes are put together in one place each, as `leafBytes` and `pairBytes` of the contracts have it, and a hash
// is written as text of bytes: an array for each of millions costs several times the hash.

/** The level above some nodes, `NODE_BYTES` each. @throws RangeError for a sum that does not fit */
function levelAbove(nodes: Buffer): Buffer {
  const above = Buffer.alloc(nodes.length / 2);
  const pair = Buffer.alloc(1 + 2 * NODE_BYTES, NODE_MARK);
  const [sums, sumsAbove] = [viewOf(nodes), viewOf(above)];
  for (let at = 0; at < above.length; at += NODE_BYTES) {
    nodes.copy(pair, 1, 2 * at, 2 * at + 2 * NODE_BYTES);
    above.write(hash("sha256", pair, "binary"), at, "binary");
    const right = 2 * at + 2 * NODE_BYTES - SUM_BYTES;
    const sum = sums.getBigUint64(right - NODE_BYTES) + sums.getBigUint64(right);
    if (sum > LARGEST) throw new RangeError("a sum is 0 or more, in 64 bits");
    sumsAbove.setBigUint64(at + NODE_BYTES - SUM_BYTES, sum);
  }
  return above;
}

/** Some nodes and all levels above them, up to a single node. */
export function levelsOf(nodes: Buffer): Buffer[] {
  const levels = [nodes];
  for (let top = nodes; top.length > NODE_BYTES;) levels.push((top = levelAbove(top)));
  return levels;
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
  leaves(id: string, amount: bigint, leaves: readonly PlacedLeaf[]): Promise<void>;
}

/** All leaves before they are hashed. Those at or after `owner.length` have no owner and no amount. */
interface Leaves {
  readonly amounts: BigUint64Array;
  readonly owner: Uint32Array;
  /** Which leaf is at a position. */
  readonly order: Uint32Array;
  readonly nonces: Buffer;
}

function drawNonces(count: number, ids: Pick<Ids, "token">): Buffer {
  const nonces = Buffer.alloc(count * NONCE_BYTES);
  for (let at = 0; at < nonces.length; at += DRAWN_AT_ONCE) {
    const bytes = Math.min(DRAWN_AT_ONCE, nonces.length - at);
    nonces.write(ids.token(bytes), at, "base64url");
  }
  return nonces;
}

function makeLeaves(owners: Owners, ids: Pick<Ids, "token">): Leaves {
  const draw = createDraw(ids);
  const most = owners.count * (FEWEST_LEAVES + MORE_LEAVES);
  const [amounts, owner] = [new BigUint64Array(most), new Uint32Array(most)];
  let count = 0;
  for (let place = 0; place < owners.count; place++) {
    for (const part of splitAmount(owners.amount(place), draw)) {
      amounts[count] = part;
      owner[count++] = place;
    }
  }
  const size = 2 ** Math.ceil(Math.log2(Math.max(count, 2)));
  return {
    amounts,
    owner: owner.subarray(0, count),
    order: shuffled(size, draw),
    nonces: drawNonces(size, ids),
  };
}

const nonceOf = ({ nonces }: Leaves, leaf: number): Buffer =>
  nonces.subarray(leaf * NONCE_BYTES, (leaf + 1) * NONCE_BYTES);

/** Hands out every owner's leaves. */
async function placeLeaves(owners: Owners, leaves: Leaves, sink: TreeSink): Promise<void> {
  const positions = new Uint32Array(leaves.order.length);
  for (const [position, leaf] of leaves.order.entries()) positions[leaf] = position;
  let leaf = 0;
  for (let place = 0; place < owners.count; place++) {
    const own: PlacedLeaf[] = [];
    for (; leaf < leaves.owner.length && leaves.owner[leaf] === place; leaf++) {
      own.push({
        position: positions[leaf] ?? 0,
        amount: String(leaves.amounts[leaf]),
        nonce: nonceOf(leaves, leaf).toString("hex"),
      });
    }
    await sink.leaves(owners.id(place), owners.amount(place), own);
  }
}

/** The nodes of a block of leaves. */
function leafNodes(owners: Owners, leaves: Leaves, from: number, to: number): Buffer {
  const nodes = Buffer.alloc((to - from) * NODE_BYTES);
  const bytes = Buffer.alloc(ID_AT + owners.mostIdBytes + SUM_BYTES, LEAF_MARK);
  const [sums, amounts] = [viewOf(nodes), viewOf(bytes)];
  /** The bytes up to an end: nearly all identifiers are as long as each other. */
  const upTo: Buffer[] = [];
  for (let position = from, at = 0; position < to; position++, at += NODE_BYTES) {
    const leaf = leaves.order[position] ?? 0;
    const isOwned = leaf < leaves.owner.length;
    const amount = isOwned ? (leaves.amounts[leaf] ?? 0n) : 0n;
    leaves.nonces.copy(bytes, 1, leaf * NONCE_BYTES, (leaf + 1) * NONCE_BYTES);
    const amountAt = ID_AT + (isOwned ? owners.copyId(leaves.owner[leaf] ?? 0, bytes, ID_AT) : 0);
    amounts.setBigUint64(amountAt, amount);
    const hashed = (upTo[amountAt] ??= bytes.subarray(0, amountAt + SUM_BYTES));
    nodes.write(hash("sha256", hashed, "binary"), at, "binary");
    sums.setBigUint64(at + NODE_BYTES - SUM_BYTES, amount);
  }
  return nodes;
}

/**
 * Builds the tree of one currency (decision 0160), block by block, so that never the whole of it is in memory: for each leaf some 36 bytes.
 * It takes seconds if there are many.
 * @returns the root as `nodeBytes` writes it, and how many leaves there are: a power of two
 */
export async function buildTree(
  owners: Owners,
  ids: Pick<Ids, "token">,
  sink: TreeSink,
): Promise<{ readonly root: Uint8Array; readonly leaves: number }> {
  const leaves = makeLeaves(owners, ids);
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
    }
    if (blocks === 1) return { root: roots, leaves: size };
    nodesOf = (from, to) => roots.subarray(from * NODE_BYTES, to * NODE_BYTES);
    count = blocks;
  }
}
