import { createHmac } from "node:crypto";
import type { OnrampOrder, StartedOnramp } from "@wattle/contracts/onramp";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startStandIn, type StandIn } from "../prices/testing/stand-in-server.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { balanceOf } from "../testing/exchanges.ts";
import { mutate, query } from "../testing/procedures.ts";
import { TRANSAK_STATUSES } from "./transak.ts";

const WALLET = "bc1qexampleexampleexampleexample";
const COINS = "0.003216671";

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
function jwtOf(claims: object, token: string, header: object = { alg: "HS256", typ: "JWT" }): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const hash = (header as { alg: string }).alg === "HS512" ? "sha512" : "sha256";
  return `${signed}.${createHmac(hash, token).update(signed).digest("base64url")}`;
}

describe.each(DIALECTS)("Transak's stand-in on %s", (dialect) => {
  let standIn: StandIn;
  let app: TestApp;
  let customer: TestClient;
  /** Tokens handed out so far. As at Transak, only the newest opens sessions. */
  let tokens: string[] = [];
  let sessions: { token: string | undefined; body: { widgetParams: Record<string, unknown> } }[] = [];

  const answerAsTransak = (): void =>
    standIn.answer((request, response) => {
      let text = "";
      request.on("data", (piece) => (text += String(piece)));
      request.on("end", () => {
        const body = JSON.parse(text) as { apiKey?: string; widgetParams: Record<string, unknown> };
        const send = (status: number, answer: object): void =>
          void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
        if (request.url === "/partners/api/v2/refresh-token") {
          if (request.headers["api-secret"] !== "the-secret" || body.apiKey !== "the-key")
            return send(401, {});
          tokens.push(`access-token-${dialect}-${tokens.length + 1}`);
          const expiresAt = Math.floor(app.clock.now() / 1000) + 7 * 24 * 3600;
          return send(200, { data: { accessToken: tokens.at(-1), expiresAt } });
        }
        if (request.url === "/api/v2/auth/session") {
          const token = [request.headers["access-token"]].flat()[0];
          if (token !== tokens.at(-1)) return send(401, { error: { message: "expired" } });
          sessions.push({ token, body });
          return send(200, {
            data: { widgetUrl: `https://global.transak.example/?sessionId=${sessions.length}` },
          });
        }
        return send(404, {});
      });
    });

  beforeAll(async () => {
    standIn = await startStandIn();
    app = await startTestApp({
      dialect,
      env: {
        ONRAMP_PROVIDER: "transak",
        TRANSAK_API_KEY: "the-key",
        TRANSAK_API_SECRET: "the-secret",
        TRANSAK_WALLETS: `BTC:${WALLET}`,
        TRANSAK_API_URL: standIn.url,
        TRANSAK_GATEWAY_URL: standIn.url,
      },
    });
    customer = app.client();
    await customer.login("customer@demo.test");
  });
  beforeEach(answerAsTransak);
  afterAll(async () => {
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    await app.close();
    await standIn.close();
  });

  const start = (crypto = "BTC") =>
    mutate<StartedOnramp>(customer, "onramp.start", {
      fiat_amount: "500.00",
      fiat_currency: "AUD",
      crypto_currency: crypto,
    });
  const started = async (): Promise<OnrampOrder> => {
    const { data, message } = await start();
    if (data === undefined) throw new Error(message);
    return data.order;
  };
  const claimsOf = (orderId: string, status: string, more: object = {}): object => ({
    eventID: `ORDER_${status}`,
    webhookData: {
      id: `transak-${orderId}`,
      status,
      partnerOrderId: orderId,
      fiatCurrency: "AUD",
      fiatAmount: 500,
      cryptoCurrency: "BTC",
      cryptoAmount: 0.003216671,
    },
    ...more,
  });
  const webhook = (data: unknown) =>
    app.client().send<{ code?: string }>("POST", "/onramp/webhooks/transak", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data }),
    });
  const tell = async (claims: object, token = tokens.at(-1) ?? ""): Promise<void> => {
    const answer = await webhook(jwtOf(claims, token));
    expect(answer.status, answer.text).toBe(200);
  };
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await query<OnrampOrder>(customer, "onramp.get", { id })).data?.status;
  const satoshi = async (): Promise<bigint> =>
    BigInt(((await balanceOf(customer))["BTC"] ?? "").replace(".", ""));

  test("a session is made server-side, by one token for many orders", async () => {
    const [first, second] = [await start(), await start()];
    expect(first.data?.checkout_url).toBe("https://global.transak.example/?sessionId=1");
    expect(second.data?.checkout_url).toBe("https://global.transak.example/?sessionId=2");
    expect(tokens).toHaveLength(1);
    expect(sessions[0]?.body.widgetParams).toMatchObject({
      apiKey: "the-key",
      fiatAmount: "500.00",
      fiatCurrency: "AUD",
      cryptoCurrencyCode: "BTC",
      walletAddress: WALLET,
      partnerOrderId: first.data?.order.id,
      redirectURL: `${app.services.config.APP_ORIGIN}/dashboard/deposit-money/card?order=${first.data?.order.id}`,
    });
    expect(JSON.stringify(first.data)).not.toContain("the-secret");
  });

  test("a completed order is credited once, further decimals cut off", async () => {
    const order = await started();
    const before = await satoshi();
    await tell(claimsOf(order.id, "PROCESSING"));
    expect(await statusOf(order.id)).toBe("pending");
    for (let time = 0; time < 5; time++) await tell(claimsOf(order.id, "COMPLETED"));
    expect(await statusOf(order.id)).toBe("completed");
    expect((await satoshi()) - before).toBe(321_667n);
    expect(COINS.startsWith("0.00321667")).toBe(true);
    await tell(claimsOf(order.id, "REFUNDED"));
    expect(await satoshi()).toBe(before);
  });

  test.each([
    ["2 % less", 0.0098, "completed"],
    ["more than 2 % less", 0.00979999, "review"],
    ["more than 2 % more", 0.01020001, "review"],
  ])("coins that are %s than it announced first: %d ends as %s", async (_what, cryptoAmount, status) => {
    const order = await started();
    const before = await satoshi();
    const claims = (theirs: string, amount: number): object => ({
      eventID: `ORDER_${theirs}`,
      webhookData: {
        ...(claimsOf(order.id, theirs) as { webhookData: object }).webhookData,
        cryptoAmount: amount,
      },
    });
    await tell(claims("AWAITING_PAYMENT_FROM_USER", 0.01));
    await tell(claims("COMPLETED", cryptoAmount));
    expect(await statusOf(order.id)).toBe(status);
    expect((await satoshi()) - before).toBe(status === "completed" ? 980_000n : 0n);
  });

  test("a token that was ended elsewhere is renewed, and webhooks signed with a former one still count", async () => {
    const former = tokens.at(-1) ?? "";
    const order = await started();
    tokens.push("asked-for-by-another-process");
    expect((await start()).status).toBe(200);
    expect(tokens.at(-1)).not.toBe(former);
    await tell(claimsOf(order.id, "COMPLETED"), former);
    expect(await statusOf(order.id)).toBe("completed");
  });

  test("a token near its end is renewed before it is used", async () => {
    await started();
    const known = tokens.length;
    app.clock.advance(7 * 24 * 3600 * 1000 - 5 * 60_000);
    expect((await start()).status).toBe(200);
    expect(tokens).toHaveLength(known + 1);
  });

  test.each(Object.entries(TRANSAK_STATUSES))("%s is %s", async (theirs, ours) => {
    const order = await started();
    await tell(claimsOf(order.id, theirs));
    expect(await statusOf(order.id)).toBe(ours);
  });

  describe("refused", () => {
    const now = (): number => Math.floor(app.clock.now() / 1000);
    test.each<[string, (claims: object) => string]>([
      ["another secret", (claims) => jwtOf(claims, "guessed")],
      ["the API secret", (claims) => jwtOf(claims, "the-secret")],
      ["no algorithm", (claims) => `${encoded({ alg: "none" })}.${encoded(claims)}.`],
      ["another algorithm", (claims) => jwtOf(claims, tokens.at(-1) ?? "", { alg: "HS512" })],
      [
        "an algorithm that is only named otherwise",
        (claims) => jwtOf(claims, tokens.at(-1) ?? "", { alg: "RS256" }),
      ],
      ["nonsense", () => "a.b.c"],
      ["nothing", () => ""],
      ["6 minutes old", (claims) => jwtOf({ ...claims, iat: now() - 360 }, tokens.at(-1) ?? "")],
      ["over its time", (claims) => jwtOf({ ...claims, exp: now() - 1 }, tokens.at(-1) ?? "")],
    ])("%s", async (_what, dataOf) => {
      const order = await started();
      const answer = await webhook(dataOf(claimsOf(order.id, "COMPLETED")));
      expect([answer.status, answer.body.code]).toEqual([401, "unauthenticated"]);
      expect(await statusOf(order.id)).toBe("created");
    });
    test("a body without data, and one that is no JSON", async () => {
      expect((await webhook(undefined)).status).toBe(400);
      const answer = await app.client().send("POST", "/onramp/webhooks/transak", { body: "{" });
      expect(answer.status).toBe(400);
    });
  });

  test("news that are not an order's are taken and change nothing", async () => {
    const order = await started();
    await tell({ eventID: "USER_KYC_APPROVED", webhookData: { userId: "1" } });
    await tell(claimsOf(order.id, "SOMETHING_NEW"));
    expect(await statusOf(order.id)).toBe("created");
  });

  test.each<[string, () => void]>([
    ["is down", () => standIn.answer((_request, response) => void response.destroy())],
    ["answers garbage", () => standIn.answerJson("<html>")],
    ["refuses the key", () => standIn.answerJson("{}", 403)],
    ["answers an address that is none", () => standIn.answerJson('{"data":{"widgetUrl":"javascript:1"}}')],
  ])("a provider that %s is a 503, and no secret is shown", async (_what, arrange) => {
    await started();
    arrange();
    const answer = await start();
    expect([answer.status, answer.code]).toEqual([503, "service_unavailable"]);
    expect(JSON.stringify([answer, app.log])).not.toMatch(/the-secret|access-token-/);
  });

  test("a coin without a wallet of ours is not sold, and the test page sells nothing", async () => {
    expect((await start("ETH")).status).toBe(503);
    const input = { fiat_amount: "100", fiat_currency: "AUD", crypto_currency: "BTC" };
    expect((await mutate(app.client(), "onramp.startTest", input)).status).toBe(503);
  });
});
