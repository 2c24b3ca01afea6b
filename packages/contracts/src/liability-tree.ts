/**
 * The Merkle-sum tree of a proof of liabilities, and how anyone checks that a customer is counted in it. Pure: SHA-256 is passed
 * in, since browsers compute it asynchronously and the server does not.
 */
import type { LiabilitiesDocument, OwnLeaf, OwnLiability } from "./liabilities.ts";

/** SHA-256 of some bytes. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** Bytes of a node: its hash and its sum, as they go into the node above. */
export const NODE_BYTES = 40;
const HASH_BYTES = 32;
export const NONCE_BYTES = 16;
/** The largest amount, and the largest sum. */
export const LARGEST = 2n ** 64n - 1n;
/** No tree is deeper: it would have more leaves than sums can count. */
const DEEPEST = 64;

/** The first byte of what is hashed: of a leaf no one makes a node, and the other way round. */
export const LEAF_MARK = 0;
export const NODE_MARK = 1;

const text = new TextEncoder();

/** @throws RangeError for what 64 bits cannot hold, a negative amount above all */
function writeUnits(bytes: Uint8Array<ArrayBuffer>, at: number, amount: bigint): void {
  if (amount < 0n || amount > LARGEST) throw new RangeError("an amount is 0 or more, in 64 bits");
  new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(at, amount);
}

/**
 * Bytes that are hashed for a leaf: 0x00, nonce, customer, amount.
 * @throws RangeError for an amount that is negative or does not fit
 */
export function leafBytes(nonce: Uint8Array, customerId: string, amount: bigint): Uint8Array<ArrayBuffer> {
  const customer = text.encode(customerId);
  const bytes = new Uint8Array(1 + nonce.length + customer.length + 8);
  bytes[0] = LEAF_MARK;
  bytes.set(nonce, 1);
  bytes.set(customer, 1 + nonce.length);
  writeUnits(bytes, bytes.length - 8, amount);
  return bytes;
}

/** A node as it goes into the one above: its hash and its sum. @throws RangeError for a sum that does not fit */
export function nodeBytes(hash: Uint8Array, sum: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(NODE_BYTES);
  bytes.set(hash);
  writeUnits(bytes, HASH_BYTES, sum);
  return bytes;
}

/** Bytes that are hashed for a node above two others: 0x01, left, right. */
export function pairBytes(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + 2 * NODE_BYTES);
  bytes[0] = NODE_MARK;
  bytes.set(left, 1);
  bytes.set(right, 1 + NODE_BYTES);
  return bytes;
}

/** The sum of a node as `nodeBytes` wrote it. */
export const sumOf = (node: Uint8Array): bigint =>
  new DataView(node.buffer, node.byteOffset).getBigUint64(HASH_BYTES);

/** The hash of a node as `nodeBytes` wrote it, lower-case hex. */
export const hashOf = (node: Uint8Array): string => toHex(node.subarray(0, HASH_BYTES));

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of lower-case hex text of a known length; undefined for any other text. */
function bytesOf(hex: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (hex.length !== length * 2 || !/^[\da-f]*$/.test(hex)) return undefined;
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}

/** A whole number of 64 bits in text; undefined for any other text, a negative number above all. */
function parseUnits(amount: string): bigint | undefined {
  if (!/^(0|[1-9]\d{0,19})$/.test(amount)) return undefined;
  const units = BigInt(amount);
  return units <= LARGEST ? units : undefined;
}

/** Problems, in the order in which they are looked for. */
export const LIABILITY_PROBLEMS = {
  missing: "not counted, although there was a balance",
  publication: "not of the published document",
  figure: "a figure is negative or is none",
  amount: "the leaves do not add up to the amount",
  repeated: "a leaf is counted twice",
  depth: "a path does not fit the number of leaves",
  root: "a path does not lead to the published root",
  total: "a path does not lead to the published total",
} as const;
export type LiabilityProblem = keyof typeof LIABILITY_PROBLEMS;

/** A node on the way from a leaf to the root: its hash in hex, its sum in smallest units. */
export interface ClimbStep {
  readonly hash: string;
  readonly sum: bigint;
}

interface LeafCheck {
  readonly amount: bigint;
  /** The leaf first, the root last; up to where something was wrong. */
  readonly steps: readonly ClimbStep[];
  readonly problem: LiabilityProblem | undefined;
}

