import { DomainError } from "@wattle/contracts/errors";
import { EVENT_TYPES } from "@wattle/contracts/event-types";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { TEST_EVENT_TYPE, WEBHOOK_LIMITS } from "@wattle/contracts/webhook-words";
import type {
  CreatedWebhook,
  WebhookDelivery,
  WebhookEdit,
  WebhookInput,
  WebhookItem,
} from "@wattle/contracts/webhooks";
import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import type { User, WebhookEndpoint } from "@wattle/db/tables";
import { startFollowing } from "@wattle/db/events";
import {
  deleteEndpoint,
  enableEndpoint,
  findDelivery,
  findEndpoint,
  insertEndpoint,
  insertTestDelivery,
  listDeliveries,
  listEndpoints,
  lockEndpoint,
  resendDelivery,
  updateEndpoint,
  type Delivery,
} from "@wattle/db/webhooks";
import { isoTime } from "../clock.ts";
import type { Call } from "../context.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { webhookAddedMail, webhookSecretMail } from "../mail/webhook-mails.ts";
import { eventsBegin } from "../events/events-begin.ts";
import type { Services } from "../services.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
import { addressOfHost, isPublicAddress } from "./public-address.ts";
import { SECRET_PREFIX } from "./sign-webhook.ts";

const SECRET_BYTES = 32;
/** So long the secret before a new one signs as well. */
const FORMER_MILLISECONDS = 24 * 3_600_000;

/** Address of the page on which customers see their webhooks. */
export const WEBHOOKS_PAGE = "/dashboard/webhooks";

type WebhookCall = Pick<Call<keyof MailServices | "database">, "services" | "sessionId"> & {
  readonly user: Pick<User, "id">;
};

const timeOrNull = (epoch: bigint | null): string | null => (epoch === null ? null : isoTime(epoch));

export const webhookItemOf = (row: WebhookEndpoint): WebhookItem => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as WebhookItem["events"],
  created_at: isoTime(row.created_at),
  disabled_at: timeOrNull(row.disabled_at),
  disabled_because: row.disabled_because,
});

function deliveryItemOf(row: Delivery): WebhookDelivery {
  const state = row.delivered_at !== null ? "delivered" : row.next_attempt_at === null ? "failed" : "pending";
  const type = EVENT_TYPES.find((each) => each === row.event?.type) ?? TEST_EVENT_TYPE;
  return {
    id: row.event_id,
    type,
    created_at: isoTime(row.created_at),
    state,
    attempts: Number(row.attempts),
    next_attempt_at: timeOrNull(row.next_attempt_at),
    delivered_at: timeOrNull(row.delivered_at),
    last_status: row.last_status === null ? null : Number(row.last_status),
    last_error: row.last_error,
  };
}

/** @throws DomainError `validation_failed` for an address that is sent nothing here */
function checkUrl({ config }: Pick<Services, "config">, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (config.NODE_ENV === "production" && protocol !== "https:") {
    throw DomainError.at("url", "validation_failed", OWN_MESSAGES.needsHttps);
  }
  const address = addressOfHost(hostname);
  const isPrivate = hostname === "localhost" || (address !== undefined && !isPublicAddress(address));
  if (isPrivate && !config.WEBHOOK_PRIVATE_ADDRESSES) {
    throw DomainError.at("url", "validation_failed", OWN_MESSAGES.privateAddress);
  }
}

/** The customer's endpoint. @throws DomainError `not_found`, also if it is another's */
export async function endpointOf(
  { database }: Pick<Services, "database">,
  userId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const row = await findEndpoint(database.read, userId, id);
  if (row === undefined) throw new DomainError("not_found");
  return row;
}

/**
 * Locks the account of who calls. Throwing everyone out comes before it, and then the caller's session has ended, or after it, and then
 * it removes what the call sets.
 * @throws DomainError `unauthenticated`
 */
async function lockOwner(tx: WriteTx, { sessionId, user: { id } }: WebhookCall): Promise<User> {
  const owner =
    sessionId === null ? await lockUser(tx, id) : (await lockSignedIn(tx, { sessionId }, id)).user;
  if (owner === undefined) throw new DomainError("unauthenticated");
  return owner;
}

const newSecret = ({ ids }: Pick<Services, "ids">): string =>
  `${SECRET_PREFIX}${Buffer.from(ids.token(SECRET_BYTES), "base64url").toString("base64")}`;

/**
 * Adds an address that events are sent to from now on. The answer is the only place that ever shows the secret.
 * @throws DomainError `validation_failed`, also if there are as many as one may have
 */
export async function addWebhook(call: WebhookCall, { url, events }: WebhookInput): Promise<CreatedWebhook> {
  const {
    services,
    user: { id: userId },
  } = call;
  checkUrl(services, url);
  const { clock, database, ids, vault } = services;
  const id = ids.uuid();
  const secret = newSecret(services);
  const row = {
    id,
    user_id: userId,
    url,
    events: JSON.stringify(events),
    secret: vault.seal("webhook_endpoints.secret", id, secret),
    created_at: BigInt(clock.now()),
  };
  await database.write(async (tx) => {
    const owner = await lockOwner(tx, call);
    if ((await listEndpoints(tx, userId)).length >= WEBHOOK_LIMITS.endpoints) {
      throw DomainError.at("url", "validation_failed", OWN_MESSAGES.tooManyWebhooks);
    }
    await startFollowing(tx, userId, eventsBegin(services));
    await insertEndpoint(tx, row);
    await mailAbout(tx, services, owner, webhookAddedMail, url);
  });
  return { ...webhookItemOf(await endpointOf(services, userId, id)), secret };
}

