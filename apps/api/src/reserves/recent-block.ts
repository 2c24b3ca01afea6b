/** The newest settled block of a network, if it is seen as it is now. */
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { ownMessage } from "@wattle/contracts/own-messages";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { chainBlocksBetween, findChainState } from "@wattle/db/chains";
import type { Reader } from "@wattle/db/database";
import { heightOf } from "../chains/followed.ts";
import { isoTime } from "../clock.ts";
import { FACTS } from "../coins/coin-network.ts";
import type { Services } from "../services.ts";

export type LookServices = Pick<Services, "clock">;

/** A look at the chain, as a proof of reserves publishes it. */
type ReserveCheck = ReservesDocument["checks"][number];

/** A look at the newest settled block; undefined if the network is paused, its nodes are not ok, or the block is old. */
export async function lookAt(
  { clock }: LookServices,
  reader: Reader,
  network: Network,
): Promise<ReserveCheck | undefined> {
  const state = await findChainState(reader, network);
  if (state?.state !== "ok" || state.paused_because !== null) return undefined;
  const { holds, recentSeconds } = FACTS[network];
  const height = holds === "balances" ? state.balances_height : state.settled_height;
  const [block] = await chainBlocksBetween(reader, network, height, height);
  const now = BigInt(clock.now());
  if (block === undefined || (block.time + BigInt(recentSeconds)) * 1000n < now) return undefined;
  return { network, height: heightOf(height), checked_at: isoTime(now) };
}

/** @throws DomainError `state_conflict` that names the network, if it is not seen as it is now */
export async function requireLook(
  services: LookServices,
  reader: Reader,
  network: Network,
): Promise<ReserveCheck> {
  const look = await lookAt(services, reader, network);
  if (look === undefined)
    throw new DomainError("state_conflict", { message: ownMessage.networkUnseen(network) });
  return look;
}
