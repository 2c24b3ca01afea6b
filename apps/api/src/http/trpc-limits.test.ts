import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { Answer } from "../testing/client.ts";

interface TrpcError {
  readonly error: {
    readonly message: string;
    readonly code: number;
    readonly data: { readonly code: string; readonly httpStatus: number; readonly request_id: string };
  };
}

const DEPTH = 10_000;
const deepArray = "[".repeat(DEPTH) + "]".repeat(DEPTH);
const json = { "content-type": "application/json" };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ dialect: "sqlite" });
});
afterAll(() => app.close());

const post = (path: string, body: string | Buffer, headers: Record<string, string> = json) =>
  app.client().send<TrpcError>("POST", path, { headers, body });

function expectError(answer: Answer<TrpcError>, status: number, code: string): void {
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
  const { error } = answer.body;
  expect(error.data).toMatchObject({ code, httpStatus: status, request_id: expect.any(String) });
  expect(error.message).not.toBe("");
  expect(error.code).toBeLessThan(0);
}

describe("what reaches no procedure is answered in tRPC's envelope with REST's error inside", () => {
  test.each([
    ["a body over 64 KiB", JSON.stringify({ email: "x".repeat(70_000) }), json, 413, "payload_too_large"],
    ["a deep body", `{"email":${deepArray}}`, json, 400, "malformed_json"],
    ["an unclosed deep body", "[".repeat(60_000), json, 400, "malformed_json"],
    ["a body that is not JSON", "{", json, 400, "malformed_json"],
    ["a form", "a=1", { "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
    ["plain text", "{}", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    ["a gzip body", gzipSync("{}"), { ...json, "content-encoding": "gzip" }, 415, "unsupported_media_type"],
  ] as const)("%s", async (_name, body, headers, status, code) => {
    expectError(await post("/trpc/sessions.login", body, { ...headers }), status, code);
  });

  test("a deep input of a query", async () => {
    const input = encodeURIComponent("[".repeat(1000) + "]".repeat(1000));
    for (const query of [`input=${input}`, `input=1&input=${input}`, `batch=1&input=${input}`]) {
      expectError(await app.client().get<TrpcError>(`/trpc/rates.list?${query}`), 400, "malformed_json");
    }
  });

  test("a missing CSRF token", async () => {
    const client = app.client();
    await client.login("customer@demo.test");
    const answer = await client.post<TrpcError>("/trpc/sessions.logout", {}, { "x-xsrf-token": "forged" });
    expectError(answer, 403, "csrf_mismatch");
  });

  test("a token that is none", async () => {
    const headers = { authorization: "Bearer wat_none" };
    expectError(await app.client().get<TrpcError>("/trpc/currencies.list", headers), 401, "unauthenticated");
  });
});

test("ten calls to a batch, not eleven", async () => {
  const batch = (size: number) =>
    app.client().get(`/trpc/${Array(size).fill("quotes.serverTime").join(",")}?batch=1&input={}`);
  expect((await batch(10)).status).toBe(200);
  expect((await batch(11)).status).toBe(400);
});

test("a refusal that says when to come back says so over tRPC, too", async () => {
  const client = app.client({ ip: "203.0.113.50" });
  const wrong = { email: "customer@demo.test", password: "Wrong-Pass1" };
  for (let tries = 0; tries < 10; tries++) await client.post("/trpc/sessions.login", wrong);
  const answer = await client.post<TrpcError>("/trpc/sessions.login", wrong);
  expectError(answer, 429, "too_many_requests");
  expect(answer.headers["retry-after"]).toBe("900");
});

test("a method override changes nothing", async () => {
  const headers = { "x-http-method-override": "POST", "x-method-override": "POST" };
  expect((await app.client().get("/trpc/sessions.logout", headers)).status).toBe(405);
  expect((await app.client().get("/api/get-rate", headers)).status).toBe(405);
  expect((await app.client().get("/api/get-rate?_method=POST")).status).toBe(405);
});
