import { formatAmount, toAmount } from "@wattle/exchange-core/amount";
import { prepareConversion, priceBreakdown } from "@wattle/exchange-core/convert";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { isWithinPrice, pricePaid } from "@wattle/exchange-core/price-paid";
import { formatRate, parseRate } from "@wattle/exchange-core/rate";
import { DomainError, type ErrorCode } from "@wattle/contracts/errors";
import type { ExchangeInput } from "@wattle/contracts/exchange";
import { currencyOf } from "@wattle/contracts/markets";
import type { HeldRate } from "@wattle/contracts/quotes";
import { nextRunDay, runDay } from "@wattle/contracts/recurring-days";
import type { MissedReason } from "@wattle/contracts/recurring-words";
import { findUserById } from "@wattle/db/accounts";
import { balancesOf } from "@wattle/db/balances";
import type { WriteTx } from "@wattle/db/database";
import { changeRecurringBuy, insertRecurringRun, listDueRecurringBuys } from "@wattle/db/recurring";
import type { RecurringBuyRow, User } from "@wattle/db/tables";
import { admittedUser, type SignedInUser } from "../access/admission.ts";
import { amountText } from "../amount-text.ts";
import { executeExchange } from "../exchange/execute-exchange.ts";
import { queueMail, optionalMail, type OptionalMailServices } from "../mail/queue-mail.ts";
import { recurringDoneMail, recurringMissedMail } from "../mail/recurring-mails.ts";
import type { StartTimer } from "../prices/timer.ts";
import { requireVerified } from "../procedures.ts";
import { issueQuote } from "../quotes/issue-quote.ts";
import type { Services } from "../services.ts";
import { switchOfPair } from "../switches/switches.ts";
import { startSweep } from "../transactions/start-sweep.ts";

type RunServices = OptionalMailServices &
  Pick<Services, "database" | "log" | "markets" | "rates" | "signingKeys" | "switches" | "vitals">;

/** Why a day's buy is not made: the answer is final, and the day is over with it. */
class Missed extends Error {
  readonly reason: MissedReason;
  /** The figure of the reason, decimal text. */
  readonly detail: string | null;
  /** Whether no mail says it: only who asks learns of a hold. */
  readonly isSilent: boolean;
  constructor(reason: MissedReason, detail: string | null = null, isSilent = false) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
    this.isSilent = isSilent;
  }
}

/** The plan was changed, or its day settled by another process, while this one was at it. */
class Overtaken extends Error {}

/** Nothing was refused: the same day is tried again, until it is more than 24 hours late. */
const TRY_AGAIN: readonly ErrorCode[] = ["rate_unavailable", "service_unavailable", "quote_expired"];

const REASONS: Readonly<Partial<Record<ErrorCode, MissedReason>>> = {
  paused: "paused",
  currency_inactive: "not_offered",
  pair_unsupported: "not_offered",
  account_blocked: "account_blocked",
  email_unverified: "email_unverified",
  identity_unverified: "identity_unverified",
};

/** An exchange at a held rate, as the form would send it. @throws Missed above the plan's highest price */
function orderOf(plan: RecurringBuyRow, held: HeldRate): ExchangeInput {
  const [from, to] = [currencyOf(plan.credit_currency), currencyOf(plan.debit_currency)];
  const [rate, fee] = [parseRate(held.rate), parseFeePercent(held.fee)];
  const highest = parseRate(plan.max_price);
  if (!from || !to || !rate || fee === undefined || !highest) {
    throw new Error(`the recurring buy ${plan.id} cannot be read`);
  }
  const credit = toAmount(plan.amount, from);
  const { debit } = priceBreakdown(credit, prepareConversion({ from, to, rate, fee }));
  const paid = { from, to, credit, debit };
  if (!isWithinPrice(paid, highest)) {
    const price = pricePaid(paid);
    throw new Missed("price_above_bound", price === undefined ? null : formatRate(price));
  }
  return {
    balance: { credit: formatAmount(credit, from), credit_currency: from.code },
    debit: formatAmount(debit, to),
    debit_currency: to.code,
    transaction_type: "exchange",
    hash: held.hash,
  };
}

/** The refusal of an exchange as the reason of a missed day; undefined for what is tried again. */
async function missedOf(
  { database }: Pick<Services, "database">,
  plan: RecurringBuyRow,
  refused: unknown,
  held: HeldRate | undefined,
): Promise<Missed | undefined> {
  if (refused instanceof Missed) return refused;
  if (!(refused instanceof DomainError) || TRY_AGAIN.includes(refused.code)) return undefined;
  switch (refused.code) {
    case "insufficient_funds": {
      const has = (await balancesOf(database.read, plan.user_id)).get(plan.credit_currency) ?? 0n;
      const lacks = plan.amount > has ? plan.amount - has : 0n;
      return new Missed("insufficient_funds", amountText(lacks, plan.credit_currency));
    }
    case "amount_below_minimum":
      return new Missed("amount_below_minimum", held?.min ?? null);
    case "amount_above_maximum":
      return new Missed("amount_above_maximum", held?.max ?? null);
    case "account_under_review":
      return new Missed("refused", null, true);
    default:
      return new Missed(REASONS[refused.code] ?? "refused");
  }
}

