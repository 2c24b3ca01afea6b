import type { EventType } from "@wattle/contracts/event-types";
import type { WebhookDelivery, WebhookItem } from "@wattle/contracts/webhooks";
import { TEST_EVENT_TYPE, type DeliveryState, type WebhookEnd } from "@wattle/contracts/webhook-words";
import { displayMoment } from "@wattle/exchange-core/display";
import type { StateWord } from "../controls/status.tsx";

/** Name of each event. */
export const EVENT_NAMES: Readonly<Record<EventType, string>> = {
  "deposit.completed": "Deposit credited",
  "deposit.returned": "Deposit returned",
  "deposit.expired": "Deposit expired",
  "deposit.seen": "Coins seen on the network",
  "deposit.reversed": "Coins undone by the network",
  "withdrawal.requested": "Withdrawal requested",
  "withdrawal.sent": "Coins sent",
  "withdrawal.completed": "Withdrawal paid",
  "withdrawal.rejected": "Withdrawal declined",
  "withdrawal.returned": "Withdrawal returned",
  "withdrawal.cancelled": "Withdrawal cancelled",
  "exchange.completed": "Exchange completed",
  "identity.verified": "Identity verified",
  "identity.rejected": "Identity sent back",
  "bank_account.added": "Bank account added",
};

export const eventName = (type: WebhookDelivery["type"]): string =>
  type === TEST_EVENT_TYPE ? "Test" : EVENT_NAMES[type];

const at = (iso: string): string => displayMoment(Date.parse(iso));

/** Which events an endpoint is sent. */
export const eventsText = ({ events }: Pick<WebhookItem, "events">): string =>
  events.map((type) => (type === "*" ? "All events" : EVENT_NAMES[type])).join(", ");

const ENDS: Readonly<Record<WebhookEnd, string>> = {
  gone: "it answered 410",
  failing: "it took none of 10 tries",
};

/** Since when and why an endpoint is off; undefined while it is on. */
export const offText = ({
  disabled_at,
  disabled_because,
}: Pick<WebhookItem, "disabled_at" | "disabled_because">): string | undefined =>
  disabled_at === null || disabled_because === null
    ? undefined
    : `Off since ${at(disabled_at)}: ${ENDS[disabled_because]}`;

export const STATES: Readonly<Record<DeliveryState, StateWord>> = {
  pending: { kind: "waiting", word: "Waiting" },
  delivered: { kind: "done", word: "Delivered" },
  failed: { kind: "failed", word: "Failed" },
};

const ERRORS: Readonly<Record<string, string>> = {
  timeout: "No answer within 15 seconds",
  no_public_address: "The address isn’t on the internet",
  changed_address: "The address isn’t the one that was set here",
  event_expired: "The event is older than 30 days",
  ECONNREFUSED: "Nothing answers at this address",
};

/** Result of the last try; undefined before the first. */
export function outcomeText({
  last_status,
  last_error,
}: Pick<WebhookDelivery, "last_status" | "last_error">): string | undefined {
  if (last_status !== null) return `Answered ${last_status}`;
  return last_error === null ? undefined : (ERRORS[last_error] ?? "The connection failed");
}

/** How often it was tried, and when it is next. `now` in milliseconds since 1970. */
export function triesText(
  { attempts, next_attempt_at }: Pick<WebhookDelivery, "attempts" | "next_attempt_at">,
  now: number,
): string {
  const tried = attempts === 1 ? "1 try" : `${attempts} tries`;
  if (next_attempt_at === null) return tried;
  const next = Date.parse(next_attempt_at) <= now ? "sent within seconds" : `next ${at(next_attempt_at)}`;
  return attempts === 0 ? `To be ${next}` : `${tried}, ${next}`;
}
