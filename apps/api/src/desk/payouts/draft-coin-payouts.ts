/** Shared by all acts on batches of coins: the locked batch, the coins that it may spend, and a new draft. */
import type { CoinPayoutStatus } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { findChainState } from "@wattle/db/chains";
import {
  listAttemptCoins,
  listAttempts,
  listFreeCoins,
  listUnburied,
  type OwnCoin,
  type Unburied,
} from "@wattle/db/coin-attempts";
import { findCoinPayout, lockCoinPayouts } from "@wattle/db/coin-payouts";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import type { Operator } from "../../audit/record-act.ts";
import { sealVenuePayment, type VenuePayment } from "../../coins/venue-payment.ts";
import { currentWallet, issueAddress } from "../../coins/wallets.ts";
import type { ActServices } from "../approvals/act.ts";
import { samePoint, spendableOf, type Spendable } from "./choose-coins.ts";

/** @throws DomainError `paused` if the network has paused itself */
export async function requireNetwork(reader: Reader, network: Network): Promise<bigint> {
  const state = await findChainState(reader, network);
  if (state === undefined || state.paused_because !== null) throw new DomainError("paused");
  return state.settled_height;
}

/** A batch, with all of its network locked. @throws DomainError `not_found`; `state_conflict` in another status */
export async function lockedCoinPayout(
  tx: WriteTx,
  id: string,
  ...statuses: readonly CoinPayoutStatus[]
): Promise<CoinPayoutRow> {
  const found = await findCoinPayout(tx, id);
  if (found === undefined) throw new DomainError("not_found");
  await lockCoinPayouts(tx, found.network);
  const payout = await findCoinPayout(tx, id);
  if (payout === undefined || !statuses.includes(payout.status)) throw new DomainError("state_conflict");
  return payout;
}

/** The attempt that counts: it spends the coins of all before it. */
export async function newestAttempt(reader: Reader, payoutId: string): Promise<CoinAttempt> {
  const attempt = (await listAttempts(reader, payoutId)).at(-1);
  if (attempt === undefined) throw new Error(`the batch ${payoutId} has no attempt`);
  return attempt;
}

/** Coins of an attempt, but for those that a deep reorganisation took out of the chain. */
export const remainingCoins = async (
  reader: Reader,
  network: Network,
  { id }: Pick<CoinAttempt, "id">,
): Promise<OwnCoin[]> =>
  (await listAttemptCoins(reader, network, id)).filter(({ made_height: height }) => height !== null);

/** A transaction of a batch that was cancelled after its file was taken. */
export interface Replaceable extends Unburied {
  /** Those of its coins that are free: one that spends one of them takes its place. */
  readonly free: readonly Spendable[];
}

interface FreeCoins {
  readonly coins: readonly Spendable[];
  readonly unburied: readonly Replaceable[];
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
    unburied: unburied.map((each) => ({
      ...each,
      free: free.filter((coin) => each.coins.some((one) => samePoint(one, coin))).map(spendableOf),
    })),
  };
}

/** Coins of which a batch spends one each, so that no file that was taken before pays the same withdrawals again. */
const replacedBy = (unburied: readonly Replaceable[], members: readonly Payment[]): Spendable[][] =>
  unburied
    .filter(({ pays, free }) => free.length > 0 && members.some(({ id }) => pays.has(id)))
    .map(({ free }) => [...free]);

/** The same; if none pays them, the oldest: the next batch takes its place in any case. */
export function replacesOrFirst(
  unburied: readonly Replaceable[],
  members: readonly Payment[],
): Spendable[][] {
  const replaced = replacedBy(unburied, members);
  const first = unburied.find(({ free }) => free.length > 0)?.payoutId;
  if (replaced.length > 0) return replaced;
  return unburied
    .filter((each) => each.payoutId === first && each.free.length > 0)
    .map(({ free }) => [...free]);
}

/** A new draft with an address for its change. @throws DomainError `state_conflict` without a treasury */
export async function newDraft(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  {
    network,
    currency,
    what,
    to,
  }: Pick<CoinPayoutRow, "network" | "currency" | "what"> & {
    readonly to?: VenuePayment | undefined;
  },
): Promise<CoinPayoutRow> {
  const wallet = await currentWallet(tx, network, "treasury");
  if (wallet === undefined) throw new DomainError("state_conflict");
  const change = await issueAddress(tx, services, { wallet, branch: 1, userId: null });
  const id = services.ids.uuid();
  return {
    id,
    network,
    currency,
    what,
    status: "draft",
    change_script: change.script,
    to_venue: to === undefined ? null : sealVenuePayment(services, id, to),
    created_by: operator.id,
    created_at: BigInt(services.clock.now()),
    released_by: null,
    released_at: null,
    ended_at: null,
  };
}
