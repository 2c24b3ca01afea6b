/** Orders that policies want at this moment. */
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { pairSwitch, venueSwitch } from "@wattle/contracts/switches";
import { lockHedgingPolicy, newestVenueOrders, noteHedging, venueOrdersSince } from "@wattle/db/hedging";
import { listPositions, type Position } from "@wattle/db/position";
import type { Reader } from "@wattle/db/database";
import type { HedgingPolicyRow, VenueOrderRow } from "@wattle/db/tables";
import type { Rate } from "@wattle/exchange-core/rate";
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { guardedPrice } from "../prices/rate-service.ts";
import type { Services } from "../services.ts";
import { EXACT_DECIMALS, exactText, exactUnits, toExact } from "../venues/exact.ts";
import { VenueError, type Venue } from "../venues/venue.ts";
import { decimalsOf } from "./book-order.ts";
import { decide, isOutside, type Decision, type Situation } from "./decide.ts";
import { planOrder, usedSince } from "./orders.ts";

type PlanServices = Pick<Services, "clock" | "config" | "database" | "ids" | "rates" | "switches">;

const HOUR_MILLISECONDS = 3_600_000n;
const FIRST_WAIT_MILLISECONDS = 5000n;
const LONGEST_WAIT_MILLISECONDS = 300_000n;
/** So many orders are looked at to see how often the last ones failed. */
const NEWEST = 10;

export const exactRate = ({ digits, scale }: Rate): bigint =>
  (digits * powerOfTen(EXACT_DECIMALS + 30)) / powerOfTen(scale + 30);

/** Coins that the house has, less those that customers own. */
export const positionOf = ({ held, owed }: Position): bigint => held - owed;

/** Sums of a coin's orders within the last hour and the last 24 hours. */
export async function usedOf(reader: Reader, currency: string, now: bigint, dry: boolean) {
  const day = now - BigInt(DAY_MILLISECONDS);
  const orders = await venueOrdersSince(reader, currency, day);
  return {
    usedHour: usedSince(orders, now - HOUR_MILLISECONDS, dry),
    usedDay: usedSince(orders, day, dry),
  };
}

/** How long no order starts after the last ones that got nothing, and why. */
function restAfter(newest: readonly VenueOrderRow[], now: bigint): string | null {
  const sent = newest.filter(({ dry }) => dry === 0n);
  const filledAt = sent.findIndex(({ filled }) => exactUnits(filled) > 0n);
  const failed = filledAt === -1 ? sent.length : filledAt;
  const [last] = sent;
  if (failed === 0 || last === undefined) return null;
  const wait = FIRST_WAIT_MILLISECONDS * 2n ** BigInt(failed - 1);
  const until = last.created_at + (wait < LONGEST_WAIT_MILLISECONDS ? wait : LONGEST_WAIT_MILLISECONDS);
  return now < until ? (last.reason ?? "The last order got nothing.") : null;
}

export const noPrice = (currency: string): string =>
  `There is no trusted price of ${currency}. Prices says why.`;

/** A pause by which no order is sent; null if there is none. */
export async function pauseOf(
  { switches }: Pick<Services, "switches">,
  { name }: Pick<Venue, "name">,
  currency: string,
  home: string,
): Promise<string | null> {
  const rows = await switches.rows();
  const isPaused = (what: string): boolean => rows.get(what)?.paused === 1n;
  if (isPaused(venueSwitch(name))) return "The venue is paused on Switches.";
  if (isPaused(pairSwitch(currency, home))) return `${currency}/${home} is paused on Switches.`;
  return null;
}

/** Why no order may start, whatever the position; null if one may. */
async function stopOf(
  services: PlanServices,
  venue: Venue,
  { currency, mode }: HedgingPolicyRow,
  home: string,
): Promise<string | null> {
  const { database, clock } = services;
  const pause = await pauseOf(services, venue, currency, home);
  if (pause !== null) return pause;
  const newest = await newestVenueOrders(database.read, currency, NEWEST);
  if (newest.some(({ open, status }) => open === 1n && status === "unknown"))
    return "An order is unknown. No other starts before it is settled.";
  const open = newest.find((order) => order.open === 1n);
  if (open !== undefined) return open.reason ?? "An order is on its way.";
  return mode === "on" ? restAfter(newest, BigInt(clock.now())) : null;
}

