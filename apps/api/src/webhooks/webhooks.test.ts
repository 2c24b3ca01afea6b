import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { AccountEvent } from "@wattle/contracts/events";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { CreatedWebhook, WebhookDelivery, WebhookItem } from "@wattle/contracts/webhooks";
import { listMail } from "@wattle/db/outbox";
import { DIALECTS } from "@wattle/db/testing/databases";
import { disableEndpoint, insertEndpoint, isAnythingDue } from "@wattle/db/webhook-endpoints";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { recordEvent } from "../events/record-event.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { announceDeposit } from "../testing/bank-orders.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { sealSecret } from "./endpoint-secret.ts";
import { addWebhook } from "./keep-webhooks.ts";
import type { postWebhook } from "./post-webhook.ts";
import { createWebhookSender, startWebhooks } from "./send-webhooks.ts";

const PATH = "/api/webhooks";

/** How long after each try that failed the next one is made: 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h. */
const WAITS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1000);

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

describe.each(DIALECTS)("webhooks on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let customerId: string;
  let account: BankAccount;
  let server: Server;
  let origin: string;
  let received: Received[] = [];
  type Answer = (response: ServerResponse, request: IncomingMessage) => void;
  const answering =
    (status: number, headers: Record<string, string> = {}): Answer =>
    (response) =>
      response.writeHead(status, headers).end();
  let answer: Answer = answering(204);
  beforeAll(async () => {
    app = await startTestApp({ dialect, env: { APPROVALS: "off" } });
    customer = app.client({ returns: true });
    ({
      user: { id: customerId },
    } = await customer.login("customer@demo.test"));
    const accounts = await customer.get<{ data: [BankAccount] }>("/api/users/bank-accounts");
    [account] = accounts.body.data;
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (piece) => (body += String(piece)));
      request.on("end", () => {
        const headers = request.headers as Record<string, string>;
        received.push({ path: request.url ?? "", headers, body });
        answer(response, request);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    [received, answer] = [[], answering(204)];
    app.clock.set(Date.now());
    for (const { id } of await list()) await customer.delete(`${PATH}/${id}`);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.close();
  });

  const list = async (): Promise<WebhookItem[]> =>
    (await customer.get<{ data: WebhookItem[] }>(PATH)).body.data;
  const add = async (events: string[] = ["*"], path = "/hook"): Promise<CreatedWebhook> => {
    const made = await customer.post<{ data: CreatedWebhook }>(PATH, { url: `${origin}${path}`, events });
    expect(made.status, made.text).toBe(201);
    return made.body.data;
  };
  const deliveries = async ({ id }: { readonly id: string }): Promise<WebhookDelivery[]> =>
    (await customer.get<{ data: WebhookDelivery[] }>(`${PATH}/${id}/deliveries`)).body.data;
  const send = async (services = app.services): Promise<void> =>
    (await createWebhookSender(services, { timeout: 500 }).sendDue())();
  /** Something happens to the customer. */
  const happen = (subject: string): Promise<void> =>
    app.services.database.write((tx) =>
      recordEvent(tx, app.services, customerId, subject, {
        type: "bank_account.added",
        data: { ...account, id: subject },
      }),
    );
  const first = (): Received => {
    const [only] = received;
    if (only === undefined) throw new Error("nothing arrived");
    return only;
  };
  const subjects = (): string[] =>
    received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
  const mails = async (): Promise<string[]> =>
    (await listMail(app.services.database.read, 5)).map(({ subject }) => subject);

  test("an event leaves signed, as the feed has it, and what the public library verifies", async () => {
    const { id, secret } = await add(["deposit.completed"]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const operator = app.client();
    await operator.login("operator@demo.test");
    const { reference } = await announceDeposit(customer, "50.00");
    await mutate(operator, "ops.deposits.confirm", { reference, amount: "50.00" });
    await happen("another kind");
    await send();
    expect(received).toHaveLength(1);
    const { headers, body } = first();
    const feed = await customer.get<{ data: AccountEvent[] }>("/api/events");
    const event = feed.body.data.find(({ type }) => type === "deposit.completed");
    expect(new Webhook(secret).verify(body, headers)).toEqual(event);
    expect(headers["webhook-id"]).toBe(event?.id);
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(await deliveries({ id })).toEqual([
      expect.objectContaining({ id: event?.id, state: "delivered", attempts: 1, last_status: 204 }),
    ]);
    await send();
    expect(received).toHaveLength(1);
  });

  test("the secret is in the answer that made it alone", async () => {
    const made = await add();
    const { secret: _secret, ...item } = made;
    expect(await list()).toEqual([item]);
    expect((await customer.get<{ data: object }>(`${PATH}/${made.id}`)).body.data).toEqual(item);
  });

  test("another customer's endpoint is not there", async () => {
    const { id } = await add();
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    for (const [verb, path] of [
      ["GET", `${PATH}/${id}`],
      ["GET", `${PATH}/${id}/deliveries`],
      ["POST", `${PATH}/${id}/test`],
      ["POST", `${PATH}/${id}/enable`],
      ["POST", `${PATH}/${id}/secret`],
      ["POST", `${PATH}/${id}/deliveries/x/resend`],
      ["DELETE", `${PATH}/${id}`],
    ] as const) {
      expect((await stranger.send(verb, path)).status, path).toBe(404);
    }
    const edit = { url: "https://thief.example", events: ["*"] };
    expect((await stranger.put(`${PATH}/${id}`, edit)).status).toBe(404);
    expect(await list()).toEqual([expect.objectContaining({ id, url: `${origin}/hook` })]);
  });

  test.each([
    ["no address", { url: "shop", events: ["*"] }, "url"],
    ["a NUL in the address", { url: "https://shop.example/\u0000", events: ["*"] }, "url"],
    ["another protocol", { url: "ftp://shop.example", events: ["*"] }, "url"],
    ["a password in the address", { url: "https://me:secret@shop.example", events: ["*"] }, "url"],
    ["a long address", { url: `https://shop.example/${"a".repeat(500)}`, events: ["*"] }, "url"],
    ["no event", { url: "https://shop.example", events: [] }, "events"],
    ["an unknown event", { url: "https://shop.example", events: ["deposit.lost"] }, "events.0"],
    ["a line break in an address", { url: "https://shop.exa\nmple/hook", events: ["*"] }, "url"],
    ["a line break after an address", { url: "https://shop.example/hook\r\n", events: ["*"] }, "url"],
    ["a control character in an address", { url: "https://shop.example/\u0007", events: ["*"] }, "url"],
  ])("refuses %s", async (_description, input, field) => {
    const { status, body } = await customer.post<{ errors: object }>(PATH, input);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test("an edited endpoint gets what waits and what comes at its new address, and its owner is emailed", async () => {
    const { id } = await add(["*"], "/old");
    await happen("before");
    const edit = { url: `${origin}/new`, events: ["bank_account.added"] };
    const edited = await customer.put<{ data: WebhookItem }>(`${PATH}/${id}`, edit);
    expect([edited.status, edited.body.data]).toEqual([200, expect.objectContaining({ id, ...edit })]);
    expect(await list()).toEqual([edited.body.data]);
    await happen("after");
    await send();
    expect(received.map(({ path }) => path)).toEqual(["/new", "/new"]);
    const host = new URL(origin).host;
    expect((await mails()).slice(0, 2)).toEqual([`New webhook: ${host}`, `New webhook: ${host}`]);
    await customer.put(`${PATH}/${id}`, { ...edit, events: ["deposit.completed"] });
    await happen("unwanted");
    await send();
    expect(subjects()).toEqual(["before", "after"]);
  });

  test.each([
    ["no address", { events: ["*"] }, "url"],
    ["another protocol", { url: "ftp://shop.example", events: ["*"] }, "url"],
    ["no event", { url: "https://shop.example", events: [] }, "events"],
    ["an unknown event", { url: "https://shop.example", events: ["deposit.lost"] }, "events.0"],
  ])("an edit with %s changes nothing", async (_description, input, field) => {
    const { secret: _secret, ...item } = await add();
    const { status, body } = await customer.put<{ errors: object }>(`${PATH}/${item.id}`, input);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await list()).toEqual([item]);
  });

  test("a new secret signs at once, and the one before it for another day", async () => {
    const { id, secret: former } = await add();
    const renewed = await customer.post<{ data: CreatedWebhook }>(`${PATH}/${id}/secret`);
    const { secret } = renewed.body.data;
    expect(renewed.status).toBe(201);
    expect(secret).not.toBe(former);
    expect(await mails()).toContain(`New webhook secret: ${new URL(origin).host}`);
    const verifiedBy = async (): Promise<boolean[]> => {
      received = [];
      await happen("signed");
      await send();
      const { body, headers } = first();
      // The library compares times with the machine's own clock.
      vi.setSystemTime(app.clock.now());
      return [former, secret].map((each) => {
        try {
          return new Webhook(each).verify(body, headers) !== undefined;
        } catch {
          return false;
        }
      });
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      expect(await verifiedBy()).toEqual([true, true]);
      app.clock.advance(86_400_000);
      expect(await verifiedBy()).toEqual([false, true]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("one customer has ten at most", async () => {
    for (let n = 0; n < 10; n++) await add();
    const { status, body } = await customer.post<{ errors: object }>(PATH, {
      url: "https://shop.example",
      events: ["*"],
    });
    expect([status, body.errors]).toEqual([422, { url: ["You have 10 webhooks. Remove one first."] }]);
  });

  test("events arrive in their order, each once, though several processes send", async () => {
    await add();
    const names = Array.from({ length: 12 }, (_, n) => `in-order-${n}`);
    for (const name of names) await happen(name);
    await Promise.all([send(), send(), send()]);
    expect(subjects()).toEqual(names);
  });

  test("what a dead process has taken is sent by another one, with the same id", async () => {
    await add();
    await happen("survivor");
    answer = () => undefined;
    const dead = createWebhookSender({ ...app.services, log: app.services.log }, { timeout: 60_000 });
    await dead.sendDue();
    await vi.waitUntil(() => received.length === 1);
    answer = answering(200);
    await send();
    expect(received).toHaveLength(1);
    app.clock.advance(31_000);
    await send();
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    await dead.stop();
  });

  test("what fails is tried again after growing waits, then the endpoint is off and its owner is emailed", async () => {
    const { id } = await add();
    answer = answering(500);
    await happen("refused");
    await send();
    for (const [place, wait] of WAITS.entries()) {
      app.clock.advance(wait - 1);
      await send();
      expect(received).toHaveLength(place + 1);
      expect((await deliveries({ id }))[0]).toMatchObject({ state: "pending", attempts: place + 1 });
      app.clock.advance(1);
      await send();
    }
    expect(received).toHaveLength(10);
    expect((await list())[0]).toMatchObject({ disabled_because: "failing" });
    expect((await deliveries({ id }))[0]).toMatchObject({ state: "failed", last_status: 500 });
    expect(await mails()).toContain(`Webhook turned off: ${new URL(origin).host}`);
    await happen("while it is off");
    await send();
    expect(received).toHaveLength(10);
    const off = await customer.post<{ code: string }>(`${PATH}/${id}/test`);
    expect([off.status, off.body.code]).toEqual([409, "state_conflict"]);
    answer = answering(200);
    const on = await customer.post<{ data: WebhookItem }>(`${PATH}/${id}/enable`);
    expect([on.status, on.body.data.disabled_at]).toEqual([200, null]);
    await happen("on again");
    await send();
    expect(subjects().slice(10)).toEqual(["on again"]);
  });

  test("the next event does not wait for one that failed", async () => {
    await add();
    answer = (response) => answering(received.length === 1 ? 503 : 200)(response, undefined as never);
    await happen("first");
    await happen("second");
    await send();
    await send();
    app.clock.advance(5_000);
    await send();
    expect(subjects()).toEqual(["first", "second", "first"]);
  });

  test("410 turns an endpoint off at once", async () => {
    const { id } = await add();
    answer = answering(410);
    await happen("gone");
    await happen("after it");
    await send();
    expect(received).toHaveLength(1);
    expect((await list())[0]).toMatchObject({ disabled_because: "gone" });
    expect((await deliveries({ id })).map(({ state }) => state)).toEqual(["failed", "failed"]);
  });

  test.each<{ description: string; how: Answer; outcome: Partial<WebhookDelivery> }>([
    {
      description: "a redirect is not followed",
      how: (response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end(),
      outcome: { state: "pending", last_status: 302 },
    },
    {
      description: "one that hangs fails",
      how: () => undefined,
      outcome: { state: "pending", last_status: null, last_error: "timeout" },
    },
    {
      description: "one that breaks off fails",
      how: (response) => response.destroy(),
      outcome: { state: "pending", last_status: null, last_error: "ECONNRESET" },
    },
    {
      description: "10 MB of an answer are not read",
      how: (response) => response.writeHead(200).end(Buffer.alloc(10_000_000)),
      outcome: { state: "delivered", last_status: 200 },
    },
    {
      description: "an answer without an end counts by its status",
      how: (response) => void response.writeHead(200).write("…"),
      outcome: { state: "delivered", last_status: 200 },
    },
  ])("$description", async ({ how, outcome }) => {
    const { id } = await add();
    answer = how;
    await happen("tried");
    await send();
    expect((await deliveries({ id }))[0]).toMatchObject({ attempts: 1, ...outcome });
    expect(received.map(({ path }) => path)).toEqual(["/hook"]);
    server.closeAllConnections();
  });

  test("a test and a second sending arrive, and the list says so", async () => {
    const { id, secret } = await add(["exchange.completed"]);
    const made = await customer.post<{ data: WebhookDelivery }>(`${PATH}/${id}/test`);
    expect([made.status, made.body.data]).toMatchObject([201, { type: "webhook.test", state: "pending" }]);
    await send();
    const { headers, body } = first();
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "webhook.test" });
    const again = await customer.post<{ data: WebhookDelivery }>(
      `${PATH}/${id}/deliveries/${made.body.data.id}/resend`,
    );
    expect([again.status, again.body.data]).toMatchObject([200, { state: "pending", attempts: 0 }]);
    expect((await customer.post(`${PATH}/${id}/deliveries/none/resend`)).status).toBe(404);
    await send();
    expect(received.map(({ headers: sent }) => sent["webhook-id"])).toEqual([
      made.body.data.id,
      made.body.data.id,
    ]);
    expect((await query<WebhookDelivery[]>(customer, "webhooks.deliveries", { id })).data).toMatchObject([
      { state: "delivered", attempts: 1 },
    ]);
  });

  test("an old delivery can be sent again, however many came after it", async () => {
    const { id } = await add();
    await happen("long ago");
    await send();
    const [{ id: oldest } = { id: "" }] = await deliveries({ id });
    for (let n = 0; n < 101; n += 1) await happen(`later-${n}`);
    const { status, data } = await mutate<WebhookDelivery>(customer, "webhooks.resend", {
      id,
      delivery: oldest,
    });
    expect([status, data]).toMatchObject([200, { id: oldest, state: "pending", attempts: 0 }]);
  });

  test.each([
    { description: "removed", end: (id: string) => customer.delete(`${PATH}/${id}`), status: 404 },
    {
      description: "turned off",
      end: (id: string) =>
        app.services.database.write((tx) => disableEndpoint(tx, id, "gone", BigInt(app.clock.now()))),
      status: 409,
    },
  ])(
    "what happens while an endpoint is $description leaves nothing behind that is never sent",
    async ({ end, status }) => {
      const { id } = await add();
      const results = await Promise.all([
        ...Array.from({ length: 8 }, (_, n) => happen(`meanwhile-${n}`)),
        end(id),
        ...Array.from({ length: 8 }, () => customer.post(`${PATH}/${id}/test`)),
      ]);
      for (const result of results) {
        if (typeof result === "object" && "status" in result)
          expect([201, 204, 200, status]).toContain(result.status);
      }
      const { read } = app.services.database;
      const waiting = await read
        .selectFrom("webhook_deliveries")
        .select("event_id")
        .where("endpoint_id", "=", id)
        .where("next_attempt_at", "is not", null)
        .execute();
      expect(waiting).toEqual([]);
      expect(await isAnythingDue(read, BigInt(app.clock.now()))).toBe(false);
    },
  );

  test("of 1,000 endpoints a third hangs, and the others are sent to at once", async () => {
    const { database, vault } = app.services;
    await database.write(async (tx) => {
      for (let n = 0; n < 1000; n++) {
        const id = `many-${n}`;
        const url = `https://shop.example/${n % 3 === 0 ? "hang" : "ok"}`;
        const secret = sealSecret(vault, { id, user_id: customerId, url }, `whsec_${"A".repeat(43)}=`);
        await insertEndpoint(tx, { id, user_id: customerId, url, events: '["*"]', secret, created_at: 0n });
      }
    });
    await happen("to all");
    let arrived = 0;
    // One that hangs holds out for ever: nothing here waits until it is given up.
    const post: typeof postWebhook = ({ url, signal }) => {
      if (url.endsWith("/ok")) {
        arrived += 1;
        return Promise.resolve({ status: 200, error: null });
      }
      const brokenOff = { status: null, error: "timeout" } as const;
      // One that is asked for while the sender stops would never hear of it.
      if (signal?.aborted === true) return Promise.resolve(brokenOff);
      return new Promise((resolve) => {
        signal?.addEventListener("abort", () => resolve(brokenOff));
      });
    };
    const sender = createWebhookSender(app.services, { post });
    await vi.waitUntil(
      async () => {
        await sender.sendDue();
        return arrived === 666;
      },
      { timeout: 120_000 },
    );
    await sender.stop();
    await database.write(async (tx) => {
      await tx.deleteFrom("webhook_deliveries").execute();
      await tx.deleteFrom("webhook_endpoints").execute();
    });
  });

  test("an exchange arrives as the feed has it", async () => {
    const { secret } = await add(["exchange.completed"]);
    const exchange = await postExchange(customer, payloadOf(await holdRate(customer), "0.01"));
    await send();
    const { headers, body } = first();
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: "exchange.completed",
      data: exchange.body.data,
    });
  });

  test("what is due is looked for four times a second", async () => {
    const waits: number[] = [];
    const stop = startWebhooks(app.services, (_run, milliseconds) => {
      waits.push(milliseconds);
      return () => undefined;
    });
    await vi.waitUntil(() => waits.length === 1);
    await stop();
    expect(waits).toEqual([250]);
  });

  test("production sends to https alone", async () => {
    const config = { ...app.services.config, NODE_ENV: "production" as const };
    const services = { ...app.services, config };
    const adding = addWebhook(
      { services, user: { id: customerId }, sessionId: null },
      {
        url: "http://shop.example",
        events: ["*"],
      },
    );
    await expect(adding).rejects.toThrow(OWN_MESSAGES.needsHttps);
  });
});

describe.each(DIALECTS)("webhooks of an installation in production's ways, on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ dialect, env: { WEBHOOK_PRIVATE_ADDRESSES: "false" } });
  });
  afterAll(() => app.close());

  test.each(["http://localhost:3000", "http://127.0.0.1", "http://[::1]/x", "http://169.254.169.254/latest"])(
    "%s is refused when it is added",
    async (url) => {
      const customer = app.client();
      await customer.login("customer@demo.test");
      const { status, body } = await customer.post<{ errors: object }>(PATH, { url, events: ["*"] });
      expect([status, body.errors]).toEqual([422, { url: ["Use an address on the internet"] }]);
    },
  );
});
