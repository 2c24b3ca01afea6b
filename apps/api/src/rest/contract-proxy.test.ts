/** A customer's calls through a proxy that holds each request and each answer against the document as it is served. */
import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import type { HeldRate } from "@wattle/contracts/quotes";
import type { HistoryPage } from "@wattle/contracts/history";
import type { CreatedToken } from "@wattle/contracts/tokens";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { publishLiabilities } from "../liabilities/publish-liabilities.ts";
import { publishReservesExample } from "../testing/publish-reserves-example.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import {
  createClient,
  type Answer,
  type Method,
  type TestClient,
  type Transport,
} from "../testing/client.ts";
import { payloadOf } from "../testing/exchanges.ts";
import { ageSessions } from "../testing/visitor.ts";

const require = createRequire(import.meta.url);
const PRISM = path.join(path.dirname(require.resolve("@stoplight/prism-cli/package.json")), "dist/index.js");

let app: TestApp;
let prism: ChildProcess;
let proxy: string;
let said = "";
/** Every call that was made, as `GET /api/rates 200`. */
const calls: string[] = [];

/** Prism's additions to an answer with which it, or the request of it, does not agree. */
const isViolation = (headers: Headers, text: string): boolean =>
  headers.has("sl-violations") || text.includes("stoplight.io/prism/errors");

const throughProxy: Transport = async (method, url, { headers, body }) => {
  const answer = await fetch(`${proxy}${url}`, {
    method,
    headers,
    redirect: "manual",
    ...(body !== undefined && { body: body.toString() }),
  });
  const text = await answer.text();
  const told = `${method} ${url}: ${answer.status} ${answer.headers.get("sl-violations") ?? ""} ${text.slice(0, 1000)}`;
  expect(isViolation(answer.headers, text), told).toBe(false);
  calls.push(`${method} ${url.split("?")[0] ?? ""} ${answer.status}`);
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    // Prism puts several cookies into one header.
    setCookies: answer.headers.getSetCookie().flatMap((cookies) => cookies.split(/, ?(?=[\w-]+=)/)),
    text,
  };
};

beforeAll(async () => {
  app = await startTestApp({ dialect: "sqlite" });
  const upstream = `http://127.0.0.1:${await app.listen()}`;
  prism = spawn(process.execPath, [
    PRISM,
    "proxy",
    `${upstream}/api/openapi.json`,
    upstream,
    "--errors",
    "--host=127.0.0.1",
    "--port=0",
  ]);
  for (const stream of [prism.stdout, prism.stderr]) {
    stream?.on("data", (piece) => (said += String(piece)));
  }
  await vi.waitUntil(() => /listening on (http:\S+)/.test(said), { timeout: 120_000 });
  proxy = /listening on (http:\S+)/.exec(said)?.[1] ?? "";
});
afterAll(async () => {
  prism.kill();
  await app.close();
});

interface Made {
  readonly data: { readonly id: string };
}

/** A program's client: no cookies, its token with each call. */
function programOf(token: string): TestClient {
  return createClient((method: Method, url, request) =>
    throughProxy(method, url, {
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    }),
  );
}

async function expectStatus<T>(status: number, answer: Promise<Answer<T>>): Promise<T> {
  const { status: got, body, text } = await answer;
  expect(got, text).toBe(status);
  return body;
}

/** Logs in as browsers do and makes a token for everything else. */
async function tokenOfSession(): Promise<string> {
  const browser = createClient(throughProxy);
  await browser.get("/api/currencies");
  await browser.login("customer@demo.test");
  await ageSessions(app, "customer@demo.test");
  const made = await expectStatus(
    201,
    browser.post<{ data: CreatedToken }>("/api/tokens", {
      name: "Program",
      scopes: ["read", "trade", "withdraw", "webhooks"],
      expires_in_days: 30,
    }),
  );
  const list = await expectStatus(200, browser.get<{ data: { id: string }[] }>("/api/tokens"));
  expect(list.data.map(({ id }) => id)).toContain(made.data.id);
  await expectStatus(204, browser.post("/logout"));
  return made.data.token;
}

async function market(program: TestClient): Promise<void> {
  for (const url of [
    "/api/currencies",
    "/api/exchange-fees",
    "/api/rates",
    "/api/rates?symbols=BTC,ETH&in=AUD",
    "/.well-known/jwks.json",
    "/.well-known/liabilities.json",
    "/.well-known/reserves.json",
    "/healthz",
    "/readyz",
    "/api/users/me",
    "/api/users/balance",
    "/api/users/liabilities",
    "/api/tokens/current",
    "/api/users/system-bank-accounts",
  ]) {
    await expectStatus(200, program.get(url));
  }
}

