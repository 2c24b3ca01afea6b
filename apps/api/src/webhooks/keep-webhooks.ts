import { DomainError } from "@wattle/contracts/errors";
import { EVENT_TYPES } from "@wattle/contracts/event-types";
import { OPERATOR_EVENT_TYPES } from "@wattle/contracts/operator-event-types";
import type { OperatorDelivery, OperatorWebhook } from "@wattle/contracts/operator-webhooks";
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
  findDelivery,
  insertOwnDelivery,
  listDeliveries,
  resendDelivery,
  type Delivery,
} from "@wattle/db/webhook-deliveries";
import {
  deleteEndpoint,
  enableEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
} from "@wattle/db/webhook-endpoints";
import { isoTime } from "../clock.ts";
import type { Call } from "../context.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { webhookAddedMail, webhookSecretMail } from "../mail/webhook-mails.ts";
import { eventsBegin } from "../events/events-begin.ts";
import type { Services } from "../services.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
import { addressOfHost, isPublicAddress } from "./public-address.ts";
import { newSecret, renewedSecret, sealedFor, sealSecret } from "./endpoint-secret.ts";

/** Address of the page on which customers see their webhooks. */
export const WEBHOOKS_PAGE = "/dashboard/webhooks";
/** The same for admins and the operator's own. */
export const OPERATOR_WEBHOOKS_PAGE = "/teamaccess/system?view=webhooks";

/** The customer who owns an endpoint; null for the operator's. */
type Owner = WebhookEndpoint["user_id"];
type ItemOf<Whose extends Owner> = Whose extends null ? OperatorWebhook : WebhookItem;
type DeliveryOf<Whose extends Owner> = Whose extends null ? OperatorDelivery : WebhookDelivery;

type WebhookCall = Pick<Call<keyof MailServices | "database">, "services" | "sessionId"> & {
  readonly user: Pick<User, "id">;
};

const timeOrNull = (epoch: bigint | null): string | null => (epoch === null ? null : isoTime(epoch));

export const webhookItemOf = <Whose extends Owner = string>(row: WebhookEndpoint): ItemOf<Whose> =>
  ({
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events) as ItemOf<Whose>["events"],
    created_at: isoTime(row.created_at),
    disabled_at: timeOrNull(row.disabled_at),
    disabled_because: row.disabled_because,
  }) as ItemOf<Whose>;

/** The kind of what is sent; what has its own body says it there. */
function typeOf({ event, body }: Delivery): DeliveryOf<Owner>["type"] {
  const type: unknown =
    event?.type ?? (body === null ? undefined : (JSON.parse(body) as { readonly type: unknown }).type);
  return [...EVENT_TYPES, ...OPERATOR_EVENT_TYPES].find((each) => each === type) ?? TEST_EVENT_TYPE;
}

function deliveryItemOf<Whose extends Owner>(row: Delivery): DeliveryOf<Whose> {
  const state = row.delivered_at !== null ? "delivered" : row.next_attempt_at === null ? "failed" : "pending";
  return {
    id: row.event_id,
    type: typeOf(row),
    created_at: isoTime(row.created_at),
    state,
    attempts: Number(row.attempts),
    next_attempt_at: timeOrNull(row.next_attempt_at),
    delivered_at: timeOrNull(row.delivered_at),
    last_status: row.last_status === null ? null : Number(row.last_status),
    last_error: row.last_error,
  } as DeliveryOf<Whose>;
}

