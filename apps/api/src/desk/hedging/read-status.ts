import type { HedgedCurrency, HedgingStatus, UnbookedFill, VenueStatus } from "@wattle/contracts/hedging";
import { venueSwitch } from "@wattle/contracts/switches";
import { findVenueState, listHedgingPolicies, listOpenVenueOrders } from "@wattle/db/hedging";
import { listPositions, type Position } from "@wattle/db/position";
import type { HedgingPolicyRow, VenueOrderRow } from "@wattle/db/tables";
import { amountText } from "../../amount-text.ts";
import { timeOf } from "../../clock.ts";
import { comparedBalances } from "../../hedging/compare-balances.ts";
import { onOrder } from "../../hedging/orders.ts";
import { positionOf, usedOf } from "../../hedging/plan-order.ts";
import type { Services } from "../../services.ts";
import type { Venue } from "../../venues/venue.ts";
import { signedWorth } from "../parts/signed-worth.ts";
import { onOf, policyOfRow } from "./set-policy.ts";

type StatusServices = Pick<Services, "clock" | "config" | "database" | "rates" | "switches" | "venue">;

async function hedgedCurrency(
  services: StatusServices,
  position: Position,
  policy: HedgingPolicyRow | undefined,
  orders: readonly VenueOrderRow[],
): Promise<HedgedCurrency> {
  const { currency, owed, held, atVenues } = position;
  const home = services.config.brand.markets.homeCurrency;
  const coins = (units: bigint): string => amountText(units, currency);
  const difference = positionOf(position);
  const ordered = orders
    .filter((order) => order.currency === currency)
    .reduce((sum, order) => sum + onOrder(order), 0n);
  const now = BigInt(services.clock.now());
  const used = await usedOf(services.database.read, currency, now, policy?.mode === "dry");
  return {
    currency,
    owed: coins(owed),
    held: coins(held - atVenues),
    at_venues: coins(atVenues),
    on_order: coins(ordered),
    position: coins(difference),
    worth: await signedWorth(services, difference, currency),
    target: coins(policy?.target ?? 0n),
    band: coins(policy?.band ?? 0n),
    on: onOf(policy?.mode ?? "off"),
    reason: policy?.reason ?? null,
    failing_since: timeOf(policy?.failing_since ?? null),
    policy: policy === undefined ? null : policyOfRow(policy, home),
    used_hour: amountText(used.usedHour, home),
    used_day: amountText(used.usedDay, home),
  };
}

async function venueStatus({ database, switches }: StatusServices, { name }: Venue): Promise<VenueStatus> {
  const state = await findVenueState(database.read, name);
  const isPaused = (await switches.rows()).get(venueSwitch(name))?.paused === 1n;
  const failure = state?.failure ?? null;
  return {
    venue: name,
    state: isPaused ? "paused" : failure === null ? "ok" : "unreachable",
    reason: failure,
    ...(await comparedBalances(database.read, name)),
    unbooked: JSON.parse(state?.unbooked ?? "[]") as UnbookedFill[],
    others: JSON.parse(state?.others ?? "{}") as Record<string, string>,
    checked_at: timeOf(state?.checked_at ?? null),
  };
}

/** Every coin with its position and policy, and the venue with its balances. */
export async function readHedgingStatus(services: StatusServices): Promise<HedgingStatus> {
  const { read } = services.database;
  const policies = new Map((await listHedgingPolicies(read)).map((row) => [row.currency, row]));
  const orders = await listOpenVenueOrders(read);
  const currencies: HedgedCurrency[] = [];
  for (const position of await listPositions(read))
    currencies.push(await hedgedCurrency(services, position, policies.get(position.currency), orders));
  return {
    home_currency: services.config.brand.markets.homeCurrency,
    currencies,
    venues: services.venue === undefined ? [] : [await venueStatus(services, services.venue)],
  };
}
