/** Gas and its price on the play chain. */
import { PLAIN_GAS, type Transfer } from "@wattle/ethereum/transfer";

/** A contract that refuses all that it is sent. */
export const REFUSER = `0x${"bad0".repeat(10)}`;
/** A contract that sends on what it gets, so that its payments are in no transaction. */
export const FORWARDER = `0x${"f00d".repeat(10)}`;

/** A contract of tokens. It sends the payments of a transaction in tokens, and no ether. */
export const TOKEN = `0x${"70ce".repeat(10)}`;

const CONTRACT_GAS = 60_000n;

/** The tip that nodes advise. */
export const TIP = 100_000_000n;

const CONTRACTS: ReadonlySet<string> = new Set([REFUSER, FORWARDER, TOKEN]);

export const gasNeeded = (to: string): bigint => (CONTRACTS.has(to) ? CONTRACT_GAS : PLAIN_GAS);

/** Ether that a contract sends on in a transaction. */
export const sentOn = <Payment>({
  to,
  sendsOn,
}: {
  readonly to: string;
  readonly sendsOn: readonly Payment[];
}): readonly Payment[] => (to === TOKEN ? [] : sendsOn);

/** Price of a unit of gas for a transaction in a block; undefined if it does not offer enough. */
export function gasPrice(
  { maxFee, maxTip }: Pick<Transfer, "maxFee" | "maxTip">,
  baseFee: bigint,
): bigint | undefined {
  if (maxFee < baseFee) return undefined;
  const tip = maxFee - baseFee < maxTip ? maxFee - baseFee : maxTip;
  return baseFee + tip;
}
