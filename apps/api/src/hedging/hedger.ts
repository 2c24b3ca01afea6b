/** Trades at the venue what customers' trades leave open. One of several processes does, a step at a time. */
import {
  changeVenueState,
  findVenueState,
  leaseVenue,
  listHedgingPolicies,
  listOpenVenueOrders,
} from "@wattle/db/hedging";
import { listPositions } from "@wattle/db/position";
import type { VenueStateRow } from "@wattle/db/tables";
import { VenueError, type Venue } from "../venues/venue.ts";
import { advanceOrder, sendOrder, type HedgeServices } from "./advance-order.ts";
import { compareBalances, COMPARE_MILLISECONDS } from "./compare-balances.ts";
import { planFor, positionOf } from "./plan-order.ts";

const LEASE_MILLISECONDS = 30_000n;
/** A comparison that failed is tried again after this time. */
const COMPARE_AGAIN_MILLISECONDS = 30_000n;

export interface Hedger {
  /** Does one round. @returns false if another process trades */
  readonly step: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/**
 * Runs works one after the other, while it is our turn.
 * @returns the venue's failures: what fails for one coin does not keep others waiting
 */
async function attemptEach(
  works: Iterable<() => Promise<void>>,
  isOurTurn: () => Promise<boolean>,
): Promise<VenueError[]> {
  const failures: VenueError[] = [];
  for (const work of works)
    try {
      if (!(await isOurTurn())) break;
      await work();
    } catch (failed) {
      if (!(failed instanceof VenueError)) throw failed;
      failures.push(failed);
    }
  return failures;
}

/** Open orders first, then each policy by the positions after them. */
async function tradeOnce(
  services: HedgeServices,
  venue: Venue,
  isOurTurn: () => Promise<boolean>,
): Promise<VenueError[]> {
  const { read } = services.database;
  const orders = await listOpenVenueOrders(read);
  const steps = orders.map((order) => () => advanceOrder(services, venue, order));
  const failures = await attemptEach(steps, isOurTurn);
  const policies = (await listHedgingPolicies(read)).filter(({ mode }) => mode !== "off");
  const positions = policies.length === 0 ? [] : await listPositions(read);
  const follows = policies.map((policy) => async () => {
    const position = positions.find(({ currency }) => currency === policy.currency);
    const planned = position && (await planFor(services, venue, policy, positionOf(position)));
    if (planned !== undefined) await sendOrder(services, venue, planned);
  });
  return [...failures, ...(await attemptEach(follows, isOurTurn))];
}

export function createHedger(services: HedgeServices, venue: Venue): Hedger {
  const { database, clock, ids, log } = services;
  const holder = ids.uuid();
  const now = (): bigint => BigInt(clock.now());

  /** Keeps what is wrong with the venue's answers; `failed` is undefined if nothing is. */
  async function note(state: VenueStateRow, failed: VenueError | undefined): Promise<void> {
    const failure = failed?.message ?? null;
    if (failure === state.failure) return;
    if (failed !== undefined) log.warn({ err: failed, venue: venue.name }, "the venue failed");
    const failed_at = failed === undefined ? null : (state.failed_at ?? now());
    await database.write((tx) => changeVenueState(tx, venue.name, { failure, failed_at }));
  }

  const lease = (until: bigint) =>
    database.write((tx) => leaseVenue(tx, { venue: venue.name, holder, now: now(), until }));

  /** Holds the lease, and writes it again only when half of it is over. */
  async function held(): Promise<VenueStateRow | undefined> {
    const state = await findVenueState(database.read, venue.name);
    const isOurs = state?.holder === holder && state.leased_until > now() + LEASE_MILLISECONDS / 2n;
    return isOurs ? state : lease(now() + LEASE_MILLISECONDS);
  }

  const isOurTurn = async (): Promise<boolean> => (await held()) !== undefined;
  /** One that failed, which stays stated until the next. */
  let comparison: { readonly failed: readonly VenueError[]; readonly tried: bigint } = {
    failed: [],
    tried: 0n,
  };

  return {
    async step() {
      const state = await held();
      if (state === undefined) return false;
      const failures = await tradeOnce(services, venue, isOurTurn);
      const isDue =
        now() - (state.checked_at ?? 0n) >= COMPARE_MILLISECONDS &&
        now() - comparison.tried >= COMPARE_AGAIN_MILLISECONDS;
      if (isDue) {
        const failed = await attemptEach([() => compareBalances(services, venue)], isOurTurn);
        comparison = { failed, tried: failed.length > 0 ? now() : 0n };
      }
      failures.push(...comparison.failed);
      // One refused order is its own matter.
      await note(
        state,
        failures.find(({ kind }) => kind !== "refused"),
      );
      return true;
    },
    stop: async () => void (await lease(0n)),
  };
}