interface Settled {
  readonly plan: RecurringBuyRow;
  readonly owner: Pick<User, "id" | "email" | "first_name" | "emails_off">;
  readonly nextOn: string;
}

/** Ends a day of a plan within the transaction that made or missed its buy. @throws Overtaken, which undoes that */
async function settleDay(
  tx: WriteTx,
  { clock }: Pick<Services, "clock">,
  { plan, nextOn }: Settled,
  outcome: { readonly transactionId: string } | Missed,
): Promise<void> {
  const at = BigInt(clock.now());
  const to = { status: plan.status, next_on: nextOn };
  if (!(await changeRecurringBuy(tx, { from: plan, to, at }))) throw new Overtaken();
  const isMissed = outcome instanceof Missed;
  await insertRecurringRun(tx, {
    plan_id: plan.id,
    run_on: plan.next_on,
    outcome: isMissed ? "missed" : "bought",
    reason: isMissed ? outcome.reason : null,
    detail: isMissed ? outcome.detail : null,
    transaction_id: isMissed ? null : outcome.transactionId,
    created_at: at,
  });
}

/** Buys at the rate of the moment. The exchange, the plan's next day and the mail are one transaction: all of them, or none. */
async function buy(
  services: RunServices,
  user: SignedInUser,
  settled: Settled,
  held: HeldRate,
): Promise<void> {
  const { plan, owner, nextOn } = settled;
  const key = `recurring:${plan.id}:${plan.next_on}`;
  await executeExchange(services, user, orderOf(plan, held), key, (row) => {
    const mail = recurringDoneMail(user.first_name, plan, row, nextOn, services.config.APP_ORIGIN);
    const queueReceipt = optionalMail(services, "receipts", { owner, mail });
    return async (tx) => {
      await settleDay(tx, services, settled, { transactionId: row.id });
      await queueReceipt(tx);
    };
  });
}

async function miss(services: RunServices, settled: Settled, missed: Missed): Promise<void> {
  const { plan, owner, nextOn } = settled;
  await services.database.write(async (tx) => {
    await settleDay(tx, services, settled, missed);
    if (missed.isSilent) return;
    const mail = recurringMissedMail(owner.first_name, plan, missed, nextOn, services.config);
    await queueMail(tx, services, { to: owner.email, mail });
  });
}

/** The customer as the one who exchanges, judged by the guard of the exchange. @throws DomainError as the guard */
const customerOf = ({ config }: Pick<Services, "config">, owner: User): SignedInUser =>
  requireVerified(admittedUser(config, owner));

/** Makes, or misses, the buy of a plan's day. */
async function runPlan(services: RunServices, plan: RecurringBuyRow, day: string): Promise<void> {
  const owner = await findUserById(services.database.read, plan.user_id);
  if (owner === undefined) throw new Error(`the recurring buy ${plan.id} has no owner`);
  const nextOn = nextRunDay(plan.frequency, plan.first_on, plan.next_on);
  const settled = { plan, owner, nextOn };
  let held: HeldRate | undefined;
  try {
    if (plan.next_on < day) throw new Missed("late");
    const user = customerOf(services, owner);
    const { credit_currency, debit_currency } = plan;
    // A market that is paused has no rate; only this place knows why.
    await services.switches.require("trading", switchOfPair(credit_currency, debit_currency));
    held = await issueQuote(services, user, { credit_currency, debit_currency, credit: 1 });
    await buy(services, user, settled, held);
  } catch (refused) {
    if (refused instanceof DomainError && refused.code === "idempotency_conflict") return;
    const missed = await missedOf(services, plan, refused, held);
    if (missed === undefined) throw refused;
    await miss(services, settled, missed);
  }
}

const BATCH = 100;

/**
 * Makes the recurring buys that are due, each of its days once, whichever and however many processes do so. If a plan
 * fails for no reason of its own, it holds up no other plan, and is tried again.
 */
export async function runDueBuys(services: RunServices): Promise<void> {
  const { clock, config, database, log } = services;
  const day = runDay(clock.now(), config.TIME_ZONE);
  for (let after = ""; ;) {
    const due = await listDueRecurringBuys(database.read, { day, after }, BATCH);
    for (const plan of due) {
      try {
        await runPlan(services, plan, day);
      } catch (error) {
        if (!(error instanceof Overtaken)) {
          log.warn({ err: error, plan: plan.id }, "a recurring buy could not be made yet");
        }
      }
    }
    const last = due.at(-1);
    if (last === undefined || due.length < BATCH) return;
    after = last.id;
  }
}

/** Makes due buys at once and then every minute. @returns what stops it */
export const startRecurringBuys = (services: RunServices, timer?: StartTimer): (() => Promise<void>) =>
  startSweep(services, () => runDueBuys(services), "recurring buys could not be made", timer);
