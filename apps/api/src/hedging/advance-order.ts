/** One step of an open order: sent, looked up, or left waiting. */
import { changeVenueOrder, lockHedgingPolicy } from "@wattle/db/hedging";
import type { HedgingPolicyRow, VenueOrderRow } from "@wattle/db/tables";
import type { SourcedRate } from "../prices/rate-source.ts";
import type { Services } from "../services.ts";
import { EXACT_DECIMALS, exactUnits } from "../venues/exact.ts";
import { VenueError, type Venue, type VenueOrder } from "../venues/venue.ts";
import { limitPrice } from "./decide.ts";
import {
  afterFailure,
  amountOf,
  asUnknown,
  growingPause,
  lockAsRead,
  LOOK_UP_MILLISECONDS,
  takeAnswer,
} from "./orders.ts";
import { guardedPrice } from "../prices/rate-service.ts";
import { exactRate, noPrice, pauseOf } from "./plan-order.ts";

export type HedgeServices = Pick<
  Services,
  "clock" | "config" | "database" | "ids" | "log" | "rates" | "switches"
>;

/** An order is not sent later than this after its row says so: another process may have the lease by then. */
const SENT_WITHIN_MILLISECONDS = 10_000n;
/** The venue lists an order that it took within this time. */
const LISTED_WITHIN_MILLISECONDS = 60_000n;
/** An order that could not be sent for so long is given up: its price is old. One by hand is not measured by the price again. */
const GIVEN_UP_MILLISECONDS = { policy: 300_000n, hand: 60_000n };
/** An order is looked up at least so often. */
const LOOKED_UP_EACH_MILLISECONDS = 60_000n;
/** Orders may be placed a little before our clock says so. */
const CLOCK_SLACK_MILLISECONDS = 60_000;

const timeNow = ({ clock }: HedgeServices): bigint => BigInt(clock.now());

/** Changes an order if it is as it was read. */
const change = (
  { database }: HedgeServices,
  read: VenueOrderRow,
  changes: Partial<VenueOrderRow>,
): Promise<void> =>
  database.write(async (tx) => {
    if ((await lockAsRead(tx, read)) !== undefined) await changeVenueOrder(tx, read.id, changes);
  });

const lookLater = (
  services: HedgeServices,
  order: VenueOrderRow,
  more: Partial<VenueOrderRow> = {},
): Promise<void> =>
  change(services, order, {
    ...more,
    lookups: order.lookups + 1n,
    next_at: timeNow(services) + growingPause(order.lookups, LOOKED_UP_EACH_MILLISECONDS),
  });

/** An order that can't be looked up for ten minutes is unknown, so that two people may resolve it. */
function lookAgain(services: HedgeServices, order: VenueOrderRow, reason: string): Promise<void> {
  const since = order.unknown_since ?? timeNow(services);
  const isLost = timeNow(services) >= since + LOOK_UP_MILLISECONDS;
  return lookLater(services, order, { unknown_since: since, ...(isLost && { status: "unknown", reason }) });
}

/** Writes down how an order stands, by what the venue has of it. @throws VenueError */
async function lookUp(services: HedgeServices, venue: Venue, order: VenueOrderRow): Promise<void> {
  const startedAt = order.sent_at ?? order.created_at;
  const since = Number(startedAt) - CLOCK_SLACK_MILLISECONDS;
  let found: VenueOrder | undefined;
  try {
    found = await venue.find(order.client_id, since);
  } catch (failed) {
    if (failed instanceof VenueError) await lookAgain(services, order, failed.message);
    throw failed;
  }
  if (found !== undefined) {
    const answer = found;
    return services.database.write((tx) => takeAnswer(tx, services, order, answer));
  }
  const now = timeNow(services);
  if (order.status !== "unknown" && now - (order.sent_at ?? 0n) > LISTED_WITHIN_MILLISECONDS)
    await change(services, order, asUnknown(order, now, "The venue took it and doesn’t list it."));
  else await lookLater(services, order);
}

const cancelled = (reason: string): Partial<VenueOrderRow> => ({ status: "cancelled", open: 0n, reason });

/**
 * Why a policy's order that waits is no longer wanted; null if it is.
 * @param rate the price now; undefined for an order that has not waited
 */
