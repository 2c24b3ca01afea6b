import { DIALECTS } from "@wattle/db/testing/databases";
import type { ErrorBody } from "@wattle/contracts/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REST_ROUTES } from "../rest/routes.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { rawConnection, rawRequest, requestHead } from "../testing/raw-request.ts";

const RATE = JSON.stringify({ credit_currency: "BTC", debit_currency: "AUD", credit: 1 });
const rateRequest = (target: string, headers: Readonly<Record<string, string>> = {}): string =>
  requestHead("POST", target, {
    "Content-Type": "application/json",
    "Content-Length": String(RATE.length),
    ...headers,
  }) + RATE;

const HISTORY = "/api/users/transactions";

/** Ways to write one address that the router reads alike. */
const spellings = (path: string): string[] => [
  path,
  `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  Array.from(path)
    .map((character) => (character === "/" ? "/" : `%${character.charCodeAt(0).toString(16)}`))
    .join(""),
  `http://127.0.0.1${path}`,
  `https://elsewhere.example${path}`,
  `${path}/`,
  `${path}?a=/about-us`,
  `${path}#/about-us`,
];

describe.each(DIALECTS)("what calls pass, however their address is written, on %s", (dialect) => {
  let api: TestApp;
  let port: number;
  let customer: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    port = await api.listen();
    customer = api.client();
    await customer.login("customer@demo.test");
  });
  afterAll(() => api.close());

  test.each(spellings("/api/get-rate"))(
    "%s is counted, not stored, and gives the CSRF cookie",
    async (target) => {
      const { status, headers } = await rawRequest(port, rateRequest(target));
      // A parameter that there is not is refused after all this.
      expect(status).toBe(/[?#]/.test(target) ? 422 : 200);
      expect(headers["ratelimit"]).toMatch(/^"default";r=\d+;t=\d+$/);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["set-cookie"]).toContain("XSRF-TOKEN=");
    },
  );

  test.each(spellings("/trpc/sessions.logout"))("%s needs a session's CSRF token", async (target) => {
    const head = requestHead("POST", target, { Cookie: customer.cookies.header });
    const answer = await rawRequest(port, head);
    expect([answer.status, answer.body.includes("csrf_mismatch")]).toEqual([403, true]);
  });

  test("what is public for good sets no cookie and is not counted", async () => {
    const { status, headers } = await api.client().get("/.well-known/jwks.json");
    expect(status).toBe(200);
    expect(headers["set-cookie"] ?? headers["ratelimit"]).toBeUndefined();
  });

  test.each([...new Set(REST_ROUTES.map(({ path }) => path))])(
    "%s is guarded however it is written",
    async (path) => {
      for (const target of spellings(path)) {
        const { headers } = await rawRequest(port, requestHead("OPTIONS", target));
        expect([target, headers["ratelimit"] === undefined]).toEqual([target, false]);
        expect(headers["cache-control"]).toBe("no-store");
      }
    },
  );

  test.each([
    "//api/get-rate",
    "/API/get-rate",
    "/api//get-rate",
    "/api%2Fget-rate",
    "/%2561pi/get-rate",
    "/./api/get-rate",
    "/about-us/../api/get-rate",
    "/api/get-rate%00",
    "/api/get-rate;a=b",
    "/api\\get-rate",
    "/%zz/get-rate",
    "/api/get-rate/%c0%af",
  ])("%s is no call", async (target) => {
    const { status } = await rawRequest(port, rateRequest(target));
    expect([400, 404]).toContain(status);
  });

  test("all spellings share one count, in one connection and out of turn", async () => {
    const limited = await startTestApp({ dialect, databaseUrl: api.databaseUrl, env: { RATE_LIMIT: "8" } });
    try {
      const connection = await rawConnection(await limited.listen());
      const targets = spellings("/api/get-rate");
      connection.write([...targets, ...targets].map((target) => rateRequest(target)).join(""));
      const statuses: number[] = [];
      while (statuses.length < 16) statuses.push((await connection.answer()).status);
      const isLimited = statuses.map((status) => status === 429);
      expect(isLimited).toEqual([...Array<boolean>(8).fill(false), ...Array<boolean>(8).fill(true)]);
      connection.close();
    } finally {
      await limited.close();
    }
  });

  test("each call of a batch counts, however its commas are written", async () => {
    const limited = await startTestApp({ dialect, databaseUrl: api.databaseUrl, env: { RATE_LIMIT: "24" } });
    const batch = (size: number, comma = ",") =>
      `/trpc/${Array(size).fill("quotes.serverTime").join(comma)}?batch=1&input={}`;
    try {
      const client = limited.client({ ip: "203.0.113.77" });
      const answers = [];
      for (const target of [batch(10), batch(10, "%2C"), batch(3), batch(2)])
        answers.push(await client.get(target));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(answers.map(({ headers }) => headers["ratelimit"])).toEqual([
        expect.stringContaining("r=14;"),
        expect.stringContaining("r=4;"),
        expect.stringContaining("r=1;"),
        expect.stringContaining("r=0;"),
      ]);
    } finally {
      await limited.close();
    }
  });

  test("addresses that cannot be read, and those with an absurdly long part, are counted with the others", async () => {
    const limited = await startTestApp({ dialect, databaseUrl: api.databaseUrl, env: { RATE_LIMIT: "6" } });
    try {
      const port = await limited.listen();
      const targets = [
        "/api/%",
        "/api/%zz",
        "/trpc/%c0%af",
        "/api/users/%e0%a4",
        `/api/users/${"a".repeat(2000)}`,
      ];
      const statuses: number[] = [];
      for (const target of targets) {
        const answer = await rawRequest(port, requestHead("GET", target));
        expect(answer.headers["ratelimit"], target).toMatch(/^"default";r=\d+;t=\d+$/);
        expect(JSON.parse(answer.body), target).toHaveProperty("request_id");
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 404]);
      expect((await limited.client().get("/api/currencies")).status).toBe(200);
      expect((await rawRequest(port, requestHead("GET", "/api/%"))).status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  test.each(["/%ff", "/%c0%af", "/about-us/%e0%a4", "/apis/%zz"])("%s is no page", async (target) => {
    const answer = await rawRequest(port, requestHead("GET", target));
    expect([answer.status, answer.headers["ratelimit"]]).toEqual([404, undefined]);
    expect((await rawRequest(port, requestHead("POST", target))).status).toBe(404);
  });

  test("webhooks and the sandbox's pages are counted, apart from the address's calls", async () => {
    const limited = await startTestApp({ dialect, databaseUrl: api.databaseUrl, env: { RATE_LIMIT: "2" } });
    try {
      const client = limited.client({ ip: "203.0.113.9" });
      const paths = ["/onramp/webhooks/sandbox", "/%6fnramp/webhooks/unknown", "/onramp/sandbox/x"];
      const statuses: number[] = [];
      for (const path of paths) statuses.push((await client.post(path, {})).status);
      expect(statuses[2]).toBe(429);
      expect(statuses.slice(0, 2)).not.toContain(429);
      expect((await client.get("/api/currencies")).status).toBe(200);
      expect((await client.get("/healthz")).headers["ratelimit"]).toBeUndefined();
    } finally {
      await limited.close();
    }
  });

  describe("unsafe calls with a session, by where the browser says they come from", () => {
    const HERE = "http://127.0.0.1:4321";
    test.each([
      ["a page of ours", { "sec-fetch-site": "same-origin" }, 204],
      ["the address bar", { "sec-fetch-site": "none" }, 204],
      ["another site", { "sec-fetch-site": "cross-site" }, 403],
      ["a sibling of our domain", { "sec-fetch-site": "same-site" }, 403],
      ["no value that a browser sends", { "sec-fetch-site": "" }, 403],
      ["another site, older browser", { origin: "https://evil.example" }, 403],
      ["a sandboxed frame, older browser", { origin: "null" }, 403],
      ["our host at another port, older browser", { origin: "http://127.0.0.1:1" }, 403],
      ["the host that was asked, older browser", { origin: HERE }, 204],
      ["the public origin, older browser", { origin: "http://localhost:3000" }, 204],
      ["a site that says it is ours", { origin: HERE, "sec-fetch-site": "cross-site" }, 403],
      ["no browser", {}, 204],
    ] as const)("%s", async (_, headers, status) => {
      const client = api.client();
      await client.login("customer@demo.test");
      const answer = await client.post<ErrorBody>("/logout", undefined, {
        host: "127.0.0.1:4321",
        ...headers,
      });
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.body.code).toBe("csrf_mismatch");
    });

    const FOREIGN = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };

    const FOREIGN_FORMS: readonly Readonly<Record<string, string>>[] = [
      FOREIGN,
      { origin: FOREIGN.origin },
      { "sec-fetch-site": "same-site" },
    ];

    /** Acts without a session, each with its answer to a page of ours: the same, but for a foreign page nothing. */
    test.each([
      ["/login", { email: "customer@demo.test", password: "Wattle-Demo1" }, 200],
      ["/login/passkey/options", undefined, 200],
      ["/login/passkey", {}, 422],
      ["/register", {}, 422],
      ["/forgot-password", {}, 422],
      ["/reset-password", {}, 422],
      ["/api/support", {}, 422],
      ["/api/recovery/photo", {}, 422],
      ["/trpc/sessions.login", { email: "customer@demo.test", password: "Wattle-Demo1" }, 200],
      ["/trpc/sessions.passkeyLogin", {}, 422],
      ["/trpc/accounts.register", {}, 422],
      ["/trpc/accounts.forgotPassword", {}, 422],
      ["/trpc/accounts.resetPassword", {}, 422],
      ["/trpc/staff.accept", {}, 422],
      ["/trpc/recovery.request", {}, 422],
      ["/trpc/recovery.stop", {}, 422],
      ["/trpc/accounts.reportLogin", {}, 422],
      ["/trpc/accounts.undoEmailChange", {}, 422],
      ["/trpc/support.send", {}, 422],
      ["/trpc/ops.bankLines.import", {}, 401],
    ])("a visitor's %s", async (path, payload, status) => {
      const visitor = api.client();
      expect((await visitor.post(path, payload)).status).toBe(status);
      for (const headers of FOREIGN_FORMS) {
        const answer = await api.client().post(path, payload, headers);
        expect([answer.status, answer.text.includes("csrf_mismatch")]).toEqual([403, true]);
        expect(answer.setCookies.some((cookie) => cookie.startsWith("session="))).toBe(false);
      }
    });

    test.each([
      "/api/users/data.zip",
      "/api/ops/documents/unknown",
      "/api/ops/customers/unknown/data.zip",
      "/trpc/ops.customers.get?input=%22unknown%22",
      "/trpc/sessions.current",
    ])("reading %s, which may be in a log", async (path) => {
      const own = await customer.get(path, { "sec-fetch-site": "same-origin" });
      expect(own.text).not.toContain("csrf_mismatch");
      const answer = await customer.get(path, FOREIGN);
      expect([answer.status, answer.text.includes("csrf_mismatch")]).toEqual([403, true]);
    });

    test("a link to a page of a visitor's call, or in a mail, is followed from anywhere", async () => {
      const linked = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
      for (const path of ["/email/verify?token=unknown", "/login", "/register"])
        expect((await api.client().get(path, linked)).text, path).not.toContain("csrf_mismatch");
    });

    test("reads, visitors' held rates and tokens are left alone", async () => {
      const foreign = FOREIGN;
      expect((await customer.get("/api/users/balance", foreign)).status).toBe(200);
      const visitor = await api.client().send("POST", "/api/get-rate", {
        headers: { "content-type": "application/json", ...foreign },
        body: RATE,
      });
      expect(visitor.status).toBe(200);
      const made = await customer.post<{ result: { data: { token: string } } }>("/trpc/tokens.create", {
        name: "robot",
        scopes: ["read", "trade"],
        password: "Wattle-Demo1",
      });
      const bearer = { authorization: `Bearer ${made.body.result.data.token}`, ...foreign };
      const payload = { transaction_type: "deposit" };
      const answer = await api.client().post<ErrorBody>("/api/users/transactions", payload, bearer);
      expect(answer.body.code).toBe("validation_failed");
    });
  });

  describe("a page that was another account's", () => {
    let partner: TestClient;
    let ids: Record<"customer" | "partner", string>;
    beforeAll(async () => {
      partner = api.client();
      const { user } = await partner.login("partner@demo.test");
      const other = await api.client().login("customer@demo.test");
      ids = { partner: user.id, customer: other.user.id };
    });
    const announced = { type: "deposit", currency: "AUD", amount: "123.45", method: "bank_transfer" };

    test.each([
      ["POST", "/trpc/deposits.announce", announced],
      ["POST", "/api/users/transactions", { transaction_type: "deposit" }],
      ["POST", "/api/users/bank-accounts", {}],
      ["POST", "/trpc/tokens.create", { name: "robot", scopes: ["read"] }],
      ["POST", "/trpc/sessions.logout", undefined],
      ["POST", "/trpc/sessions.login", { email: "customer@demo.test", password: "Wattle-Demo1" }],
      ["POST", "/login", { email: "customer@demo.test", password: "Wattle-Demo1" }],
      ["POST", "/api/identity/documents?side=front", undefined],
      ["POST", "/api/get-rate", RATE],
      ["GET", "/trpc/sessions.current,balances.get?batch=1", undefined],
      ["GET", "/api/users/balance", undefined],
      ["GET", "/api/users/transactions.csv", undefined],
      ["GET", "/api/users/data.zip", undefined],
      ["GET", "/api/ops/documents/unknown", undefined],
      ["GET", "/api/prices/stream", undefined],
    ] as const)("%s %s is refused, by header and by address", async (method, path, payload) => {
      const counted = async () => (await partner.get<{ meta: { total: number } }>(HISTORY)).body.meta.total;
      const before = await counted();
      const ask = (at: string, headers: Readonly<Record<string, string>>) =>
        method === "GET" ? partner.get<object>(at, headers) : partner.post<object>(at, payload, headers);
      for (const whose of [ids.customer, "guest", ""]) {
        const inAddress = `${path}${path.includes("?") ? "&" : "?"}page_of=${whose}`;
        for (const answer of [await ask(path, { "x-page-of": whose }), await ask(inAddress, {})]) {
          expect([answer.status, answer.text.includes('"another_login"')]).toEqual([409, true]);
          expect(answer.setCookies.some((cookie) => cookie.startsWith("session="))).toBe(false);
        }
      }
      expect(await counted()).toBe(before);
    });

    test("its own page is answered as ever, after a new login too, and the address loses its key", async () => {
      await partner.login("partner@demo.test");
      const own = { "x-page-of": ids.partner };
      expect((await partner.get("/api/users/balance", own)).status).toBe(200);
      expect((await partner.get(`${HISTORY}?page_of=${ids.partner}`)).status).toBe(200);
      const csv = await partner.get(`/api/users/transactions.csv?type=deposit&page_of=${ids.partner}`);
      expect([csv.status, csv.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    });

    test("a program says nothing, and a token is no one's page", async () => {
      expect((await partner.get("/api/users/balance")).status).toBe(200);
      const made = await partner.post<{ result: { data: { token: string } } }>("/trpc/tokens.create", {
        name: "robot",
        scopes: ["read"],
      });
      const bearer = { authorization: `Bearer ${made.body.result.data.token}`, "x-page-of": ids.customer };
      expect((await api.client().get("/api/users/balance", bearer)).status).toBe(200);
    });

    test("a page whose session has ended is a visitor's to the guards", async () => {
      const answer = await api.client().get<ErrorBody>("/api/users/balance", { "x-page-of": ids.customer });
      expect([answer.status, answer.body.code]).toEqual([401, "unauthenticated"]);
      expect((await api.client().get("/api/rates", { "x-page-of": ids.customer })).status).toBe(200);
    });
  });

  test.each([
    ["alike", "Host: 127.0.0.1\r\nHost: 127.0.0.1\r\n"],
    ["different", "Host: 127.0.0.1\r\nhOST: evil.example\r\n"],
    ["behind others", "Host: 127.0.0.1\r\nA: b\r\nX-Host: c\r\nhost: evil.example\r\n"],
  ])("two Host headers are refused: %s", async (_, hosts) => {
    for (const target of ["/api/currencies", "/", "/healthz"]) {
      expect((await rawRequest(port, `GET ${target} HTTP/1.1\r\n${hosts}\r\n`)).status).toBe(400);
    }
  });

  test.each([
    ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"],
    ["two lengths", "Content-Length: 5\r\nContent-Length: 6\r\n"],
    ["a negative length", "Content-Length: -1\r\n"],
    ["an unknown coding behind chunks", "Transfer-Encoding: chunked, x\r\n"],
    ["a space before the colon", "Content-Length : 5\r\n"],
    ["a folded line", "Content-Length: 5\r\n 6\r\n"],
    ["no host", ""],
  ])("a request that could be read in two ways is refused: %s", async (name, lines) => {
    const host = name === "no host" ? "" : "Host: 127.0.0.1\r\n";
    const head = `POST /login HTTP/1.1\r\n${host}Content-Type: application/json\r\n${lines}\r\n`;
    expect((await rawRequest(port, `${head}0\r\n\r\nGET /api/users HTTP/1.1\r\n\r\n`)).status).toBe(400);
  });

  test("every answer says what pages may not use", async () => {
    for (const path of ["/", "/api/currencies", "/api/nothing", "/trpc/nothing", "/healthz", "/%zz"]) {
      expect((await customer.get(path)).headers["permissions-policy"], path).toContain("camera=()");
    }
  });
});

describe("the address behind proxies", () => {
  const REAL = "203.0.113.7";
  test.each([
    ["no one is believed", "false", "198.51.100.1", REAL, "198.51.100.1"],
    ["one proxy", "1", "10.0.0.1", REAL, REAL],
    ["one proxy that appends to what the client wrote", "1", "10.0.0.1", `1.2.3.4, 5.6.7.8, ${REAL}`, REAL],
    ["one proxy, called true", "true", "10.0.0.1", `1.2.3.4, ${REAL}`, REAL],
    ["two proxies", "2", "10.0.0.1", `1.2.3.4, ${REAL}, 10.0.0.2`, REAL],
    ["proxies by address", "10.0.0.0/8", "10.0.0.1", `1.2.3.4, ${REAL}, 10.9.9.9`, REAL],
    ["a stranger who claims to be a proxy", "10.0.0.0/8", "198.51.100.1", REAL, "198.51.100.1"],
    ["a client that claims a proxy's address", "10.0.0.0/8", "10.0.0.1", `10.1.1.1, ${REAL}`, REAL],
    ["a proxy that adds the port", "1", "10.0.0.1", `${REAL}:51234`, REAL],
    ["a proxy that adds the port of IPv6", "1", "10.0.0.1", "[2001:db8::7]:51234", "2001:db8::7"],
    ["a text that is no address", "1", "10.0.0.1", "<script>", "10.0.0.1"],
    ["an empty header", "1", "10.0.0.1", "", "10.0.0.1"],
  ])("%s", async (_, proxies, socket, forwarded, expected) => {
    const api = await startTestApp({ dialect: "sqlite", env: { TRUST_PROXY: proxies } });
    try {
      const client = api.client({ ip: socket });
      const headers = { "x-forwarded-for": forwarded };
      const credentials = { email: "customer@demo.test", password: "Wattle-Demo1" };
      expect((await client.post("/login", credentials, headers)).status).toBe(200);
      const sessions = await client.get<{ result: { data: { ip: string }[] } }>(
        "/trpc/sessions.list",
        headers,
      );
      expect(sessions.body.result.data.map(({ ip }) => ip)).toEqual([expected]);
    } finally {
      await api.close();
    }
  });

  test("a client that writes another address into each request is counted as one", async () => {
    const api = await startTestApp({ dialect: "sqlite", env: { TRUST_PROXY: "1", RATE_LIMIT: "3" } });
    try {
      const statuses: number[] = [];
      for (let call = 0; call < 4; call++) {
        const headers = { "x-forwarded-for": `1.2.3.${call}, ${REAL}`, "x-real-ip": `1.2.3.${call}` };
        statuses.push((await api.client({ ip: "10.0.0.1" }).get("/api/currencies", headers)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    } finally {
      await api.close();
    }
  });
});
