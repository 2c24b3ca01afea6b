import { BITCOIN, type Bitcoin } from "../chains/bitcoin.ts";
import { createBitcoinSource } from "../chains/bitcoin-source.ts";
import { createFollower, type Follower } from "../chains/follow.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { chainHooks } from "./chain-hooks.ts";
import { FACTS } from "./coin-network.ts";
import { sendAttempts } from "./send-attempts.ts";
import { creditArrivals, type CreditServices } from "./credit-arrivals.ts";
import { startSweep } from "../transactions/start-sweep.ts";

const LOOK_MILLISECONDS = 5000;
/** People wait for the play chain. */
const PLAY_MILLISECONDS = 1000;
/** Payments are sent again so often until a block settles them. */
const SEND_MILLISECONDS = 60_000;

type FollowServices = CreditServices & Pick<Services, "bitcoin" | "ids" | "log">;

const lookPeriod = ({ play }: Bitcoin): number =>
  play === undefined ? LOOK_MILLISECONDS : PLAY_MILLISECONDS;

/** The follower of Bitcoin with all that coins do with its blocks; undefined if it is off. */
export function bitcoinFollower(services: FollowServices): Follower | undefined {
  const { bitcoin, clock, database, ids } = services;
  if (bitcoin === undefined) return undefined;
  return createFollower({
    network: BITCOIN,
    source: createBitcoinSource({
      network: BITCOIN,
      chain: bitcoin.chain,
      node: bitcoin.node,
      database,
      now: () => clock.now(),
      depth: FACTS[BITCOIN].settledDepth(services),
    }),
    database,
    now: () => clock.now(),
    from: bitcoin.play === undefined ? "settled block" : "first block",
    hooks: chainHooks(services, BITCOIN),
    every: lookPeriod(bitcoin),
    follower: ids.uuid(),
  });
}

/**
 * Follows Bitcoin, if it is on, next to the requests: one of several processes does. The play chain's blocks are mined by the way.
 * @param timer waits between looks; tests pass their own
 * @returns what stops it, resolving once nothing runs any more
 */
export function startFollowing(services: FollowServices, timer?: StartTimer): () => Promise<void> {
  const { bitcoin, clock, config, log } = services;
  const follower = bitcoinFollower(services);
  if (bitcoin === undefined || follower === undefined) return async () => undefined;
  const { play } = bitcoin;
  let said = "ok";
  let sentAt = 0;
  const look = async (): Promise<void> => {
    await play?.begin();
    if (config.PLAY_BLOCK_SECONDS > 0) await play?.mineIfDue(config.PLAY_BLOCK_SECONDS);
    const state = await follower.follow();
    if (state !== undefined) await creditArrivals(services);
    if (state === "ok" && clock.now() >= sentAt + SEND_MILLISECONDS) {
      sentAt = clock.now();
      await sendAttempts(services, BITCOIN);
    }
    if (state === undefined || state === said) return;
    log.warn({ network: BITCOIN, state }, "the state of a network's node is another one");
    said = state;
  };
  const stop = startSweep({ log }, look, "bitcoin could not be followed", timer, lookPeriod(bitcoin));
  return async () => {
    await stop();
    // The turn ends by itself, too, if the database is away.
    await follower
      .stop()
      .catch((error: unknown) => log.warn({ err: error }, "the turn to follow was not given back"));
  };
}
