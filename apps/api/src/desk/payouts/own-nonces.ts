/** Nonces of our accounts that a batch may use, and the coins with which it pays. */
import { findBalance } from "@wattle/db/chain-balances";
import { listUnburied } from "@wattle/db/coin-attempts";
import { highestNonce, listNonces, listOwing, listWithNonce } from "@wattle/db/coin-nonces";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { CoinAttempt } from "@wattle/db/tables";
import { WEI_PER_UNIT } from "@wattle/ethereum/wei";
import { chooseNonces, hasGap } from "./choose-nonces.ts";
import { requireNetwork, type Replaceable } from "./draft-coin-payouts.ts";

export const NETWORK = "ethereum";

/** The nonces of one account. */
export interface OwnNonces {
  readonly script: string;
  /** Claimed and free, lowest first. */
  readonly free: readonly bigint[];
  readonly next: bigint;
  readonly hasGap: boolean;
  readonly choose: (
    payments: readonly (bigint | undefined)[],
    spend?: readonly bigint[],
  ) => ReturnType<typeof chooseNonces>;
}

/**
 * @param atNode the account's next nonce at a node; undefined if one of ours was claimed before
 * @param own nonces of a draft, which it may use again
 */
export async function noncesOf(
  tx: WriteTx,
  script: string,
  atNode = 0n,
  own: readonly Pick<CoinAttempt, "sender" | "nonce">[] = [],
): Promise<OwnNonces> {
  const settled = await requireNetwork(tx, NETWORK);
  const all = await listNonces(tx, { network: NETWORK, script, settled });
  const isOwn = (nonce: bigint): boolean =>
    own.some((each) => each.sender === script && each.nonce === nonce);
  const free = all.filter(({ nonce, owned }) => !owned || isOwn(nonce)).map(({ nonce }) => nonce);
  const highest = all.findLast(({ nonce, owned }) => owned && !isOwn(nonce))?.nonce;
  const claimed = ((await highestNonce(tx, NETWORK, script)) ?? -1n) + 1n;
  const next = claimed > atNode ? claimed : atNode;
  return {
    script,
    free,
    next,
    hasGap: hasGap({ free, highest }),
    choose: (payments, spend = []) => chooseNonces({ payments, free, highest, next, spend }),
  };
}

/** A transaction of a cancelled batch that may be signed yet. */
export interface UnburiedNonce extends Replaceable {
  readonly script: string;
  readonly nonce: bigint;
}

export async function unburiedNonces(
  tx: WriteTx,
  isFree: (script: string, nonce: bigint) => boolean,
): Promise<UnburiedNonce[]> {
  const settled = await requireNetwork(tx, NETWORK);
  const unburied = await listUnburied(tx, NETWORK, settled);
  return unburied.flatMap((each) =>
    each.coins.map(({ txid: script, output: nonce }) => ({
      ...each,
      script,
      nonce,
      free: isFree(script, nonce) ? [{ txid: script }] : [],
    })),
  );
}

/** Earlier attempts with these nonces of which the file was taken: nodes may have them. */
export async function takenWith(
  tx: WriteTx,
  script: string,
  nonces: readonly bigint[],
): Promise<CoinAttempt[]> {
  const found: CoinAttempt[] = [];
  for (const nonce of nonces) found.push(...(await listWithNonce(tx, NETWORK, { script, nonce })));
  return found.filter(({ fetched_at }) => fetched_at !== null);
}

/** Wei of an account at the settled block, less what open batches may pay with it. */
export async function availableWei(reader: Reader, script: string): Promise<bigint> {
  const settled = await requireNetwork(reader, NETWORK);
  const owing = await listOwing(reader, { network: NETWORK, script, settled });
  const most = new Map<bigint, bigint>();
  for (const { nonce, value, fee, kind } of owing) {
    const cost = fee + (kind === "cancel" ? 0n : (value ?? 0n) * WEI_PER_UNIT);
    const before = most.get(nonce ?? 0n) ?? 0n;
    most.set(nonce ?? 0n, cost > before ? cost : before);
  }
  const owed = [...most.values()].reduce((sum, cost) => sum + cost, 0n);
  return (await findBalance(reader, NETWORK, script)) - owed;
}
