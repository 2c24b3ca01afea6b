const TENTHS = 1000n;

/** A part in percent of a whole, to a tenth; a whole of nothing is full. */
export function percentOf(part: bigint, whole: bigint): number {
  const position = whole === 0n ? TENTHS : (part * TENTHS) / whole;
  return Number(position) / 10;
}