/** Sells by amount, and buys exactly what was wanted. */
async function exchanges(program: TestClient): Promise<void> {
  const path = "/api/users/transactions";
  const hold = (body: object) =>
    expectStatus(200, program.post<HeldRate>("/api/get-rate", { credit: 1, ...body }));
  const sold = payloadOf(await hold({ credit_currency: "BTC", debit_currency: "AUD" }), "0.01");
  const key = { "idempotency-key": "order-1" };
  const first = await expectStatus(201, program.post<Made>(path, sold, key));
  const again = await program.post<Made>(path, sold, key);
  expect([again.status, again.headers["idempotency-replayed"], again.body]).toEqual([201, "true", first]);
  const wanted = { credit_currency: "AUD", debit_currency: "BTC", debit_amount: "0.01" };
  const { credit, debit, hash } = await hold(wanted);
  const bought = await expectStatus(
    201,
    program.post<{ data: { id: string; debit: string } }>(path, {
      transaction_type: "exchange",
      balance: { credit, credit_currency: "AUD" },
      debit,
      debit_currency: "BTC",
      hash,
    }),
  );
  expect([bought.data.debit, Number(debit) >= 0.01]).toEqual([debit, true]);
  await expectStatus(200, program.get(`/api/users/transactions/${bought.data.id}`));
  await expectStatus(200, program.get(`/api/users/transactions/${bought.data.id}/receipt`));
}

async function bankMoney(program: TestClient): Promise<void> {
  const accounts = "/api/users/bank-accounts";
  const transactions = "/api/users/transactions";
  const names = { account_name: "Mary Visitor", bank_name: "Bank of Example" };
  const australian = { ...names, currency: "AUD", bsb: "062-000", account_number: "12345678" };
  const known = await expectStatus(200, program.get<{ data: { id: string }[] }>(accounts));
  const added = await expectStatus(201, program.post<Made>(accounts, australian));
  const edited = { ...australian, account_number: "87654321" };
  await expectStatus(200, program.put(`${accounts}/${added.data.id}`, edited));
  await expectStatus(204, program.delete(`${accounts}/${added.data.id}`));
  const balance = { credit: "120.00", credit_currency: "AUD" };
  const deposit = await expectStatus(
    201,
    program.post<Made>(transactions, { transaction_type: "deposit", balance, payment_method: "payid" }),
  );
  await expectStatus(200, program.post(`${transactions}/${deposit.data.id}/cancel`));
  const bank_account_id = known.data[0]?.id;
  await expectStatus(
    201,
    program.post(transactions, { transaction_type: "withdraw", balance, bank_account_id }),
  );
}

async function events(program: TestClient): Promise<void> {
  const hook = { url: "https://shop.example/hook", events: ["deposit.completed"] };
  const { data } = await expectStatus(201, program.post<Made>("/api/webhooks", hook));
  await expectStatus(200, program.get("/api/webhooks"));
  await expectStatus(200, program.get(`/api/webhooks/${data.id}`));
  await expectStatus(201, program.post(`/api/webhooks/${data.id}/test`));
  await expectStatus(200, program.get(`/api/webhooks/${data.id}/deliveries`));
  await expectStatus(204, program.delete(`/api/webhooks/${data.id}`));
  const feed = await expectStatus(200, program.get<{ data: { id: string }[] }>("/api/events?limit=2"));
  expect(feed.data).toHaveLength(2);
  await expectStatus(200, program.get(`/api/events?after=${feed.data[0]?.id}&limit=100`));
}

async function history(program: TestClient): Promise<void> {
  const list = "/api/users/transactions";
  const { next } = await expectStatus(200, program.get<HistoryPage>(`${list}?per_page=5`));
  await expectStatus(200, program.get(`${list}?per_page=5&after=${encodeURIComponent(next ?? "")}`));
  await expectStatus(
    200,
    program.get(`${list}?type=exchange&status=completed&from=2026-01-01&currency=BTC&page=1`),
  );
  await expectStatus(200, program.get("/api/users/transactions.csv?currency=ETH"));
  await expectStatus(200, program.get("/api/users/transactions-tax.csv"));
}

/** Refusals are answers too. */
async function refusals(program: TestClient): Promise<void> {
  const forged = {
    transaction_type: "exchange",
    balance: { credit: "0.01", credit_currency: "BTC" },
    debit: "1.00",
    debit_currency: "AUD",
    hash: "forged",
  };
  await expectStatus(422, program.post("/api/users/transactions", forged));
  await expectStatus(404, program.get("/api/users/transactions/none"));
  await expectStatus(401, programOf("wat_unknown").get("/api/users/balance"));
  await expectStatus(422, program.get("/api/events?after=none"));
  await expectStatus(
    409,
    program.post(
      "/api/users/transactions",
      {
        ...forged,
        hash: "another",
      },
      { "idempotency-key": "order-1" },
    ),
  );
}

test("a customer's whole way keeps to the document", async () => {
  await publishLiabilities(app.services);
  await publishReservesExample(app.services);
  const program = programOf(await tokenOfSession());
  await program.get("/api/events");
  await market(program);
  await exchanges(program);
  await bankMoney(program);
  await events(program);
  await history(program);
  await refusals(program);
  const message = "How long does a first deposit take?";
  const enquiry = { name: "Mary Visitor", email: "mary@mail.example", message };
  await expectStatus(201, program.post("/api/support", enquiry));
  expect(new Set(calls).size).toBeGreaterThan(40);
});

test("the proxy finds what does not keep to it", async () => {
  const answer = await fetch(`${proxy}/api/get-rate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ credit_currency: "BTC", debit_currency: "AUD", credit: 2 }),
  });
  expect(isViolation(answer.headers, await answer.text())).toBe(true);
});
