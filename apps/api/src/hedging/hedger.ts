/** Trades at the venue what customers' trades leave open. One of several processes does, a step at a time. */
import {
  changeVenueOrder,
  changeVenueState,
  findVenueState,
  leaseVenue,
  listHedgingPolicies,
  listOpenVenueOrders,
  lockVenueOrder,
} from "@wattle/db/hedging";
import { listPositions } from "@wattle/db/position";
import type { HedgingPolicyRow, VenueOrderRow, VenueStateRow } from "@wattle/db/tables";
import type { Services } from "../services.ts";
import { VenueError, type Venue, type VenueOrder } from "../venues/venue.ts";
import { compareBalances, COMPARE_MILLISECONDS } from "./compare-balances.ts";
import {
  afterFailure,
  amountOf,
  asUnknown,
  growingPause,
  LOOK_UP_MILLISECONDS,
  takeAnswer,
} from "./orders.ts";
import { guardedPrice, noPrice, pauseOf, planFor, positionOf } from "./plan-order.ts";

const LEASE_MILLISECONDS = 30_000n;
/** An order is not sent later than this after its row says so: another process may have the lease by then. */
const SENT_WITHIN_MILLISECONDS = 10_000n;
/** The venue lists an order that it took within this time. */
const LISTED_WITHIN_MILLISECONDS = 60_000n;
/** An order that could not be sent for so long is given up: its price is old. */
const GIVEN_UP_MILLISECONDS = 300_000n;
/** Orders may be placed a little before our clock says so. */
const CLOCK_SLACK_MILLISECONDS = 60_000;

export type HedgeServices = Pick<
  Services,
  "clock" | "config" | "database" | "ids" | "log" | "rates" | "switches"
>;

