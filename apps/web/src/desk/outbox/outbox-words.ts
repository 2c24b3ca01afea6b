import type { FailedDelivery, UnsentMail } from "@wattle/contracts/outbox";
import type { StatusKind } from "../../controls/status.tsx";
import { outcomeText } from "../../webhooks/webhook-words.ts";
import { momentText } from "../parts/moment-text.ts";

/** By the word that the sender keeps of a failure. */
const FAILURES: Readonly<Record<string, string>> = {
  EENVELOPE: "Address refused",
  EMESSAGE: "Message refused",
  EAUTH: "Our login at the mail server was refused",
  ETLS: "No secure connection",
  ECONNECTION: "Mail server not reached",
  ESOCKET: "Mail server not reached",
  EDNS: "Mail server not found",
  ETIMEDOUT: "Mail server didn’t answer",
};

/** 'Address refused (550)'; a word that is not known as it is, and nothing before the first try failed. */
export function mailFailure({ error }: Pick<UnsentMail, "error">): string {
  const [word = "", code] = error.split(" ");
  const text = FAILURES[word] ?? word;
  return code === undefined ? text : `${text} (${code})`;
}

/** '1 try', '3 tries'. */
export const triesText = ({ attempts }: Pick<UnsentMail, "attempts">): string =>
  attempts === 1 ? "1 try" : `${attempts} tries`;

/** How a mail is: given up, or tried by itself. */
export function mailState({
  next_attempt_at: next,
  attempts,
}: Pick<UnsentMail, "next_attempt_at" | "attempts">): readonly [StatusKind, string] {
  if (next === null) return ["failed", "Given up"];
  return ["waiting", attempts === 0 ? "Not tried yet" : `Next try ${momentText(next)}`];
}

/** Failure of an event. */
export const deliveryFailure = (delivery: FailedDelivery): string =>
  outcomeText(delivery) ?? "Not tried: the webhook was turned off first";

export function deliveryState(delivery: FailedDelivery): readonly [StatusKind, string] {
  const { disabled_because: off, next_attempt_at: next } = delivery;
  if (off !== null) return ["stopped", "Webhook is off"];
  return next === null ? ["failed", "Given up"] : ["waiting", `Next try ${momentText(next)}`];
}