/** @throws DomainError `validation_failed` for an address that is sent nothing here */
export function checkUrl({ config }: Pick<Services, "config">, url: string): void {
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

/** The owner's endpoint. @throws DomainError `not_found`, also if it is another's */
export async function endpointOf(
  { database }: Pick<Services, "database">,
  owner: Owner,
  id: string,
): Promise<WebhookEndpoint> {
  const row = await findEndpoint(database.read, owner, id);
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
    secret: sealSecret(vault, { id, user_id: userId, url }, secret),
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

/** An owner's endpoint, held until the transaction ends. @throws DomainError `not_found` */
export async function lockedEndpoint(tx: WriteTx, owner: Owner, id: string): Promise<WebhookEndpoint> {
  const row = await lockEndpoint(tx, owner, id);
  if (row === undefined) throw new DomainError("not_found");
  return row;
}

/**
 * Gives an endpoint another address, or other events. Events that wait go to the new address. Its owner is emailed about an address.
 * @throws DomainError `not_found`, `validation_failed`
 */
export async function editWebhook(call: WebhookCall, { id, url, events }: WebhookEdit): Promise<WebhookItem> {
  const { services, user } = call;
  checkUrl(services, url);
  await services.database.write(async (tx) => {
    const owner = await lockOwner(tx, call);
    const before = await lockedEndpoint(tx, user.id, id);
    const isMoved = before.url !== url;
    await updateEndpoint(tx, id, {
      url,
      secret: sealedFor(services.vault, before, url),
      events: JSON.stringify(events),
      ...(isMoved && { changed_at: BigInt(services.clock.now()) }),
    });
    if (isMoved) await mailAbout(tx, services, owner, webhookAddedMail, url);
  });
  return webhookItemOf(await endpointOf(services, user.id, id));
}

/**
 * Gives an endpoint a new secret. For a day the previous one also signs, so that no event is lost while a program changes over.
 * @throws DomainError `not_found`
 */
export async function renewSecret(call: WebhookCall, id: string): Promise<CreatedWebhook> {
  const { services, user } = call;
  const secret = await services.database.write(async (tx) => {
    const owner = await lockOwner(tx, call);
    const before = await lockedEndpoint(tx, user.id, id);
    const renewed = renewedSecret(services, before);
    await updateEndpoint(tx, id, renewed.changes);
    await mailAbout(tx, services, owner, webhookSecretMail, before.url);
    return renewed.secret;
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
export async function readDeliveries<Whose extends Owner>(
  services: Pick<Services, "clock" | "database">,
  owner: Whose,
  id: string,
): Promise<DeliveryOf<Whose>[]> {
  await endpointOf(services, owner, id);
  const rows = await listDeliveries(services.database.read, id, {
    now: BigInt(services.clock.now()),
    limit: WEBHOOK_LIMITS.shown,
  });
  return rows.map((row) => deliveryItemOf<Whose>(row));
}

async function deliveryOf<Whose extends Owner>(
  services: Pick<Services, "database">,
  owner: Whose,
  { id, delivery }: { readonly id: string; readonly delivery: string },
): Promise<DeliveryOf<Whose>> {
  await endpointOf(services, owner, id);
  const found = await findDelivery(services.database.read, id, delivery);
  if (found === undefined) throw new DomainError("not_found");
  return deliveryItemOf<Whose>(found);
}

/** Has something sent to the owner's endpoint, which stays as it is meanwhile. @throws DomainError `not_found`, `state_conflict` */
async function sendTo(
  { database }: Pick<Services, "database">,
  owner: Owner,
  id: string,
  send: (tx: WriteTx) => Promise<void>,
): Promise<void> {
  await database.write(async (tx) => {
    const row = await lockedEndpoint(tx, owner, id);
    if (row.disabled_at !== null) throw new DomainError("state_conflict");
    await send(tx);
  });
}

/** Sends a made-up event. @throws DomainError `not_found`; `state_conflict` if the endpoint is off */
export async function testWebhook<Whose extends Owner>(
  services: Pick<Services, "clock" | "database" | "ids">,
  owner: Whose,
  id: string,
): Promise<DeliveryOf<Whose>> {
  const { clock, ids } = services;
  const delivery = ids.uuid();
  const created_at = BigInt(clock.now());
  const body = JSON.stringify({
    id: delivery,
    type: TEST_EVENT_TYPE,
    created_at: isoTime(created_at),
    data: { webhook: id },
  });
  await sendTo(services, owner, id, (tx) =>
    insertOwnDelivery(tx, { endpoint_id: id, event_id: delivery, created_at }, body),
  );
  return deliveryOf(services, owner, { id, delivery });
}

/** Sends something again, at once. @throws DomainError `not_found`; `state_conflict` if the endpoint is off */
export async function resendWebhook<Whose extends Owner>(
  services: Pick<Services, "clock" | "database">,
  owner: Whose,
  input: { readonly id: string; readonly delivery: string },
): Promise<DeliveryOf<Whose>> {
  const at = BigInt(services.clock.now());
  await sendTo(services, owner, input.id, async (tx) => {
    if (!(await resendDelivery(tx, input.id, input.delivery, at))) throw new DomainError("not_found");
  });
  return deliveryOf(services, owner, input);
}
