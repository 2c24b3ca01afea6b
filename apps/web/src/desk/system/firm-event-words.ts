import type { OperatorEventType } from "@wattle/contracts/operator-event-types";
import type { OperatorDelivery, OperatorWebhook } from "@wattle/contracts/operator-webhooks";
import { TEST_EVENT_TYPE } from "@wattle/contracts/webhook-words";
import type { StateWord } from "../../controls/status.tsx";
import { offText } from "../../webhooks/webhook-words.ts";
import { momentText } from "../parts/moment-text.ts";

/** Name of each event of the firm. */
export const FIRM_EVENTS: Readonly<Record<OperatorEventType, string>> = {
  "identity.waiting": "Identity waiting",
  "deposit.large": "Large deposit",
  "approval.waiting": "Approval waiting",
  "pause.started": "Pause started",
  "books.difference": "Difference in the books",
};

export const firmEventName = ({ type }: Pick<OperatorDelivery, "type">): string =>
  type === TEST_EVENT_TYPE ? "Test" : FIRM_EVENTS[type];

/** Which events an address is sent. */
export const firmEventsText = ({ events }: Pick<OperatorWebhook, "events">): string =>
  events.map((type) => (type === "*" ? "All events" : FIRM_EVENTS[type])).join(", ");

export const firmWebhookState = ({ disabled_at, disabled_because }: OperatorWebhook): StateWord => {
  if (disabled_at === null) return { kind: "done", word: "On" };
  return disabled_because === null ? { kind: "stopped", word: "Paused" } : { kind: "failed", word: "Off" };
};

/** Since when and why nothing is sent; undefined while it is. */
export const firmOffText = (webhook: OperatorWebhook): string | undefined =>
  webhook.disabled_at === null
    ? undefined
    : (offText(webhook) ?? `Paused since ${momentText(webhook.disabled_at)}`);
