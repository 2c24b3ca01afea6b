import { BITCOIN } from "../chains/bitcoin.ts";
import { createFollower } from "../chains/follow.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";

/** Confirmations at which a bitcoin block is settled. */
const BITCOIN_DEPTH = 3;
const LOOK_MILLISECONDS = 5000;
/** People wait for the play chain. */
const PLAY_MILLISECONDS = 1000;

type FollowServices = Pick<Services, "bitcoin" | "clock" | "config" | "database" | "ids" | "log">;

/**
 * Follows Bitcoin, if it is on, next to the requests: one of several processes does. The play chain's blocks are mined by the way.
 * @param timer waits between looks; tests pass their own
 * @returns what stops it, resolving once nothing runs any more
 */
export function startFollowing(services: FollowServices, timer?: StartTimer): () => Promise<void> {
  const { bitcoin, clock, config, database, ids, log } = services;
  if (bitcoin === undefined) return async () => undefined;
  const { chain, node, play } = bitcoin;
  const follower = createFollower({
    network: BITCOIN,
    chain,
    node,
    database,
    now: () => clock.now(),
    depth: BITCOIN_DEPTH,
    from: play === undefined ? "settled block" : "first block",
    hooks: {},
    follower: ids.uuid(),
  });
  let said = "ok";
  const look = async (): Promise<void> => {
    await play?.begin();
    if (config.PLAY_BLOCK_SECONDS > 0) await play?.mineIfDue(config.PLAY_BLOCK_SECONDS);
    const state = await follower.follow();
    if (state === undefined || state === said) return;
    log.warn({ network: BITCOIN, state }, "the state of a network's node is another one");
    said = state;
  };
  const every = play === undefined ? LOOK_MILLISECONDS : PLAY_MILLISECONDS;
  const stop = startSweep({ log }, look, "bitcoin could not be followed", timer, every);
  return async () => {
    await stop();
    // The turn ends by itself, too, if the database is away.
    await follower
      .stop()
      .catch((error: unknown) => log.warn({ err: error }, "the turn to follow was not given back"));
  };
}
