/** One step of an open order: sent, looked up, or left waiting. */
import { changeVenueOrder, lockVenueOrder } from "@wattle/db/hedging";
import type { VenueOrderRow } from "@wattle/db/tables";
import type { Services } from "../services.ts";
import { VenueError, type Venue, type VenueOrder } from "../venues/venue.ts";
import {
  afterFailure,
  amountOf,
  asUnknown,
  growingPause,
  LOOK_UP_MILLISECONDS,
  takeAnswer,
} from "./orders.ts";
import { guardedPrice, noPrice, pauseOf } from "./plan-order.ts";

export type HedgeServices = Pick<
  Services,
  "clock" | "config" | "database" | "ids" | "log" | "rates" | "switches"
>;

/** An order is not sent later than this after its row says so: another process may have the lease by then. */
const SENT_WITHIN_MILLISECONDS = 10_000n;
/** The venue lists an order that it took within this time. */
const LISTED_WITHIN_MILLISECONDS = 60_000n;
/** An order that could not be sent for so long is given up: its price is old. */
const GIVEN_UP_MILLISECONDS = 300_000n;
/** Orders may be placed a little before our clock says so. */
const CLOCK_SLACK_MILLISECONDS = 60_000;

const timeNow = ({ clock }: HedgeServices): bigint => BigInt(clock.now());

const change = ({ database }: HedgeServices, id: string, changes: Partial<VenueOrderRow>): Promise<void> =>
  database.write((tx) => changeVenueOrder(tx, id, changes));

const lookLater = (services: HedgeServices, { id, lookups }: VenueOrderRow): Promise<void> =>
  change(services, id, { lookups: lookups + 1n, next_at: timeNow(services) + growingPause(lookups) });

/** Writes down how an order stands, by what the venue has of it. @throws VenueError */
async function lookUp(services: HedgeServices, venue: Venue, order: VenueOrderRow): Promise<void> {
  const startedAt = order.sent_at ?? order.created_at;
  const since = Number(startedAt) - CLOCK_SLACK_MILLISECONDS;
  let found: VenueOrder | undefined;
  try {
    found = await venue.find(order.client_id, since);
  } catch (failed) {
    if (failed instanceof VenueError) await lookLater(services, order);
    throw failed;
  }
  if (found !== undefined) {
    const answer = found;
    return services.database.write((tx) => takeAnswer(tx, services, order.id, answer));
  }
  const now = timeNow(services);
  if (order.status === "sent" && now - (order.sent_at ?? 0n) > LISTED_WITHIN_MILLISECONDS)
    await change(services, order.id, asUnknown(order, now, "The venue took it and doesn’t list it."));
  else await lookLater(services, order);
}

/** Says in the row that an order is sent, before it is. @returns undefined if it is not to be sent any more */
const markSent = ({ database }: HedgeServices, id: string, sentAt: bigint) =>
  database.write(async (tx): Promise<VenueOrderRow | undefined> => {
    const row = await lockVenueOrder(tx, id);
    if (row?.status !== "planned" || row.open !== 1n) return undefined;
    const sent = { status: "sent", sent_at: sentAt, tries: row.tries + 1n } as const;
    await changeVenueOrder(tx, id, sent);
    return { ...row, ...sent };
  });

/** Sends an order that is written down, once: no crash sends it again. @throws VenueError */
export async function sendOrder(services: HedgeServices, venue: Venue, order: VenueOrderRow): Promise<void> {
  const { id, currency, in_currency, tries } = order;
  try {
    // A venue that is away is seen here, before anything is sent.
    await venue.best(currency, in_currency);
  } catch (failed) {
    if (failed instanceof VenueError)
      await change(services, id, {
        reason: failed.message,
        next_at: timeNow(services) + growingPause(tries),
      });
    throw failed;
  }
  const sentAt = timeNow(services);
  const sent = await markSent(services, id, sentAt);
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
    await change(services, id, { venue_id, reason: null });
  } catch (failed) {
    if (failed instanceof VenueError)
      await change(services, id, afterFailure(sent, failed, timeNow(services)));
    throw failed;
  }
  await lookUp(services, venue, sent);
}

/** Sends an order that waits, unless something stops it. */
async function sendIfAllowed(services: HedgeServices, venue: Venue, order: VenueOrderRow): Promise<void> {
  const { id, currency, in_currency, created_at, reason } = order;
  const now = timeNow(services);
  if (now - created_at > GIVEN_UP_MILLISECONDS)
    return change(services, id, {
      status: "cancelled",
      open: 0n,
      reason: reason ?? "It could not be sent.",
    });
  const pause = await pauseOf(services, venue, currency, in_currency);
  const hasPrice = (await guardedPrice(services, currency, in_currency)) !== undefined;
  const stop = pause ?? (hasPrice ? null : noPrice(currency));
  if (stop === null) return sendOrder(services, venue, order);
  return change(services, id, { reason: stop, next_at: now + growingPause(0n) });
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
    return change(services, order.id, asUnknown(order, now, "No answer came."));
  if (order.next_at > now) return;
  if (order.status === "planned") return sendIfAllowed(services, venue, order);
  if (order.status === "unknown" && now >= (order.unknown_since ?? 0n) + LOOK_UP_MILLISECONDS) return;
  await lookUp(services, venue, order);
}