export interface Hedger {
  /** Does one round. @returns false if another process trades */
  readonly step: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

export function createHedger(services: HedgeServices, venue: Venue): Hedger {
  const { database, clock, ids, log } = services;
  const holder = ids.uuid();
  const now = (): bigint => BigInt(clock.now());
  const change = (id: string, changes: Partial<VenueOrderRow>) =>
    database.write((tx) => changeVenueOrder(tx, id, changes));

  /** Keeps what is wrong with the venue's answers; `failed` is undefined after a good one. */
  async function note(state: VenueStateRow, failed: VenueError | undefined): Promise<void> {
    const failure = failed?.message ?? null;
    if (failure === state.failure) return;
    if (failed !== undefined) log.warn({ err: failed, venue: venue.name }, "the venue failed");
    const failed_at = failed === undefined ? null : (state.failed_at ?? now());
    await database.write((tx) => changeVenueState(tx, venue.name, { failure, failed_at }));
  }

  /** Writes down how an order stands, by what the venue has of it. */
  async function lookUp(order: VenueOrderRow): Promise<void> {
    const since = Number(order.sent_at ?? order.created_at) - CLOCK_SLACK_MILLISECONDS;
    let found: VenueOrder | undefined;
    try {
      found = await venue.find(order.client_id, since);
    } catch (failed) {
      if (failed instanceof VenueError) await later(order);
      throw failed;
    }
    if (found !== undefined) return database.write((tx) => takeAnswer(tx, services, order.id, found));
    const isMissing = order.status === "sent" && now() - (order.sent_at ?? 0n) > LISTED_WITHIN_MILLISECONDS;
    if (isMissing) await change(order.id, asUnknown(order, now(), "The venue took it and doesn’t list it."));
    else await later(order);
  }

  const later = (order: VenueOrderRow) =>
    change(order.id, { lookups: order.lookups + 1n, next_at: now() + growingPause(order.lookups) });

  /** Sends an order that is written down. The row says so first, so that no crash sends it twice. */
  async function send(order: VenueOrderRow): Promise<void> {
    try {
      // A venue that is away is seen here, before anything is sent.
      await venue.best(order.currency, order.in_currency);
    } catch (failed) {
      if (failed instanceof VenueError)
        await change(order.id, { reason: failed.message, next_at: now() + growingPause(order.tries) });
      throw failed;
    }
    const sentAt = now();
    const sending = await database.write(async (tx) => {
      const row = await lockVenueOrder(tx, order.id);
      if (row?.status !== "planned" || row.open !== 1n) return undefined;
      const sent = { status: "sent", sent_at: sentAt, tries: row.tries + 1n } as const;
      await changeVenueOrder(tx, order.id, sent);
      return { ...row, ...sent };
    });
    if (sending === undefined) return;
    try {
      if (now() - sentAt > SENT_WITHIN_MILLISECONDS)
        throw new VenueError("unsent", "The server was too slow to send it.");
      const venue_id = await venue.place({
        clientId: order.client_id,
        side: order.side,
        currency: order.currency,
        in: order.in_currency,
        amount: amountOf(order),
        limit: order.limit_price,
      });
      await change(order.id, { venue_id, reason: null });
    } catch (failed) {
      if (!(failed instanceof VenueError)) throw failed;
      await change(order.id, afterFailure(sending, failed, now()));
      throw failed;
    }
    await lookUp(sending);
  }

  /** Sends an order that waits, unless something stops it. */
  async function sendIfAllowed(order: VenueOrderRow): Promise<void> {
    if (now() - order.created_at > GIVEN_UP_MILLISECONDS)
      return change(order.id, {
        status: "cancelled",
        open: 0n,
        reason: order.reason ?? "It could not be sent.",
      });
    const stop =
      (await pauseOf(services, venue, order.currency, order.in_currency)) ??
      ((await guardedPrice(services, order.currency, order.in_currency)) === undefined
        ? noPrice(order.currency)
        : null);
    if (stop === null) await send(order);
    else await change(order.id, { reason: stop, next_at: now() + growingPause(0n) });
  }

  /** One open order, one step further. */
  async function advance(order: VenueOrderRow): Promise<void> {
    const due = order.next_at <= now();
    switch (order.status) {
      case "planned":
        if (due) await sendIfAllowed(order);
        return;
      case "sent":
        // The process that sent it has ended before the answer.
        if (order.venue_id === null) await change(order.id, asUnknown(order, now(), "No answer came."));
        else if (due) await lookUp(order);
        return;
      case "partly_filled":
        if (due) await lookUp(order);
        return;
      case "unknown":
        if (due && now() < (order.unknown_since ?? 0n) + LOOK_UP_MILLISECONDS) await lookUp(order);
        return;
      default:
    }
  }

  /** @returns the venue's failures: what fails for one coin does not keep others waiting */
  async function round(): Promise<VenueError[]> {
    const failures: VenueError[] = [];
    const attempt = async (work: Promise<void>): Promise<void> => {
      try {
        await work;
      } catch (failed) {
        if (!(failed instanceof VenueError)) throw failed;
        failures.push(failed);
      }
    };
    for (const order of await listOpenVenueOrders(database.read)) await attempt(advance(order));
    const policies = (await listHedgingPolicies(database.read)).filter(({ mode }) => mode !== "off");
    const positions = policies.length === 0 ? [] : await listPositions(database.read);
    for (const policy of policies) {
      const position = positions.find(({ currency }) => currency === policy.currency);
      if (position !== undefined) await attempt(follow(policy, positionOf(position)));
    }
    return failures;
  }

  async function follow(policy: HedgingPolicyRow, position: bigint): Promise<void> {
    const planned = await planFor(services, venue, policy, position);
    if (planned !== undefined) await send(planned);
  }

  const lease = (until: bigint) =>
    database.write((tx) => leaseVenue(tx, { venue: venue.name, holder, now: now(), until }));

  /** Holds the lease, and writes it again only when half of it is over. */
  async function held(): Promise<VenueStateRow | undefined> {
    const state = await findVenueState(database.read, venue.name);
    const isOurs = state?.holder === holder && state.leased_until > now() + LEASE_MILLISECONDS / 2n;
    return isOurs ? state : lease(now() + LEASE_MILLISECONDS);
  }

  return {
    async step() {
      const state = await held();
      if (state === undefined) return false;
      const failures = await round();
      try {
        if (now() - (state.checked_at ?? 0n) >= COMPARE_MILLISECONDS) await compareBalances(services, venue);
      } catch (failed) {
        if (!(failed instanceof VenueError)) throw failed;
        failures.push(failed);
      }
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
