import { findUserById } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { isAdmin, listStaff } from "@wattle/db/staff";
import type { User, WebhookEndpoint } from "@wattle/db/tables";
import { nextDelivery, settleDelivery, type Delivery } from "@wattle/db/webhook-deliveries";
import {
  disableEndpoint,
  isAnythingDue,
  leaseEndpoints,
  releaseEndpoint,
} from "@wattle/db/webhook-endpoints";
import { eventsOfRows } from "../event-feed/list-events.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { webhookOffMail } from "../mail/webhook-mails.ts";
import { startTimer, type StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { secretsOf } from "./endpoint-secret.ts";
import { OPERATOR_WEBHOOKS_PAGE, WEBHOOKS_PAGE } from "./keep-webhooks.ts";
import { postWebhook, type Posted } from "./post-webhook.ts";
import { webhookHeaders } from "./sign-webhook.ts";
import { spreadOperatorEvents } from "./spread-operator-events.ts";

const REST_MILLISECONDS = 250;
/** Longer than a try may take: a sender that dies gives its endpoints back after this. */
const LEASE_MILLISECONDS = 30_000;
/**
 * Tries at once. Those of endpoints that failed last have only a part of them, so that they cannot keep the others
 * waiting.
 */
const MOST_AT_ONCE = 500;
const MOST_FAILING = 100;
/** Events that one endpoint is sent in a row, before it has to queue again. */
const IN_A_ROW = 100;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Waits after the first, second, … failed try; after the one that follows the last of them the endpoint is turned off. */
const RETRY_MILLISECONDS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const GONE = 410;

type SenderServices = MailServices & Pick<Services, "database" | "log">;

/** Sends events. */
export interface WebhookSender {
  /** Begins to send what is due. @returns what resolves once all of it has been tried */
  sendDue(): Promise<() => Promise<void>>;
  /** Breaks off what is being sent; it is sent again later. */
  stop(): Promise<void>;
}

/** Tests have no 15 seconds, and no thousand servers. */
interface SenderOptions {
  /** How long requests take at most, milliseconds. */
  readonly timeout?: number;
  readonly post?: typeof postWebhook;
}

/** People to email about an endpoint: its owner, or every admin if it is the operator's. */
async function peopleOf(
  tx: WriteTx,
  { config }: SenderServices,
  owner: string | null,
): Promise<Pick<User, "email" | "first_name">[]> {
  if (owner === null) return (await listStaff(tx, { withDemo: config.DEMO })).filter(isAdmin);
  const user = await findUserById(tx, owner);
  return user === undefined ? [] : [user];
}

/** Turns an endpoint off and emails its owner. */
async function turnOff(
  tx: WriteTx,
  services: SenderServices,
  { id, user_id, url }: WebhookEndpoint,
  because: "gone" | "failing",
): Promise<void> {
  const turned = await disableEndpoint(tx, id, because, BigInt(services.clock.now()));
  if (!turned) return;
  const isOperators = user_id === null;
  const page = `${services.config.APP_ORIGIN}${isOperators ? OPERATOR_WEBHOOKS_PAGE : WEBHOOKS_PAGE}`;
  for (const { email, first_name } of await peopleOf(tx, services, user_id)) {
    const mail = webhookOffMail(first_name, { url, because, isOperators }, page);
    await queueMail(tx, services, { to: email, mail });
  }
}

/**
 * Writes down how a try went, and what follows.
 * @param last whether nothing more is sent to the endpoint for now
 * @returns whether more is due for the endpoint and is sent at once; it is given back otherwise
 */
async function settle(
  services: SenderServices,
  endpoint: WebhookEndpoint,
  delivery: Delivery,
  { status, error }: Posted,
  last: boolean,
): Promise<boolean> {
  const { clock, database } = services;
  const now = clock.now();
  const taken = status !== null && status >= 200 && status < 300;
  const wait = RETRY_MILLISECONDS[Number(delivery.attempts)];
  const over = status === GONE ? "gone" : wait === undefined ? "failing" : undefined;
  return database.write(async (tx) => {
    const goesOn = await settleDelivery(tx, delivery, {
      status,
      error,
      deliveredAt: taken ? BigInt(now) : null,
      nextAt: taken || wait === undefined ? null : BigInt(now + wait),
      leasedUntil: last ? 0n : BigInt(now + LEASE_MILLISECONDS),
      now: BigInt(now),
    });
    if (!taken && over !== undefined) await turnOff(tx, services, endpoint, over);
    return goesOn;
  });
}

/** The body of a delivery; undefined if its event is not kept any more. */
async function bodyOf({ database, vault }: SenderServices, delivery: Delivery): Promise<string | undefined> {
  if (delivery.body !== null) return delivery.body;
  if (delivery.event === undefined) return undefined;
  const [event] = await eventsOfRows(database.read, vault, [delivery.event]);
  return JSON.stringify(event);
}

/** The signed headers of a delivery; undefined if the endpoint's secret was made for another address. */
function headersOf(
  services: SenderServices,
  endpoint: WebhookEndpoint,
  { event_id: id }: Delivery,
  body: string,
): Readonly<Record<string, string>> | undefined {
  const { clock, log } = services;
  const secrets = secretsOf(services, endpoint);
  if (secrets === undefined) {
    log.error({ webhook: endpoint.id }, "a webhook's address is not the one its secret was made for");
    return undefined;
  }
  return webhookHeaders(secrets, { id, timestamp: Math.floor(clock.now() / SECOND), body });
}

/**
 * Sends events to the addresses of customers' programs. An endpoint is leased before it is sent anything, so that of several
 * processes one sends to it, one event after the other. A try that fails is repeated later; the next event does not wait for it.
 */
export function createWebhookSender(services: SenderServices, options: SenderOptions = {}): WebhookSender {
  const { post = postWebhook, ...limits } = options;
  const { clock, config, database, log } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sending = new Map<string, Promise<void>>();
  let failing = 0;

  /** @returns as `settle` does */
  const sendOne = async (endpoint: WebhookEndpoint, delivery: Delivery, last: boolean): Promise<boolean> => {
    const body = await bodyOf(services, delivery);
    if (body === undefined) {
      return settle(services, endpoint, delivery, { status: null, error: "event_expired" }, last);
    }
    const headers = headersOf(services, endpoint, delivery, body);
    if (headers === undefined) {
      return settle(services, endpoint, delivery, { status: null, error: "changed_address" }, last);
    }
    const privateToo = config.WEBHOOK_PRIVATE_ADDRESSES;
    const posted = await post({ url: endpoint.url, headers, body, privateToo, signal, ...limits });
    if (!signal.aborted || posted.status !== null) return settle(services, endpoint, delivery, posted, last);
    // A try that was broken off here does not count.
    await database.write((tx) => releaseEndpoint(tx, endpoint.id));
    return false;
  };

  const sendTo = async (endpoint: WebhookEndpoint): Promise<void> => {
    try {
      for (let sent = 1; ; sent += 1) {
        const delivery = await nextDelivery(database.read, endpoint.id, BigInt(clock.now()));
        if (delivery === undefined) return await database.write((tx) => releaseEndpoint(tx, endpoint.id));
        if (!(await sendOne(endpoint, delivery, sent === IN_A_ROW || signal.aborted))) return;
      }
    } catch (error) {
      log.error({ err: error, webhook: endpoint.id }, "an event could not be sent");
    }
  };

  const begin = (endpoint: WebhookEndpoint): Promise<void> => {
    const weight = endpoint.failures > 0n ? 1 : 0;
    failing += weight;
    const work = sendTo(endpoint).finally(() => {
      failing -= weight;
      sending.delete(endpoint.id);
    });
    sending.set(endpoint.id, work);
    return work;
  };

  return {
    async sendDue() {
      const now = clock.now();
      const limit = MOST_AT_ONCE - sending.size;
      if (limit === 0 || !(await isAnythingDue(database.read, BigInt(now)))) return () => Promise.resolve();
      const leased = await database.write((tx) =>
        leaseEndpoints(tx, {
          now: BigInt(now),
          until: BigInt(now + LEASE_MILLISECONDS),
          limit,
          failing: MOST_FAILING - failing,
        }),
      );
      const work = leased.map(begin);
      return async () => void (await Promise.all(work));
    },
    async stop() {
      stopping.abort();
      await Promise.all(sending.values());
    },
  };
}

/** Sends events at once and then four times a second. @returns what stops it */
export function startWebhooks(
  services: SenderServices & Pick<Services, "rates">,
  timer: StartTimer = startTimer,
): () => Promise<void> {
  const sender = createWebhookSender(services);
  const stop = startSweep(
    services,
    async () => {
      await spreadOperatorEvents(services);
      return sender.sendDue();
    },
    "events could not be sent",
    timer,
    REST_MILLISECONDS,
  );
  return async () => {
    await stop();
    await sender.stop();
  };
}
