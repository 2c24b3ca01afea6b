/** Shared by all acts on batches of coins: the locked batch, its newest attempts, and a new draft. */
import type { CoinPayoutStatus } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { findChainState } from "@wattle/db/chains";
import { listAttempts, type Unburied } from "@wattle/db/coin-attempts";
import { findCoinPayout, lockCoinPayouts } from "@wattle/db/coin-payouts";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import type { Operator } from "../../audit/record-act.ts";
import { FACTS } from "../../coins/coin-network.ts";
import { sealVenuePayment, type VenuePayment } from "../../coins/venue-payment.ts";
import { currentWallet, issueAddress, takeTreasuryPlace } from "../../coins/wallets.ts";
import type { ActServices } from "../approvals/act.ts";

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

/** Attempts of the newest file: they spend what all before them do. On Bitcoin it is one. */
export const newestOf = (attempts: readonly CoinAttempt[]): CoinAttempt[] => {
  const newest = attempts.at(-1)?.position;
  return attempts.filter(({ position }) => position === newest);
};

/** The same of a batch, which has one at least. */
export async function newestAttempts(
  reader: Reader,
  payoutId: string,
): Promise<[CoinAttempt, ...CoinAttempt[]]> {
  const [first, ...others] = newestOf(await listAttempts(reader, payoutId));
  if (first === undefined) throw new Error(`the batch ${payoutId} has no attempt`);
  return [first, ...others];
}

/** The kind of newest attempts as a whole. A batch of which all pay no one in the place of earlier ones is being cancelled. */
export const kindOf = (newest: readonly CoinAttempt[]): CoinAttempt["kind"] =>
  newest.find(({ kind }) => kind === "bump")?.kind ??
  newest.find(({ kind }) => kind === "pay")?.kind ??
  "cancel";

export const isCancelling = (newest: readonly CoinAttempt[]): boolean =>
  kindOf(newest) === "cancel" && newest.some(({ position }) => position > 0n);

/** A transaction of a batch that was cancelled after its file was taken. */
export interface Replaceable extends Unburied {
  /** Whether one of its coins, or its nonce, is free: one that spends it takes its place. */
  readonly isFree: boolean;
}

/** Script of the address that gets change and swept coins. @throws DomainError `state_conflict` without a treasury */
export async function treasuryScript(tx: WriteTx, services: ActServices, network: Network): Promise<string> {
  const wallet = await currentWallet(tx, network, "treasury");
  if (wallet === undefined) throw new DomainError("state_conflict");
  const { script } =
    FACTS[network].treasury === "first address"
      ? await takeTreasuryPlace(tx, services, wallet)
      : await issueAddress(tx, services, { wallet, branch: 1, userId: null });
  return script;
}

/** A new draft. */
export function newDraft(
  services: ActServices,
  operator: Operator,
  {
    to,
    ...draft
  }: Pick<CoinPayoutRow, "network" | "currency" | "what" | "change_script"> & {
    readonly to?: VenuePayment | undefined;
  },
): CoinPayoutRow {
  const id = services.ids.uuid();
  return {
    id,
    ...draft,
    status: "draft",
    to_venue: to === undefined ? null : sealVenuePayment(services, id, to),
    created_by: operator.id,
    created_at: BigInt(services.clock.now()),
    released_by: null,
    released_at: null,
    ended_at: null,
  };
}
