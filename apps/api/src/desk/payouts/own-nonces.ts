/** Nonces of our accounts that a batch may use, and the coins with which it pays. */
import { MOST_COIN_PAYMENTS } from "@wattle/contracts/coin-payouts";
import { DomainError } from "@wattle/contracts/errors";
import { findBalance } from "@wattle/db/chain-balances";
import { findChainState } from "@wattle/db/chains";
import { listUnburied, type Unburied } from "@wattle/db/coin-attempts";
import { highestNonce, listNonces, listOwing, listWithNonce, nextUnspent } from "@wattle/db/coin-nonces";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { CoinAttempt } from "@wattle/db/tables";
import { WEI_PER_UNIT } from "@wattle/ethereum/wei";
import { ETHEREUM } from "../../chains/ethereum.ts";
import { chooseNonces, hasGap, type ChosenNonces } from "./choose-nonces.ts";
import { requireNetwork, type Replaceable } from "./draft-coin-payouts.ts";
import { ratesAbove, type GasRates } from "./gas-rates.ts";

/** A transaction of a cancelled batch that may be signed yet. */
interface UnburiedNonce extends Replaceable {
  readonly sender: string;
  readonly nonce: bigint;
}

const paysSame = (a: Unburied, b: Unburied): boolean =>
  a.isVenue === b.isVenue && a.pays.symmetricDifference(b.pays).size === 0;

/**
 * A nonce is free for what all files with it pay, and for nothing else: the signer has one that pays another, or no one, in its memory.
 */
async function unburiedNonces(
  tx: WriteTx,
  settled: bigint,
  { script, free }: { readonly script: string; readonly free: readonly bigint[] },
): Promise<UnburiedNonce[]> {
  const all = (await listUnburied(tx, ETHEREUM, settled)).flatMap((each) =>
    each.coins.map(({ txid: sender, output: nonce }) => ({ ...each, sender, nonce })),
  );
  return all.map((each) => {
    const others = all.filter(({ sender, nonce }) => sender === each.sender && nonce === each.nonce);
    const isFree = each.sender === script && free.includes(each.nonce);
    return { ...each, isFree: isFree && others.every((other) => paysSame(each, other)) };
  });
}

/** Numbers that no one has claimed, from one up to another: so many at most as a batch has payments. */
function unclaimed(claimed: readonly bigint[], from: bigint, until: bigint): bigint[] {
  const known = new Set(claimed);
  const holes: bigint[] = [];
  for (let nonce = from; nonce < until && holes.length < MOST_COIN_PAYMENTS; nonce++)
    if (!known.has(nonce)) holes.push(nonce);
  return holes;
}

/** The nonces of one account. */
export interface OwnNonces {
  /** Those that no open batch owns and the chain has not spent, below the highest that was ever claimed, lowest first. */
  readonly free: readonly bigint[];
  /** Whether nonces must be spent though nothing is paid. */
  readonly mustSpend: boolean;
  readonly hasGap: boolean;
  /** Transactions of cancelled batches that may be signed yet, of any account. */
  readonly unburied: readonly UnburiedNonce[];
  /** @param payments each with the nonce that it must have, if it must have one */
  readonly choose: <P extends { readonly nonce: bigint | undefined }>(
    payments: readonly P[],
  ) => ChosenNonces<P>;
}

/**
 * @param atNode the account's next nonce at a node; undefined if only claimed nonces are asked for
 * @param own nonces of a draft, which it may use again
 */
export async function noncesOf(
  tx: WriteTx,
  script: string,
  atNode: bigint | undefined,
  own: readonly Pick<CoinAttempt, "sender" | "nonce">[] = [],
): Promise<OwnNonces> {
  const settled = await requireNetwork(tx, ETHEREUM);
  const all = await listNonces(tx, { network: ETHEREUM, script, settled });
  const isOwn = (nonce: bigint): boolean =>
    own.some((each) => each.sender === script && each.nonce === nonce);
  const claimed = ((await highestNonce(tx, ETHEREUM, script)) ?? -1n) + 1n;
  const unspent = await nextUnspent(tx, { network: ETHEREUM, script, settled });
  const lowest = atNode !== undefined && atNode > unspent ? atNode : unspent;
  // A node may have told a wrong first one: blocks take none of ours before those below it.
  const holes =
    atNode === undefined
      ? []
      : unclaimed(
          all.map(({ nonce }) => nonce),
          lowest,
          claimed,
        );
  const free = [
    ...all
      .filter(({ nonce, owned }) => nonce >= lowest && (!owned || isOwn(nonce)))
      .map(({ nonce }) => nonce),
    ...holes,
  ].toSorted((a, b) => (a < b ? -1 : 1));
  const highest = all.findLast(({ nonce, owned }) => owned && !isOwn(nonce))?.nonce;
  const next = claimed > lowest ? claimed : lowest;
  const unburied = await unburiedNonces(tx, settled, { script, free });
  const taken = free.filter((nonce) =>
    unburied.some((each) => each.sender === script && each.nonce === nonce),
  );
  const isGap = hasGap({ free, highest });
  return {
    free,
    unburied,
    hasGap: isGap,
    mustSpend: isGap || taken.length > 0,
    choose: (payments) => chooseNonces({ payments, free, highest, next, taken }),
  };
}

/** Earlier attempts with a nonce of which the file was taken: nodes may have them. */
const takenWith = async (tx: WriteTx, script: string, nonce: bigint): Promise<CoinAttempt[]> =>
  (await listWithNonce(tx, ETHEREUM, { script, nonce })).filter(({ fetched_at }) => fetched_at !== null);

/** Rates for nonces of an account: each is above what earlier files with it may have. */
export async function ratesOfNonces(
  tx: WriteTx,
  script: string,
  nonces: readonly bigint[],
  wanted: GasRates,
): Promise<(nonce: bigint) => GasRates> {
  const rates = new Map<bigint, GasRates>();
  for (const nonce of nonces) rates.set(nonce, ratesAbove(await takenWith(tx, script, nonce), wanted));
  return (nonce) => rates.get(nonce) ?? wanted;
}

/**
 * Height of the settled block, with the balances of that block. A chain that catches up has settled blocks whose balances are not read yet:
 * coins that have left would be counted.
 * @throws DomainError `paused`; `service_unavailable`
 */
export async function requireBalances(reader: Reader): Promise<bigint> {
  const settled = await requireNetwork(reader, ETHEREUM);
  const state = await findChainState(reader, ETHEREUM);
  if (state?.balances_height !== settled) throw new DomainError("service_unavailable");
  return settled;
}

/** Wei of an account at the settled block, less what open batches may pay with it. @throws DomainError as `requireBalances` */
export async function availableWei(reader: Reader, script: string): Promise<bigint> {
  const settled = await requireBalances(reader);
  const owing = await listOwing(reader, { network: ETHEREUM, script, settled });
  const most = new Map<bigint, bigint>();
  for (const { nonce, value, fee, kind } of owing) {
    const cost = fee + (kind === "cancel" ? 0n : value * WEI_PER_UNIT);
    const before = most.get(nonce) ?? 0n;
    most.set(nonce, cost > before ? cost : before);
  }
  const owed = [...most.values()].reduce((sum, cost) => sum + cost, 0n);
  return (await findBalance(reader, ETHEREUM, script)) - owed;
}
