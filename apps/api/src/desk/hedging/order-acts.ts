import { DomainError } from "@wattle/contracts/errors";
import {
  placeOrderInput,
  resolveOrderInput,
  venueOrder,
  venueOrderInput,
  type VenueOrderRecord,
} from "@wattle/contracts/hedging";
import { currencyOf } from "@wattle/contracts/markets";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { WriteTx } from "@wattle/db/database";
import {
  changeVenueOrder,
  findVenueOrder,
  listOpenVenueOrders,
  lockHedgingPolicy,
  lockVenueOrder,
} from "@wattle/db/hedging";
import type { HedgingPolicyRow, VenueOrderRow } from "@wattle/db/tables";
import { parseAmount } from "@wattle/exchange-core/amount";
import { amountText, exactMoney } from "../../amount-text.ts";
import { bookOrder, decimalsOf } from "../../hedging/book-order.ts";
import { countedPrice, limitPrice, worthOfOrder } from "../../hedging/decide.ts";
import { planOrder } from "../../hedging/orders.ts";
import { exactRate, pauseOf, usedOf } from "../../hedging/plan-order.ts";
import { guardedPrice } from "../../prices/rate-service.ts";
import type { SourcedRate } from "../../prices/rate-source.ts";
import { EXACT_DECIMALS, exactText, exactUnits, toExact } from "../../venues/exact.ts";
import { claimAnswer, findAnswer } from "../../transactions/claim-answer.ts";
import { requiredVenue } from "../../venues/required-venue.ts";
import { VenueError } from "../../venues/venue.ts";
import type { ReviewedAct } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { orderOfRow, resolvableAt } from "./order-record.ts";

interface Wanted {
  readonly side: "buy" | "sell";
  readonly amount: bigint;
  readonly limit: bigint;
}

/** Why an order is beyond the policy's limits; empty if it is not. */
async function beyondLimits(
  tx: WriteTx,
  now: bigint,
  policy: HedgingPolicyRow | undefined,
  { side, amount, limit }: Wanted,
  { bid, ask }: SourcedRate,
): Promise<string[]> {
  if (policy === undefined) return ["There is no policy for this coin."];
  const price = { bid: exactRate(bid), ask: exactRate(ask) };
  const worst = limitPrice(side, price, policy, EXACT_DECIMALS);
  const { usedHour, usedDay } = await usedOf(tx, policy.currency, now, false);
  const worth = worthOfOrder(amount, countedPrice(side, limit, price, policy));
  return [
    // One person sets the limits of a policy that is off or dry.
    ...(policy.mode === "on" ? [] : ["The policy isn’t on, so that its limits aren’t those of two people."]),
    ...(amount > policy.order_max ? ["The order is larger than the policy allows."] : []),
    ...((side === "buy" ? limit > worst : limit < worst)
      ? ["The limit is further from the price than the policy allows."]
      : []),
    ...(usedHour + worth > policy.max_per_hour ? ["The order is above the policy’s limit of an hour."] : []),
    ...(usedDay + worth > policy.max_per_day ? ["The order is above the policy’s limit of a day."] : []),
  ];
}

interface Known {
  readonly isPaused: boolean;
  /** Undefined without a trusted price. */
  readonly rate: SourcedRate | undefined;
}

/** The price at which a new order is judged. @throws DomainError `paused`, `rate_unavailable` */
function requiredPrice({ isPaused, rate }: Known): SourcedRate {
  if (isPaused) throw new DomainError("paused");
  if (rate === undefined) throw new DomainError("rate_unavailable");
  return rate;
}

/**
 * Orders by hand, once under an idempotency key; the server sends it within a second. The plan throws `state_conflict` while another
 * order of the coin is open, `idempotency_conflict`, `paused`, and `rate_unavailable`.
 */
