import { NETWORKS, type Network } from "@wattle/contracts/networks";
import { ChainNodeError } from "../chains/chain-node.ts";
import { createFollower, type Follower } from "../chains/follow.ts";
import type { Networks } from "../chains/networks.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { chainHooks } from "./chain-hooks.ts";
import { creditArrivals, type CreditServices } from "./credit-arrivals.ts";
import { noteTokens } from "./note-tokens.ts";
import { sendAttempts } from "./send-attempts.ts";

const LOOK_MILLISECONDS = 5000;
/** People wait for the play chain. */
const PLAY_MILLISECONDS = 1000;
/** Payments are sent again so often until a block settles them. */
const SEND_MILLISECONDS = 60_000;

type FollowServices = CreditServices & Pick<Services, "config" | "ids" | "log" | "networks">;

const lookPeriod = ({ play }: Pick<NonNullable<Networks[Network]>, "play">): number =>
  play === undefined ? LOOK_MILLISECONDS : PLAY_MILLISECONDS;

/** The follower of a network with all that coins do with its blocks; undefined if the network is off. */
export function networkFollower(services: FollowServices, network: Network): Follower | undefined {
  const { clock, database, ids } = services;
  const open = services.networks[network];
  if (open === undefined) return undefined;
  return createFollower({
    network,
    source: open.source(),
    database,
    now: () => clock.now(),
    from: open.play === undefined ? "settled block" : "first block",
    hooks: chainHooks(services, network),
    every: lookPeriod(open),
    follower: ids.uuid(),
  });
}

/**
 * Follows a network, if it is on, next to the requests: one of several processes does. The play chain's blocks are mined by the way.
 * @param timer waits between looks; tests pass their own
 * @returns what stops it, resolving once nothing runs any more
 */
export function followNetwork(
  services: FollowServices,
  network: Network,
  timer?: StartTimer,
): () => Promise<void> {
  const { clock, config, log } = services;
  const [open, follower] = [services.networks[network], networkFollower(services, network)];
  if (open === undefined || follower === undefined) return async () => undefined;
  const { play } = open;
  let said = "ok";
  let sentAt = 0;
  let noTokens = "";
  const lookForTokens = async (): Promise<void> => {
    try {
      await noteTokens(services, network);
      noTokens = "";
    } catch (error) {
      if (!(error instanceof ChainNodeError)) throw error;
      if (error.message !== noTokens)
        log.warn({ network, reason: error.message }, "the node does not tell about tokens");
      noTokens = error.message;
    }
  };
  const look = async (): Promise<void> => {
    await play?.begin();
    if (config.PLAY_BLOCK_SECONDS > 0) await play?.mineIfDue(config.PLAY_BLOCK_SECONDS);
    const state = await follower.follow();
    if (state !== undefined) await creditArrivals(services, network);
    if (state === "ok") await lookForTokens();
    if (state === "ok" && clock.now() >= sentAt + SEND_MILLISECONDS) {
      sentAt = clock.now();
      await sendAttempts(services, network);
    }
    if (state === undefined) return;
    const reason = follower.trouble();
    const says = reason === undefined ? state : `${state}: ${reason}`;
    if (says === said) return;
    log.warn({ network, state, reason }, "the state of a network's node is another one");
    said = says;
  };
  const stop = startSweep({ log }, look, `${network} could not be followed`, timer, lookPeriod(open));
  return async () => {
    await stop();
    // The turn ends by itself, too, if the database is away.
    await follower
      .stop()
      .catch((error: unknown) => log.warn({ err: error }, "the turn to follow was not given back"));
  };
}

/** Follows all networks that are on. @returns what stops it */
export function startFollowing(services: FollowServices): () => Promise<void> {
  const stops = NETWORKS.map((network) => followNetwork(services, network));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
