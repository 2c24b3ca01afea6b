/** The addresses of the operator's own programs: set by two people, kept by any admin. */
import { DomainError } from "@wattle/contracts/errors";
import {
  operatorWebhook,
  operatorWebhookId,
  operatorWebhookInput,
  webhookSecret,
  type OperatorWebhook,
} from "@wattle/contracts/operator-webhooks";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { WEBHOOK_LIMITS } from "@wattle/contracts/webhook-words";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { WebhookEndpoint } from "@wattle/db/tables";
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  updateEndpoint,
} from "@wattle/db/webhook-endpoints";
import { newSecret, renewedSecret, sealSecret } from "../../webhooks/endpoint-secret.ts";
import { checkUrl, lockedEndpoint, webhookItemOf } from "../../webhooks/keep-webhooks.ts";
import type { ReviewedAct, SoloAct } from "../approvals/act.ts";

export const listOperatorWebhooks = async (reader: Reader): Promise<OperatorWebhook[]> =>
  (await listEndpoints(reader, null)).map((row) => webhookItemOf<null>(row));

const eventsText = (events: readonly string[]): string => (events.includes("*") ? "All" : events.join(", "));

/**
 * Adds an address. Its secret is shown to no one: an admin makes one that is (`renewSecret`) once the address is approved. The plan throws
 * `validation_failed` for an address that is sent nothing, and if there are as many as there may be.
 */
export const addOperatorWebhook: ReviewedAct<typeof operatorWebhookInput, typeof operatorWebhook> = {
  title: "Add a webhook of the firm",
  roles: ["admin"],
  confirmed: true,
  input: operatorWebhookInput,
  output: operatorWebhook,
  plan: async (tx, { services }, { url, events }) => {
    checkUrl(services, url);
    const others = await listEndpoints(tx, null);
    if (others.length >= WEBHOOK_LIMITS.endpoints) {
      throw DomainError.at("url", "validation_failed", OWN_MESSAGES.tooManyFirmWebhooks);
    }
    if (others.some((other) => other.url === url)) {
      throw DomainError.at("url", "validation_failed", OWN_MESSAGES.webhookExists);
    }
    const id = services.ids.uuid();
    return {
      subject: `the webhook ${url}`,
      details: {},
      once: url,
      changes: [
        { what: "Address of a webhook", before: "None", after: url },
        { what: "Events", before: "None", after: eventsText(events) },
      ],
      state: "there is no webhook with this address",
      reasons: ["An address that the firm's events are sent to needs two people."],
      worth: null,
      log: { action: "webhook.added", subject: id, details: { url, events } },
      run: async () => {
        const row = {
          id,
          user_id: null,
          url,
          events: JSON.stringify(events),
          secret: sealSecret(services.vault, { id, user_id: null, url }, newSecret(services)),
          created_at: BigInt(services.clock.now()),
        };
        await insertEndpoint(tx, row);
        return webhookItemOf<null>(await rowOf(tx, id));
      },
    };
  },
};

async function rowOf(tx: WriteTx, id: string): Promise<WebhookEndpoint> {
  const row = await findEndpoint(tx, null, id);
  if (row === undefined) throw new DomainError("not_found");
  return row;
}

type OneInput = typeof operatorWebhookId;

const webhookHost = ({ url }: Pick<WebhookEndpoint, "url">): string => new URL(url).host;

/** An act of one person about one webhook. */
const aboutOne = {
  roles: ["admin"],
  errors: ["not_found", "state_conflict"],
  input: operatorWebhookId,
} as const;

/** Sends nothing more, and drops what waits. The plan throws `state_conflict` if it is off already. */
export const pauseOperatorWebhook: SoloAct<OneInput, typeof operatorWebhook> = {
  ...aboutOne,
  title: "Pause a webhook of the firm",
  output: operatorWebhook,
  plan: async (tx, { services }, { id }) => {
    const row = await lockedEndpoint(tx, null, id);
    if (row.disabled_at !== null) throw new DomainError("state_conflict");
    return {
      subject: `the webhook ${row.url}`,
      changes: [{ what: `Webhook ${webhookHost(row)}`, before: "On", after: "Paused" }],
      log: { action: "webhook.paused", subject: id, details: { url: row.url } },
      run: async () => {
        await disableEndpoint(tx, id, null, BigInt(services.clock.now()));
        return webhookItemOf<null>(await rowOf(tx, id));
      },
    };
  },
};

/** Sends what happens from now on. The plan throws `state_conflict` if it is on. */
export const resumeOperatorWebhook: SoloAct<OneInput, typeof operatorWebhook> = {
  ...aboutOne,
  title: "Resume a webhook of the firm",
  output: operatorWebhook,
  plan: async (tx, _call, { id }) => {
    const row = await lockedEndpoint(tx, null, id);
    if (row.disabled_at === null) throw new DomainError("state_conflict");
    return {
      subject: `the webhook ${row.url}`,
      changes: [{ what: `Webhook ${webhookHost(row)}`, before: "Off", after: "On" }],
      log: { action: "webhook.resumed", subject: id, details: { url: row.url } },
      run: async () => {
        await enableEndpoint(tx, id);
        return webhookItemOf<null>(await rowOf(tx, id));
      },
    };
  },
};

/** Removes a webhook with all that was sent to it. */
export const removeOperatorWebhook: SoloAct<OneInput, OneInput> = {
  ...aboutOne,
  errors: ["not_found"],
  title: "Remove a webhook of the firm",
  output: operatorWebhookId,
  plan: async (tx, _call, { id }) => {
    const row = await lockedEndpoint(tx, null, id);
    return {
      subject: `the webhook ${row.url}`,
      changes: [{ what: `Webhook ${webhookHost(row)}`, before: "Active", after: "Removed" }],
      log: { action: "webhook.removed", subject: id, details: { url: row.url } },
      run: async () => {
        await deleteEndpoint(tx, null, id);
        return { id };
      },
    };
  },
};

/**
 * Makes another secret, which signs from now on. Only this answer shows it. The plan throws `state_conflict` if the address is not the one
 * that two people set.
 */
export const renewSecret: SoloAct<OneInput, typeof webhookSecret> = {
  ...aboutOne,
  title: "Make a webhook's secret",
  confirmed: true,
  token: "none",
  output: webhookSecret,
  plan: async (tx, { services }, { id }) => {
    const row = await lockedEndpoint(tx, null, id);
    const renewed = renewedSecret(services, row);
    return {
      subject: `the webhook ${row.url}`,
      changes: [{ what: `Secret of ${webhookHost(row)}`, before: "Previous", after: "New" }],
      log: { action: "webhook.secret_renewed", subject: id, details: { url: row.url } },
      run: async () => {
        await updateEndpoint(tx, id, renewed.changes);
        return { id, secret: renewed.secret };
      },
    };
  },
};