/** Whether a dry run has written the same order before and nothing has changed since. */
async function isRepeated(
  reader: Reader,
  { currency, set_at }: HedgingPolicyRow,
  { side, amount }: Extract<Decision, { what: "order" }>,
): Promise<boolean> {
  const [last] = await newestVenueOrders(reader, currency, 1);
  return last?.dry === 1n && last.created_at >= set_at && last.side === side && last.amount === amount;
}

interface Planned {
  readonly order?: VenueOrderRow;
  /** Why there is none. */
  readonly nothing?: Extract<Decision, { what: "nothing" }>;
}

/**
 * Writes down the order that a policy wants, if it wants one, and how the policy fares.
 * @param seen the position: nothing starts if it is another one by then
 * @returns an order to send; undefined if there is none, or it is a dry run
 */
export async function planFor(
  services: PlanServices,
  venue: Venue,
  policy: HedgingPolicyRow,
  seen: bigint,
): Promise<VenueOrderRow | undefined> {
  const { database, clock, config } = services;
  const { currency } = policy;
  const home = config.brand.markets.homeCurrency;
  const now = BigInt(clock.now());
  const note = async (reason: string | null, failing: boolean): Promise<undefined> => {
    const failing_since = failing && policy.mode === "on" ? (policy.failing_since ?? now) : null;
    if (reason === policy.reason && failing_since === policy.failing_since) return;
    await database.write((tx) => noteHedging(tx, currency, { reason, failing_since }));
  };
  if (!isOutside(seen, policy)) return note(null, false);
  const stop = await stopOf(services, venue, policy, home);
  if (stop !== null) return note(stop, true);
  const rate = await guardedPrice(services, currency, home);
  if (rate === undefined) return note(noPrice(currency), true);
  let rules: Situation["rules"];
  try {
    const { least, ...steps } = await venue.rules(currency, home);
    rules = { ...steps, least: exactUnits(least) / toExact(1n, decimalsOf(currency)) };
  } catch (failed) {
    if (failed instanceof VenueError) await note(failed.message, true);
    throw failed;
  }
  const price = { bid: exactRate(rate.bid), ask: exactRate(rate.ask) };
  const dry = policy.mode === "dry";
  // Another process, or someone, may have traded meanwhile: all figures are as this transaction reads them.
  const planned = await database.write(async (tx): Promise<Planned> => {
    const locked = await lockHedgingPolicy(tx, currency);
    // Someone has changed the policy, or placed an order, since it was read.
    if (locked?.mode !== policy.mode || locked.set_at !== policy.set_at) return {};
    if ((await newestVenueOrders(tx, currency, NEWEST)).some(({ open }) => open === 1n)) return {};
    const position = (await listPositions(tx)).find((row) => row.currency === currency);
    if (position === undefined || positionOf(position) !== seen) return {};
    const used = await usedOf(tx, currency, now, dry);
    const decided = decide({ limits: locked, position: seen, ...used, price, rules });
    if (decided.what === "nothing") return { nothing: decided };
    if (dry && (await isRepeated(tx, locked, decided))) return {};
    const { side, amount, limit } = decided;
    const guard = exactText(side === "buy" ? price.ask : price.bid);
    return {
      order: await planOrder(tx, services, {
        venue: venue.name,
        side,
        currency,
        in: home,
        amount,
        limit: exactText(limit),
        guard,
        dry,
        by: "policy",
      }),
    };
  });
  if (planned.nothing !== undefined) return note(planned.nothing.reason, true);
  await note(dry ? "dry run" : null, !dry);
  return dry ? undefined : planned.order;
}
