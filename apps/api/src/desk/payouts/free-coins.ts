/** Coins that a batch may spend, and those of which it spends one so that no earlier file can pay the same. */
import { requireNetwork, type Replaceable } from "./draft-coin-payouts.ts";
import type { Network } from "@wattle/contracts/networks";
import { listAttemptCoins, listFreeCoins, listUnburied, type OwnCoin } from "@wattle/db/coin-attempts";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { samePoint, spendableOf, type Spendable } from "./choose-coins.ts";

interface ReplaceableCoins extends Replaceable {
  /** Those of its coins that are free: one that spends one of them takes its place. */
  readonly free: readonly Spendable[];
}

/** Coins of an attempt, but for those that a deep reorganisation took out of the chain. */
export const remainingCoins = async (
  reader: Reader,
  network: Network,
  { id }: Pick<CoinAttempt, "id">,
): Promise<OwnCoin[]> =>
  (await listAttemptCoins(reader, network, id)).filter(({ made_height: height }) => height !== null);

interface FreeCoins {
  readonly coins: readonly Spendable[];
  readonly unburied: readonly ReplaceableCoins[];
}

/** Coins that a batch may spend, its own among them. */
export async function freeCoins(
  tx: WriteTx,
  { network, currency }: Pick<CoinPayoutRow, "network" | "currency">,
  own?: CoinAttempt,
): Promise<FreeCoins> {
  const settled = await requireNetwork(tx, network);
  const free = [
    ...(await listFreeCoins(tx, { network, currency, settled })),
    ...(own === undefined ? [] : await remainingCoins(tx, network, own)),
  ];
  const unburied = await listUnburied(tx, network, settled);
  return {
    coins: free.map(spendableOf),
    unburied: unburied.map((each) => {
      const own = free.filter((coin) => each.coins.some((one) => samePoint(one, coin)));
      return { ...each, free: own.map(spendableOf), isFree: own.length > 0 };
    }),
  };
}

/** Coins of which a batch spends one each, so that no file that was taken before pays the same withdrawals again. */
const replacedBy = (unburied: readonly ReplaceableCoins[], members: readonly Payment[]): Spendable[][] =>
  unburied
    .filter(({ pays, isFree }) => isFree && members.some(({ id }) => pays.has(id)))
    .map(({ free }) => [...free]);

/** The same; if none pays them, the oldest: the next batch takes its place in any case. */
export function replacesOrFirst(
  unburied: readonly ReplaceableCoins[],
  members: readonly Payment[],
): Spendable[][] {
  const replaced = replacedBy(unburied, members);
  const first = unburied.find(({ isFree }) => isFree)?.payoutId;
  if (replaced.length > 0) return replaced;
  return unburied.filter((each) => each.payoutId === first && each.isFree).map(({ free }) => [...free]);
}
