import { hex } from "@scure/base";
import { SigHash, Transaction } from "@scure/btc-signer";
import { type Branch, deriveScript, type Wallet } from "./descriptor.ts";
import { readTransaction, type OutputPoint } from "./transaction.ts";

/** Replaceable by a higher fee (BIP-125). */
const REPLACEABLE = 0xff_ff_ff_fd;

/** The place of a key among those of our wallets. */
export interface Place {
  readonly wallet: Wallet;
  readonly branch: Branch;
  readonly index: number;
}

/** A coin to spend, with what an offline signer needs to know of it. */
export interface PaymentInput extends OutputPoint, Place {
  /** The transaction that made it. It proves the amount. */
  readonly previous: Uint8Array;
}

export interface PaymentOutput {
  readonly script: Uint8Array;
  readonly satoshi: bigint;
  /** Set for change. */
  readonly place?: Place;
}

interface KeyOrigin {
  readonly script: Uint8Array;
  readonly bip32Derivation: [Uint8Array, { fingerprint: number; path: number[] }][];
}

function keyOrigin({ wallet, branch, index }: Place): KeyOrigin {
  const { publicKey, script } = deriveScript(wallet, branch, index);
  const path = [...wallet.path, branch, index];
  return { script, bip32Derivation: [[publicKey, { fingerprint: wallet.fingerprint, path }]] };
}

const compare = <T>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);
/** The order of BIP-69: it tells no one which output is change, and the same payment always gives the same file. */
const inputOrder = (a: OutputPoint, b: OutputPoint): number => compare(a.txid, b.txid) || a.output - b.output;
const outputOrder = (a: PaymentOutput, b: PaymentOutput): number =>
  compare(a.satoshi, b.satoshi) || compare(hex.encode(a.script), hex.encode(b.script));

/** The id that a payment has, signed or not: only the keys of our inputs' scripts sign it. */
export function paymentTxid(inputs: readonly OutputPoint[], outputs: readonly PaymentOutput[]): string {
  const transaction = new Transaction();
  for (const { txid, output } of inputs.toSorted(inputOrder))
    transaction.addInput({ txid: hex.decode(txid), index: output, sequence: REPLACEABLE }, true);
  for (const { script, satoshi } of outputs.toSorted(outputOrder))
    transaction.addOutput({ script, amount: satoshi }, true);
  return readTransaction(transaction.unsignedTx).txid;
}

/**
 * Builds an unsigned payment file (PSBT, BIP-174): with previous transactions, the origins of keys, and inputs that allow
 * a replacement.
 * @throws Error if an input's previous transaction is not the one of its id, or has another script there
 */
export function buildPaymentFile(
  inputs: readonly PaymentInput[],
  outputs: readonly PaymentOutput[],
): Uint8Array {
  const transaction = new Transaction({ PSBTVersion: 0 });
  for (const input of inputs.toSorted(inputOrder)) {
    const { script, bip32Derivation } = keyOrigin(input);
    const { amount, script: spent } = Transaction.fromRaw(input.previous, {
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      disableScriptCheck: true,
    }).getOutput(input.output);
    if (amount === undefined || !spent || hex.encode(spent) !== hex.encode(script))
      throw new Error(`Output ${input.output} of ${input.txid} is not ours`);
    transaction.addInput(
      {
        txid: hex.decode(input.txid),
        index: input.output,
        sequence: REPLACEABLE,
        nonWitnessUtxo: input.previous,
        witnessUtxo: { amount, script },
        sighashType: SigHash.ALL,
        bip32Derivation,
      },
      true,
    );
  }
  for (const { script, satoshi, place } of outputs.toSorted(outputOrder)) {
    const origin = place && keyOrigin(place);
    transaction.addOutput(
      { script, amount: satoshi, ...(origin && { bip32Derivation: origin.bip32Derivation }) },
      true,
    );
  }
  return transaction.toPSBT(0);
}
