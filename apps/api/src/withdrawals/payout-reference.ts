/** Name of a batch's payments, until the bank's statement shows them. */
export const payoutReference = (batchId: string): string => `Payout ${batchId.slice(0, 8)}`;
