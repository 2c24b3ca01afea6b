import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { hostname } from "node:os";
import { addressBehind } from "@wattle/db/closures";
import type { Database } from "@wattle/db/database";
import { claimMail, listDueMail, settleMail, type MailOutcome } from "@wattle/db/outbox";
import type { Vault } from "@wattle/db/sealed/vault";
import type { OutboxMail } from "@wattle/db/tables";
import type { FastifyBaseLogger } from "fastify";
import nodemailer from "nodemailer";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { openMail } from "./open-mail.ts";
import { smtpOptions } from "./smtp-options.ts";

/** How long the sender rests between looks into the outbox. */
const POLL_MILLISECONDS = 1_000;
const BATCH = 20;
/** A sender that dies while sending gives the mail back after this; longer than any sending may take. */
const CLAIM_MILLISECONDS = 120_000;
const SMTP_TIMEOUT_MILLISECONDS = 20_000;
/** Waits after the first, second, … failed try; the last one repeats. */
const BACK_OFF_MILLISECONDS = [5_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000] as const;
/** Mail that could not be sent for this long is given up. */
const GIVE_UP_MILLISECONDS = 3 * DAY_MILLISECONDS;

interface MailSenderOptions {
  readonly database: Database;
  readonly vault: Vault;
  /** `smtp://…` or `smtps://…`, which may have user and password, and `?tls=optional` or `?tls=required`. */
  readonly url: string;
  /** The sender as the mail has it: `Wattle <support@wattle.example>`. */
  readonly from: { readonly name: string; readonly address: string };
  /** Whether sent mail stays readable in the outbox; its links are secrets. */
  readonly keepBodies: boolean;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

export interface MailSender {
  /** Sends what is due, once. @returns how many were sent */
  sendDue(): Promise<number>;
  start(): void;
  /** Resolves once nothing is being sent any more. */
  stop(): Promise<void>;
}

/** The answer of an SMTP server that says no for good, about the recipient or the message; 4xx says later. */
function isRefusal(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return (
    typeof responseCode === "number" &&
    responseCode >= 500 &&
    responseCode < 600 &&
    (code === "EENVELOPE" || code === "EMESSAGE")
  );
}

/** Kept and logged part of a failure: its kind, never an address or the server's wording. */
function failureWord(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  const word = typeof code === "string" ? code : "unknown";
  return typeof responseCode === "number" ? `${word} ${responseCode}` : word;
}

/** Next step after a failed try: another one later, or none. */
function afterFailure(mail: OutboxMail, error: unknown, now: number): MailOutcome {
  const word = failureWord(error);
  if (isRefusal(error) || now - Number(mail.created_at) > GIVE_UP_MILLISECONDS) {
    return { kind: "failed", at: BigInt(now), error: word };
  }
  const wait =
    BACK_OFF_MILLISECONDS[Math.min(Number(mail.attempts), BACK_OFF_MILLISECONDS.length) - 1] ??
    BACK_OFF_MILLISECONDS[0];
  return { kind: "retry", at: BigInt(now + wait), error: word };
}

/** RFC 8058: a mail program's own button ends the kind of an optional mail by one POST. */
const unsubscribeHeaders = ({ unsubscribe_url: url }: OutboxMail): Readonly<Record<string, string>> =>
  url === null
    ? {}
    : { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

/** @param milliseconds how long each step may take */
export const openTransport = (url: string, milliseconds = SMTP_TIMEOUT_MILLISECONDS) =>
  nodemailer.createTransport({
    ...smtpOptions(url),
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** The sender of all mail: the setting, or the brand's support. */
export const senderOf = ({ brand, MAIL_FROM }: Pick<Config, "brand" | "MAIL_FROM">) => ({
  name: brand.name,
  address: MAIL_FROM ?? brand.supportEmail,
});

const GREETING_MILLISECONDS = 5_000;

/** Connects with TLS and logs in, and sends nothing. @throws if the server does not take that */
export async function greetMailServer(url: string): Promise<void> {
  const transport = openTransport(url, GREETING_MILLISECONDS);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Sends the outbox over SMTP. A mail is taken before it is sent, so that of several senders one sends it; a failed try is
 * repeated with growing waits. Each mail has the same Message-ID in every try, so that should a server take one
 * and the confirmation be lost, the recipient's side knows the second for the first.
 */
export function createMailSender(options: MailSenderOptions): MailSender {
  const { database, from, clock, log } = options;
  const transport = openTransport(options.url);
  const domain = from.address.split("@")[1] ?? hostname();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = true;

  async function outcomeOf(mail: OutboxMail): Promise<MailOutcome> {
    const keepBody = options.keepBodies;
    const to = await addressBehind(database.read, mail.recipient);
    if (to === undefined) return { kind: "failed", at: BigInt(clock.now()), error: "ECLOSED" };
    try {
      await transport.sendMail({
        from,
        to,
        ...(mail.reply_to !== null && { replyTo: mail.reply_to }),
        subject: mail.subject,
        ...openMail(options.vault, mail),
        messageId: `<${mail.id}@${domain}>`,
        date: new Date(Number(mail.created_at)),
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(mail) },
      });
      return { kind: "sent", at: BigInt(clock.now()), keepBody };
    } catch (error) {
      const failure = failureWord(error);
      log.warn({ mail: mail.id, attempt: Number(mail.attempts), failure }, "a mail was not sent");
      return afterFailure(mail, error, clock.now());
    }
  }

  async function sendDue(): Promise<number> {
    let sent = 0;
    for (const id of await listDueMail(database.read, BigInt(clock.now()), BATCH)) {
      const now = clock.now();
      const claim = { now: BigInt(now), retryAt: BigInt(now + CLAIM_MILLISECONDS) };
      const mail = await database.write((tx) => claimMail(tx, id, claim));
      if (mail === undefined) continue;
      const outcome = await outcomeOf(mail);
      await database.write((tx) => settleMail(tx, id, outcome));
      if (outcome.kind === "sent") sent += 1;
    }
    return sent;
  }

  function lookLater(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      running = sendDue()
        .catch((error: unknown) => log.error({ err: error }, "the outbox could not be read"))
        .finally(lookLater);
    }, POLL_MILLISECONDS);
  }

  return {
    sendDue,
    start() {
      stopped = false;
      lookLater();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      transport.close();
    },
  };
}
