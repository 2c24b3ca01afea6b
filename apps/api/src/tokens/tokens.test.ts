import type { CreatedToken, TokenItem } from "@wattle/contracts/tokens";
import { updateUser } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { procedureFacts, procedureNames } from "../trpc-internals.ts";
import { appRouter } from "../router.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { turnOnTotp } from "../testing/totp.ts";
import { ageSessions, confirmed, PASSWORD } from "../testing/visitor.ts";

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("decisions", () => {
  test.each(procedureNames(appRouter))("%s says which tokens may call it", (name) => {
    const { meta } = procedureFacts(appRouter, name);
    expect(meta.token, "add .meta({ token: … }) to it: see access/token-access.ts").toBeDefined();
    expect(meta.refusals, "build it on one of the guards of procedures.ts").toBeDefined();
  });

  test("only the desk is open to service tokens, and it is open to no other", () => {
    for (const name of procedureNames(appRouter)) {
      const access = procedureFacts(appRouter, name).meta.token;
      if (name.startsWith("ops.")) expect(["service", "none"], name).toContain(access);
      else expect(access, name).not.toBe("service");
    }
  });
});

describe.each(DIALECTS)("personal API tokens on %s", (dialect) => {
  let app: TestApp;
  let owner: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    owner = app.client();
    await owner.login("customer@demo.test");
    await ageSessions(app, "customer@demo.test");
  });
  afterAll(() => app.close());

  const trpc = <T>(client: TestClient, procedure: string, input: unknown): Promise<Answer<T>> =>
    client.post<T>(`/trpc/${procedure}`, input);
  async function make(fields: Record<string, unknown> = {}, client = owner): Promise<CreatedToken> {
    const answer = await trpc<{ result: { data: CreatedToken } }>(client, "tokens.create", {
      name: "Test",
      scopes: ["read"],
      expires_in_days: 90,
      ...fields,
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.result.data;
  }
  const list = async (client = owner): Promise<TokenItem[]> =>
    (await client.get<{ result: { data: TokenItem[] } }>("/trpc/tokens.list")).body.result.data;
  const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
  const balance = (token: string, client = app.client()): Promise<Answer<Refusal>> =>
    client.get<Refusal>("/api/users/balance", bearer(token));

  test("one is shown once, stored as a hash, and reads the account without a cookie", async () => {
    const made = await make({
      name: "  Price bot ",
      scopes: ["trade", "read", "read"],
      expires_in_days: null,
    });
    expect(made).toMatchObject({
      name: "Price bot",
      scopes: ["read", "trade"],
      addresses: [],
      hint: made.token.slice(0, 8),
      expires_at: null,
      last_used_at: null,
    });
    expect(made.token).toMatch(/^wat_[\w-]{43}$/);
    const rows = await app.services.database.read.selectFrom("api_tokens").selectAll().execute();
    expect(JSON.stringify(rows, (_key, value: unknown) => String(value))).not.toContain(made.token);
    expect(JSON.stringify(await list())).not.toContain(made.token);
    const answer = await balance(made.token);
    expect([answer.status, answer.body]).toMatchObject([200, { data: { BTC: "2.50000000" } }]);
  });

  test("one that withdraws is not made in the first 24 hours of a login by the password alone", async () => {
    const { client, email, id } = await confirmed(app);
    await app.services.database.write((tx) => updateUser(tx, id, { status: "verified" }));
    const fields = { name: "Bot", scopes: ["withdraw"], expires_in_days: 30 };
    const asked = () => trpc<{ error?: { data: Refusal } }>(client, "tokens.create", fields);
    expect((await asked()).body.error?.data.errors).toEqual({
      scopes: ["Use two-step login, or wait 24 hours."],
    });
    await ageSessions(app, email);
    expect((await asked()).status).toBe(200);
    const again = app.client();
    await again.login(email, PASSWORD);
    await turnOnTotp(app, again);
    expect((await trpc(again, "tokens.create", fields)).status, "two-step login").toBe(200);
  });

  test("its owner gets a mail, which does not have the token", async () => {
    const { token } = await make({ name: "Told bot", scopes: ["trade", "read"] });
    const { body } = await app
      .client()
      .get<{ data: { to: string; subject: string; text: string; html: string }[] }>("/dev/mail.json");
    const [mail] = body.data.filter(({ text }) => text.includes("Told bot"));
    expect(mail).toMatchObject({
      to: "customer@demo.test",
      subject: "New API token: Told bot",
      text: expect.stringContaining("It can see your account and exchange."),
    });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test("executes an exchange without a CSRF token, at a rate bound to its owner", async () => {
    const { token } = await make({ scopes: ["trade"] });
    const program = app.client();
    const rate = await program.post<Awaited<ReturnType<typeof holdRate>>>(
      "/api/get-rate",
      { credit_currency: "BTC", debit_currency: "AUD", credit: 1 },
      bearer(token),
    );
    program.cookies.delete("XSRF-TOKEN");
    const answer = await program.post<{ data: { status: string } }>(
      "/api/users/transactions",
      payloadOf(rate.body, "0.01"),
      bearer(token),
    );
    expect([answer.status, answer.body.data.status]).toEqual([201, "completed"]);
  });

  test.each([
    ["read", "GET", "/api/users/balance", undefined],
    ["read", "GET", "/api/users/transactions", undefined],
    ["trade", "POST", "/api/users/transactions", { transaction_type: "exchange" }],
    ["webhooks", "POST", "/api/webhooks", { url: "https://shop.example", events: ["*"] }],
  ] as const)("without the scope %s, %s %s is forbidden and says so", async (scope, method, path, body) => {
    const { token } = await make({
      scopes: ["read", "trade", "withdraw", "webhooks"].filter((each) => each !== scope),
    });
    const answer = await app.client().send<Refusal>(method, path, {
      headers: { ...bearer(token), "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect([answer.status, answer.body]).toMatchObject([
      403,
      { code: "forbidden", message: `This token lacks the scope ${scope}.` },
    ]);
  });

  test.each([
    ["tokens.create", { name: "More", scopes: ["withdraw"] }],
    ["tokens.revoke", { id: "any" }],
    ["sessions.login", { email: "customer@demo.test", password: "Wattle-Demo1" }],
    ["sessions.logout", undefined],
  ])("a token with every scope may not call %s", async (procedure, input) => {
    const { token } = await make({ scopes: ["read", "trade", "withdraw"] });
    const answer = await app
      .client()
      .post<{ error: { data: Refusal } }>(`/trpc/${procedure}`, input ?? {}, bearer(token));
    expect([answer.status, answer.body.error.data]).toMatchObject([
      403,
      { code: "forbidden", message: "Tokens can't do this. Log in instead." },
    ]);
  });

  test("public calls take any token", async () => {
    const { token } = await make({ scopes: ["withdraw"] });
    expect((await app.client().get("/api/currencies", bearer(token))).status).toBe(200);
  });

  test.each([
    ["an unknown token", `Bearer wat_${"A".repeat(43)}`],
    ["a malformed token", "Bearer wat_short"],
    ["no token", "Bearer"],
    ["two words", `Bearer wat_${"A".repeat(43)} x`],
  ])("%s is a 401, also with a good session", async (_name, authorization) => {
    for (const client of [app.client(), owner]) {
      const answer = await client.get<Refusal>("/api/currencies", { authorization });
      expect([answer.status, answer.body.code]).toEqual([401, "unauthenticated"]);
      expect(answer.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
    }
  });

  test("another scheme is left alone", async () => {
    const answer = await owner.get("/api/users/balance", { authorization: "Basic dXNlcjpwYXNz" });
    expect(answer.status).toBe(200);
  });

  test("a request with a token has no session, whatever its cookies", async () => {
    const nigerian = app.client();
    await nigerian.login("nigeria@demo.test");
    const { token } = await make();
    const answer = await nigerian.get<{ data: Record<string, string> }>("/api/users/balance", bearer(token));
    expect(Object.keys(answer.body.data)).not.toContain("NGN");
  });

  test("a revoked token stops at once; no one but its owner revokes it", async () => {
    const { id, token } = await make();
    const partner = app.client();
    await partner.login("partner@demo.test");
    expect((await trpc(partner, "tokens.revoke", { id })).status).toBe(404);
    expect((await balance(token)).status).toBe(200);
    expect((await trpc(owner, "tokens.revoke", { id })).status).toBe(200);
    expect((await balance(token)).status).toBe(401);
    expect((await trpc(owner, "tokens.revoke", { id })).status).toBe(404);
    expect((await list()).map((each) => each.id)).not.toContain(id);
  });

  test("a token expires to the millisecond", async () => {
    const started = app.clock.now();
    const { token, expires_at } = await make({ expires_in_days: 1 });
    expect(expires_at).toBe(new Date(started + DAY).toISOString());
    app.clock.set(started + DAY - 1);
    expect((await balance(token)).status).toBe(200);
    app.clock.set(started + DAY);
    expect((await balance(token)).status).toBe(401);
    app.clock.set(started);
  });

  test("a token with addresses works from these alone", async () => {
    const { token } = await make({ addresses: ["203.0.113.0/24", "2001:db8::/32"] });
    const from = (ip: string): Promise<Answer<Refusal>> => balance(token, app.client({ ip }));
    expect((await from("203.0.113.77")).status).toBe(200);
    expect((await from("2001:db8::7")).status).toBe(200);
    const refused = await from("198.51.100.1");
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: "forbidden", message: "This token can't be used from this IP." },
    ]);
  });

  test("the last use is shown, and written at most every ten minutes", async () => {
    const started = app.clock.now();
    const { id, token } = await make();
    const used = async (at: number): Promise<string | null | undefined> => {
      app.clock.set(at);
      await balance(token, app.client({ ip: "198.51.100.9" }));
      return (await list()).find((each) => each.id === id)?.last_used_at;
    };
    expect(await used(started + 1)).toBe(new Date(started + 1).toISOString());
    expect(await used(started + 9 * MINUTE)).toBe(new Date(started + 1).toISOString());
    expect(await used(started + 11 * MINUTE)).toBe(new Date(started + 11 * MINUTE).toISOString());
    expect((await list()).find((each) => each.id === id)?.last_used_ip).toBe("198.51.100.9");
    app.clock.set(started);
  });

  test("its owner's status counts at each request", async () => {
    const { database } = app.services;
    const partner = app.client();
    const { user } = await partner.login("partner@demo.test");
    const { token } = await make({}, partner);
    const setStatus = (status: "blocked" | "verified"): Promise<boolean> =>
      database.write((tx) => updateUser(tx, user.id, { status }));
    expect((await balance(token)).status).toBe(200);
    await setStatus("blocked");
    expect((await balance(token)).body.code).toBe("account_blocked");
    await setStatus("verified");
    expect((await balance(token)).status).toBe(200);
  });

  test("an account that is not verified makes none", async () => {
    const client = app.client();
    await client.login("unverified@demo.test");
    const answer = await trpc<{ error: { data: Refusal } }>(client, "tokens.create", {
      name: "Test",
      scopes: ["read"],
    });
    expect(answer.body.error.data.code).toBe("identity_unverified");
  });

  test.each([
    ["no name", { name: " " }, "name"],
    ["a name with a line break", { name: "a\nb" }, "name"],
    ["a name of 61 characters", { name: "a".repeat(61) }, "name"],
    ["no scope", { scopes: [] }, "scopes"],
    ["an unknown scope", { scopes: ["read", "admin"] }, "scopes.1"],
    ["an address that is none", { addresses: ["203.0.113.256"] }, "addresses.0"],
    ["a range that is none", { addresses: ["203.0.113.0/33"] }, "addresses.0"],
    ["21 addresses", { addresses: Array.from({ length: 21 }, (_, n) => `203.0.113.${n}`) }, "addresses"],
    ["an expiry today", { expires_in_days: 0 }, "expires_in_days"],
    ["an expiry in eleven years", { expires_in_days: 3651 }, "expires_in_days"],
    ["a withdrawing token without expiry and addresses", { scopes: ["withdraw"] }, "expires_in_days"],
    [
      "the same, said outright",
      { scopes: ["read", "withdraw"], expires_in_days: null, addresses: [] },
      "expires_in_days",
    ],
  ])("%s is refused at its field", async (_name, fields, field) => {
    const answer = await trpc<{ error: { data: Refusal } }>(owner, "tokens.create", {
      name: "Test",
      scopes: ["read"],
      ...fields,
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.error.data.errors ?? {})).toEqual([field]);
  });

  test.each([
    ["an expiry", { expires_in_days: 3650 }],
    ["one address", { expires_in_days: null, addresses: ["203.0.113.7"] }],
    ["a range of IPv6", { expires_in_days: null, addresses: ["2001:db8::/32"] }],
  ])("a token that may withdraw is made with %s", async (_what, fields) => {
    await expect(make({ scopes: ["withdraw"], ...fields })).resolves.toMatchObject({ scopes: ["withdraw"] });
  });

  test("twenty live tokens are enough; a revoked one makes room", async () => {
    const nigerian = app.client();
    await nigerian.login("nigeria@demo.test");
    const made: CreatedToken[] = [];
    for (let index = 0; index < 20; index++) made.push(await make({}, nigerian));
    await expect(make({}, nigerian)).rejects.toThrow("You have 20 tokens. Revoke one first.");
    await trpc(nigerian, "tokens.revoke", { id: made[0]?.id });
    await expect(make({}, nigerian)).resolves.toBeDefined();
  });

  test("a used quote is the same 409 for a token as for a session", async () => {
    const { token } = await make({ scopes: ["trade"] });
    const payload = payloadOf(await holdRate(owner), "0.01");
    expect((await postExchange(owner, payload)).status).toBe(201);
    const again = await app.client().post<Refusal>("/api/users/transactions", payload, bearer(token));
    expect([again.status, again.body.code]).toEqual([409, "quote_used"]);
  });
});

describe("rate limits", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ dialect: "sqlite", env: { RATE_LIMIT: "5" } });
  });
  afterAll(() => app.close());

  test("each token, each account and each address has its own, with standard fields", async () => {
    const owner = app.client({ ip: "203.0.113.1" });
    await owner.login("customer@demo.test");
    const make = async (): Promise<string> =>
      (
        await owner.post<{ result: { data: CreatedToken } }>("/trpc/tokens.create", {
          name: "Test",
          scopes: ["read"],
        })
      ).body.result.data.token;
    const [first, second] = [await make(), await make()];
    const program = app.client({ ip: "203.0.113.1" });
    const ask = (headers: Record<string, string> = {}): Promise<Answer<Refusal>> =>
      program.get<Refusal>("/api/currencies", headers);
    const withFirst = { authorization: `Bearer ${first}` };
    const fields: (string | undefined)[] = [];
    for (let index = 0; index < 5; index++) fields.push((await ask(withFirst)).headers["ratelimit"]);
    expect(fields).toEqual([4, 3, 2, 1, 0].map((left) => `"default";r=${left};t=60`));
    app.clock.advance(20_000);
    const refused = await ask(withFirst);
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
    expect(refused.headers).toMatchObject({
      "retry-after": "40",
      ratelimit: '"default";r=0;t=40',
      "ratelimit-policy": '"default";q=5;w=60',
    });
    expect((await ask({ authorization: `Bearer ${second}` })).status).toBe(200);
    // The sign-in was the address's first request; the account has made two since.
    expect((await ask()).headers["ratelimit"]).toBe('"default";r=3;t=40');
    expect((await owner.get("/api/currencies")).headers["ratelimit"]).toBe('"default";r=2;t=40');
    app.clock.advance(40_000);
    expect((await ask(withFirst)).status).toBe(200);
  });

  test("guessing tokens is counted by address", async () => {
    const program = app.client({ ip: "203.0.113.9" });
    const guess = (): Promise<Answer<Refusal>> =>
      program.get<Refusal>("/api/currencies", { authorization: `Bearer wat_${"B".repeat(43)}` });
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) statuses.push((await guess()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});
