import { addDays, localDay } from "@wattle/contracts/days";
import { parseAmount, toAmount } from "@wattle/exchange-core/amount";
import { displayAmount } from "@wattle/exchange-core/display";
import { formatRate, parseRate } from "@wattle/exchange-core/rate";
import { DomainError } from "@wattle/contracts/errors";
import { limitsOf, offeredCurrency, type MarketCurrency } from "@wattle/contracts/markets";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import {
  MOST_RECURRING_BUYS,
  type RecurringBuy,
  type RecurringBuys,
  type RecurringInput,
  type RecurringRun,
} from "@wattle/contracts/recurring";
import { nextRunDay, runDay } from "@wattle/contracts/recurring-days";
import { lockUser } from "@wattle/db/accounts";
import {
  changeRecurringBuy,
  countRecurringBuys,
  findRecurringBuy,
  insertRecurringBuy,
  insertRecurringRun,
  listRecurringBuys,
  listRecurringRuns,
} from "@wattle/db/recurring";
import type { RecurringBuyRow } from "@wattle/db/tables";
import type { SignedInUser } from "../access/admission.ts";
import { checkStillVerified } from "../access/lock-customer.ts";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { countryOf } from "../markets/list-currencies.ts";
import type { Services } from "../services.ts";

type PlanServices = Pick<Services, "clock" | "config" | "database" | "ids" | "markets">;

/** How far ahead the first buy may be, and how many plans and runs are answered. */
const LONGEST_WAIT_DAYS = 366;
const LISTED_PLANS = 100;
const LISTED_RUNS = 200;

function buyOfRow(row: RecurringBuyRow): RecurringBuy {
  return {
    id: row.id,
    credit_currency: row.credit_currency,
    debit_currency: row.debit_currency,
    amount: amountText(row.amount, row.credit_currency),
    max_price: row.max_price,
    frequency: row.frequency,
    status: row.status,
    first_on: row.first_on,
    next_on: row.status === "active" ? row.next_on : null,
    created_at: isoTime(row.created_at),
  };
}

/** The customer's plans, with the days that the installation's clock says it is. */
export async function listPlans(
  { clock, config, database }: PlanServices,
  user: SignedInUser,
): Promise<RecurringBuys> {
  const now = clock.now();
  const rows = await listRecurringBuys(database.read, user.id, LISTED_PLANS);
  return {
    today: localDay(now, config.TIME_ZONE),
    run_day: runDay(now, config.TIME_ZONE),
    time_zone: config.TIME_ZONE,
    buys: rows.map(buyOfRow),
  };
}

/** Runs of a plan, newest first. @throws DomainError `not_found`, also if it is another customer's */
export async function listRuns(
  { database }: PlanServices,
  user: SignedInUser,
  id: string,
): Promise<RecurringRun[]> {
  const plan = await findRecurringBuy(database.read, user.id, id);
  if (plan === undefined) throw new DomainError("not_found");
  const runs = await listRecurringRuns(database.read, id, LISTED_RUNS);
  return runs.map(({ run_on, outcome, reason, detail, transaction_id, bought, created_at }) => ({
    on: run_on,
    outcome,
    reason,
    detail,
    transaction_id,
    bought: bought === null ? null : amountText(bought, plan.debit_currency),
    at: isoTime(created_at),
  }));
}

/** @throws DomainError `currency_inactive`, `pair_unsupported`, `validation_failed` at the amount */
async function checkedAmount(
  services: PlanServices,
  user: SignedInUser,
  { credit_currency, debit_currency, amount }: RecurringInput,
): Promise<bigint> {
  const markets = await services.markets();
  const offered = (field: "credit_currency" | "debit_currency", code: string): MarketCurrency => {
    const currency = offeredCurrency(markets, code, countryOf(user));
    if (currency === undefined) throw DomainError.at(field, "currency_inactive");
    return currency;
  };
  const from = offered("credit_currency", credit_currency);
  const to = offered("debit_currency", debit_currency);
  const limits = limitsOf(from, "exchange");
  if (from.kind !== "fiat" || to.kind !== "crypto") {
    throw DomainError.at("debit_currency", "pair_unsupported", OWN_MESSAGES.noFiatForCoin);
  }
  if (markets.pair(from.code, to.code) === undefined || limits === undefined) {
    throw DomainError.at("debit_currency", "pair_unsupported");
  }
  const parsed = parseAmount(amount, from);
  if (!parsed.ok) throw DomainError.at("amount", "validation_failed");
  const text = (units: bigint): string => `${displayAmount(toAmount(units, from), from)} ${from.code}`;
  if (parsed.amount < limits.min) {
    throw DomainError.at("amount", "amount_below_minimum", ownMessage.minimum(text(limits.min)));
  }
  if (parsed.amount > limits.max) {
    throw DomainError.at("amount", "amount_above_maximum", ownMessage.maximum(text(limits.max)));
  }
  return parsed.amount;
}