const mailAbout = (
  tx: WriteTx,
  services: MailServices,
  { email: to, first_name: firstName }: User,
  mailOf: typeof webhookAddedMail,
  url: string,
): Promise<void> =>
  queueMail(tx, services, {
    to,
    mail: mailOf(firstName, url, `${services.config.APP_ORIGIN}${WEBHOOKS_PAGE}`),
  });

/**
 * Gives an endpoint another address, or other events. Events that wait go to the new address. Its owner is emailed about an address.
 * @throws DomainError `not_found`, `validation_failed`
 */
export async function editWebhook(call: WebhookCall, { id, url, events }: WebhookEdit): Promise<WebhookItem> {
  const { services, user } = call;
  checkUrl(services, url);
  await services.database.write(async (tx) => {
    const owner = await lockOwner(tx, call);
    const before = await lockEndpoint(tx, user.id, id);
    if (before === undefined) throw new DomainError("not_found");
    const isMoved = before.url !== url;
    await updateEndpoint(tx, id, {
      url,
      events: JSON.stringify(events),
      ...(isMoved && { changed_at: BigInt(services.clock.now()) }),
    });
    if (isMoved) await mailAbout(tx, services, owner, webhookAddedMail, url);
  });
  return webhookItemOf(await endpointOf(services, user.id, id));
}

/**
 * Gives an endpoint a new secret. For a day the one before signs as well, so that no event is lost while a program changes over.
 * @throws DomainError `not_found`
 */
export async function renewSecret(call: WebhookCall, id: string): Promise<CreatedWebhook> {
  const { services, user } = call;
  const { clock, database, vault } = services;
  const now = BigInt(clock.now());
  const secret = newSecret(services);
  await database.write(async (tx) => {
    const owner = await lockOwner(tx, call);
    const before = await lockEndpoint(tx, user.id, id);
    if (before === undefined) throw new DomainError("not_found");
    const former = vault.open("webhook_endpoints.secret", id, before.secret);
    await updateEndpoint(tx, id, {
      secret: vault.seal("webhook_endpoints.secret", id, secret),
      former_secret: vault.seal("webhook_endpoints.former_secret", id, former),
      former_until: now + BigInt(FORMER_MILLISECONDS),
      changed_at: now,
    });
    await mailAbout(tx, services, owner, webhookSecretMail, before.url);
  });
  return { ...webhookItemOf(await endpointOf(services, user.id, id)), secret };
}

/** @throws DomainError `not_found` */
export async function removeWebhook(
  services: Pick<Services, "database">,
  userId: string,
  id: string,
): Promise<void> {
  const found = await services.database.write((tx) => deleteEndpoint(tx, userId, id));
  if (!found) throw new DomainError("not_found");
}

/** Turns an endpoint on again. @throws DomainError `not_found` */
export async function enableWebhook(
  services: Pick<Services, "database">,
  userId: string,
  id: string,
): Promise<WebhookItem> {
  await endpointOf(services, userId, id);
  await services.database.write((tx) => enableEndpoint(tx, id));
  return webhookItemOf(await endpointOf(services, userId, id));
}

/** The newest 100 deliveries, newest first. @throws DomainError `not_found` */
export async function readDeliveries(
  services: Pick<Services, "clock" | "database">,
  userId: string,
  id: string,
): Promise<WebhookDelivery[]> {
  await endpointOf(services, userId, id);
  const rows = await listDeliveries(services.database.read, id, {
    now: BigInt(services.clock.now()),
    limit: WEBHOOK_LIMITS.shown,
  });
  return rows.map(deliveryItemOf);
}

async function deliveryOf(
  services: Pick<Services, "database">,
  userId: string,
  { id, delivery }: { readonly id: string; readonly delivery: string },
): Promise<WebhookDelivery> {
  await endpointOf(services, userId, id);
  const found = await findDelivery(services.database.read, id, delivery);
  if (found === undefined) throw new DomainError("not_found");
  return deliveryItemOf(found);
}

/** Has something sent to the customer's endpoint, which stays as it is meanwhile. @throws DomainError `not_found`, `state_conflict` */
async function sendTo(
  { database }: Pick<Services, "database">,
  userId: string,
  id: string,
  send: (tx: WriteTx) => Promise<void>,
): Promise<void> {
  await database.write(async (tx) => {
    const row = await lockEndpoint(tx, userId, id);
    if (row === undefined) throw new DomainError("not_found");
    if (row.disabled_at !== null) throw new DomainError("state_conflict");
    await send(tx);
  });
}

/** Sends a made-up event. @throws DomainError `not_found`; `state_conflict` if the endpoint is off */
export async function testWebhook(
  services: Pick<Services, "clock" | "database" | "ids">,
  userId: string,
  id: string,
): Promise<WebhookDelivery> {
  const { clock, ids } = services;
  const delivery = ids.uuid();
  const created_at = BigInt(clock.now());
  const body = JSON.stringify({
    id: delivery,
    type: TEST_EVENT_TYPE,
    created_at: isoTime(created_at),
    data: { webhook: id },
  });
  await sendTo(services, userId, id, (tx) =>
    insertTestDelivery(tx, { endpoint_id: id, event_id: delivery, created_at }, body),
  );
  return deliveryOf(services, userId, { id, delivery });
}

/** Sends something again, at once. @throws DomainError `not_found`; `state_conflict` if the endpoint is off */
export async function resendWebhook(
  services: Pick<Services, "clock" | "database">,
  userId: string,
  input: { readonly id: string; readonly delivery: string },
): Promise<WebhookDelivery> {
  const at = BigInt(services.clock.now());
  await sendTo(services, userId, input.id, async (tx) => {
    if (!(await resendDelivery(tx, input.id, input.delivery, at))) throw new DomainError("not_found");
  });
  return deliveryOf(services, userId, input);
}
