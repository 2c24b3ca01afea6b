import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { currencyOf } from "@wattle/contracts/markets";
import { lockUser } from "@wattle/db/accounts";
import { insertStaffCredit, movedAloneAfter } from "@wattle/db/approvals";
import type { WriteTx } from "@wattle/db/database";
import { parseAmount } from "@wattle/exchange-core/amount";
import { displayAmount } from "@wattle/exchange-core/display";
import type { Services } from "../services.ts";

/** Amount that an act moves: hundredths of the home currency; "unknown" if it has no price; null for nothing. */
export type MovedWorth = bigint | "unknown" | null;

/** A limit of the settings in hundredths of the home currency, and as people read it. */
export function limitOf(
  { config }: Pick<Services, "config">,
  name: "APPROVAL_LIMIT" | "APPROVAL_DAILY_LIMIT",
) {
  const home = currencyOf(config.brand.markets.homeCurrency);
  const parsed = home && parseAmount(config[name], home);
  if (home === undefined || parsed?.ok !== true) throw new Error(`${name} is no amount of the home currency`);
  return { units: parsed.amount, text: `${displayAmount(parsed.amount, home)} ${home.code}` };
}

/** How many people an act takes that credits, returns, adjusts or pays money. `docs/access.md` lists them. */
export interface Moves {
  /** The money it moves, in words. */
  readonly what: string;
  /**
   * `two`: any sum. `by sum`: two from `APPROVAL_LIMIT` on, and above `APPROVAL_DAILY_LIMIT` of a person or of a customer within 24
   * hours. `one`: any sum.
   */
  readonly people: "two" | "by sum" | "one";
  /** Why it is two or one; what else takes two below the sums. */
  readonly why?: string;
}

/** Money that is about to be moved. */
interface Moving {
  /** How many people it takes; undefined for an act that moves none. */
  readonly moves: Pick<Moves, "people" | "why"> | undefined;
  /** Identifier of who does it. */
  readonly by: string;
  /** Identifier of whose money it is; undefined if that is no customer. */
  readonly customer: string | undefined;
  readonly worth: MovedWorth;
}

/** Why a sum is not for one person, by itself and with all that one person moved in the last 24 hours. */
async function sumReasons(
  tx: WriteTx,
  services: Pick<Services, "config" | "clock">,
  { by, customer, worth }: Moving,
): Promise<readonly string[]> {
  if (worth === null) return [];
  if (worth === "unknown") return ["We have no price for this."];
  const single = limitOf(services, "APPROVAL_LIMIT");
  const daily = limitOf(services, "APPROVAL_DAILY_LIMIT");
  const since = BigInt(services.clock.now() - DAY_MILLISECONDS);
  // Two people who move one customer's money at once: the second sees what the first has moved.
  if (customer !== undefined) await lockUser(tx, customer);
  const own = await movedAloneAfter(tx, { by }, since);
  const whole = customer === undefined ? 0n : await movedAloneAfter(tx, { customer }, since);
  return [
    ...(worth >= single.units ? [`${single.text} or more needs two people.`] : []),
    ...(own + worth > daily.units
      ? [`One person would move more than ${daily.text} alone within 24 hours.`]
      : []),
    ...(whole + worth > daily.units
      ? [`More than ${daily.text} would be moved for one customer within 24 hours, each time by one person.`]
      : []),
  ];
}

/**
 * Why money is not for one person to move; nothing if none is moved. The caller holds the row of who does it, so that of many at once
 * each sees those before it.
 */
export async function peopleReasons(
  tx: WriteTx,
  services: Pick<Services, "config" | "clock">,
  moving: Moving,
): Promise<readonly string[]> {
  const { moves } = moving;
  if (moving.worth === null || services.config.APPROVALS === "off") return [];
  if (moves === undefined) throw new Error("an act moves money and does not say how many people it takes");
  switch (moves.people) {
    case "one":
      return [];
    case "two":
      return [moves.why ?? "Two people are needed."];
    case "by sum":
      return sumReasons(tx, services, moving);
  }
}

/** Notes a sum that one person has moved, so that it counts in the next 24 hours. */
export async function noteMoved(
  tx: WriteTx,
  { ids, clock }: Pick<Services, "ids" | "clock">,
  { moves, by: user_id, customer, worth }: Moving,
): Promise<void> {
  if (typeof worth !== "bigint" || moves?.people !== "by sum") return;
  const row = { id: ids.uuid(), user_id, worth, credited_at: BigInt(clock.now()) };
  await insertStaffCredit(tx, { ...row, customer_id: customer ?? null });
}
