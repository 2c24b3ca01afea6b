import { hash } from "node:crypto";
import { LARGEST, LEAF_MARK, NODE_BYTES, NODE_MARK, NONCE_BYTES } from "@wattle/contracts/liability-tree";
import type { Ids } from "../clock.ts";
import type { Owners } from "./owners.ts";
import { PlacedNodes } from "./placed-nodes.ts";

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
/** Room for what is hashed of a leaf with a UUID. */
const FIRST_BYTES = 128;
/** UTF-8 takes no more for a character of a text. */
const MOST_BYTES_OF_A_CHARACTER = 3;

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

/** In how many leaves a customer's amount is split, at random. */
const drawCount = (draw: (below: number) => number): number => FEWEST_LEAVES + draw(MORE_LEAVES + 1);

/** Splits an amount at random into so many; each is 0 or more. */
export function splitAmount(amount: bigint, count: number, draw: (below: number) => number): bigint[] {
  const cuts = Array.from({ length: count - 1 }, () => partOf(amount, draw)).toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  return [...cuts, amount].map((cut, place) => cut - (cuts[place - 1] ?? 0n));
}

/** The numbers below a size in random order. */
function shuffled(size: number, draw: (below: number) => number): Uint32Array {
  const order = new Uint32Array(size);
  for (let place = 0; place < size; place++) order[place] = place;
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

/** Hashes leaves, each with the next of many random nonces. */
class LeafMaker {
  readonly #ids: Pick<Ids, "token">;
  #drawn = Buffer.alloc(0);
  #at = 0;
  /** The hashed bytes: room for a longer identifier is made when one comes. */
  #bytes = Buffer.alloc(FIRST_BYTES, LEAF_MARK);
  /** The node of the leaf that was made last. */
  readonly node = Buffer.alloc(NODE_BYTES);

  constructor(ids: Pick<Ids, "token">) {
    this.#ids = ids;
  }

  /** @param id the customer's; empty for a leaf without one */
  make(id: string, amount: bigint): void {
    if (this.#at === this.#drawn.length) {
      this.#drawn = Buffer.from(this.#ids.token(DRAWN_AT_ONCE), "base64url");
      this.#at = 0;
    }
    const length = ID_AT + id.length * MOST_BYTES_OF_A_CHARACTER + SUM_BYTES;
    if (length > this.#bytes.length) this.#bytes = Buffer.alloc(length, LEAF_MARK);
    this.#drawn.copy(this.#bytes, 1, this.#at, (this.#at += NONCE_BYTES));
    const end = this.#bytes.writeBigUInt64BE(amount, ID_AT + this.#bytes.write(id, ID_AT));
    this.node.write(hash("sha256", this.#bytes.subarray(0, end), "binary"), "binary");
    this.node.writeBigUInt64BE(amount, NODE_BYTES - SUM_BYTES);
  }

  /** The nonce of the leaf that was made last, in hex. */
  get nonce(): string {
    return this.#bytes.toString("hex", 1, ID_AT);
  }
}

/** Random choices that come before the leaves. */
interface Drawn {
  /** How many leaves each owner has. */
  readonly counts: Uint8Array;
  /** The place of each leaf; those after the owners' have no owner. */
  readonly places: Uint32Array;
}

function drawLeaves(owners: number, draw: (below: number) => number): Drawn {
  const counts = new Uint8Array(owners);
  let owned = 0;
  for (let owner = 0; owner < owners; owner++) owned += counts[owner] = drawCount(draw);
  return { counts, places: shuffled(2 ** Math.ceil(Math.log2(Math.max(owned, 2))), draw) };
}

/** Makes all leaves, and hands out the owners'. */
async function makeLeaves(
  owners: Owners,
  { counts, places }: Drawn,
  nodes: PlacedNodes,
  ids: Pick<Ids, "token">,
  sink: TreeSink,
): Promise<void> {
  const draw = createDraw(ids);
  const maker = new LeafMaker(ids);
  let owner = 0;
  let leaf = 0;
  for (const { id, amount } of owners) {
    const own: PlacedLeaf[] = [];
    for (const part of splitAmount(amount, counts[owner++] ?? 0, draw)) {
      const position = places[leaf++] ?? 0;
      maker.make(id, part);
      nodes.put(position, maker.node);
      own.push({ position, amount: String(part), nonce: maker.nonce });
    }
    await sink.leaves(id, amount, own);
  }
  for (; leaf < places.length; leaf++) {
    maker.make("", 0n);
    nodes.put(places[leaf] ?? 0, maker.node);
  }
}

/** Hands out the nodes of a level in blocks. @param parts of the level, each some whole blocks, or all of it @returns the blocks' roots */
async function writeLevel(
  level: number,
  parts: Iterable<Buffer>,
  count: number,
  sink: TreeSink,
): Promise<Buffer> {
  const roots = Buffer.alloc(Math.ceil(count / BLOCK_NODES) * NODE_BYTES);
  let block = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += BLOCK_NODES * NODE_BYTES) {
      const nodes = part.subarray(at, at + BLOCK_NODES * NODE_BYTES);
      roots.set(levelsOf(nodes).at(-1) ?? nodes, block * NODE_BYTES);
      await sink.nodes(level, block++, nodes);
    }
  }
  return roots;
}

/**
 * Builds the tree of one currency (decision 0160). Owners and leaves are in files; memory has the places of the leaves, 4 bytes each, and a
 * byte for each owner. It takes minutes if there are millions.
 * @param partNodes as `PlacedNodes` takes it, at least one block
 * @returns the root as `nodeBytes` writes it, and how many leaves there are: a power of two
 */
export async function buildTree(
  owners: Owners,
  ids: Pick<Ids, "token">,
  sink: TreeSink,
  partNodes?: number,
): Promise<{ readonly root: Uint8Array; readonly leaves: number }> {
  const drawn = drawLeaves(owners.count, createDraw(ids));
  const size = drawn.places.length;
  const leaves = new PlacedNodes(size, partNodes);
  try {
    await makeLeaves(owners, drawn, leaves, ids, sink);
    let roots = await writeLevel(0, leaves.inOrder(), size, sink);
    for (let level = 1; roots.length > NODE_BYTES; level++)
      roots = await writeLevel(level, [roots], roots.length / NODE_BYTES, sink);
    return { root: roots, leaves: size };
  } finally {
    leaves.close();
  }
}