/**
 * Sets up a recurring buy. Its price, balance and the customer's holds are judged at each run, by the exchange itself.
 * @throws DomainError `currency_inactive`, `pair_unsupported`, `amount_below_minimum`, `amount_above_maximum`; `validation_failed` for
 *   a first day that is past or too far, and where the customer has as many plans as one may have; `account_blocked`, `identity_unverified`
 *   where the account has changed since the guard let it in
 */
export async function createPlan(
  services: PlanServices,
  user: SignedInUser,
  input: RecurringInput,
): Promise<RecurringBuy> {
  const { clock, config, database, ids } = services;
  const amount = await checkedAmount(services, user, input);
  const maxPrice = parseRate(input.max_price);
  if (maxPrice === undefined) throw DomainError.at("max_price", "validation_failed");
  const now = clock.now();
  const today = localDay(now, config.TIME_ZONE);
  if (input.first_on < today || input.first_on > addDays(today, LONGEST_WAIT_DAYS)) {
    throw DomainError.at("first_on", "validation_failed", OWN_MESSAGES.wrongFirstDay);
  }
  const row: RecurringBuyRow = {
    id: ids.uuid(),
    user_id: user.id,
    credit_currency: input.credit_currency,
    debit_currency: input.debit_currency,
    amount,
    max_price: formatRate(maxPrice),
    frequency: input.frequency,
    first_on: input.first_on,
    next_on: input.first_on,
    status: "active",
    created_at: BigInt(now),
    updated_at: BigInt(now),
  };
  await database.write(async (tx) => {
    const owner = await lockUser(tx, user.id);
    if (owner === undefined) throw new DomainError("unauthenticated");
    checkStillVerified(owner.status);
    if ((await countRecurringBuys(tx, user.id)) >= MOST_RECURRING_BUYS) {
      throw DomainError.at("amount", "validation_failed", ownMessage.mostRecurring(MOST_RECURRING_BUYS));
    }
    await insertRecurringBuy(tx, row);
  });
  return buyOfRow(row);
}

/** Customers' acts on their plans, each from one status to another. */
const ACTS = {
  pause: { from: ["active"], to: "paused" },
  resume: { from: ["paused"], to: "active" },
  cancel: { from: ["active", "paused"], to: "cancelled" },
} as const;

/**
 * Pauses, resumes or cancels a plan. A resumed plan goes on with its next day: nothing that was due meanwhile is made up for.
 * @throws DomainError `not_found`, also if it is another customer's; `state_conflict` if its status does not allow it
 */
export async function turnPlan(
  { clock, config, database }: PlanServices,
  user: SignedInUser,
  id: string,
  act: keyof typeof ACTS,
): Promise<RecurringBuy> {
  const now = clock.now();
  const { from, to: status } = ACTS[act];
  return database.write(async (tx) => {
    const plan = await findRecurringBuy(tx, user.id, id);
    if (plan === undefined) throw new DomainError("not_found");
    if (!from.some((each) => each === plan.status)) throw new DomainError("state_conflict");
    const next_on =
      act === "resume"
        ? nextRunDay(plan.frequency, plan.first_on, runDay(now, config.TIME_ZONE))
        : plan.next_on;
    const to = { status, next_on };
    if (!(await changeRecurringBuy(tx, { from: plan, to, at: BigInt(now) }))) {
      throw new DomainError("state_conflict");
    }
    return buyOfRow({ ...plan, ...to });
  });
}

/**
 * Leaves out the next day of a plan.
 * @param on that day, as the customer saw it
 * @throws DomainError `not_found`, `state_conflict` if it is not the next day any more, or the plan not active
 */
export async function skipNext(
  { clock, database }: PlanServices,
  user: SignedInUser,
  { id, on }: { readonly id: string; readonly on: string },
): Promise<RecurringBuy> {
  const at = BigInt(clock.now());
  return database.write(async (tx) => {
    const plan = await findRecurringBuy(tx, user.id, id);
    if (plan === undefined) throw new DomainError("not_found");
    const to = { status: plan.status, next_on: nextRunDay(plan.frequency, plan.first_on, on) };
    const isNext = plan.status === "active" && plan.next_on === on;
    if (!isNext || !(await changeRecurringBuy(tx, { from: plan, to, at }))) {
      throw new DomainError("state_conflict");
    }
    await insertRecurringRun(tx, {
      plan_id: id,
      run_on: on,
      outcome: "skipped",
      reason: null,
      detail: null,
      transaction_id: null,
      created_at: at,
    });
    return buyOfRow({ ...plan, ...to });
  });
}
