/** Buying coins from a payment provider by card or wallet: the order, its statuses and what its calls take. */
import { z } from "zod";
import { ONRAMP_STATUSES } from "./choices.ts";
import { id, time } from "./ids.ts";
import { amountInput, amountOutput, checkAmountDecimals, currencyCode } from "./money.ts";
import { countedMeta, paging } from "./paging.ts";
import { internalNote, internalNoteField } from "./staff-texts.ts";

export const ONRAMP_PROVIDERS = ["sandbox", "transak"] as const;
export type OnrampProvider = (typeof ONRAMP_PROVIDERS)[number];

export type OnrampStatus = (typeof ONRAMP_STATUSES)[number];

type Transitions = Record<OnrampStatus, readonly OnrampStatus[]>;

/**
 * Statuses to which a provider may bring an order. Events come in any order, so: a later status is never taken back by
 * an earlier one that arrives late; money that comes after all (`failed` → `completed`) is still the customer's; what
 * was refunded is over, so that a completion that arrives after its refund credits nothing. `review` waits for an
 * operator, unless the provider gives the money back meanwhile: then it must not be credited any more.
 */
const ONRAMP_TRANSITIONS = {
  created: ["pending", "completed", "failed", "cancelled", "expired", "refunded", "review"],
  pending: ["completed", "failed", "cancelled", "expired", "refunded", "review"],
  failed: ["completed", "refunded", "review"],
  cancelled: ["completed", "refunded", "review"],
  expired: ["completed", "refunded", "review"],
  completed: ["refunded", "review"],
  refunded: [],
  review: ["refunded"],
} as const satisfies Transitions;

/** Whether a provider's event may bring an order from one status to another. */
export function mayMoveOrder(from: OnrampStatus, to: OnrampStatus): boolean {
  const ways: Transitions = ONRAMP_TRANSITIONS;
  return ways[from].includes(to);
}

export const onrampOrder = z
  .object({
    id,
    provider: z.enum(ONRAMP_PROVIDERS),
    status: z.enum(ONRAMP_STATUSES),
    /** The customer's payment to the provider. */
    fiat_amount: amountOutput,
    fiat_currency: z.string(),
    crypto_currency: z.string(),
    /** Amount that has arrived; null until then. */
    crypto_amount: amountOutput.nullable(),
    /** The history row that credited it. */
    transaction_id: id.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "OnrampOrder" });
export type OnrampOrder = z.infer<typeof onrampOrder>;

/** Current offer. */
export const onrampOffer = z.object({
  /** Null if card payments are closed. */
  provider: z.enum(ONRAMP_PROVIDERS).nullable(),
  fiat: z.array(z.string()),
  crypto: z.array(z.string()),
});
export type OnrampOffer = z.infer<typeof onrampOffer>;

export const startOnrampInput = z
  .object({
    fiat_amount: amountInput,
    fiat_currency: currencyCode,
    crypto_currency: currencyCode,
  })
  .superRefine(({ fiat_amount, fiat_currency }, context) =>
    checkAmountDecimals(context, ["fiat_amount"], fiat_amount, fiat_currency),
  );
export type StartOnrampInput = z.output<typeof startOnrampInput>;

/** The checkout page is the provider's; its address opens once. */
export const startedOnramp = z.object({ order: onrampOrder, checkout_url: z.url() });
export type StartedOnramp = z.infer<typeof startedOnramp>;

export const onrampOrdersInput = paging.extend({
  status: z.enum(ONRAMP_STATUSES, { error: "Choose a status" }).optional(),
});

/** An order as the desk sees it. */
export const onrampOrderFile = onrampOrder
  .extend({
    customer_id: id.nullable(),
    provider_order_id: z.string().nullable(),
    /** Why it waits for an operator, or what the operator decided. */
    note: internalNote.nullable(),
  })
  .meta({ id: "OnrampOrderFile" });
export type OnrampOrderFile = z.infer<typeof onrampOrderFile>;
export const onrampOrdersPage = z.object({ data: z.array(onrampOrderFile), meta: countedMeta });

export const onrampOrderInput = z.object({ id });

/**
 * Ends a review. `credit` gives the customer `crypto_amount`, what has really arrived; `close` leaves the books as they
 * are.
 */
export const resolveOnrampInput = z.discriminatedUnion("decision", [
  z.object({
    id,
    decision: z.literal("credit"),
    crypto_amount: amountInput,
    internal_note: internalNoteField,
  }),
  z.object({ id, decision: z.literal("close"), internal_note: internalNoteField }),
]);
export type ResolveOnrampInput = z.output<typeof resolveOnrampInput>;
