import type { OnrampOrder, OnrampOrderFile, OnrampStatus, StartedOnramp } from "@wattle/contracts/onramp";
import type { Transaction } from "@wattle/contracts/history";
import type { Referral } from "@wattle/contracts/partners";
import { findUserByEmail, updateUser } from "@wattle/db/accounts";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { listOnrampEvents, setOnrampCheckout } from "@wattle/db/onramp";
import { DIALECTS } from "@wattle/db/testing/databases";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mutateByTwo } from "../testing/second-person.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { untoldStatuses } from "../testing/status-events.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { balanceOf, holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { mutate, query } from "../testing/procedures.ts";
import { SIGNATURE_HEADER, signSandboxBody, type SandboxEvent } from "../onramp-providers/sandbox.ts";
import { startOrder } from "./start-order.ts";

const WEBHOOK = "/onramp/webhooks/sandbox";
const COINS = "0.00321667";

describe.each(DIALECTS)("card payments on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let operator: TestClient;
  let before: bigint;
  let events = 0;

  const satoshi = (text: string | undefined): bigint => BigInt((text ?? "0").replace(".", ""));
  const balance = async (): Promise<bigint> => satoshi((await balanceOf(customer))["BTC"]);
  const gained = async (): Promise<bigint> => (await balance()) - before;

  /** Makes the sandbox's quote, which moves with the simulated price, a round one. */
  const quoteAs = (orderId: string, amount: string): Promise<unknown> =>
    app.services.database.write((tx) => setOnrampCheckout(tx, orderId, { quoted_amount: satoshi(amount) }));
  const start = async (amount = "500.00"): Promise<StartedOnramp> => {
    const { status, data, message } = await mutate<StartedOnramp>(customer, "onramp.start", {
      fiat_amount: amount,
      fiat_currency: "AUD",
      crypto_currency: "BTC",
    });
    if (data === undefined) throw new Error(`onramp.start answered ${status}: ${message}`);
    await quoteAs(data.order.id, COINS);
    return data;
  };
  const eventOf = (
    orderId: string,
    status: OnrampStatus,
    changes: Partial<SandboxEvent> = {},
  ): SandboxEvent => ({
    id: `event-${++events}`,
    order_id: orderId,
    sandbox_order_id: `sandbox-${orderId}`,
    status,
    fiat: { amount: "500.00", currency: "AUD" },
    crypto: { amount: COINS, currency: "BTC" },
    ...changes,
  });
  const deliver = (event: SandboxEvent, at = app.clock.now()): Promise<Answer<{ code?: string }>> => {
    const body = JSON.stringify(event);
    return app.client().send("POST", WEBHOOK, {
      headers: {
        "content-type": "application/json",
        [SIGNATURE_HEADER]: signSandboxBody(app.services.onramp.sandboxKey, body, at),
      },
      body,
    });
  };
  const told = async (event: SandboxEvent): Promise<void> => {
    const answer = await deliver(event);
    expect(answer.status, answer.text).toBe(200);
  };
  const read = async (id: string, client = customer): Promise<OnrampOrder | undefined> =>
    (await query<OnrampOrder>(client, "onramp.get", { id })).data;
  const statusOf = async (id: string): Promise<OnrampStatus | undefined> => (await read(id))?.status;

  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [customer, operator] = [app.client(), app.client()];
    const { database } = app.services;
    const [partner, client] = [
      await findUserByEmail(database.read, "partner@demo.test"),
      await findUserByEmail(database.read, "customer@demo.test"),
    ];
    await database.write((tx) => updateUser(tx, client?.id ?? "", { referred_by: partner?.id ?? "" }));
    await customer.login("customer@demo.test");
    await operator.login("operator@demo.test");
  });
  beforeEach(async () => {
    before = await balance();
  });
  afterEach(async () => {
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
  });
  afterAll(async () => {
    expect(await untoldStatuses(app)).toEqual([]);
    await app.close();
  });

  test("an order is credited with what arrived, once, with a history row, a referral and a receipt", async () => {
    const { order, checkout_url } = await start();
    expect(order).toMatchObject({ status: "created", fiat_amount: "500.00", crypto_amount: null });
    expect(checkout_url).toContain(`${app.services.config.APP_ORIGIN}/onramp/sandbox/`);
    await told(eventOf(order.id, "pending"));
    expect(await gained()).toBe(0n);
    await told(eventOf(order.id, "completed"));
    expect(await gained()).toBe(satoshi(COINS));
    const done = await read(order.id);
    expect(done).toMatchObject({ status: "completed", crypto_amount: COINS });
    const { body } = await customer.get<{ data: Transaction[] }>("/api/users/transactions?per_page=1");
    expect(body.data[0]).toMatchObject({
      id: done?.transaction_id,
      transaction_type: "deposit",
      status: "completed",
      payment_method: "onramp",
      credit: "500.00",
      credit_currency: "AUD",
      debit: COINS,
      debit_currency: "BTC",
    });
    const receipt = await customer.get<{ data: { entries: { postings: unknown[] }[] } }>(
      `/api/users/transactions/${done?.transaction_id}/receipt`,
    );
    expect(receipt.body.data.entries.map(({ postings }) => postings)).toEqual([
      [{ from: "Our card payment account", to: "Your balance", amount: COINS, currency: "BTC" }],
    ]);
    const partner = app.client();
    await partner.login("partner@demo.test");
    const board = await partner.get<{ data: Referral[] }>("/api/users/referrals?per_page=1");
    expect(board.body.data[0]).toMatchObject({ credit: "500.00", debit: COINS, transaction_type: "deposit" });
  });

  test("the same webhook 100 times at once credits once", async () => {
    const { order } = await start();
    const event = eventOf(order.id, "completed");
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await gained()).toBe(satoshi(COINS));
    expect(await listOnrampEvents(app.services.database.read, order.id)).toHaveLength(1);
  });

  test("different webhooks that all say completed, at once, credit once", async () => {
    const { order } = await start();
    await Promise.all(Array.from({ length: 20 }, () => told(eventOf(order.id, "completed"))));
    expect(await gained()).toBe(satoshi(COINS));
    expect(await statusOf(order.id)).toBe("completed");
  });

  test("in any order and however often, it is credited unless it was refunded", async () => {
    const statuses: OnrampStatus[] = [
      "pending",
      "completed",
      "failed",
      "expired",
      "cancelled",
      "completed",
      "refunded",
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(statuses, { minLength: 2 }), async (shuffled) => {
        before = await balance();
        const { order } = await start();
        for (const status of shuffled) {
          const event = eventOf(order.id, status);
          await told(event);
          await told(event);
        }
        const credited = shuffled.includes("completed") && !shuffled.includes("refunded");
        expect(await gained()).toBe(credited ? satoshi(COINS) : 0n);
      }),
      { numRuns: 12 },
    );
  });

  test("all of them at once leave what one order of them would leave", async () => {
    const { order } = await start();
    await Promise.all(
      (["pending", "completed", "failed", "completed", "expired", "pending"] as const).map((status) =>
        told(eventOf(order.id, status)),
      ),
    );
    expect(await statusOf(order.id)).toBe("completed");
    expect(await gained()).toBe(satoshi(COINS));
  });

  test("a webhook before its order exists is kept and applied when it does", async () => {
    const id = app.services.ids.uuid();
    await told(eventOf(id, "completed"));
    await told(eventOf(id, "pending"));
    expect(await gained()).toBe(0n);
    const user = await findUserByEmail(app.services.database.read, "customer@demo.test");
    if (user === undefined) throw new Error("no customer");
    let first = true;
    const ids = {
      ...app.services.ids,
      uuid: () => {
        if (!first) return app.services.ids.uuid();
        first = false;
        return id;
      },
    };
    await startOrder(
      { ...app.services, ids },
      { ...user, roles: ["regular-user"], permissions: ["deposit-money"] },
      { fiat_amount: "500.00", fiat_currency: "AUD", crypto_currency: "BTC" },
      "/dashboard/deposit-money/card",
    );
    expect(await statusOf(id)).toBe("completed");
    expect(await gained()).toBe(satoshi(COINS));
    await told(eventOf(id, "completed"));
    expect(await gained()).toBe(satoshi(COINS));
  });

  describe("refused before anything of it is believed", () => {
    const send = (headers: Record<string, string>, body: string) =>
      app.client().send<{ code: string }>("POST", WEBHOOK, {
        headers: { "content-type": "application/json", ...headers },
        body,
      });
    test.each<[string, (body: string) => Record<string, string>]>([
      ["no signature", () => ({})],
      ["a signature of another body", () => ({ [SIGNATURE_HEADER]: "SIGNED" })],
      [
        "another key",
        (body) => ({ [SIGNATURE_HEADER]: signSandboxBody(Buffer.alloc(32), body, app.clock.now()) }),
      ],
      ["nonsense", () => ({ [SIGNATURE_HEADER]: "t=1,v1=zz" })],
    ])("%s", async (_what, headersOf) => {
      const { order } = await start();
      const body = JSON.stringify(eventOf(order.id, "completed"));
      const signed = signSandboxBody(app.services.onramp.sandboxKey, `${body} `, app.clock.now());
      const headers = headersOf(body);
      const given = headers[SIGNATURE_HEADER] === "SIGNED" ? { [SIGNATURE_HEADER]: signed } : headers;
      const answer = await send(given, body);
      expect([answer.status, answer.body.code]).toEqual([401, "unauthenticated"]);
      expect(await statusOf(order.id)).toBe("created");
      expect(await listOnrampEvents(app.services.database.read, order.id)).toEqual([]);
    });
    test.each([
      ["6 minutes old", -6 * 60_000, 401],
      ["6 minutes early", 6 * 60_000, 401],
      ["4 minutes old", -4 * 60_000, 200],
    ])("%s: %d ms answers %d", async (_what, shift, status) => {
      const { order } = await start();
      expect((await deliver(eventOf(order.id, "pending"), app.clock.now() + shift)).status).toBe(status);
      expect(await statusOf(order.id)).toBe(status === 200 ? "pending" : "created");
    });
    test("another provider's address, and a body that is no event", async () => {
      expect((await app.client().send("POST", "/onramp/webhooks/transak", { body: "{}" })).status).toBe(404);
      const body = '{"id":1}';
      const signature = signSandboxBody(app.services.onramp.sandboxKey, body, app.clock.now());
      expect((await send({ [SIGNATURE_HEADER]: signature }, body)).status).toBe(400);
      const large = "x".repeat(70_000);
      expect((await send({}, large)).status).toBe(413);
    });
  });

  test.each<[string, Partial<SandboxEvent>]>([
    ["another amount", { fiat: { amount: "5.00", currency: "AUD" } }],
    ["another fiat currency", { fiat: { amount: "500.00", currency: "NGN" } }],
    ["another coin", { crypto: { amount: COINS, currency: "ETH" } }],
    ["no coins", { crypto: { amount: null, currency: "BTC" } }],
    ["coins of zero", { crypto: { amount: "0.00000000", currency: "BTC" } }],
    ["negative coins", { crypto: { amount: "-1", currency: "BTC" } }],
    ["an amount that is none", { crypto: { amount: "1e9", currency: "BTC" } }],
  ])("money for %s credits nothing and waits for an operator", async (_what, changes) => {
    const { order } = await start();
    await told(eventOf(order.id, "completed", changes));
    expect(await statusOf(order.id)).toBe("review");
    expect(await gained()).toBe(0n);
    await told(eventOf(order.id, "completed"));
    expect(await gained()).toBe(0n);
  });

  test.each([
    ["2 % less", "0.00980000", "completed"],
    ["one unit less than that", "0.00979999", "review"],
    ["2 % more", "0.01020000", "completed"],
    ["one unit more than that", "0.01020001", "review"],
    ["half of it", "0.00500000", "review"],
    ["ten times as much", "0.10000000", "review"],
  ])("coins that are %s than quoted: %s ends as %s", async (_what, amount, status) => {
    const { order } = await start();
    await quoteAs(order.id, "0.01000000");
    await told(eventOf(order.id, "completed", { crypto: { amount, currency: "BTC" } }));
    expect(await statusOf(order.id)).toBe(status);
    expect(await gained()).toBe(status === "completed" ? satoshi(amount) : 0n);
    if (status === "completed") return;
    const list = await query<{ data: OnrampOrderFile[] }>(operator, "ops.onramp.list", {
      status: "review",
      per_page: 100,
    });
    expect(list.data?.data.find(({ id }) => id === order.id)?.note).toBe(
      `${amount} BTC instead of the quoted 0.01000000 BTC`,
    );
    const input = { id: order.id, decision: "credit", crypto_amount: amount, internal_note: "Checked" };
    expect((await mutateByTwo(app, operator, "ops.onramp.resolve", input)).status).toBe(200);
    expect(await gained()).toBe(satoshi(amount));
  });

  test("a payment that is refunded while it waits for an operator cannot be credited any more", async () => {
    const { order } = await start();
    await told(eventOf(order.id, "completed", { crypto: { amount: "1.00000000", currency: "BTC" } }));
    expect(await statusOf(order.id)).toBe("review");
    await told(eventOf(order.id, "refunded"));
    expect(await statusOf(order.id)).toBe("refunded");
    const input = { id: order.id, decision: "credit", crypto_amount: "1.00000000", internal_note: "Checked" };
    expect((await mutate(operator, "ops.onramp.resolve", input)).code).toBe("state_conflict");
    expect(await gained()).toBe(0n);
  });

  test("one order of the provider's pays one of ours, also at once, and no operator credits the other", async () => {
    const orders = [await start(), await start(), await start()].map(({ order }) => order);
    const sandbox_order_id = `shared-${orders[0]?.id}`;
    await Promise.all(orders.map(({ id }) => told(eventOf(id, "completed", { sandbox_order_id }))));
    const ends = await Promise.all(orders.map(({ id }) => statusOf(id)));
    expect(ends.filter((end) => end === "review")).toHaveLength(2);
    expect(ends).toContain("completed");
    expect(await gained()).toBe(satoshi(COINS));
    const waiting = orders[ends.indexOf("review")]?.id;
    const input = { id: waiting, decision: "credit", crypto_amount: COINS, internal_note: "Looks fine" };
    expect((await mutate(operator, "ops.onramp.resolve", input)).code).toBe("state_conflict");
    expect(await gained()).toBe(satoshi(COINS));
  });

  test("an operator credits what has really arrived, once, or closes the order", async () => {
    const [credited, closed] = [await start(), await start()];
    for (const { order } of [credited, closed]) {
      await told(eventOf(order.id, "completed", { fiat: { amount: "499.00", currency: "AUD" } }));
    }
    const list = await query<{ data: OnrampOrderFile[] }>(operator, "ops.onramp.list", {
      status: "review",
      per_page: 100,
    });
    expect(list.data?.data.find(({ id }) => id === credited.order.id)).toMatchObject({
      note: "Another amount: 499.00 AUD",
    });
    const input = {
      id: credited.order.id,
      decision: "credit",
      crypto_amount: "0.00300000",
      internal_note: "As the provider confirmed",
    };
    const answers = await Promise.all([1, 2].map(() => mutate(operator, "ops.onramp.resolve", input)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await gained()).toBe(300_000n);
    const close = { id: closed.order.id, decision: "close", internal_note: "Never paid" };
    expect(await mutate(operator, "ops.onramp.resolve", close)).toMatchObject({ data: { status: "failed" } });
    expect((await mutate(customer, "ops.onramp.resolve", close)).status).toBe(403);
    expect(await gained()).toBe(300_000n);
  });

  test("a refund takes the coins back by a reversing entry, once", async () => {
    const { order } = await start();
    await told(eventOf(order.id, "completed"));
    const refund = eventOf(order.id, "refunded");
    await Promise.all([told(refund), told(refund), told(eventOf(order.id, "refunded"))]);
    expect(await gained()).toBe(0n);
    const done = await read(order.id);
    expect(done?.status).toBe("refunded");
    const row = await customer.get<{ data: Transaction }>(`/api/users/transactions/${done?.transaction_id}`);
    expect(row.body.data.status).toBe("returned");
    await told(eventOf(order.id, "completed"));
    expect(await gained()).toBe(0n);
  });

  test("a refund of coins that are spent waits for an operator, and the books hold", async () => {
    const poor = app.client();
    await poor.login("partner@demo.test");
    const started = await mutate<StartedOnramp>(poor, "onramp.start", {
      fiat_amount: "500.00",
      fiat_currency: "AUD",
      crypto_currency: "ETH",
    });
    const id = started.data?.order.id ?? "";
    const crypto = { amount: "0.09000000", currency: "ETH" };
    await quoteAs(id, crypto.amount);
    await told(eventOf(id, "completed", { crypto }));
    const all = (await balanceOf(poor))["ETH"] ?? "";
    const spent = await postExchange(poor, payloadOf(await holdRate(poor, "ETH", "AUD"), all));
    expect(spent.status, spent.text).toBe(201);
    await told(eventOf(id, "refunded", { crypto }));
    expect((await read(id, poor))?.status).toBe("review");
    expect(
      await mutate(operator, "ops.onramp.resolve", { id, decision: "close", internal_note: "Written off" }),
    ).toMatchObject({
      data: { status: "completed" },
    });
  });

  test("a bank return does not touch what came by card", async () => {
    const { order } = await start();
    await told(eventOf(order.id, "completed"));
    const done = await read(order.id);
    const row = await customer.get<{ data: Transaction }>(`/api/users/transactions/${done?.transaction_id}`);
    const answer = await mutate(operator, "ops.deposits.return", {
      reference: row.body.data.reference,
      message: "Wrong door",
    });
    expect(answer.code).toBe("state_conflict");
    expect(await gained()).toBe(satoshi(COINS));
  });

  test.each<[string, object, string]>([
    ["less than the minimum", { fiat_amount: "49.99" }, "fiat_amount"],
    ["more than the maximum", { fiat_amount: "20000.01" }, "fiat_amount"],
    ["too many decimals", { fiat_amount: "50.001" }, "fiat_amount"],
    ["nothing", { fiat_amount: "" }, "fiat_amount"],
    ["naira for an Australian", { fiat_amount: "60000", fiat_currency: "NGN" }, "fiat_currency"],
    ["coins for coins", { fiat_currency: "BTC", fiat_amount: "1" }, "fiat_currency"],
    ["dollars for dollars", { crypto_currency: "AUD" }, "crypto_currency"],
  ])("%s is refused at its field", async (_what, changes, field) => {
    const input = { fiat_amount: "500.00", fiat_currency: "AUD", crypto_currency: "BTC", ...changes };
    const answer = await mutate(customer, "onramp.start", input);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  });

  test.each([
    ["customer@demo.test", ["AUD"]],
    ["nigeria@demo.test", ["NGN", "AUD"]],
    ["", ["AUD"]],
  ])("%j is offered %j, the default first", async (email, fiat) => {
    const client = app.client();
    if (email !== "") await client.login(email);
    expect((await query(client, "onramp.offer")).data).toMatchObject({ provider: "sandbox", fiat });
  });

  test("orders are their owners' own", async () => {
    const { order } = await start();
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    expect((await query(stranger, "onramp.get", { id: order.id })).status).toBe(404);
    expect((await query(app.client(), "onramp.get", { id: order.id })).status).toBe(401);
    expect((await query(app.client(), "onramp.getTest", { id: order.id })).status).toBe(404);
    const unverified = app.client();
    await unverified.login("unverified@demo.test");
    expect((await mutate(unverified, "onramp.start", {})).code).toBe("identity_unverified");
  });

  describe("the sandbox's checkout", () => {
    const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;
    const press = (url: string, scene: string) =>
      app.client().send("POST", pathOf(url), {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `scene=${scene}`,
      });
    test.each<[string, OnrampStatus, boolean]>([
      ["pay", "completed", true],
      ["twice", "completed", true],
      ["disorder", "completed", true],
      ["late", "completed", true],
      ["decline", "failed", false],
      ["cancel", "cancelled", false],
      ["wait", "pending", false],
    ])("%s ends as %s", async (scene, status, arrives) => {
      const { order, checkout_url } = await start();
      const page = await app.client().get<string>(pathOf(checkout_url));
      expect(page.status).toBe(200);
      expect(page.text).toContain("Pay 500.00 AUD");
      const answer = await press(checkout_url, scene);
      expect([answer.status, answer.headers["location"]]).toEqual([
        303,
        `/dashboard/deposit-money/card?order=${order.id}`,
      ]);
      const done = await read(order.id);
      expect(done?.status).toBe(status);
      expect(await gained()).toBe(arrives ? satoshi(done?.crypto_amount ?? "") : 0n);
      if (arrives) expect(await gained()).toBeGreaterThan(0n);
    });
    test("a paid one can only be refunded, which takes the coins back", async () => {
      const { order, checkout_url } = await start();
      await press(checkout_url, "pay");
      expect((await press(checkout_url, "pay")).status).toBe(409);
      expect((await press(checkout_url, "refund")).status).toBe(303);
      expect(await statusOf(order.id)).toBe("refunded");
      expect(await gained()).toBe(0n);
    });
    test("nonsense is refused", async () => {
      const { checkout_url } = await start();
      expect((await press(checkout_url, "rob")).status).toBe(422);
      expect((await app.client().get("/onramp/sandbox/unknown")).status).toBe(404);
      const away = `${new URL(checkout_url).pathname}?return=//evil.test`;
      expect((await press(`http://x.test${away}`, "cancel")).headers["location"]).toBe("/");
    });
  });

  test("a test order goes through all motions and credits no one", async () => {
    const visitor = app.client();
    const input = { fiat_amount: "100", fiat_currency: "AUD", crypto_currency: "ETH" };
    const started = await mutate<StartedOnramp>(visitor, "onramp.startTest", input);
    const id = started.data?.order.id ?? "";
    await quoteAs(id, "0.01930000");
    await told(
      eventOf(id, "completed", {
        fiat: { amount: "100.00", currency: "AUD" },
        crypto: { amount: "0.01930000", currency: "ETH" },
      }),
    );
    const { data } = await query<OnrampOrder>(visitor, "onramp.getTest", { id });
    expect(data).toMatchObject({ status: "completed", crypto_amount: "0.01930000", transaction_id: null });
    await told(
      eventOf(id, "refunded", {
        fiat: { amount: "100.00", currency: "AUD" },
        crypto: { amount: "0.01930000", currency: "ETH" },
      }),
    );
    expect((await query<OnrampOrder>(visitor, "onramp.getTest", { id })).data?.status).toBe("refunded");
  });
});

test("without demo data the sandbox is closed: it would give coins for nothing", async () => {
  const app = await startTestApp({ dialect: "sqlite", env: { DEMO: "false" } });
  const visitor = app.client();
  expect((await query<{ provider: null }>(visitor, "onramp.offer")).data?.provider).toBeNull();
  const input = { fiat_amount: "100", fiat_currency: "AUD", crypto_currency: "BTC" };
  expect((await mutate(visitor, "onramp.startTest", input)).status).toBe(503);
  expect((await visitor.send("POST", WEBHOOK, { body: "{}" })).status).toBe(404);
  expect((await visitor.get("/onramp/sandbox/any")).status).toBe(404);
  await app.close();
});
