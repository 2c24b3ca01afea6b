import { hexToBytes } from "@noble/hashes/utils.js";
import { RawTx } from "@scure/btc-signer";
import { CHAINS } from "../chains.ts";
import { merkleRoot } from "../merkle-root.ts";
import { blockBytes } from "../mine-block.ts";
import { transactionId, type OutputPoint, type TransactionOutput } from "../transaction.ts";

const END = 0xff_ff_ff_ff;

/** A transaction without signatures. */
export const payment = (inputs: readonly OutputPoint[], outputs: readonly TransactionOutput[]): Uint8Array =>
  RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: inputs.map(({ txid, output }) => ({
      txid: hexToBytes(txid),
      index: output,
      finalScriptSig: new Uint8Array(),
      sequence: END,
    })),
    outputs: outputs.map(({ satoshi, script }) => ({ amount: satoshi, script: hexToBytes(script) })),
    witnesses: undefined,
    lockTime: 0,
  });

export const coinbase = (outputs: readonly TransactionOutput[]): Uint8Array =>
  payment([{ txid: "0".repeat(64), output: END }], outputs);

/** A block of regtest with these transactions. @param committed those that its root is made of */
export function blockOf(transactions: readonly Uint8Array[], committed = transactions): Uint8Array {
  const root = committed.length === 0 ? new Uint8Array(32) : merkleRoot(committed.map(transactionId));
  const header = { parent: CHAINS.regtest.genesis, time: 1_800_000_000, root };
  return blockBytes(CHAINS.regtest, header, transactions);
}
