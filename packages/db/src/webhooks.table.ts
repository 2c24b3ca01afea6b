import type { WebhookEnd } from "@wattle/contracts/webhook-words";
import type { Selectable } from "kysely";
import type { Epoch, JsonText } from "./columns/column-types.ts";
import { CHOSEN, INNER, SECRET } from "./columns/decisions.ts";
import { apart, table } from "./columns/table.ts";
import { below, own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

/** An address of a customer's program, or of the operator's, that is sent events. */
interface WebhookEndpointsTable {
  id: string;
  /** Its owner; null for the operator's. */
  user_id: string | null;
  url: string;
  /** JSON array of kinds of events, or of only `*`. */
  events: JsonText;
  secret: Sealed<"webhook_endpoints.secret">;
  /** The secret before this one, which signs as well until then, so that a program can change over. */
  former_secret: Sealed<"webhook_endpoints.former_secret"> | null;
  former_until: Epoch | null;
  created_at: Epoch;
  /** When its address or secret was last set. */
  changed_at: Epoch;
  /** Tries in a row that failed, whatever they were of. */
  failures: bigint;
  /** Until when one sender has it. */
  leased_until: Epoch;
  /** When the first of its deliveries is due, or earlier; null if none waits. */
  next_due_at: Epoch | null;
  disabled_at: Epoch | null;
  disabled_because: WebhookEnd | null;
}

export const webhookEndpoints = table<WebhookEndpointsTable>({
  whose: own,
  key: ["id"],
  copy: { file: "webhooks", about: "Your webhooks, without their secrets" },
  erasure: { removed: "at once", why: CHOSEN },
  columns: {
    id: "text",
    user_id: INNER,
    url: "text",
    events: "json",
    secret: SECRET,
    former_secret: SECRET,
    former_until: "time",
    created_at: "time",
    changed_at: "time",
    failures: "count",
    leased_until: INNER,
    next_due_at: "time",
    disabled_at: "time",
    disabled_because: "text",
  },
});

export type WebhookEndpoint = Selectable<WebhookEndpointsTable>;

/** An event that was or will be sent to an endpoint. */
interface WebhookDeliveriesTable {
  endpoint_id: string;
  event_id: string;
  /** The event's place in the order of the customer's events. */
  position: bigint;
  /** The body to send, if it is no event of a customer. */
  body: JsonText | null;
  created_at: Epoch;
  attempts: bigint;
  /** When it is tried next; null if it is not. */
  next_attempt_at: Epoch | null;
  delivered_at: Epoch | null;
  /** The endpoint's last answer, and the error if nothing came. */
  last_status: bigint | null;
  last_error: string | null;
}

export const webhookDeliveries = table<WebhookDeliveriesTable>({
  whose: below("endpoint_id", "webhook_endpoints"),
  copy: {
    file: "webhook-deliveries",
    about: "What was sent to them",
    key: ["endpoint_id", "position", "event_id"],
  },
  erasure: { removed: "at once", why: CHOSEN, key: ["endpoint_id", "event_id"] },
  columns: {
    endpoint_id: "text",
    event_id: "text",
    position: "count",
    body: "json",
    created_at: "time",
    attempts: "count",
    next_attempt_at: "time",
    delivered_at: "time",
    last_status: "count",
    last_error: "text",
  },
});

export type WebhookDeliveryRow = Selectable<WebhookDeliveriesTable>;

/** An event for the operator's programs, until it is with their endpoints. */
interface OperatorEventsTable {
  id: string;
  type: string;
  /** Identifiers only. */
  data: JsonText;
  /** The units of a credited deposit before and now, for one that may be large. */
  deposit: JsonText | null;
  created_at: Epoch;
}

export const operatorEvents = apart<OperatorEventsTable>(
  "Identifiers that the operator's programs are sent; a row is there for a moment",
);

export type OperatorEventRow = Selectable<OperatorEventsTable>;
