import { connect, createServer, type Server, type Socket } from "node:net";
import { ERRORS, type ErrorBody } from "@wattle/contracts/errors";
import { DIALECTS, freshDatabase } from "@wattle/db/testing/databases";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "./testing/app-for-test.ts";
import type { TestClient } from "./testing/client.ts";
import { holdRate, payloadOf } from "./testing/exchanges.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(DIALECTS)("answers of the whole application on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    customer = api.client();
    await customer.login("customer@demo.test");
  });
  afterAll(() => api.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const JSON_TYPE = { "content-type": "application/json" };

  test.each([
    ["a body that is not JSON", "POST", "/login", { headers: JSON_TYPE, body: "{" }, "malformed_json"],
    [
      "an empty body said to be JSON",
      "POST",
      "/login",
      { headers: JSON_TYPE, body: "" },
      "validation_failed",
    ],
    [
      "JSON with a comment",
      "POST",
      "/login",
      { headers: JSON_TYPE, body: '{"email":"a" /*b*/}' },
      "malformed_json",
    ],
    [
      "a body nested a thousand deep",
      "POST",
      "/login",
      { headers: JSON_TYPE, body: "[".repeat(1000) + "]".repeat(1000) },
      "malformed_json",
    ],
    ["no session", "GET", "/api/users/balance", {}, "unauthenticated"],
    ["an unknown path under /api", "GET", "/api/nothing", {}, "not_found"],
    ["an unknown path deep under /api", "POST", "/api/users/1/2/3", {}, "not_found"],
    ["/api itself", "GET", "/api", {}, "not_found"],
    ["an unknown well-known path", "GET", "/.well-known/nothing", {}, "not_found"],
    ["a known path with another method", "DELETE", "/api/currencies", {}, "method_not_allowed"],
    [
      "a body one byte over 64 KiB",
      "POST",
      "/login",
      { headers: JSON_TYPE, body: `"${"x".repeat(65_535)}"` },
      "payload_too_large",
    ],
    [
      "a form's body",
      "POST",
      "/login",
      { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "email=a&password=b" },
      "unsupported_media_type",
    ],
    [
      "plain text",
      "POST",
      "/login",
      { headers: { "content-type": "text/plain" }, body: "{}" },
      "unsupported_media_type",
    ],
    ["a wrong input", "POST", "/login", { headers: JSON_TYPE, body: "{}" }, "validation_failed"],
    ["a wrong query", "GET", "/api/rates?in=XYZ", {}, "validation_failed"],
  ] as const)("%s: the table's status and code, a JSON body", async (_, method, path, request, code) => {
    const answer = await api.client().send<ErrorBody>(method, path, request);
    expect(answer.body.code).toBe(code);
    expect(answer.status).toBe(ERRORS[code].status);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.body.message).toEqual(expect.any(String));
    expect(answer.body.request_id).toMatch(UUID);
    if (answer.status === 422) {
      const texts = Object.values(answer.body.errors ?? {}).flat();
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.every((text) => text !== "")).toBe(true);
    } else expect(answer.body).not.toHaveProperty("errors");
  });

  test("a body of exactly 64 KiB is read", async () => {
    const body = `"${"x".repeat(65_534)}"`;
    expect((await api.client().send("POST", "/login", { headers: JSON_TYPE, body })).status).toBe(422);
  });

  test.each([
    ["PUT", "/api/currencies", "GET, HEAD"],
    ["OPTIONS", "/api/currencies", "GET, HEAD"],
    ["OPTIONS", "/login", "POST"],
    ["POST", "/healthz", "GET, HEAD"],
    ["DELETE", "/readyz", "GET, HEAD"],
    ["POST", "/api/users/balance", "GET, HEAD"],
    ["GET", "/api/get-rate", "POST"],
    ["DELETE", "/login", "POST"],
  ] as const)("%s %s is refused with Allow: %s, signed in or not", async (method, path, allow) => {
    for (const client of [api.client(), customer]) {
      const answer = await client.send(method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers["allow"]).toBe(allow);
    }
  });

  test("a path with several methods allows them all", async () => {
    const answer = await customer.send("DELETE", "/api/users/transactions");
    expect(answer.status).toBe(405);
    expect(answer.headers["allow"]?.split(", ").toSorted()).toEqual(["GET", "HEAD", "POST"]);
  });

  test("HEAD answers as GET does, without the body", async () => {
    const answer = await api.client().send("HEAD", "/api/currencies");
    expect(answer.status).toBe(200);
    expect(answer.text).toBe("");
  });

  test("answers of calls are not stored by browsers and proxies", async () => {
    for (const path of ["/api/currencies", "/api/users/balance", "/api/nothing", "/trpc/currencies.list"]) {
      expect((await customer.get(path)).headers["cache-control"], path).toBe("no-store");
    }
  });

  test("unknown keys of a payload are dropped, not refused", async () => {
    const answer = await api.client().post("/api/get-rate", {
      credit_currency: "BTC",
      debit_currency: "AUD",
      credit: 1,
      rate: "1",
      constructor: { prototype: { polluted: true } },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("polluted");
  });

  test("a key named __proto__ reaches no object", async () => {
    const body =
      '{"__proto__":{"polluted":true},"credit_currency":"BTC","debit_currency":"AUD","credit":1,"constructor":{"prototype":{"polluted":1}}}';
    const answer = await api.client().post("/api/get-rate", body);
    expect(answer.status).toBe(200);
    expect({}).not.toHaveProperty("polluted");
  });

  describe("tRPC answers the same errors as REST", () => {
    const payload = (changes: object) => ({
      balance: { credit: "0.01", credit_currency: "BTC" },
      debit: "1.00",
      debit_currency: "AUD",
      transaction_type: "exchange",
      hash: "x.y.z",
      ...changes,
    });
    const cases = [
      ["a wrong input", payload({ debit: "1e5", debit_currency: "XXX" })],
      ["an invalid quote", payload({})],
    ] as const;

    test.each(cases)("%s", async (_, input) => {
      const rest = await customer.post<ErrorBody>("/api/users/transactions", input);
      const trpc = await customer.post<{ error: { message: string; data: ErrorBody & object } }>(
        "/trpc/exchange.execute",
        input,
      );
      expect(trpc.status).toBe(rest.status);
      expect(trpc.body.error.message).toBe(rest.body.message);
      expect({ ...trpc.body.error.data, request_id: "" }).toEqual({
        ...rest.body,
        request_id: "",
        httpStatus: rest.status,
        path: "exchange.execute",
      });
    });

    test("no session", async () => {
      const answer = await api.client().get<{ error: { data: ErrorBody } }>("/trpc/balances.get");
      expect(answer.status).toBe(401);
      expect(answer.body.error.data).toMatchObject({
        code: "unauthenticated",
        message: "This user is unauthorized.",
        request_id: expect.stringMatching(UUID),
      });
    });

    test("an unknown procedure", async () => {
      const answer = await api.client().get<{ error: { data: ErrorBody } }>("/trpc/nothing.here");
      expect(answer.status).toBe(404);
      expect(answer.body.error.data.code).toBe("not_found");
    });

    test("a body that is not JSON", async () => {
      const answer = await customer.post<{ error: { data: ErrorBody } }>("/trpc/quotes.getRate", "{");
      expect(answer.status).toBe(400);
      expect(answer.body.error.data.code).toBe("malformed_json");
    });

    test("a batch is answered in one response, but not one without end", async () => {
      const batch = (size: number) =>
        `/trpc/${Array.from({ length: size }, () => "currencies.list").join(",")}?batch=1&input={}`;
      const answer = await api.client().get<unknown[]>(batch(10));
      expect(answer.status).toBe(200);
      expect(answer.body).toHaveLength(10);
      expect((await api.client().get(batch(11))).status).toBe(400);
    });
  });

  describe("what no one foresaw", () => {
    const secret = "select secret from nowhere";

    test.each([
      ["REST", "/api/currencies", (body: unknown) => body as ErrorBody],
      [
        "tRPC",
        "/trpc/currencies.list",
        (body: unknown) => (body as { error: { data: ErrorBody } }).error.data,
      ],
    ])(
      "over %s is 'Server errors' without a detail; the log line has the request's id",
      async (_, path, bodyOf) => {
        vi.spyOn(api.services, "markets").mockRejectedValue(new Error(secret));
        const before = api.log.length;
        const answer = await api.client().get(path);
        expect(answer.status).toBe(500);
        const body = bodyOf(answer.body);
        expect(body).toMatchObject({ message: "Server errors", code: "server_error" });
        expect(answer.text).not.toContain(secret);
        expect(answer.text).not.toMatch(/node_modules|\.ts:|stack/i);
        const lines = api.log.slice(before);
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatchObject({
          level: 50,
          request_id: body.request_id,
          err: { message: expect.stringContaining(secret) },
        });
      },
    );

    test("is logged once for a call that fails before its procedure", async () => {
      vi.spyOn(api.services.sessions, "read").mockRejectedValue(new Error(secret));
      const before = api.log.length;
      const answer = await api.client().get<ErrorBody>("/api/currencies");
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain(secret);
      expect(api.log.slice(before)).toMatchObject([{ request_id: answer.body.request_id }]);
    });

    test("a refusal that belongs to the product's life is not logged", async () => {
      const before = api.log.length;
      await api.client().get("/api/users/balance");
      await api.client().post("/login", {});
      expect(api.log.slice(before)).toEqual([]);
    });
  });

  test.each(["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR_WRITE", "57P01", "ECONNREFUSED"])(
    "a database that is away (%s) is 503, over REST and tRPC, and logged",
    async (code) => {
      vi.spyOn(api.services, "markets").mockRejectedValue(
        Object.assign(new Error("connection to 10.1.2.3 failed"), { code }),
      );
      const before = api.log.length;
      const rest = await api.client().get<ErrorBody>("/api/currencies");
      expect(rest.status).toBe(503);
      expect(rest.body).toMatchObject({ code: "service_unavailable", message: expect.any(String) });
      const trpc = await api.client().get<{ error: { data: ErrorBody } }>("/trpc/currencies.list");
      expect(trpc.status).toBe(503);
      expect(trpc.body.error.data.code).toBe("service_unavailable");
      expect(rest.text + trpc.text).not.toContain("10.1.2.3");
      expect(api.log.slice(before)).toHaveLength(2);
    },
  );

  describe("429", () => {
    let limited: TestApp;
    beforeAll(async () => {
      limited = await startTestApp({ dialect, databaseUrl: api.databaseUrl, env: { RATE_LIMIT: "3" } });
    });
    afterAll(() => limited.close());

    test("a client that asks too often learns how long to wait; health and other clients go on", async () => {
      const client = limited.client({ ip: "10.1.0.1" });
      for (let call = 0; call < 3; call++) expect((await client.get("/api/currencies")).status).toBe(200);
      const refused = await client.get<ErrorBody>("/api/currencies");
      expect(refused.status).toBe(429);
      expect(refused.body.code).toBe("too_many_requests");
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect((await client.get("/healthz")).status).toBe(200);
      expect((await limited.client({ ip: "10.1.0.2" }).get("/api/currencies")).status).toBe(200);
      const trpc = await client.get<ErrorBody>("/trpc/currencies.list");
      expect(trpc.status).toBe(429);
    });
  });
});

