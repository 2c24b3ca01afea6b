/** Orders as rows: planned before they are sent, and what an answer, or none, makes of them. */
import type { WriteTx } from "@wattle/db/database";
import { changeVenueOrder, insertVenueOrder, lockVenueOrder } from "@wattle/db/hedging";
import type { VenueOrderRow } from "@wattle/db/tables";
import type { TradeSide } from "@wattle/contracts/position";
import type { VenueName } from "@wattle/contracts/hedging";
import type { Services } from "../services.ts";
import { exactText, exactUnits, toExact } from "../venues/exact.ts";
import { VenueError, type VenueOrder } from "../venues/venue.ts";
import { bookOrder, decimalsOf, requireLikely } from "./book-order.ts";
import { worthOfOrder } from "./decide.ts";

/** An order of which no answer came is looked for so long. */
export const LOOK_UP_MILLISECONDS = 10n * 60_000n;
const SOON_MILLISECONDS = 2000n;
const LONGEST_PAUSE_MILLISECONDS = 300_000n;

type OrderServices = Pick<Services, "clock" | "ids">;

/** 1 s, 2 s, 4 s, … */
export function growingPause(tries: bigint, longest = LONGEST_PAUSE_MILLISECONDS): bigint {
  const pause = 1000n * 2n ** (tries > 10n ? 10n : tries);
  return pause < longest ? pause : longest;
}

interface NewOrder {
  readonly venue: VenueName;
  readonly side: TradeSide;
  readonly currency: string;
  readonly in: string;
  readonly amount: bigint;
  readonly limit: string;
  readonly guard: string;
  readonly dry: boolean;
  readonly by: string;
}

/** Writes an order down. The server sends it then, unless it is dry. */
export async function planOrder(
  tx: WriteTx,
  { clock, ids }: OrderServices,
  order: NewOrder,
): Promise<VenueOrderRow> {
  const now = BigInt(clock.now());
  const row: VenueOrderRow = {
    id: ids.uuid(),
    venue: order.venue,
    side: order.side,
    currency: order.currency,
    in_currency: order.in,
    amount: order.amount,
    limit_price: order.limit,
    guard_price: order.guard,
    status: "planned",
    dry: order.dry ? 1n : 0n,
    open: order.dry ? 0n : 1n,
    client_id: ids.uuid(),
    venue_id: null,
    filled: "0",
    cost: "0",
    fee: "0",
    reason: order.dry ? "dry run" : null,
    tries: 0n,
    next_at: now,
    sent_at: null,
    unknown_since: null,
    lookups: 0n,
    created_by: order.by,
    created_at: now,
  };
  await insertVenueOrder(tx, row);
  return row;
}

/** Most that an order may cost or bring, or what it did, in the home currency. */
function usedBy({ open, side, amount, limit_price, guard_price, cost, in_currency }: VenueOrderRow): bigint {
  const [limit, guard] = [exactUnits(limit_price), exactUnits(guard_price)];
  if (open === 1n) return worthOfOrder(amount, side === "sell" && guard > limit ? guard : limit);
  const unit = toExact(1n, decimalsOf(in_currency));
  return (exactUnits(cost) + unit - 1n) / unit;
}

/** Sum of orders after a time: of dry ones their worth, of others what they cost, or can cost while they are open. */
export function usedSince(orders: readonly VenueOrderRow[], since: bigint, dry: boolean): bigint {
  return orders
    .filter((order) => order.created_at > since && (order.dry === 1n) === dry)
    .reduce((sum, order) => sum + usedBy(dry ? { ...order, open: 1n } : order), 0n);
}

/** Coins that an open order may still bring, below zero if it takes them. */
export function onOrder({ open, side, amount, filled, currency }: VenueOrderRow): bigint {
  if (open !== 1n) return 0n;
  const left = amount - exactUnits(filled) / toExact(1n, decimalsOf(currency));
  return side === "buy" ? left : -left;
}

const READ = ["open", "status", "tries", "lookups", "filled"] as const;

/** Locks an order. @returns undefined if it is not as it was read: then another process, or someone, has gone on with it */
export async function lockAsRead(tx: WriteTx, read: VenueOrderRow): Promise<VenueOrderRow | undefined> {
  const row = await lockVenueOrder(tx, read.id);
  return READ.every((name) => row?.[name] === read[name]) ? row : undefined;
}

/** Nothing is known of it: it is looked for, and never sent again. */
export const asUnknown = (
  { unknown_since }: Pick<VenueOrderRow, "unknown_since">,
  now: bigint,
  reason: string,
): Partial<VenueOrderRow> => ({
  status: "unknown",
  open: 1n,
  reason,
  unknown_since: unknown_since ?? now,
  next_at: now + SOON_MILLISECONDS,
});

const ended = (status: VenueOrderRow["status"], reason: string | null): Partial<VenueOrderRow> => ({
  status,
  open: 0n,
  reason,
});

/** Changes of an order after an error of `place`. */
export function afterFailure(order: VenueOrderRow, failed: VenueError, now: bigint): Partial<VenueOrderRow> {
  switch (failed.kind) {
    case "refused":
    case "denied":
      return ended("rejected", failed.message);
    case "rate_limited":
    case "unsent":
      return { status: "planned", reason: failed.message, next_at: now + growingPause(order.tries) };
    case "unreachable":
    case "garbage":
      return asUnknown(order, now, failed.message);
  }
}

/** Status of an order whose fills are booked. */
function statusOf(order: VenueOrderRow, { state, filled, venueId }: VenueOrder): Partial<VenueOrderRow> {
  const none = exactUnits(filled) === 0n;
  const whole = exactUnits(filled) === toExact(order.amount, decimalsOf(order.currency));
  const known = { venue_id: venueId, reason: null, unknown_since: null };
  if (whole) return { ...ended("filled", null), ...known };
  if (state === "open") return { ...known, status: none ? "sent" : "partly_filled", open: 1n };
  return none
    ? { ...known, ...ended("cancelled", "Nothing was for sale at its limit.") }
    : { ...known, ...ended("partly_filled", null) };
}

/** Books what the venue says of an order. A figure that can't be right is not booked, and the order is unknown. */
export async function takeAnswer(
  tx: WriteTx,
  services: OrderServices,
  read: VenueOrderRow,
  found: VenueOrder,
): Promise<void> {
  const order = await lockAsRead(tx, read);
  if (order?.open !== 1n) return;
  const { id } = order;
  try {
    if (found.side !== order.side || found.currency !== order.currency)
      throw new VenueError("garbage", "The venue has another order under this name. Ask the venue.");
    requireLikely(order, found);
    await bookOrder(tx, services, order, found);
    await changeVenueOrder(tx, id, statusOf(order, found));
  } catch (failed) {
    if (!(failed instanceof VenueError)) throw failed;
    const now = BigInt(services.clock.now());
    await changeVenueOrder(tx, id, {
      ...asUnknown(order, now, failed.message),
      venue_id: found.venueId,
      next_at: now + growingPause(order.lookups),
      lookups: order.lookups + 1n,
    });
  }
}

export const amountOf = (order: VenueOrderRow): string =>
  exactText(toExact(order.amount, decimalsOf(order.currency)));
