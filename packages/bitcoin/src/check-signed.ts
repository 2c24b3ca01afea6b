import { hex } from "@scure/base";
import { RawTx, Transaction } from "@scure/btc-signer";
import { equalBytes } from "@scure/btc-signer/utils.js";
import {
  type FileInput,
  type PaymentFile,
  decodePaymentFile,
  readPayment,
  readPaymentFile,
} from "./read-payment-file.ts";
import { Refused } from "./refused.ts";
import { digestsOf, isSignature, paysKey } from "./signatures.ts";
import { type OutputPoint, readTransaction } from "./transaction.ts";

export interface SignedPayment {
  readonly txid: string;
  /** The transaction as nodes take it. */
  readonly raw: Uint8Array;
  readonly fee: bigint;
}

interface Imported {
  readonly transaction: Transaction;
  /** Whether it is a bare transaction: some wallets write one as soon as all is signed. */
  readonly bare: boolean;
}

function decode(content: Uint8Array): Imported {
  const text = new TextDecoder().decode(content).trim();
  if (!/^0[12]000000[0-9a-f]+$/i.test(text)) return { transaction: decodePaymentFile(content), bare: false };
  try {
    const options = { allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true };
    return { transaction: Transaction.fromRaw(hex.decode(text), options), bare: true };
  } catch {
    throw new Refused("file_damaged");
  }
}

const pointText = ({ txid, output }: OutputPoint): string => `${txid}:${output}`;

/** Refuses any other transaction than the released one. */
function compare(released: Transaction, imported: Transaction): void {
  if (equalBytes(released.unsignedTx, imported.unsignedTx)) return;
  const [ours, theirs] = [released, imported].map((each) => readTransaction(each.unsignedTx));
  const [spent = [], spentByFile = []] = [ours, theirs].map((each) => each?.inputs.map(pointText).toSorted());
  if (!spentByFile.some((point) => spent.includes(point))) throw new Refused("other_batch");
  if (spent.join() !== spentByFile.join()) throw new Refused("inputs_changed");
  const outputs = [ours, theirs].map((each) =>
    each?.outputs.map(({ script, satoshi }) => `${script}:${satoshi}`).join(),
  );
  throw new Refused(outputs[0] === outputs[1] ? "transaction_changed" : "outputs_changed");
}

/** The witness of an input, if it is signed. */
function witnessOf(
  transaction: Transaction,
  at: number,
  spent: FileInput,
): [Uint8Array, Uint8Array] | undefined {
  const { finalScriptWitness, partialSig = [] } = transaction.getInput(at);
  const [signature, publicKey, ...more] = finalScriptWitness ?? [];
  if (signature && publicKey && more.length === 0 && paysKey(spent.script, publicKey))
    return [signature, publicKey];
  if (finalScriptWitness?.length) throw new Refused("signature_wrong");
  const ours = partialSig.find(([key]) => paysKey(spent.script, key));
  if (!ours && partialSig.length > 0) throw new Refused("signature_wrong");
  return ours && [ours[1], ours[0]];
}

/** The released transaction with signatures: nothing else of an imported file goes into it. */
function withWitnesses(released: PaymentFile, witnesses: readonly Uint8Array[][]): Uint8Array {
  const { transaction } = released;
  const bare = RawTx.decode(transaction.unsignedTx);
  return RawTx.encode({ ...bare, segwitFlag: true, witnesses: [...witnesses] });
}

/**
 * Takes the signatures of an imported file: a PSBT, or a signed transaction in hex. It may differ from the released file
 * in signatures only.
 * @throws Refused with the first difference, or if a signature is missing or wrong
 */
export function checkSigned(releasedFile: Uint8Array, content: Uint8Array): SignedPayment {
  const released = readPaymentFile(releasedFile);
  const imported = decode(content);
  compare(released.transaction, imported.transaction);
  if (!imported.bare) readPayment(imported.transaction);
  const found = released.inputs.map((input, at) => witnessOf(imported.transaction, at, input));
  const witnesses = found.filter((witness) => witness !== undefined);
  if (witnesses.length < found.length)
    throw new Refused(witnesses.length === 0 ? "unsigned" : "partly_signed");
  const digestOf = digestsOf(released.transaction.unsignedTx);
  for (const [at, [signature, publicKey]] of witnesses.entries()) {
    const spent = released.inputs[at];
    if (!spent || !isSignature(signature, digestOf(at, spent), publicKey))
      throw new Refused("signature_wrong");
  }
  const raw = withWitnesses(released, witnesses);
  return { txid: readTransaction(raw).txid, raw, fee: released.fee };
}