describe("a PostgreSQL server that goes away", () => {
  /** Passes bytes to the real server until it is cut. */
  async function startProxy(target: URL): Promise<{ port: number; cut(): void; close(): Promise<void> }> {
    const sockets = new Set<Socket>();
    let open = true;
    const server: Server = createServer((client) => {
      if (!open) {
        client.destroy();
        return;
      }
      const upstream = connect(Number(target.port), target.hostname);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => sockets.delete(socket));
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("no port was given");
    const destroyAll = (): void => {
      for (const socket of sockets) socket.destroy();
    };
    return {
      port: address.port,
      cut: () => {
        open = false;
        destroyAll();
      },
      close: async () => {
        destroyAll();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  test("is 503 without details for reads, exchanges and readiness, and the process lives on", async () => {
    const database = await freshDatabase("postgres");
    const url = new URL(database.url);
    const proxy = await startProxy(new URL(database.url));
    url.port = String(proxy.port);
    const api = await startTestApp({ dialect: "postgres", databaseUrl: url.href });
    try {
      const client = api.client();
      await client.login("customer@demo.test");
      const payload = payloadOf(await holdRate(client), "0.01");
      proxy.cut();
      for (const answer of [
        await client.get<ErrorBody>("/api/users/balance"),
        await client.post<ErrorBody>("/api/users/transactions", payload),
        await api.client().post<ErrorBody>("/login", { email: "customer@demo.test", password: "x" }),
      ]) {
        expect(answer.status).toBe(503);
        expect(answer.body.code).toBe("service_unavailable");
        expect(answer.text).not.toMatch(/127\.0\.0\.1|postgres|connect/i);
      }
      const ready = await client.get<{ checks: object }>("/readyz");
      expect(ready.status).toBe(503);
      expect(ready.body.checks).toMatchObject({ database: "failed" });
      expect((await client.get("/healthz")).status).toBe(200);
    } finally {
      await api.close();
      await proxy.close();
      await database.close();
    }
  });
});
