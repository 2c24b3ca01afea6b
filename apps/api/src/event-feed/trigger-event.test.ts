import { EVENT_TYPES } from "@wattle/contracts/event-types";
import { accountEvent, type AccountEvent } from "@wattle/contracts/events";
import type { CreatedToken } from "@wattle/contracts/tokens";
import type { WebhookDelivery } from "@wattle/contracts/webhooks";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";

const PATH = "/api/events/trigger";
interface Refusal {
  readonly message: string;
  readonly errors?: object;
}

describe.each(DIALECTS)("made-up events, on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    await customer.login("customer@demo.test");
  });
  afterAll(() => app.close());

  const tokenOf = async (scope: string): Promise<string> =>
    (await mutate<CreatedToken>(customer, "tokens.create", { name: scope, scopes: [scope] })).data.token;

  test.each(EVENT_TYPES)(
    "%s is in the list of events as it was answered, and goes to webhooks",
    async (type) => {
      const hook = { url: "https://shop.example/hook", events: [type] };
      const { body: added } = await customer.post<{ data: { id: string } }>("/api/webhooks", hook);
      const made = await customer.post<{ data: AccountEvent }>(PATH, { type });
      expect(made.status, made.text).toBe(201);
      const event = made.body.data;
      expect(accountEvent.parse(event)).toEqual(event);
      expect(event.type).toBe(type);
      const feed = await customer.get<{ data: AccountEvent[] }>("/api/events");
      expect(feed.body.data.at(-1)).toEqual(event);
      const sent = await customer.get<{ data: WebhookDelivery[] }>(
        `/api/webhooks/${added.data.id}/deliveries`,
      );
      expect(sent.body.data).toMatchObject([{ id: event.id, type, state: "pending" }]);
      await customer.delete(`/api/webhooks/${added.data.id}`);
    },
  );

  test.each([
    ["an unknown type", { type: "deposit.lost" }],
    ["the type of a webhook's own test", { type: "webhook.test" }],
    ["no type", {}],
  ])("%s is refused at its field", async (_what, input) => {
    const { status, body } = await customer.post<Refusal>(PATH, input);
    expect([status, body.errors]).toEqual([422, { type: ["There is no such event"] }]);
  });

  test("a token needs the scope of webhooks", async () => {
    const call = async (scope: string): Promise<number> => {
      const headers = { authorization: `Bearer ${await tokenOf(scope)}` };
      return (await app.client().post(PATH, { type: "exchange.completed" }, headers)).status;
    };
    expect([await call("read"), await call("webhooks")]).toEqual([403, 201]);
  });

  test("an installation that is no demo refuses, and records nothing", async () => {
    const { config } = app.services;
    const before = await customer.get("/api/events");
    const token = await tokenOf("webhooks");
    Object.assign(config, { DEMO: false });
    try {
      await app.services.database.write((tx) => tx.updateTable("users").set({ is_demo: 0n }).execute());
      const { status, body } = await app
        .client()
        .post<Refusal>(PATH, { type: "exchange.completed" }, { authorization: `Bearer ${token}` });
      expect([status, body.message]).toEqual([403, "Only a demo sends made-up events."]);
    } finally {
      Object.assign(config, { DEMO: true });
    }
    expect((await customer.get("/api/events")).body).toEqual(before.body);
  });
});
