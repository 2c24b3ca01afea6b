/** Makes blocks of a chain that is easy to mine, as `regtest` is: for a chain of one's own. */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { CompactSize, RawTx, Script } from "@scure/btc-signer";
import { hashText } from "./byte-reader.ts";
import { HEADER_BYTES } from "./block.ts";
import type { Chain } from "./chains.ts";
import { merkleRoot } from "./merkle-root.ts";
import { hasProofOfWork } from "./proof-of-work.ts";
import { transactionId, type TransactionOutput } from "./transaction.ts";

export interface NewBlock {
  /** Hash of the block before it. */
  readonly parent: string;
  readonly height: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** Outputs with the new coins. */
  readonly rewards: readonly TransactionOutput[];
  /** Raw, without the one that makes coins. */
  readonly transactions: readonly Uint8Array[];
  /** Distinguishes blocks that are otherwise the same. */
  readonly salt?: Uint8Array;
}

const doubleHash = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
const hashBytes = (text: string): Uint8Array => hexToBytes(text).toReversed();
const NO_WITNESS = new Uint8Array(32);
const COMMITMENT = hexToBytes("aa21a9ed");
const END = 0xff_ff_ff_ff;

/** The first transaction: it makes coins, and commits to the witnesses of the others (BIP-34, BIP-141). */
function coinbaseOf({ height, rewards, transactions, salt = new Uint8Array() }: NewBlock): Uint8Array {
  const witnesses = merkleRoot([NO_WITNESS, ...transactions.map(doubleHash)]);
  const commitment = Script.encode([
    "RETURN",
    concatBytes(COMMITMENT, doubleHash(concatBytes(witnesses, NO_WITNESS))),
  ]);
  return RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: [
      {
        txid: NO_WITNESS,
        index: END,
        finalScriptSig: Script.encode([height, concatBytes(Uint8Array.of(0), salt)]),
        sequence: END,
      },
    ],
    outputs: [
      ...rewards.map(({ satoshi, script }) => ({ amount: satoshi, script: hexToBytes(script) })),
      { amount: 0n, script: commitment },
    ],
    witnesses: [[NO_WITNESS]],
    lockTime: 0,
  });
}

/** A block's bytes from the fields of its header and its transactions; the nonce is the first that has proof of work. */
export function blockBytes(
  chain: Pick<Chain, "easiestBits">,
  { parent, time, root }: Pick<NewBlock, "parent" | "time"> & { readonly root: Uint8Array },
  transactions: readonly Uint8Array[],
): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, 0x20_00_00_00, true);
  header.set(hashBytes(parent), 4);
  header.set(root, 36);
  view.setUint32(68, time, true);
  view.setUint32(72, chain.easiestBits, true);
  for (let nonce = 0; !hasProofOfWork(chain, hashText(doubleHash(header)), chain.easiestBits); nonce++)
    view.setUint32(76, nonce, true);
  return concatBytes(header, CompactSize.encode(BigInt(transactions.length)), ...transactions);
}

/** Mines a block at the easiest target of a chain. */
export function mineBlock(chain: Pick<Chain, "easiestBits">, block: NewBlock): Uint8Array {
  const transactions = [coinbaseOf(block), ...block.transactions];
  return blockBytes(chain, { ...block, root: merkleRoot(transactions.map(transactionId)) }, transactions);
}
