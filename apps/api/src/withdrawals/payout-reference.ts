/** What the payments of a batch are called, until the bank's statement shows them. */
export const payoutReference = (batchId: string): string => `Payout ${batchId.slice(0, 8)}`;
