/** Satoshi in a bitcoin. */
const COIN = 100_000_000n;
/** No transaction can pay more than all coins that there will be, in satoshi. */
export const MAX_SATOSHI = 21_000_000n * COIN;

/** Whether an amount in satoshi can be that of an output. */
export const isAmount = (satoshi: bigint): boolean => satoshi >= 0n && satoshi <= MAX_SATOSHI;
