import { createWattle, SignatureError, type Schemas, type Wattle, type WattleOptions } from "@wattle/client";
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import type { CreatedToken } from "@wattle/contracts/tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOpenApi } from "../../../apps/api/src/rest/openapi.ts";
import { REST_ROUTES } from "../../../apps/api/src/rest/routes.ts";
import { appRouter } from "../../../apps/api/src/router.ts";
import { startTestApp, type TestApp } from "../../../apps/api/src/testing/app-for-test.ts";
import { mutate } from "../../../apps/api/src/testing/call-procedure.ts";
import { historyTotal } from "../../../apps/api/src/testing/exchanges.ts";
import type { TestClient } from "../../../apps/api/src/testing/client.ts";
import { KEYED_CALLS } from "../src/calls.ts";

type Fetch = NonNullable<WattleOptions["fetch"]>;

const send: Fetch = (request) => globalThis.fetch(request);

/** Gets the first answer for a path lost on its way back, after the server has done the call. */
function losing(path: string): { readonly fetch: Fetch; readonly keys: (string | null)[] } {
  const keys: (string | null)[] = [];
  return {
    keys,
    fetch: async (request) => {
      const isMeant = new URL(request.url).pathname === path;
      if (isMeant) keys.push(request.headers.get("idempotency-key"));
      const answer = await send(request);
      if (isMeant && keys.length === 1) throw new TypeError("socket hang up");
      return answer;
    },
  };
}

/** Changes what a path answers, as someone on the way would. */
const changing =
  (path: RegExp, change: (body: string) => string): Fetch =>
  async (request) => {
    const answer = await send(request);
    if (!path.test(new URL(request.url).pathname)) return answer;
    return new Response(change(await answer.text()), { status: answer.status, headers: answer.headers });
  };

