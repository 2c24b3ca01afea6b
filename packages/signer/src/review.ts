import type { HDKey } from "@scure/bip32";
import { reviewBatch } from "./review-batch.ts";
import { reviewPayment } from "./review-payment.ts";
import type { Review } from "./spending.ts";

/** Whether a file is JSON. A PSBT is binary, or base64. */
const isText = (content: Uint8Array): boolean =>
  new TextDecoder().decode(content.subarray(0, 64)).trimStart().startsWith("{");

/**
 * Reads a file of either network, and tells payments from what comes back to us.
 * @throws Refused for a file that proves too little; Declined for what is not ours and claims to be
 */
export const review = (master: HDKey, content: Uint8Array): Review =>
  (isText(content) ? reviewBatch : reviewPayment)(master, content);
