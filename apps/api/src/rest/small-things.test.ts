/** Habits of the API that every program relies on, whatever it calls. */
import { DIALECTS } from "@wattle/db/testing/databases";
import type { HeldRate } from "@wattle/contracts/quotes";
import type { HistoryPage } from "@wattle/contracts/history";
import type { CreatedToken, CurrentToken } from "@wattle/contracts/tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { holdRate, payloadOf } from "../testing/exchanges.ts";
import { unitsOf } from "../testing/units.ts";

interface Refusal {
  readonly code: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly request_id: string;
}

describe.each(DIALECTS)("for programs on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    customer = api.client();
    await customer.login("customer@demo.test");
  });
  afterAll(() => api.close());

  const tokenOf = async (client: TestClient, scopes: readonly string[]): Promise<string> => {
    const made = await client.post<{ data: CreatedToken }>("/api/tokens", {
      name: "Program",
      scopes,
      expires_in_days: 30,
    });
    expect(made.status).toBe(201);
    return made.body.data.token;
  };

  describe("X-Request-Id", () => {
    test.each(["order-77:a.b/c=+_1", "01a219b8-1282-735f-a168-f6c25774ca95", "a b"])(
      "is ours, whatever a client sends: %s",
      async (id) => {
        const answer = await api.client().get<Refusal>("/api/users/balance", { "x-request-id": id });
        expect(answer.status).toBe(401);
        expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
        expect(answer.headers["x-request-id"]).not.toBe(id);
        expect(answer.headers["x-request-id"]).toBe(answer.body.request_id);
      },
    );

    test("is on answers of every kind", async () => {
      for (const path of [
        "/api/currencies",
        "/api/nothing",
        "/.well-known/jwks.json",
        "/healthz",
        "/api/docs",
      ]) {
        expect((await api.client().get(path)).headers["x-request-id"], path).toMatch(/^[\w-]{36}$/);
      }
    });
  });

  describe("Idempotency-Replayed", () => {
    const replayed = ({ headers }: Answer<unknown>): string | undefined => headers["idempotency-replayed"];
    const bankAccount = {
      currency: "AUD",
      account_name: "Wattle Customer",
      bank_name: "Example Bank",
      bsb: "062-000",
      account_number: "55501234",
    };

    test("an exchange, a deposit, a withdrawal, a bank account and an enquiry are made once under a key", async () => {
      const accounts = await customer.get<{ data: { id: string; held_until: string | null }[] }>(
        "/api/users/bank-accounts",
      );
      const bank_account_id = accounts.body.data.find(({ held_until }) => held_until === null)?.id;
      const calls: readonly (readonly [string, unknown])[] = [
        ["/api/users/transactions", payloadOf(await holdRate(customer), "0.01")],
        [
          "/api/users/transactions",
          {
            transaction_type: "deposit",
            balance: { credit: "77.00", credit_currency: "AUD" },
            payment_method: "bank_transfer",
          },
        ],
        [
          "/api/users/transactions",
          {
            transaction_type: "withdraw",
            balance: { credit: "77.00", credit_currency: "AUD" },
            bank_account_id,
          },
        ],
        ["/api/users/bank-accounts", bankAccount],
        [
          "/api/support",
          { name: "Wattle Customer", email: "customer@demo.test", message: "How long does it take?" },
        ],
      ];
      for (const [index, [path, payload]] of calls.entries()) {
        const key = { "idempotency-key": `small-${index}` };
        const first = await customer.post(path, payload, key);
        expect([first.status, replayed(first)], `${index}`).toEqual([201, undefined]);
        const again = await customer.post(path, payload, key);
        expect([again.status, replayed(again), again.body], `${index}`).toEqual([201, "true", first.body]);
      }
    });

    test("ten bank accounts at once under one key are one", async () => {
      const client = api.client();
      await client.login("partner@demo.test");
      const key = { "idempotency-key": "at-once" };
      const made = await Promise.all(
        Array.from({ length: 10 }, () =>
          client.post<{ data: { id: string } }>("/api/users/bank-accounts", bankAccount, key),
        ),
      );
      expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1);
      const kept = await client.get<{ data: unknown[] }>("/api/users/bank-accounts");
      expect(kept.body.data).toHaveLength(1);
    });

    test("nothing of the account number is kept with the key", async () => {
      const rows = await api.services.database.read.selectFrom("idempotency_keys").selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(
        JSON.stringify(rows, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
      ).not.toContain(bankAccount.account_number);
    });
  });

  describe("tokens over REST", () => {
    test("made by a session, described to itself, listed and revoked", async () => {
      const token = await tokenOf(customer, ["read"]);
      const authorization = `Bearer ${token}`;
      const current = await api
        .client()
        .get<{ data: CurrentToken }>("/api/tokens/current", { authorization });
      expect(current.body.data).toMatchObject({ name: "Program", scopes: ["read"], procedures: [] });
      const { id } = current.body.data;
      const refused = await api.client().get<Refusal>("/api/tokens", { authorization });
      expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
      const list = await customer.get<{ data: { id: string }[] }>("/api/tokens");
      expect(list.body.data.map((each) => each.id)).toContain(id);
      expect((await customer.delete(`/api/tokens/${id}`)).status).toBe(204);
      expect((await api.client().get("/api/tokens/current", { authorization })).status).toBe(401);
    });

    test("a session has no current token", async () => {
      expect((await customer.get("/api/tokens/current")).status).toBe(404);
    });

    test("a token sets no cookies, valid or not", async () => {
      const token = await tokenOf(customer, ["read"]);
      for (const bearer of [token, "wat_unknown"]) {
        const answer = await api.client().get("/api/users/balance", { authorization: `Bearer ${bearer}` });
        expect(answer.setCookies).toEqual([]);
      }
      expect((await api.client().get("/api/currencies")).setCookies).toHaveLength(1);
    });
  });

  test("one's own account without its identifier", async () => {
    const me = await customer.get<{ data: { user: { id: string; email: string } } }>("/api/users/me");
    expect(me.body.data.user.email).toBe("customer@demo.test");
    const byId = await customer.get(`/api/users/${me.body.data.user.id}`);
    expect(byId.body).toEqual(me.body);
    expect((await api.client().get("/api/users/me")).status).toBe(401);
  });

  describe("unknown parameters of a query", () => {
    test.each([
      ["/api/users/transactions?typ=exchange", "typ"],
      ["/api/users/transactions.csv?after=1.x", "after"],
      ["/api/rates?symbol=BTC", "symbol"],
      ["/api/rates?__proto__=1", "__proto__"],
      ["/api/users/balance?currency=AUD", "currency"],
      ["/api/currencies?type=fiat", "type"],
    ])("%s is refused at its name", async (path, key) => {
      const answer = await customer.get<Refusal>(path);
      expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
      expect(Object.entries(answer.body.errors)).toEqual([[key, ["There is no such parameter"]]]);
    });
  });

  describe("amounts with a rate", () => {
    const ask = (client: TestClient, body: object) =>
      client.post<HeldRate & Refusal>("/api/get-rate", { credit: 1, ...body });

    test.each([
      ["exactly 0.01 BTC", { credit_currency: "AUD", debit_currency: "BTC", debit_amount: "0.01" }],
      ["1,000 AUD for bitcoin", { credit_currency: "BTC", debit_currency: "AUD", debit_amount: "1000" }],
    ])("%s is bought with what the answer says", async (_what, body) => {
      const held = await ask(customer, body);
      expect(held.status).toBe(200);
      const { credit, debit, hash } = held.body;
      expect(unitsOf(debit, body.debit_currency)).toBeGreaterThanOrEqual(
        unitsOf(body.debit_amount, body.debit_currency),
      );
      const done = await customer.post<{ data: { debit: string } }>("/api/users/transactions", {
        transaction_type: "exchange",
        balance: { credit, credit_currency: body.credit_currency },
        debit,
        debit_currency: body.debit_currency,
        hash,
      });
      expect([done.status, done.body.data.debit]).toEqual([201, debit]);
    });

    test("of a given credit, it is the exact debit", async () => {
      const held = await ask(customer, {
        credit_currency: "BTC",
        debit_currency: "AUD",
        credit_amount: "0.01",
      });
      expect(held.status).toBe(200);
      expect(held.body.credit).toBe("0.01000000");
      expect(held.body.debit).toBe(payloadOf(held.body, "0.01").debit);
    });

    test.each([
      [
        "too many decimals",
        { credit_amount: "0.123456789" },
        "credit_amount",
        "Too many decimals for this currency",
      ],
      ["more than any", { credit_amount: "90000000000000000" }, "credit_amount", "This amount is too large"],
      [
        "both",
        { credit_amount: "1", debit_amount: "1" },
        "debit_amount",
        "Send one: credit_amount or debit_amount",
      ],
    ])("%s is refused at its field", async (_what, amounts, field, text) => {
      const answer = await ask(customer, { credit_currency: "BTC", debit_currency: "AUD", ...amounts });
      expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [text] }]);
    });

    test.each([
      ["too many decimals", "0.123", "Too many decimals for this currency"],
      ["text", "a lot", "Enter an amount like 100.00 (BTC: 0.01)"],
      ["more than any credit can be", "90000000000000000", "This amount is too large"],
    ])("%s is refused at debit_amount", async (_what, debit_amount, text) => {
      const answer = await ask(customer, { credit_currency: "BTC", debit_currency: "AUD", debit_amount });
      expect([answer.status, answer.body.errors]).toEqual([422, { debit_amount: [text] }]);
    });

    test("is not answered where none was asked for", async () => {
      const { body } = await ask(customer, { credit_currency: "AUD", debit_currency: "BTC" });
      expect(body).not.toHaveProperty("debit");
    });
  });

  describe("a history by cursor", () => {
    const page = (query: string) => customer.get<HistoryPage & Refusal>(`/api/users/transactions?${query}`);

    test("meets each row once, also when rows are added meanwhile", async () => {
      const { body: all } = await page("per_page=100");
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const { body } = await page(`per_page=7${next === null ? "" : `&after=${encodeURIComponent(next)}`}`);
        seen.push(...body.data.map(({ id }) => id));
        next = body.next;
        if (seen.length === 7)
          await customer.post("/api/users/transactions", payloadOf(await holdRate(customer), "0.001"));
      } while (next !== null);
      expect(seen.slice(0, 100)).toEqual(all.data.map(({ id }) => id));
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(all.meta.total);
    });

    test("keeps its filters; a currency is the one given or got", async () => {
      const { body } = await page("currency=ETH&per_page=100");
      expect(body.data.length).toBeGreaterThan(0);
      for (const row of body.data) expect([row.credit_currency, row.debit_currency]).toContain("ETH");
      expect(body.meta.total).toBe(body.data.length);
    });

    test("updated_since has what was changed at that moment and later", async () => {
      const { body: newest } = await page("per_page=1");
      const since = newest.data[0]?.updated_at ?? "";
      const { body } = await page(`updated_since=${since}`);
      expect(body.data.map(({ id }) => id)).toContain(newest.data[0]?.id);
      for (const row of body.data) expect(row.updated_at >= since).toBe(true);
      const later = new Date(Date.parse(since) + 60_000).toISOString();
      expect((await page(`updated_since=${later}`)).body.data).toEqual([]);
    });

    test.each([
      ["garbage", "after=garbage", "after"],
      ["with a page", "after=1.x&page=2", "after"],
      ["with a search", "after=1.x&search=WATT", "after"],
      ["a time that is none", "updated_since=yesterday", "updated_since"],
      ["an unknown currency", "currency=DOGE", "currency"],
    ])("%s is refused at its field", async (_what, query, field) => {
      const answer = await page(query);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    });
  });
});