export const placeOrder: ReviewedAct<typeof placeOrderInput, typeof venueOrder, Known> = {
  title: "Place an order",
  roles: ["finance"],
  errors: ["rate_unavailable", "paused", "state_conflict", "idempotency_conflict"],
  input: placeOrderInput,
  output: venueOrder,
  look: async (services, { currency }) => {
    const home = services.config.brand.markets.homeCurrency;
    const isPaused = (await pauseOf(services, requiredVenue(services), currency, home)) !== null;
    return { isPaused, rate: await guardedPrice(services, currency, home) };
  },
  plan: async (
    tx,
    { services, operator, known },
    { currency, side, amount: text, limit: limitText, idempotency_key: key },
  ) => {
    const venue = requiredVenue(services);
    const home = services.config.brand.markets.homeCurrency;
    const coin = currencyOf(currency);
    const parsed = coin && parseAmount(text, coin);
    if (parsed?.ok !== true || parsed.amount === 0n)
      throw DomainError.at("amount", "amount_below_minimum", OWN_MESSAGES.notAboveZero);
    const wanted = { side, amount: parsed.amount, limit: exactUnits(limitText) };
    const policy = await lockHedgingPolicy(tx, currency);
    const payload = ["venue_order", currency, side, String(wanted.amount), String(wanted.limit)];
    const request = { userId: operator.id, key, payload };
    const order = `${exactMoney(parsed.amount, currency)} at ${limitText} ${home}`;
    const about = {
      subject: `an order: ${side} ${order}`,
      details: { Venue: venue.name, Order: `${side === "buy" ? "Buy" : "Sell"} ${order}` },
      state: "no order of the coin is open",
      worth: null,
    };
    const earlier = await findAnswer<VenueOrderRecord>(tx, request);
    if (earlier !== undefined)
      return { ...about, changes: [], reasons: [], log: [], run: () => Promise.resolve(earlier) };
    const rate = requiredPrice(known);
    if ((await listOpenVenueOrders(tx)).some(({ currency: of }) => of === currency))
      throw new DomainError("state_conflict");
    const now = BigInt(services.clock.now());
    return {
      ...about,
      changes: [{ what: "Order", before: "None", after: about.details.Order }],
      reasons: await beyondLimits(tx, now, policy, wanted, rate),
      log: ({ id, amount, limit }) => ({
        action: "hedging.order_placed",
        subject: id,
        details: { venue: venue.name, side, currency, amount, limit, in: home },
      }),
      run: async () => {
        const placed = orderOfRow(
          await planOrder(tx, services, {
            venue: venue.name,
            side,
            currency,
            in: home,
            amount: wanted.amount,
            limit: exactText(wanted.limit),
            guard: exactText(exactRate(side === "buy" ? rate.ask : rate.bid)),
            dry: false,
            by: operator.id,
          }),
        );
        // Someone else's transaction has answered the same request meanwhile: this one is undone.
        if ((await claimAnswer(tx, request, placed, now)) !== undefined)
          throw new DomainError("state_conflict");
        return placed;
      },
    };
  },
};

async function lockedOrder(tx: WriteTx, id: string): Promise<VenueOrderRow> {
  const order = await lockVenueOrder(tx, id);
  if (order === undefined) throw new DomainError("not_found");
  return order;
}

const CANCELLABLE: readonly VenueOrderRow["status"][] = ["planned", "sent", "partly_filled"];

/** Cancels an open order: one that was not sent yet at once, any other at the venue, whose answer says what was filled before. */
export const cancelOrder = alone({
  title: "Cancel an order",
  roles: ["finance"],
  errors: ["not_found", "state_conflict"],
  input: venueOrderInput,
  output: venueOrder,
  plan: async (tx, { services }, { id }) => {
    const order = await lockedOrder(tx, id);
    if (order.open !== 1n || !CANCELLABLE.includes(order.status)) throw new DomainError("state_conflict");
    const isUnsent = order.status === "planned";
    if (!isUnsent && order.venue_id === null) throw new DomainError("state_conflict");
    return {
      subject: `order ${order.client_id}`,
      changes: [{ what: "Order", before: "Open", after: isUnsent ? "Cancelled" : "Cancelled at the venue" }],
      log: { action: "hedging.order_cancelled", subject: id, details: { client_id: order.client_id } },
      run: async () => {
        const changes = isUnsent
          ? ({ status: "cancelled", open: 0n, reason: "Cancelled by staff." } as const)
          : { reason: "Cancelled by staff.", next_at: BigInt(services.clock.now()) };
        await changeVenueOrder(tx, id, changes);
        return orderOfRow({ ...order, ...changes });
      },
    };
  },
  after: async ({ services }, _input, { venue_id: venueId, status }) => {
    if (status === "cancelled" || venueId === null) return;
    try {
      await services.venue?.cancel(venueId);
    } catch (failed) {
      // It is filled already, or the venue is away: the next look at the order says which.
      if (!(failed instanceof VenueError)) throw failed;
    }
  },
});

