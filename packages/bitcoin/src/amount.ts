/** Satoshi in a bitcoin. */
const COIN = 100_000_000n;
/** No transaction can pay more than all coins that there will be, in satoshi. */
export const MAX_SATOSHI = 21_000_000n * COIN;

/** Whether an amount in satoshi can be that of an output. */
export const isAmount = (satoshi: bigint): boolean => satoshi >= 0n && satoshi <= MAX_SATOSHI;

/** Reads an amount in bitcoin with at most 8 decimals, such as `20.3`, or gives undefined for anything else. */
export function parseBitcoin(text: string): bigint | undefined {
  const [, whole, decimals = ""] = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const satoshi = BigInt(whole) * COIN + BigInt(decimals.padEnd(8, "0"));
  return isAmount(satoshi) ? satoshi : undefined;
}

/** An amount in bitcoin, with its 8 decimals. */
export function formatBitcoin(satoshi: bigint): string {
  const text = (satoshi < 0n ? -satoshi : satoshi).toString().padStart(9, "0");
  return `${satoshi < 0n ? "-" : ""}${text.slice(0, -8)}.${text.slice(-8)}`;
}
