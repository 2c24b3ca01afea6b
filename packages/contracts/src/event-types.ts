/** Types of events, free of zod so that screens can list them. */

/** Events about a transaction. */
export const TRANSACTION_EVENT_TYPES = [
  "deposit.completed",
  "deposit.returned",
  "deposit.expired",
  "withdrawal.requested",
  "withdrawal.sent",
  "withdrawal.completed",
  "withdrawal.rejected",
  "withdrawal.returned",
  "withdrawal.cancelled",
  "exchange.completed",
] as const;
export type TransactionEventType = (typeof TRANSACTION_EVENT_TYPES)[number];

/** Events about coins that arrive. */
export const ARRIVAL_EVENT_TYPES = ["deposit.seen", "deposit.reversed"] as const;

/** All events. */
export const EVENT_TYPES = [
  ...TRANSACTION_EVENT_TYPES,
  ...ARRIVAL_EVENT_TYPES,
  "identity.verified",
  "identity.rejected",
  "bank_account.added",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Events of one answer at most. */
export const MOST_EVENTS = 100;
