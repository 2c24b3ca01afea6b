/** Someone outside, who has ether on the play chain and sends it when asked. */
import { createHash } from "node:crypto";
import { signTransfer } from "@wattle/ethereum/sign-transfer";
import { readSignedTransfer, type Transfer } from "@wattle/ethereum/transfer";

const KEY = createHash("sha256").update("a stranger on the play chain").digest();

export const signByStranger = (transfer: Transfer): Uint8Array => signTransfer(transfer, KEY);

/** The stranger's address, as its signature says. */
export const STRANGER = readSignedTransfer(
  signByStranger({
    chainId: 1n,
    nonce: 0n,
    to: `0x${"01".repeat(20)}`,
    value: 0n,
    gasLimit: 21_000n,
    maxFee: 1n,
    maxTip: 1n,
  }),
).from;
