import { Refused } from "@wattle/bitcoin/refused";
import { type BatchFile, type BatchItem, nonceKey, readBatchFile } from "./batch-file.ts";
import { readSignedTransfer, type Transfer } from "./transfer.ts";

export interface SignedTransfer {
  readonly txid: string;
  /** The transaction as nodes take it. */
  readonly raw: Uint8Array;
  /** The sender's address in small letters. */
  readonly from: string;
  readonly nonce: bigint;
}

const FIELDS = ["chainId", "nonce", "to", "value", "gasLimit", "maxFee", "maxTip"] as const;
const isSame = (a: Transfer, b: Transfer): boolean => FIELDS.every((field) => a[field] === b[field]);

/** Refuses any other transfers than the released ones. */
function compare(released: BatchFile, imported: BatchFile): void {
  const [spent, spentByFile] = [released, imported].map(({ items }) => items.map(nonceKey));
  if (released.chainId !== imported.chainId || !spentByFile?.some((each) => spent?.includes(each)))
    throw new Refused("other_batch");
  if (spent?.join() !== spentByFile.join()) throw new Refused("inputs_changed");
  const payments = [released, imported].map(({ items }) =>
    items.map(({ transfer }) => `${transfer.to}:${transfer.value}`).join(),
  );
  if (payments[0] !== payments[1]) throw new Refused("outputs_changed");
  for (const [at, { transfer }] of released.items.entries()) {
    const theirs = imported.items[at]?.transfer;
    if (!theirs || !isSame(transfer, theirs)) throw new Refused("transaction_changed");
  }
}

function checkItem({ transfer, from }: BatchItem, raw: Uint8Array): SignedTransfer {
  const signed = readSignedTransfer(raw);
  if (!isSame(transfer, signed)) throw new Refused("transaction_changed");
  if (signed.from !== from) throw new Refused("signature_wrong");
  return { txid: signed.txid, raw, from, nonce: transfer.nonce };
}

/**
 * Takes the signed transfers of an imported batch. It may differ from the released one in signatures only.
 * @throws Refused with the first difference, or if a signature is missing or wrong
 */
export function checkSigned(releasedFile: Uint8Array, content: Uint8Array): SignedTransfer[] {
  const released = readBatchFile(releasedFile);
  const imported = readBatchFile(content);
  compare(released, imported);
  const found = imported.items.flatMap(({ signed }) => signed ?? []);
  if (found.length < imported.items.length)
    throw new Refused(found.length === 0 ? "unsigned" : "partly_signed");
  return released.items.map((item, at) => checkItem(item, found[at] ?? new Uint8Array()));
}