type Resolved = ReturnType<typeof resolveOrderInput.parse>;

/** The venue's figures as staff know them: the whole order at its limit, unless they say less. */
function saidOf(order: VenueOrderRow, { filled: given, cost, fee = order.fee }: Resolved) {
  const filled = given ?? amountText(order.amount, order.currency);
  const units = exactUnits(filled) / toExact(1n, decimalsOf(order.currency));
  const worth = worthOfOrder(units, exactUnits(order.limit_price));
  return { filled, cost: cost ?? amountText(worth, order.in_currency), fee };
}

const FILLED_WORDS = { filled: "Filled", not_placed: "Not placed" } as const;

async function settle(
  tx: WriteTx,
  { services, operator }: Parameters<ReviewedAct<typeof resolveOrderInput, typeof venueOrder>["plan"]>[1],
  order: VenueOrderRow,
  input: Resolved,
): Promise<VenueOrderRecord> {
  const { outcome, venue_reference } = input;
  if (outcome === "not_placed") {
    const reason = `Not placed, by two people: ${venue_reference}`;
    await changeVenueOrder(tx, order.id, { status: "cancelled", open: 0n, reason });
  } else {
    const said = saidOf(order, input);
    const isWhole = exactUnits(said.filled) === toExact(order.amount, decimalsOf(order.currency));
    try {
      await bookOrder(tx, services, order, said, { by: operator.id, approvedBy: operator.approvedBy });
    } catch (failed) {
      if (failed instanceof VenueError) throw DomainError.at("filled", "validation_failed");
      throw failed;
    }
    await changeVenueOrder(tx, order.id, {
      status: isWhole ? "filled" : "partly_filled",
      open: 0n,
      venue_id: venue_reference,
      reason: "Resolved by two people.",
    });
  }
  const done = await findVenueOrder(tx, order.id);
  if (done === undefined) throw new DomainError("not_found");
  return orderOfRow(done);
}

/**
 * Says what became of an order of which no answer came. The plan throws `state_conflict` for any other, and while it is still looked for.
 */
export const resolveOrder: ReviewedAct<typeof resolveOrderInput, typeof venueOrder> = {
  title: "Resolve an unknown order",
  roles: ["finance"],
  errors: ["not_found", "state_conflict"],
  input: resolveOrderInput,
  output: venueOrder,
  plan: async (tx, call, input) => {
    const { services } = call;
    const order = await lockedOrder(tx, input.id);
    const from = resolvableAt(order);
    if (from === undefined || BigInt(services.clock.now()) < from) throw new DomainError("state_conflict");
    if (input.outcome === "not_placed" && exactUnits(order.filled) > 0n)
      throw new DomainError("state_conflict");
    const said = input.outcome === "filled" ? saidOf(order, input) : undefined;
    return {
      subject: `order ${order.client_id}`,
      once: order.id,
      details: {
        Order: `${order.side} ${exactMoney(order.amount, order.currency)} at ${order.limit_price} ${order.in_currency}`,
        Outcome: FILLED_WORDS[input.outcome],
        "Venue’s reference": input.venue_reference,
        Filled: said && `${said.filled} ${order.currency}`,
        Cost: said && `${said.cost} ${order.in_currency}`,
        Fee: said && `${said.fee} ${order.in_currency}`,
        Note: input.internal_note,
      },
      changes: [{ what: "Order", before: "Unknown", after: FILLED_WORDS[input.outcome] }],
      state: "no one knows whether it was placed",
      reasons: ["An unknown order needs two people."],
      worth: null,
      log: {
        action: "hedging.order_resolved",
        subject: order.id,
        details: {
          outcome: input.outcome,
          venue_reference: input.venue_reference,
          ...said,
          internal_note: input.internal_note,
        },
      },
      run: () => settle(tx, call, order, input),
    };
  },
};
