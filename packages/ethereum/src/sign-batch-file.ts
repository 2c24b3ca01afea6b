import { type BatchFile, type BatchItem, writeBatchFile } from "./batch-file.ts";
import { signTransfer } from "./sign-transfer.ts";

/** Signs all transfers of a batch. The same batch has the same signatures each time. @returns the signed file */
export const signBatchFile = (
  { chainId, items }: BatchFile,
  keyOf: (item: BatchItem) => Uint8Array,
): Uint8Array =>
  writeBatchFile({
    chainId,
    items: items.map((item) => ({ ...item, signed: signTransfer(item.transfer, keyOf(item)) })),
  });