describe("other sites' pages", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect: "sqlite", env: { CORS_ORIGINS: "https://app.example.com" } });
  });
  afterAll(() => api.close());

  const preflight = (path: string, origin: string) =>
    api.client().send("OPTIONS", path, {
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      },
    });

  test("an allowed one may ask with a token, and never with cookies", async () => {
    const asked = await preflight("/api/get-rate", "https://app.example.com");
    expect([asked.status, asked.text]).toEqual([204, ""]);
    expect(asked.headers["access-control-allow-origin"]).toBe("https://app.example.com");
    expect(asked.headers["access-control-allow-headers"]).toContain("authorization");
    const answer = await api.client().get("/api/currencies", { origin: "https://app.example.com" });
    expect(answer.headers["access-control-allow-origin"]).toBe("https://app.example.com");
    expect(answer.headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(answer.headers["vary"]).toContain("origin");
    for (const { headers } of [asked, answer]) {
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  test.each([
    ["another site", "/api/get-rate", "https://evil.example"],
    ["the sign-in", "/login", "https://app.example.com"],
    ["typed procedures", "/trpc/sessions.current", "https://app.example.com"],
  ])("%s may not", async (_what, path, origin) => {
    const asked = await preflight(path, origin);
    expect(asked.headers["access-control-allow-origin"]).toBeUndefined();
    expect(asked.status).not.toBe(204);
  });
});

describe("the document and its pages", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect: "sqlite", env: { RATE_LIMIT: "1" } });
  });
  afterAll(() => api.close());

  test.each(["/api/openapi.json", "/api/docs", "/api/requests.http"])(
    "%s is compressed, asked for again by its tag, and outside the limits",
    async (path) => {
      const get = (headers: Readonly<Record<string, string>> = {}) => api.app.inject({ url: path, headers });
      const plain = await get();
      const etag = String(plain.headers["etag"]);
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      const packed = await get({ "accept-encoding": "gzip, br" });
      expect(packed.headers["content-encoding"]).toBe("br");
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      expect((await get({ "if-none-match": etag })).statusCode).toBe(304);
      expect(plain.headers["ratelimit"]).toBeUndefined();
    },
  );
});
