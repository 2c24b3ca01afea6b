import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { rawRequest, requestHead } from "../testing/raw-request.ts";

let api: TestApp;
let port: number;
beforeAll(async () => {
  api = await startTestApp({ dialect: "sqlite" });
  port = await api.listen();
});
afterAll(() => api.close());

const TYPES = {
  "a form with files": "multipart/form-data; boundary=x",
  bytes: "application/octet-stream",
  "a form": "application/x-www-form-urlencoded",
  "plain text": "text/plain",
  "something like JSON": "application/json-seq",
  "JSON behind something else": "text/plain, application/json",
  nothing: undefined,
} as const;
const LENGTHS = {
  "400 MiB announced": { "Content-Length": String(400 * 1024 * 1024) },
  "chunks without an end": { "Transfer-Encoding": "chunked" },
} as const;
const TARGETS = [
  "/trpc/sessions.login",
  "/trpc/sessions.login?batch=1",
  "/%74rpc/sessions.login",
  "http://127.0.0.1/trpc/sessions.login",
  "/login",
  "/api/get-rate",
  "/api/nothing",
];

describe("only JSON gets in: refused before a byte of the body is there", () => {
  for (const [typeName, type] of Object.entries(TYPES)) {
    for (const [lengthName, length] of Object.entries(LENGTHS)) {
      test(`${typeName}, ${lengthName}`, async () => {
        for (const target of TARGETS) {
          const head = requestHead("POST", target, { ...(type && { "Content-Type": type }), ...length });
          const answer = await rawRequest(port, head);
          expect([target, answer.status]).toEqual([target, 415]);
          expect(answer.body).toContain("unsupported_media_type");
        }
      });
    }
  }
});

test("a compressed body is refused before a byte of it is there", async () => {
  const head = requestHead("POST", "/trpc/sessions.login", {
    "Content-Type": "application/json",
    "Content-Encoding": "gzip",
    "Content-Length": "1000000000",
  });
  expect((await rawRequest(port, head)).status).toBe(415);
});

test("JSON over 64 KiB is refused by its announced length", async () => {
  const head = requestHead("POST", "/trpc/sessions.login", {
    "Content-Type": "application/json",
    "Content-Length": "65537",
  });
  expect((await rawRequest(port, head)).status).toBe(413);
});

test("JSON in chunks is refused once it passes 64 KiB", async () => {
  const head = requestHead("POST", "/trpc/sessions.login", {
    "Content-Type": "application/json",
    "Transfer-Encoding": "chunked",
  });
  const chunk = `8000\r\n${" ".repeat(0x80_00)}\r\n`;
  expect((await rawRequest(port, head + chunk.repeat(3))).status).toBe(413);
});

test.each([
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON",
  " application/json ;charset=utf-8",
])("%s is JSON", async (type) => {
  const body = JSON.stringify({ credit_currency: "BTC", debit_currency: "AUD", credit: 1 });
  const head = requestHead("POST", "/api/get-rate", {
    "Content-Type": type,
    "Content-Length": String(body.length),
  });
  expect((await rawRequest(port, head + body)).status).toBe(200);
});

test("queries are read as before", async () => {
  const typed: Record<string, string> = { "Content-Type": "application/json" };
  for (const headers of [{}, typed]) {
    expect((await rawRequest(port, requestHead("GET", "/trpc/currencies.list", headers))).status).toBe(200);
  }
});

test("a call without input needs neither body nor type", async () => {
  expect((await rawRequest(port, requestHead("POST", "/logout"))).status).toBe(204);
});