function outdatedBy(
  { side, amount, limit_price }: VenueOrderRow,
  policy: HedgingPolicyRow | undefined,
  rate: SourcedRate | undefined,
): string | null {
  if (policy?.mode !== "on") return "The policy is no longer on.";
  if (amount > policy.order_max) return "The policy’s largest order is smaller now.";
  if (rate === undefined) return null;
  const price = { bid: exactRate(rate.bid), ask: exactRate(rate.ask) };
  const [limit, worst] = [exactUnits(limit_price), limitPrice(side, price, policy, EXACT_DECIMALS)];
  return (side === "buy" ? limit > worst : limit < worst) ? "The price has moved away." : null;
}

/** Says in the row that an order is sent, before it is. @returns undefined if it is not to be sent any more */
const markSent = (
  { database }: HedgeServices,
  read: VenueOrderRow,
  sentAt: bigint,
  rate: SourcedRate | undefined,
) =>
  database.write(async (tx): Promise<VenueOrderRow | undefined> => {
    const policy = await lockHedgingPolicy(tx, read.currency);
    const row = await lockAsRead(tx, read);
    if (row?.status !== "planned" || row.open !== 1n) return undefined;
    // An order by hand may be one of two people, beyond the policy.
    const outdated = row.created_by === "policy" ? outdatedBy(row, policy, rate) : null;
    if (outdated !== null) {
      await changeVenueOrder(tx, row.id, cancelled(outdated));
      return undefined;
    }
    const sent = { status: "sent", sent_at: sentAt, tries: row.tries + 1n } as const;
    await changeVenueOrder(tx, row.id, sent);
    return { ...row, ...sent };
  });

/**
 * Sends an order that is written down, once: no crash sends it again.
 * @param rate the price now, by which a policy's order that has waited may be outdated
 * @throws VenueError
 */
export async function sendOrder(
  services: HedgeServices,
  venue: Venue,
  order: VenueOrderRow,
  rate?: SourcedRate,
): Promise<void> {
  const { currency, in_currency, tries } = order;
  try {
    // A venue that is away is seen here, before anything is sent.
    await venue.best(currency, in_currency);
  } catch (failed) {
    if (failed instanceof VenueError)
      await change(services, order, {
        reason: failed.message,
        tries: tries + 1n,
        next_at: timeNow(services) + growingPause(tries),
      });
    throw failed;
  }
  const sentAt = timeNow(services);
  const sent = await markSent(services, order, sentAt, rate);
  if (sent === undefined) return;
  try {
    if (timeNow(services) - sentAt > SENT_WITHIN_MILLISECONDS)
      throw new VenueError("unsent", "The server was too slow to send it.");
    const venue_id = await venue.place({
      clientId: order.client_id,
      side: order.side,
      currency,
      in: in_currency,
      amount: amountOf(order),
      limit: order.limit_price,
    });
    await change(services, sent, { venue_id, reason: null });
  } catch (failed) {
    if (failed instanceof VenueError)
      await change(services, sent, afterFailure(sent, failed, timeNow(services)));
    throw failed;
  }
  await lookUp(services, venue, sent);
}

/** Sends an order that waits, unless something stops it. */
async function sendIfAllowed(services: HedgeServices, venue: Venue, order: VenueOrderRow): Promise<void> {
  const { currency, in_currency, created_at, created_by, reason } = order;
  const now = timeNow(services);
  if (now - created_at > GIVEN_UP_MILLISECONDS[created_by === "policy" ? "policy" : "hand"])
    return change(services, order, cancelled(reason ?? "It could not be sent."));
  const pause = await pauseOf(services, venue, currency, in_currency);
  const rate = await guardedPrice(services, currency, in_currency);
  const stop = pause ?? (rate === undefined ? noPrice(currency) : null);
  if (stop === null) return sendOrder(services, venue, order, rate);
  return change(services, order, { reason: stop, next_at: now + growingPause(0n) });
}

/** One open order, one step further. @throws VenueError */
export async function advanceOrder(
  services: HedgeServices,
  venue: Venue,
  order: VenueOrderRow,
): Promise<void> {
  const now = timeNow(services);
  // The process that sent it has ended before the answer.
  if (order.status === "sent" && order.venue_id === null)
    return change(services, order, asUnknown(order, now, "No answer came."));
  if (order.next_at > now) return;
  if (order.status === "planned") return sendIfAllowed(services, venue, order);
  if (order.status === "unknown" && now >= (order.unknown_since ?? 0n) + LOOK_UP_MILLISECONDS) return;
  await lookUp(services, venue, order);
}
