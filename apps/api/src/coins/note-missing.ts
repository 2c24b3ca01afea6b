import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { Network } from "@wattle/contracts/networks";
import { newestChainBlock } from "@wattle/db/chains";
import { listWaiting, noteMissing, type FollowedArrival } from "@wattle/db/coin-arrivals";
import type { Services } from "../services.ts";
import { FACTS } from "./coin-network.ts";

/** Nodes forget transactions after two weeks; a month later no one waits for them any more. */
const LOOKED_FOR_MILLISECONDS = 45 * DAY_MILLISECONDS;

/** Changes of an arrival that no block has, by whether it still waits for one. */
function changesOf(
  { status, missing_since }: FollowedArrival,
  isWaiting: boolean,
  tip: bigint,
  depth: number,
) {
  if (isWaiting)
    return missing_since === null ? undefined : ({ missing_since: null, status: "seen" } as const);
  if (missing_since === null) return { missing_since: tip };
  return status === "seen" && tip >= missing_since + BigInt(depth)
    ? ({ missing_since, status: "dropped" } as const)
    : undefined;
}

/**
 * Arrivals are dropped if they have been missing for as many blocks as settle one: another transaction has spent their coins. The
 * books do not depend on it: a dropped one that a block has after all is booked like the rest.
 */
export async function noteMissingArrivals(
  services: Pick<Services, "clock" | "config" | "database">,
  network: Network,
  mempool: ReadonlySet<string>,
): Promise<void> {
  const { clock, database } = services;
  const since = BigInt(clock.now() - LOOKED_FOR_MILLISECONDS);
  const waiting = await listWaiting(database.read, network, since);
  if (waiting.length === 0) return;
  const tip = (await newestChainBlock(database.read, network))?.height ?? 0n;
  for (const row of waiting) {
    const changes = changesOf(row, mempool.has(row.txid), tip, FACTS[network].settledDepth(services));
    if (changes !== undefined) await database.write((tx) => noteMissing(tx, row.id, changes));
  }
}