export interface LiabilityCheck {
  readonly currency: string;
  /** Counted amount, smallest units. */
  readonly amount: bigint;
  readonly leaves: readonly LeafCheck[];
  /** The first that was found; undefined if the customer is counted in full. */
  readonly problem: LiabilityProblem | undefined;
}

/** Climbs from a leaf to the root. */
async function climb(customerId: string, leaf: OwnLeaf, sha256: Sha256): Promise<LeafCheck> {
  const nonce = bytesOf(leaf.nonce, NONCE_BYTES);
  const amount = parseUnits(leaf.amount);
  const steps: ClimbStep[] = [];
  const failed = (problem: LiabilityProblem): LeafCheck => ({ amount: amount ?? 0n, steps, problem });
  if (nonce === undefined || amount === undefined) return failed("figure");
  if (leaf.path.length > DEEPEST) return failed("depth");
  let node = nodeBytes(await sha256(leafBytes(nonce, customerId, amount)), amount);
  steps.push({ hash: hashOf(node), sum: amount });
  for (const { side, hash, sum } of leaf.path) {
    const [otherHash, otherSum] = [bytesOf(hash, HASH_BYTES), parseUnits(sum)];
    if (otherHash === undefined || otherSum === undefined) return failed("figure");
    const total = sumOf(node) + otherSum;
    if (total > LARGEST) return failed("figure");
    const other = nodeBytes(otherHash, otherSum);
    const pair = side === "left" ? pairBytes(other, node) : pairBytes(node, other);
    node = nodeBytes(await sha256(pair), total);
    steps.push({ hash: hashOf(node), sum: total });
  }
  return { amount, steps, problem: undefined };
}

/** Position of a leaf among all leaves, by its path: no two of a customer's may be the same. */
const placeOf = ({ path }: OwnLeaf): string =>
  path
    .map(({ side }) => (side === "left" ? "1" : "0"))
    .toReversed()
    .join("");

async function checkCurrency(
  document: Pick<LiabilitiesDocument, "id" | "trees">,
  customerId: string,
  own: OwnLiability,
  sha256: Sha256,
): Promise<LiabilityCheck> {
  const leaves = await Promise.all(own.leaves.map((leaf) => climb(customerId, leaf, sha256)));
  const amount = parseUnits(own.amount);
  const tree = document.trees.find(({ currency }) => currency === own.currency);
  const problemOf = (): LiabilityProblem | undefined => {
    if (tree === undefined || own.publication !== document.id) return "publication";
    if (own.root !== tree.root || own.total !== tree.total) return "publication";
    if (amount === undefined) return "figure";
    const wrong = leaves.find(({ problem }) => problem !== undefined)?.problem;
    if (wrong !== undefined) return wrong;
    if (leaves.reduce((sum, leaf) => sum + leaf.amount, 0n) !== amount) return "amount";
    if (new Set(own.leaves.map(placeOf)).size !== own.leaves.length) return "repeated";
    if (own.leaves.some(({ path }) => 2 ** path.length !== tree.leaves)) return "depth";
    const roots = leaves.map(({ steps }) => steps.at(-1));
    if (roots.some((root) => root?.hash !== tree.root)) return "root";
    if (roots.some((root) => String(root?.sum) !== tree.total)) return "total";
    return undefined;
  };
  return { currency: own.currency, amount: amount ?? 0n, leaves, problem: problemOf() };
}

/**
 * Checks that a customer is counted in a published document. The document's signature is not looked at here.
 * @param own what the customer got of it
 * @param owned what the customer had then, smallest units by currency, where they know it: a currency that is counted with less,
 *   or not at all, is `missing`
 * @returns one for each currency of `own`, then those that are missing
 */
export async function checkLiabilities(
  document: Pick<LiabilitiesDocument, "id" | "trees">,
  customerId: string,
  own: readonly OwnLiability[],
  sha256: Sha256,
  owned: ReadonlyMap<string, bigint> = new Map(),
): Promise<LiabilityCheck[]> {
  const checks = await Promise.all(own.map((of) => checkCurrency(document, customerId, of, sha256)));
  const isShort = ({ currency, amount }: LiabilityCheck): boolean => amount < (owned.get(currency) ?? 0n);
  const missing = [...owned]
    .filter(([currency, amount]) => amount > 0n && checks.every((check) => check.currency !== currency))
    .map(([currency]): LiabilityCheck => ({ currency, amount: 0n, leaves: [], problem: "missing" }));
  return [
    ...checks.map((check) =>
      check.problem === undefined && isShort(check) ? { ...check, problem: "missing" as const } : check,
    ),
    ...missing,
  ];
}
