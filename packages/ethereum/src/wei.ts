/** Decimals of ether and of gwei, in wei. */
const ETHER_DECIMALS = 18;
const GWEI_DECIMALS = 9;

/** Wei in a unit of the books, which have 8 decimals. */
export const WEI_PER_UNIT = 10n ** 10n;

/** An amount without decimals that say nothing. */
function format(amount: bigint, decimals: number): string {
  const text = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0");
  const places = text.slice(-decimals).replace(/0+$/, "");
  return `${amount < 0n ? "-" : ""}${text.slice(0, -decimals)}${places && `.${places}`}`;
}

/** An amount in ether to the last wei, such as `0.000000000000000001`. */
export const formatEther = (wei: bigint): string => format(wei, ETHER_DECIMALS);

/** An amount in gwei, as fee rates are written. */
export const formatGwei = (wei: bigint): string => format(wei, GWEI_DECIMALS);

/** Reads a fee rate in gwei with at most 9 decimals, such as `1.5`, or gives undefined. */
export function parseGwei(text: string): bigint | undefined {
  const [, whole, decimals = ""] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(GWEI_DECIMALS, "0"));
}