describe("the REST client against a server", () => {
  let app: TestApp;
  let url: string;
  let customer: TestClient;
  let token: string;
  const client = (options: Partial<WattleOptions> = {}): Wattle => createWattle({ url, token, ...options });

  beforeAll(async () => {
    app = await startTestApp({ dialect: "sqlite" });
    url = `http://127.0.0.1:${await app.listen()}`;
    customer = app.client();
    await customer.login("customer@demo.test");
    const made = await mutate<CreatedToken>(customer, "tokens.create", {
      name: "Client",
      scopes: ["read", "trade"],
    });
    token = made.data.token;
  });
  afterAll(() => app.close());

  async function heldRate(wattle: Wattle): Promise<Schemas["HeldRate"]> {
    const { data, error } = await wattle.POST("/api/get-rate", {
      body: { credit_currency: "AUD", debit_currency: "BTC", credit: 1, debit_amount: "0.01" },
    });
    if (data === undefined) throw new Error(error.message);
    return data;
  }

  async function trade(wattle: Wattle) {
    const held = await heldRate(wattle);
    return wattle.POST("/api/users/transactions", {
      body: {
        transaction_type: "exchange",
        balance: { credit: held.credit ?? "", credit_currency: "AUD" },
        debit: held.debit ?? "",
        debit_currency: "BTC",
        hash: held.hash,
      },
    });
  }

  test("a trade whose answer is lost is sent again by the same key, and done once", async () => {
    const { fetch, keys } = losing("/api/users/transactions");
    const before = await historyTotal(customer);
    const { data, response } = await trade(client({ fetch }));
    expect(data?.data).toMatchObject({ debit_currency: "BTC", status: "completed" });
    expect(data?.data.debit).toMatch(/^0\.0100000\d$/);
    expect(response.headers.get("idempotency-replayed")).toBe("true");
    expect(await historyTotal(customer)).toBe(before + 1);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test("each trade has a key of its own, and a key that is given is kept", async () => {
    const { fetch, keys } = losing("/api/users/transactions");
    await trade(client({ fetch }));
    await trade(client({ fetch }));
    const body = {
      transaction_type: "deposit",
      balance: { credit: "50.00", credit_currency: "AUD" },
    } as const;
    const announce = () =>
      client({ fetch }).POST("/api/users/transactions", {
        params: { header: { "Idempotency-Key": "order-2031" } },
        body: { ...body, payment_method: "bank_transfer" },
      });
    const [first, second] = [await announce(), await announce()];
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(3);
    expect(keys.slice(3)).toEqual(["order-2031", "order-2031"]);
    expect(first.data?.data.id).toBeTypeOf("string");
    expect(second.data?.data.id).toBe(first.data?.data.id);
  });

  test("what is not done once for each key is never sent again", async () => {
    const { fetch, keys } = losing("/forgot-password");
    await expect(
      client({ fetch }).POST("/forgot-password", { body: { email: "customer@demo.test" } }),
    ).rejects.toThrow("socket hang up");
    expect(keys).toEqual([null]);
  });

  test("what only reads is sent again", async () => {
    const { fetch, keys } = losing("/api/users/balance");
    const { data } = await client({ fetch }).GET("/api/users/balance");
    expect(data?.data["BTC"]).toMatch(/^\d+\.\d{8}$/);
    expect(keys).toEqual([null, null]);
  });

  test("a refusal is an error with its code, and its texts by the payload's own path", async () => {
    const { data, error, response } = await client().POST("/api/users/transactions", {
      body: {
        transaction_type: "deposit",
        balance: { credit: "1.234", credit_currency: "AUD" },
        payment_method: "bank_transfer",
      },
    });
    expect([data, response.status]).toEqual([undefined, 422]);
    expect(error).toMatchObject({
      code: "validation_failed",
      errors: { "balance.credit": [expect.any(String)] },
    });
  });

  test.each([
    ["rate", /"rate":"[\d.]+"/, '"rate":"999999"', "another rate"],
    ["maximum", /"max":"[\d.]+"/, '"max":"1.00"', "another max"],
    ["signature", /(eyJ[\w-]+\.[\w-]+\.)../, "$1AA", "does not fit"],
    ["signed text", /"hash":"[^"]+"/, '"hash":"e30.e30.AA"', "not a signed quote"],
  ])("a held rate with another %s is not handed out", async (_name, found, instead, message) => {
    const fetch = changing(/^\/api\/get-rate$/, (body) => body.replace(found, instead));
    const asked = heldRate(client({ fetch }));
    await expect(asked).rejects.toBeInstanceOf(SignatureError);
    await expect(asked).rejects.toThrow(message);
    expect((await heldRate(client({ fetch, checkSignatures: false }))).hash).toBeTypeOf("string");
  });

  test("a key that is not published signs nothing", async () => {
    const fetch = changing(/jwks\.json$/, (body) => body.replaceAll(/"kid":"[^"]+"/g, '"kid":"other"'));
    await expect(heldRate(client({ fetch }))).rejects.toThrow("No published key");
  });

  test("keys are read once, and again when there is a new one", async () => {
    let reads = 0;
    let isOld = true;
    const fetch: Fetch = async (request) => {
      if (!request.url.endsWith("jwks.json")) return send(request);
      reads++;
      return isOld ? Response.json({ keys: [] }) : send(request);
    };
    const wattle = client({ fetch });
    await expect(heldRate(wattle)).rejects.toThrow("No published key");
    isOld = false;
    await heldRate(wattle);
    await heldRate(wattle);
    expect(reads).toBe(2);
  });

  test("a receipt is checked by the rate that was signed", async () => {
    const { data: made } = await trade(client());
    const receiptOf = (wattle: Wattle) =>
      wattle.GET("/api/users/transactions/{id}/receipt", { params: { path: { id: made?.data.id ?? "" } } });
    const { data } = await receiptOf(client());
    if (data === undefined) throw new Error("no receipt");
    const claims = await client().verifyReceipt(data.data);
    expect(claims).toMatchObject({ credit_currency: "AUD", rate: data.data.transaction.rate });
    expect(await client().verifyQuote(data.data.quote?.jws ?? "")).toEqual(claims);
    const fetch = changing(/receipt$/, (body) => body.replace(/"fee":"[\d.]+"/, '"fee":"0"'));
    await expect(receiptOf(client({ fetch }))).rejects.toThrow("The signed quote has another fee.");
    const late = changing(/receipt$/, (body) => body.replace(/"created_at":"\d{4}/, '"created_at":"2031'));
    await expect(receiptOf(client({ fetch: late }))).rejects.toThrow("while its rate was promised");
  });

  test("without a token only what is open answers", async () => {
    const visitor = createWattle({ url: `${url}/` });
    expect((await visitor.GET("/api/rates")).data?.data.length).toBeGreaterThan(1);
    expect((await visitor.GET("/api/users/balance")).error?.code).toBe("unauthenticated");
  });
});

test("the calls that take a key are those of the document", () => {
  const { paths } = buildOpenApi(appRouter, REST_ROUTES, {
    origin: "http://localhost",
    brand: DEFAULT_BRAND,
  });
  const keyed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters }]) => parameters.some(({ name }) => name === "Idempotency-Key"))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(keyed.length).toBeGreaterThan(2);
  expect(keyed.toSorted()).toEqual([...KEYED_CALLS].toSorted());
});
