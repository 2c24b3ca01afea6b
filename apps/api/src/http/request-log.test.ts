import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { rawConnection, rawRequest, requestHead } from "../testing/raw-request.ts";

describe.each(DIALECTS)("the request log on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect, env: { LOG_LEVEL: "info" } });
  });
  afterAll(() => api.close());

  const requests = () => api.log.filter(({ msg }) => msg === "request");

  test("has one line for each request, with the route, who and how it went", async () => {
    const client = api.client({ ip: "203.0.113.5" });
    const user = await client.login("customer@demo.test");
    const before = requests().length;
    await client.get("/api/users/balance?secret=1");
    const refused = await client.get<{ request_id: string }>(`/api/users/${user.user.id}0`);
    await client.get("/trpc/currencies.list?input=1");
    await client.get("/api/no/such/thing?secret=2");
    await client.get("/onramp/sandbox/a-secret-token");
    await client.get("/api/%zz");
    await vi.waitFor(() => expect(requests().length).toBe(before + 6));
    const lines = requests().slice(before);
    const who = { account: user.user.id, address: "203.0.113.5", method: "GET", level: 30 };
    expect(lines).toMatchObject([
      { ...who, route: "/api/users/balance", status: 422 },
      { ...who, route: "/api/users/:id", status: 404, request_id: refused.body.request_id },
      { ...who, route: "/trpc/currencies.list" },
      { ...who, route: "/api/no/such/thing", status: 404 },
      { route: "/onramp/sandbox/:token", status: 404 },
      { ...who, route: "/api/~unreadable", status: 400 },
    ]);
    for (const line of lines) {
      expect(line["duration_ms"]).toEqual(expect.any(Number));
      expect(line["request_id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(JSON.stringify(line)).not.toContain("secret=");
      expect(JSON.stringify(line)).not.toContain("a-secret-token");
    }
  });

  test.each([
    ["order-77:a.b/c=+_1", true],
    ["a".repeat(129), false],
    ["a b", false],
    ['a"b', false],
  ])("has a client's own name for its request beside ours, if it is fit for one: %s", async (id, isFit) => {
    const before = requests().length;
    const { headers } = await api.client().get("/api/currencies", { "x-request-id": id });
    await vi.waitFor(() => expect(requests().length).toBe(before + 1));
    expect(requests()[before]?.["request_id"]).toBe(headers["x-request-id"]);
    expect(requests()[before]?.["client_request_id"]).toBe(isFit ? id : undefined);
  });

  test("names the token of a program", async () => {
    const client = api.client();
    await client.login("customer@demo.test");
    const made = await client.post<{ result: { data: { token: string } } }>("/trpc/tokens.create", {
      name: "robot",
      scopes: ["read"],
      password: "Wattle-Demo1",
    });
    const before = requests().length;
    await api.client().get("/api/users/balance", {
      authorization: `Bearer ${made.body.result.data.token}`,
    });
    await vi.waitFor(() => expect(requests().length).toBe(before + 1));
    expect(requests()[before]).toMatchObject({
      status: 200,
      token: expect.any(String),
      account: expect.any(String),
    });
  });

  test("what clients do wrong is no error", async () => {
    const port = await api.listen();
    const before = api.log.length;
    const json = { "Content-Type": "application/json", "Content-Length": "500" };
    for (const target of ["/login", "/trpc/sessions.login", "/onramp/webhooks/sandbox"]) {
      const aborted = await rawConnection(port);
      const seen = new Promise((resolve) => api.app.server.once("request", resolve));
      aborted.write(`${requestHead("POST", target, json)}{"a":`);
      await seen;
      aborted.close();
    }
    await rawRequest(port, "nonsense\r\n\r\n");
    await rawRequest(port, `${requestHead("POST", "/login", { ...json, "Content-Length": "1" })}{`);
    await vi.waitFor(() => {
      const seen = api.log.slice(before);
      expect(seen.filter(({ msg }) => msg === "request")).toHaveLength(4);
    });
    const lines = api.log.slice(before);
    expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([]);
    expect(lines.filter(({ status }) => status === 499)).toHaveLength(3);
  });

  test("a client that leaves with its file half sent is no error", async () => {
    const port = await api.listen();
    const client = api.client();
    await client.login("unverified@demo.test");
    const before = api.log.length;
    const upload = await rawConnection(port);
    const read = vi.spyOn(api.services.sessions, "read");
    upload.write(
      requestHead("POST", "/api/identity/documents?side=front", {
        Cookie: client.cookies.header,
        "X-XSRF-TOKEN": client.cookies.get("XSRF-TOKEN") ?? "",
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": "100000",
      }) + '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4',
    );
    await vi.waitFor(() => expect(read.mock.settledResults[0]?.type).toBe("fulfilled"));
    read.mockRestore();
    upload.close();
    await vi.waitFor(() =>
      expect(api.log.slice(before).filter(({ status }) => status === 499)).toHaveLength(1),
    );
    expect(api.log.slice(before).filter(({ level }) => Number(level) > 30)).toEqual([]);
  });
});

test("there are no lines where only warnings are shown", async () => {
  const api = await startTestApp({ dialect: "sqlite" });
  await api.client().get("/api/currencies");
  expect(api.log).toEqual([]);
  await api.close();
});
