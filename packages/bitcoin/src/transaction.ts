import { sha256 } from "@noble/hashes/sha2.js";
import { isAmount } from "./amount.ts";
import { ByteReader, hashText, InvalidChainData } from "./byte-reader.ts";

/** An output of an earlier transaction. */
export interface OutputPoint {
  readonly txid: string;
  readonly output: number;
}

export interface TransactionOutput {
  /** In hex. */
  readonly script: string;
  readonly satoshi: bigint;
}

export interface Transaction {
  readonly txid: string;
  readonly inputs: readonly OutputPoint[];
  readonly outputs: readonly TransactionOutput[];
  /** Whether it makes new coins, as the first one of a block does. */
  readonly isCoinbase: boolean;
}

/** A transaction, with the facts that only its block needs. */
interface ReadTransaction extends Transaction {
  readonly id: Uint8Array;
  /** Bytes without the witnesses. */
  readonly baseSize: number;
}

const NO_TXID = "0".repeat(64);
const NO_OUTPUT = 0xff_ff_ff_ff;
const SEGWIT_MARKER = 0;
const SEGWIT_FLAG = 1;

/** Reads as many things as the count before them says, each of which takes at least `least` bytes. */
function list<T>(reader: ByteReader, least: number, read: () => T): T[] {
  const count = reader.count();
  // Nothing is made for a count that the data cannot hold.
  if (count * least > reader.left) throw new InvalidChainData("the data end too early");
  return Array.from({ length: count }, read);
}

function readInput(reader: ByteReader): OutputPoint {
  const point = { txid: reader.hash(), output: reader.uint32() };
  reader.skip(reader.count());
  reader.skip(4);
  return point;
}

function readOutput(reader: ByteReader): TransactionOutput {
  const satoshi = reader.int64();
  if (!isAmount(satoshi)) throw new InvalidChainData("an output has an amount that cannot be");
  return { satoshi, script: reader.hex(reader.count()) };
}

/** Whether there are witnesses. They are skipped: no id, amount or script depends on them. */
function readMarker(reader: ByteReader): boolean {
  if (reader.peek() !== SEGWIT_MARKER) return false;
  reader.byte();
  if (reader.byte() !== SEGWIT_FLAG) throw new InvalidChainData("a transaction has no input");
  return true;
}

function skipWitness(reader: ByteReader): void {
  list(reader, 1, () => reader.skip(reader.count()));
}

/** Reads the transaction that is next, with its id. */
export function nextTransaction(reader: ByteReader): ReadTransaction {
  const start = reader.offset;
  reader.skip(4);
  const hasWitness = readMarker(reader);
  const body = reader.offset;
  const inputs = list(reader, 41, () => readInput(reader));
  const outputs = list(reader, 9, () => readOutput(reader));
  if (inputs.length === 0) throw new InvalidChainData("a transaction has no input");
  if (outputs.length === 0) throw new InvalidChainData("a transaction has no output");
  if (!isAmount(outputs.reduce((sum, { satoshi }) => sum + satoshi, 0n)))
    throw new InvalidChainData("outputs add up to an amount that cannot be");
  const end = reader.offset;
  if (hasWitness) for (const _ of inputs) skipWitness(reader);
  const lockTime = reader.skip(4);
  const id = sha256(
    sha256
      .create()
      .update(reader.since(start, start + 4))
      .update(reader.since(body, end))
      .update(reader.since(lockTime))
      .digest(),
  );
  const [first] = inputs;
  return {
    id,
    txid: hashText(id),
    inputs,
    outputs,
    isCoinbase: inputs.length === 1 && first?.txid === NO_TXID && first.output === NO_OUTPUT,
    baseSize: 8 + end - body,
  };
}

/** Reads a transaction by itself. @throws InvalidChainData */
export function readTransaction(bytes: Uint8Array): Transaction {
  const reader = new ByteReader(bytes);
  const { txid, inputs, outputs, isCoinbase } = nextTransaction(reader);
  if (reader.left > 0) throw new InvalidChainData("bytes follow the transaction");
  return { txid, inputs, outputs, isCoinbase };
}

/** The id of a transaction, in the order of its bytes. @throws InvalidChainData */
export const transactionId = (bytes: Uint8Array): Uint8Array => nextTransaction(new ByteReader(bytes)).id;
