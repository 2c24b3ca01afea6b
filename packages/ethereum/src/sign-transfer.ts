import { type Transfer, transactionOf } from "./transfer.ts";

/** Signs a transfer. The same transfer has the same bytes each time: no randomness goes into the signature. */
export const signTransfer = (transfer: Transfer, privateKey: Uint8Array): Uint8Array =>
  transactionOf(transfer).signBy(privateKey, false).toBytes();
