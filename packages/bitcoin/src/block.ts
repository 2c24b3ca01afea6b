import { sha256 } from "@noble/hashes/sha2.js";
import { ByteReader, hashText, InvalidChainData } from "./byte-reader.ts";
import type { Chain } from "./chains.ts";
import { merkleRoot } from "./merkle-root.ts";
import { hasProofOfWork } from "./proof-of-work.ts";
import { nextTransaction, type Transaction } from "./transaction.ts";

export const HEADER_BYTES = 80;
const MOST_WEIGHT = 4_000_000;
/** Each byte of a transaction counts as so many, each of a witness as one. */
const BASE_WEIGHT = 4;
const SMALLEST_TRANSACTION = 60;

export interface BlockHeader {
  readonly hash: string;
  readonly parent: string;
  readonly merkleRoot: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly bits: number;
}

export interface Block extends BlockHeader {
  readonly transactions: readonly Transaction[];
}

/**
 * Reads a header, and checks its proof of work. Whether its target is the right one depends on its parent: `nextBits` knows.
 * @param bytes a block, or the beginning of one
 * @throws InvalidChainData
 */
export function readHeader(chain: Pick<Chain, "easiestBits">, bytes: Uint8Array): BlockHeader {
  const reader = new ByteReader(bytes);
  reader.skip(4);
  const [parent, root, time, bits] = [reader.hash(), reader.hash(), reader.uint32(), reader.uint32()];
  reader.skip(4);
  const hash = hashText(sha256(sha256(reader.since(0))));
  if (!hasProofOfWork(chain, hash, bits)) throw new InvalidChainData("a block has no proof of work");
  return { hash, parent, merkleRoot: root, time, bits };
}

/** Without the first transaction's check, inner nodes of the tree could be taken for transactions (CVE-2017-12842). */
function checkCoinbase(transactions: readonly Transaction[]): void {
  if (transactions.some(({ isCoinbase }, at) => isCoinbase !== (at === 0)))
    throw new InvalidChainData("a block's first transaction, and no other, makes coins");
}

/**
 * Reads a block, and checks all that can be checked without its ancestors, but for scripts: proof of work, merkle root, sizes, amounts.
 * @throws InvalidChainData
 */
export function readBlock(chain: Pick<Chain, "easiestBits">, bytes: Uint8Array): Block {
  if (bytes.length > MOST_WEIGHT) throw new InvalidChainData("a block is too large");
  const header = readHeader(chain, bytes);
  const reader = new ByteReader(bytes);
  reader.skip(HEADER_BYTES);
  const count = reader.count();
  const start = reader.offset;
  if (count * SMALLEST_TRANSACTION > reader.left) throw new InvalidChainData("the data end too early");
  const transactions = Array.from({ length: count }, () => nextTransaction(reader));
  if (reader.left > 0) throw new InvalidChainData("bytes follow the block");
  checkCoinbase(transactions);
  const root = merkleRoot(transactions.map(({ id }) => id));
  if (hashText(root) !== header.merkleRoot)
    throw new InvalidChainData("a block has other transactions than its header says");
  const base = transactions.reduce((sum, { baseSize }) => sum + baseSize, start);
  if ((BASE_WEIGHT - 1) * base + bytes.length > MOST_WEIGHT)
    throw new InvalidChainData("a block is too large");
  return { ...header, transactions };
}

/** The bytes of transactions of a block, by their ids. @throws InvalidChainData */
export function rawTransactionsOf(
  bytes: Uint8Array,
  txids: ReadonlySet<string>,
): ReadonlyMap<string, Uint8Array> {
  const reader = new ByteReader(bytes);
  reader.skip(HEADER_BYTES);
  const found = new Map<string, Uint8Array>();
  for (let left = reader.count(); left > 0; left--) {
    const start = reader.offset;
    const { txid } = nextTransaction(reader);
    if (txids.has(txid)) found.set(txid, reader.since(start));
  }
  return found;
}
