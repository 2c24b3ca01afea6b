import type { UserData } from "@wattle/contracts/accounts";
import type { ErrorBody } from "@wattle/contracts/errors";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "../demo/demo-accounts.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { query } from "../testing/call-procedure.ts";

describe.each(DIALECTS)("sessions on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterAll(() => api.close());

  const cookieNamed = (setCookies: readonly string[], name: string): string | undefined =>
    setCookies.find((cookie) => cookie.startsWith(`${name}=`));

  test("signing in answers user, profile, role, balance and permissions, and nothing secret", async () => {
    const answer = await api
      .client()
      .post<{ data: UserData }>("/login", { email: "customer@demo.test", password: "Wattle-Demo1" });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body.data).toSorted()).toEqual([
      "balance",
      "permissions",
      "profile",
      "role",
      "user",
    ]);
    expect(answer.body.data).toMatchObject({
      user: { email: "customer@demo.test", status: "verified", default_country: "AU" },
      role: "regular-user",
      balance: { AUD: "250000.00", BTC: "2.50000000", ETH: "40.00000000" },
      permissions: ["deposit-money", "withdraw-money"],
    });
    expect(answer.text).not.toMatch(/password|argon2/i);
  });

  test("each demo account signs in with its balances to the last digit", async () => {
    for (const account of DEMO_ACCOUNTS) {
      const data = await api.client().login(account.email);
      expect(data.role, account.email).toBe(account.roles[0]);
      expect(data.user.roles, account.email).toEqual(account.roles.map((name) => ({ name })));
      expect(data.balance, account.email).toMatchObject(account.balances);
    }
  });

  test.each(["Wattle-Demo1 ", " Wattle-Demo1", "wattle-demo1", "Wattle-Demo"])(
    "the password is taken as it was typed: %j is another one",
    async (password) => {
      const client = api.client({ ip: "10.6.6.6" });
      const email = "customer@demo.test";
      expect((await client.post<ErrorBody>("/login", { email, password })).body.code).toBe(
        "invalid_credentials",
      );
    },
  );

  test("each session has an identifier of 256 bits of its own", async () => {
    const made = [];
    for (let times = 0; times < 3; times += 1) {
      const answer = await api
        .client()
        .post("/login", { email: "customer@demo.test", password: "Wattle-Demo1" });
      made.push(/^session=([\w-]+)/.exec(cookieNamed(answer.setCookies, "session") ?? "")?.[1] ?? "");
    }
    for (const identifier of made) expect(Buffer.from(identifier, "base64url")).toHaveLength(32);
    expect(new Set(made).size).toBe(made.length);
  });

  test("a password logs in years later", async () => {
    const now = api.clock.now();
    api.clock.advance(3 * 365 * 24 * 60 * 60_000);
    try {
      const answer = await api
        .client()
        .post("/login", { email: "customer@demo.test", password: "Wattle-Demo1" });
      expect(answer.status).toBe(200);
    } finally {
      api.clock.set(now);
    }
  });

  test("the email address is recognised in any case and with spaces around it", async () => {
    await expect(api.client().login("  Customer@DEMO.test ")).resolves.toMatchObject({
      user: { email: "customer@demo.test" },
    });
  });

  test.each([
    ["is not percent-encoded", "other=%"],
    ["has no value", "other"],
    ["has several equals signs", "other=a=b=c"],
  ])("a session is found next to another program's cookie that %s", async (_, other) => {
    const client = api.client();
    await client.login("customer@demo.test");
    for (const cookie of [`${other}; ${client.cookies.header}`, `${client.cookies.header}; ${other}`]) {
      expect((await api.client().get("/api/users/balance", { cookie })).status).toBe(200);
    }
  });

  test("the session cookie is out of scripts' reach and ends with the browser unless remembered", async () => {
    const credentials = { email: "customer@demo.test", password: "Wattle-Demo1" };
    const answer = await api.client().post("/login", credentials);
    const cookie = cookieNamed(answer.setCookies, "session");
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/Max-Age|Expires|Secure/i);
    const remembered = await api.client().post("/login", { ...credentials, remember: true });
    expect(cookieNamed(remembered.setCookies, "session")).toMatch(/; Max-Age=\d{7,}/);
  });

  test("signing in starts a session under a new identifier and ends the one before", async () => {
    const client = api.client();
    await client.login("customer@demo.test");
    const first = client.cookies.get("session") ?? "";
    await client.login("customer@demo.test");
    expect(client.cookies.get("session")).not.toBe(first);
    const old = api.client();
    old.cookies.set("session", first);
    expect((await old.get("/api/users/balance")).status).toBe(401);
  });

  test("logging out ends the session on the server and takes the cookie back", async () => {
    const client = api.client();
    await client.login("customer@demo.test");
    const stolen = client.cookies.get("session") ?? "";
    const answer = await client.post("/logout");
    expect(answer.status).toBe(204);
    expect(answer.text).toBe("");
    expect(client.cookies.get("session")).toBeUndefined();
    const thief = api.client();
    thief.cookies.set("session", stolen);
    expect((await thief.get("/api/users/balance")).status).toBe(401);
  });

  test("a session in daily use ends 90 days after signing in, and is gone from the list", async () => {
    const client = api.client();
    await client.login("partner@demo.test");
    const started = api.clock.now();
    try {
      for (let day = 10; day < 90; day += 10) {
        api.clock.set(started + day * 86_400_000);
        expect((await client.get("/api/users/balance")).status, `day ${day}`).toBe(200);
      }
      api.clock.set(started + 90 * 86_400_000 - 1);
      expect((await client.get("/api/users/balance")).status).toBe(200);
      api.clock.advance(1);
      expect((await client.get("/api/users/balance")).status).toBe(401);
      const again = api.client();
      await again.login("partner@demo.test");
      expect((await query<unknown[]>(again, "sessions.list")).data).toHaveLength(1);
    } finally {
      api.clock.set(started);
    }
  });

  test("logging out without a session is no error", async () => {
    expect((await api.client().post("/logout")).status).toBe(204);
  });

  test.each([
    ["an unknown email address", { email: "unknown@demo.test", password: "Wattle-Demo1" }],
    ["a wrong password", { email: "customer@demo.test", password: "Wattle-Demo2" }],
    ["a password in another case", { email: "customer@demo.test", password: "wattle-demo1" }],
  ])("%s is one and the same refusal", async (_, credentials) => {
    const answer = await api.client({ ip: "10.9.9.9" }).post<ErrorBody>("/login", credentials);
    expect(answer.status).toBe(422);
    expect({ ...answer.body, request_id: "" }).toEqual({
      message: "Wrong email or password.",
      code: "invalid_credentials",
      errors: { email: ["Wrong email or password."] },
      request_id: "",
    });
    expect(answer.setCookies.some((cookie) => cookie.startsWith("session="))).toBe(false);
  });

  test.each([
    ["nothing", {}, ["email", "password"]],
    ["no email address", { email: "x", password: "y" }, ["email"]],
    ["another type", { email: ["customer@demo.test"], password: 1 }, ["email", "password"]],
    ["a list", [], ["body"]],
    ["null", null, ["body"]],
  ])("credentials that are %s are refused at their fields", async (_, credentials, fields) => {
    const answer = await api.client().post<ErrorBody>("/login", credentials);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe("validation_failed");
    expect(Object.keys(answer.body.errors ?? {}).toSorted()).toEqual(fields);
  });

  describe("limits of failed tries", () => {
    const wrong = (email: string) => ({ email, password: "wrong" });

    test.each(["customer@demo.test", "unknown@demo.test"])(
      "ten for %s from one address, then 429 even with the right password, and again open after 15 minutes",
      async (email) => {
        const client = api.client({ ip: `10.0.0.${email.length}` });
        for (let attempt = 0; attempt < 10; attempt++) {
          expect((await client.post("/login", wrong(email))).status).toBe(422);
        }
        const refused = await client.post<ErrorBody>("/login", { email, password: "Wattle-Demo1" });
        expect(refused.status).toBe(429);
        expect(refused.body.code).toBe("too_many_requests");
        expect(refused.headers["retry-after"]).toBe("900");
        // Neither another address nor another account is kept out.
        expect((await api.client({ ip: "10.0.1.1" }).post("/login", wrong(email))).status).toBe(422);
        expect((await client.post("/login", wrong("operator@demo.test"))).status).toBe(422);
        api.clock.advance(15 * 60_000 + 1);
        expect((await client.post("/login", wrong(email))).status).toBe(422);
      },
    );

    test("tries made at once are counted too", async () => {
      const client = api.client({ ip: "10.0.2.1" });
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => client.post("/login", wrong("nigeria@demo.test"))),
      );
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    });

    test("a success counts nothing", async () => {
      const client = api.client({ ip: "10.0.3.1" });
      for (let attempt = 0; attempt < 12; attempt++) await client.login("nigeria@demo.test");
    });

    test("200 for one address, whatever the email addresses", async () => {
      const client = api.client({ ip: "10.0.4.1" });
      const answers = await Promise.all(
        Array.from({ length: 201 }, (_, index) => client.post("/login", wrong(`x${index}@demo.test`))),
      );
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(200);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    });
  });

  describe("CSRF", () => {
    test.each([
      ["GET", "/api/currencies"],
      ["GET", "/api/users/balance"],
      ["GET", "/api/nothing-here"],
      ["DELETE", "/api/currencies"],
      ["POST", "/api/get-rate"],
      ["GET", "/trpc/currencies.list"],
      ["GET", "/trpc/nothing.here"],
      ["POST", "/login"],
      ["POST", "/logout"],
    ] as const)("%s %s hands a client without a token one that scripts can read", async (method, path) => {
      const answer = await api.client().send(method, path);
      const cookie = cookieNamed(answer.setCookies, "XSRF-TOKEN");
      expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{16}\.[\w-]{43}; Path=\/; SameSite=Lax$/);
    });

    test("a client that has a token keeps it", async () => {
      const client = api.client();
      await client.get("/api/currencies");
      expect((await client.get("/api/currencies")).setCookies).toEqual([]);
    });

    test("signing in replaces the visitor's token with the session's, once", async () => {
      const client = api.client();
      await client.get("/api/currencies");
      const visitors = client.cookies.get("XSRF-TOKEN");
      const answer = await client.post("/login", { email: "customer@demo.test", password: "Wattle-Demo1" });
      expect(answer.setCookies.filter((cookie) => cookie.startsWith("XSRF-TOKEN="))).toHaveLength(1);
      expect(client.cookies.get("XSRF-TOKEN")).not.toBe(visitors);
    });

    const rateRequest = { credit_currency: "BTC", debit_currency: "AUD", credit: 1 };

    test.each([
      ["no token", (): string => ""],
      ["a visitor's token", async () => tokenOf(null)],
      ["another session's token", async () => tokenOf("nigeria@demo.test")],
      ["a token of ours with another signature", async () => `${await tokenOf("customer@demo.test")}A`],
      ["a token made up", (): string => `${"a".repeat(16)}.${"b".repeat(43)}`],
      ["text", (): string => "undefined"],
    ])("an unsafe call of a session with %s is refused", async (_, token) => {
      const client = api.client();
      await client.login("customer@demo.test");
      const answer = await client.post<ErrorBody>("/api/get-rate", rateRequest, {
        "x-xsrf-token": await token(),
      });
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe("csrf_mismatch");
    });

    async function tokenOf(email: string | null): Promise<string> {
      const client = api.client();
      await client.get("/api/currencies");
      if (email !== null) await client.login(email);
      return client.cookies.get("XSRF-TOKEN") ?? "";
    }

    test("tRPC asks for it as well, and neither asks a visitor or a reader", async () => {
      const client = api.client();
      expect((await client.post("/api/get-rate", rateRequest, { "x-xsrf-token": "" })).status).toBe(200);
      await client.login("customer@demo.test");
      const refused = await client.post<{ error: { data: ErrorBody } }>("/trpc/quotes.getRate", rateRequest, {
        "x-xsrf-token": "",
      });
      expect(refused.status).toBe(403);
      expect((await client.get("/api/users/balance", { "x-xsrf-token": "" })).status).toBe(200);
      expect((await client.post("/trpc/quotes.getRate", rateRequest)).status).toBe(200);
    });

    test("an unknown session cookie is a visitor's", async () => {
      const client = api.client();
      client.cookies.set("session", "x".repeat(43));
      const answer = await client.post<ErrorBody>("/api/get-rate", rateRequest);
      expect(answer.status).toBe(200);
      expect((await client.get<ErrorBody>("/api/users/balance")).body.code).toBe("unauthenticated");
    });
  });

  test("over https cookies are Secure, the session's with the __Host- prefix", async () => {
    const secure = await startTestApp({
      dialect,
      databaseUrl: api.databaseUrl,
      env: { APP_ORIGIN: "https://wattle.test" },
    });
    try {
      const client = secure.client();
      const answer = await client.post("/login", { email: "customer@demo.test", password: "Wattle-Demo1" });
      expect(answer.status).toBe(200);
      const cookie = cookieNamed(answer.setCookies, "__Host-session");
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).toMatch(/; Path=\//);
      expect(cookie).not.toMatch(/Domain/i);
      expect(cookieNamed(answer.setCookies, "XSRF-TOKEN")).toMatch(/; Secure$/);
      expect((await client.get("/api/users/balance")).status).toBe(200);
    } finally {
      await secure.close();
    }
  });
});
