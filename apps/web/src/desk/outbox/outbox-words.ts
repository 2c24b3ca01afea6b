import type { FailedDelivery, UnsentMail } from "@wattle/contracts/outbox";
import type { StateWord } from "../../controls/status.tsx";
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
}: Pick<UnsentMail, "next_attempt_at" | "attempts">): StateWord {
  if (next === null) return { kind: "failed", word: "Given up" };
  return { kind: "waiting", word: attempts === 0 ? "Not tried yet" : `Next try ${momentText(next)}` };
}

/** Failure of an event. */
export const deliveryFailure = (delivery: FailedDelivery): string =>
  outcomeText(delivery) ?? "Not tried: the webhook was turned off first";

export function deliveryState(delivery: FailedDelivery): StateWord {
  const { disabled_because: off, next_attempt_at: next } = delivery;
  if (off !== null) return { kind: "stopped", word: "Webhook is off" };
  return next === null
    ? { kind: "failed", word: "Given up" }
    : { kind: "waiting", word: `Next try ${momentText(next)}` };
}
