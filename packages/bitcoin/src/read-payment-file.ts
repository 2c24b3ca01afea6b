import { base64, hex } from "@scure/base";
import { SigHash, Transaction } from "@scure/btc-signer";
import { transactionSize } from "./payment-size.ts";
import { Refused } from "./refused.ts";
import type { OutputPoint } from "./transaction.ts";

const MAGIC = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);
const isBinary = (bytes: Uint8Array): boolean => MAGIC.every((byte, place) => bytes[place] === byte);

export interface KeyPlace {
  readonly publicKey: Uint8Array;
  readonly fingerprint: number;
  readonly path: readonly number[];
}

export interface FileInput extends OutputPoint {
  readonly satoshi: bigint;
  readonly script: Uint8Array;
  readonly keys: readonly KeyPlace[];
}

export interface FileOutput {
  readonly satoshi: bigint;
  readonly script: Uint8Array;
  readonly keys: readonly KeyPlace[];
}

/** The effect of a payment file, as its previous transactions prove it. */
export interface PaymentFile {
  readonly transaction: Transaction;
  readonly inputs: readonly FileInput[];
  readonly outputs: readonly FileOutput[];
  readonly fee: bigint;
  /** Virtual bytes once signed, if all inputs are P2WPKH. */
  readonly size: number;
}

/** The bytes of a file, which may also be written as text in base64. */
function binary(content: Uint8Array): Uint8Array {
  if (isBinary(content)) return content;
  try {
    const bytes = base64.decode(
      new TextDecoder("utf-8", { fatal: true }).decode(content).replaceAll(/\s/g, ""),
    );
    if (isBinary(bytes)) return bytes;
  } catch {
    // Not text, or not base64.
  }
  throw new Refused("file_form");
}

/** @throws Refused if it is not a PSBT, or a damaged one */
export function decodePaymentFile(content: Uint8Array): Transaction {
  const bytes = binary(content);
  try {
    return Transaction.fromPSBT(bytes, { allowUnknownOutputs: true, disableScriptCheck: true });
  } catch (error) {
    // The library checks what previous transactions prove while it reads.
    const isPrevious = error instanceof Error && /^(?:validateInput|nonWitnessUtxo): /.test(error.message);
    throw new Refused(isPrevious ? "previous_wrong" : "file_damaged");
  }
}

type RawInput = ReturnType<Transaction["getInput"]>;

const keysOf = (derivation: RawInput["bip32Derivation"]): KeyPlace[] =>
  (derivation ?? []).map(([publicKey, { fingerprint, path }]) => ({ publicKey, fingerprint, path }));

function readInput(input: RawInput): FileInput {
  const { txid, index, nonWitnessUtxo, witnessUtxo, sighashType = SigHash.ALL, bip32Derivation } = input;
  if (!txid || index === undefined) throw new Refused("file_damaged");
  const spent = nonWitnessUtxo?.outputs[index];
  if (!spent) throw new Refused("previous_missing");
  if (
    witnessUtxo &&
    (witnessUtxo.amount !== spent.amount || hex.encode(witnessUtxo.script) !== hex.encode(spent.script))
  )
    throw new Refused("previous_wrong");
  if (sighashType !== SigHash.ALL) throw new Refused("sighash");
  return {
    txid: hex.encode(txid),
    output: index,
    satoshi: spent.amount,
    script: spent.script,
    keys: keysOf(bip32Derivation),
  };
}

/**
 * Reads a payment file. It believes no amount that a previous transaction does not prove.
 * @throws Refused
 */
export const readPaymentFile = (content: Uint8Array): PaymentFile => readPayment(decodePaymentFile(content));

/** Reads a payment file that is decoded already. */
export function readPayment(transaction: Transaction): PaymentFile {
  const inputs = Array.from({ length: transaction.inputsLength }, (_, at) =>
    readInput(transaction.getInput(at)),
  );
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at): FileOutput => {
    const { amount, script, bip32Derivation } = transaction.getOutput(at);
    if (amount === undefined || !script) throw new Refused("file_damaged");
    return { satoshi: amount, script, keys: keysOf(bip32Derivation) };
  });
  const total = (list: readonly { satoshi: bigint }[]): bigint =>
    list.reduce((sum, { satoshi }) => sum + satoshi, 0n);
  const size = transactionSize(
    inputs.length,
    outputs.map(({ script }) => script),
  );
  return { transaction, inputs, outputs, fee: total(inputs) - total(outputs), size };
}
