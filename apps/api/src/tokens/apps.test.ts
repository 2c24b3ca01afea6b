import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { TokenItem } from "@wattle/contracts/tokens";
import { findUserByEmail, updateUser } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import {
  allow,
  ask,
  challengeOf,
  codeOf,
  exchange,
  exchangeOf,
  REDIRECT,
  registerApp,
  askingOf,
  VERIFIER,
} from "../testing/authorizing.ts";
import type { TestClient } from "../testing/client.ts";
import { turnOnTotp } from "../testing/totp.ts";
import { confirmed, linkTo, mailsTo, PASSWORD } from "../testing/visitor.ts";

const ELSEWHERE = "https://evil.example/back";
const OTHER_VERIFIER = "x".repeat(43);

describe.each(DIALECTS)("apps on %s", (dialect) => {
  let world: TestApp;
  let developer: TestClient;
  let customer: TestClient;
  let app: string;
  beforeAll(async () => {
    world = await startTestApp({ dialect, env: { LOG_LEVEL: "info" } });
    developer = world.client();
    await developer.login("partner@demo.test");
    customer = world.client();
    await customer.login("customer@demo.test");
    app = (await registerApp(developer)).body.result.data.id;
  });
  afterAll(() => world.close());

  const balance = async (token: string, ip = "203.0.113.7"): Promise<number> =>
    (await world.client({ ip }).get("/api/users/balance", { authorization: `Bearer ${token}` })).status;
  const tokens = async (client = customer): Promise<TokenItem[]> =>
    (await client.get<{ result: { data: TokenItem[] } }>("/trpc/tokens.list")).body.result.data;
  const given = async (client = customer, request: object = askingOf(app)): Promise<string> => {
    const code = await codeOf(client, request);
    return (await exchange(world.client(), exchangeOf(app, code))).body.access_token;
  };
  const events = (name: string) => world.log.filter(({ event }) => event === name);
  async function verifiedCustomer() {
    const made = await confirmed(world);
    await world.services.database.write((tx) => updateUser(tx, made.id, { status: "verified" }));
    return made;
  }

  test("a customer sees who asks for what, says yes, and the app gets its token", async () => {
    expect(await ask(customer, askingOf(app))).toMatchObject({
      kind: "asked",
      app: { name: "Tax app", made_by: "Referring Partner" },
      scopes: ["read", "trade"],
      host: "tax.example",
      decline: `${REDIRECT}?error=access_denied&state=a+b%26c&iss=${encodeURIComponent(world.services.config.APP_ORIGIN)}`,
      hindrance: null,
    });
    const answer = await allow(customer, askingOf(app));
    const to = new URL(answer.body.result.data.to);
    expect(to.origin + to.pathname).toBe(REDIRECT);
    expect([to.searchParams.get("state"), to.searchParams.get("iss")]).toEqual([
      "a b&c",
      world.services.config.APP_ORIGIN,
    ]);
    const code = to.searchParams.get("code") ?? "";
    const { status, headers, body } = await exchange(world.client(), exchangeOf(app, code));
    expect([status, headers["cache-control"], body]).toEqual([
      200,
      "no-store",
      {
        access_token: expect.stringMatching(/^wat_[\w-]{43}$/) as string,
        token_type: "Bearer",
        expires_in: (30 * DAY_MILLISECONDS) / 1000,
        scope: "read trade",
      },
    ]);
    expect(await balance(body.access_token)).toBe(200);
    const [token] = await tokens();
    expect(token).toMatchObject({ name: "Tax app", app_id: app, scopes: ["read", "trade"] });
    const [mail] = await mailsTo(world, "customer@demo.test");
    expect(mail?.subject).toBe("Tax app can use your account");
    expect(mail?.text).toContain("For 30 days it can see your account and exchange");
    expect(events("app-allowed").at(-1)).toMatchObject({ app, may: ["read", "trade"], days: 30 });
    expect(events("token-made").at(-1)).toMatchObject({ app, token: token?.id });
    const stored = await world.services.database.read.selectFrom("app_codes").selectAll().execute();
    expect(JSON.stringify(stored, (_key, value: unknown) => String(value))).not.toContain(code);
    await customer.post("/trpc/tokens.revoke", { id: token?.id });
    expect(await balance(body.access_token)).toBe(401);
  });

  test.each([
    ["an app that is not registered", { app: "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55" }, "app"],
    ["no app", { app: "" }, "app"],
    ["an app with a NUL, which PostgreSQL takes in no text", { app: "app\u0000" }, "app"],
    ["a redirect address that is not registered", { redirect: ELSEWHERE }, "redirect"],
    ["a path below the registered one", { redirect: `${REDIRECT}/more` }, "redirect"],
    ["the registered one with a query", { redirect: `${REDIRECT}?to=${ELSEWHERE}` }, "redirect"],
    ["the registered one with a slash", { redirect: `${REDIRECT}/` }, "redirect"],
    ["the registered host under another", { redirect: "https://tax.example.evil.example/back" }, "redirect"],
    ["the registered one in capitals", { redirect: "https://TAX.example/back" }, "redirect"],
    ["a part of the list of addresses", { redirect: "" }, "redirect"],
    ["a script", { redirect: "javascript:alert(1)" }, "redirect"],
  ])("%s leads no one anywhere", async (_case, changes, why) => {
    const request = askingOf(app, changes);
    expect(await ask(customer, request)).toEqual({ kind: "refused", why });
    expect((await allow(customer, request)).body.error?.data.code).toBe("state_conflict");
  });

  test.each([
    ["no challenge", { code_challenge: undefined }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain", code_challenge: VERIFIER }, "invalid_request"],
    ["no method", { code_challenge_method: undefined }, "invalid_request"],
    ["a short challenge", { code_challenge: "abc" }, "invalid_request"],
    ["an unknown scope", { scopes: "read admin" }, "invalid_scope"],
    ["webhooks, which would outlive the token", { scopes: "read webhooks" }, "invalid_scope"],
    ["no scope", { scopes: "" }, "invalid_scope"],
    ["withdraw, without a list of IP addresses", { scopes: "read,withdraw" }, "invalid_scope"],
    ["a token in the address", { response_type: "token" }, "unsupported_response_type"],
  ])("%s is said to the app", async (_case, changes, error) => {
    const request = askingOf(app, changes);
    const asked = await ask(customer, request);
    const to = new URL(asked.kind === "returned" ? asked.to : "");
    expect(to.origin + to.pathname).toBe(REDIRECT);
    expect([to.searchParams.get("error"), to.searchParams.get("state")]).toEqual([error, "a b&c"]);
    expect((await allow(customer, request)).body.error?.data.code).toBe("state_conflict");
  });

  test.each([
    ["a stolen code without its verifier", { code_verifier: OTHER_VERIFIER }, "invalid_grant"],
    ["the challenge as its verifier", { code_verifier: challengeOf(VERIFIER) }, "invalid_grant"],
    ["another redirect address", { redirect_uri: ELSEWHERE }, "invalid_grant"],
    ["an unknown code", { code: "wac_unknown" }, "invalid_grant"],
    ["an unknown app", { client_id: "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55" }, "invalid_client"],
    ["another grant", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["no verifier", { code_verifier: undefined }, "invalid_request"],
  ])("%s gives no token, and the code stays its app's", async (_case, changes, error) => {
    const code = await codeOf(customer, askingOf(app));
    const before = (await tokens()).length;
    const { status, body } = await exchange(world.client(), exchangeOf(app, code, changes));
    expect([body.error, status]).toEqual([error, error === "invalid_request" ? 422 : 400]);
    expect(await tokens()).toHaveLength(before);
    expect((await exchange(world.client(), exchangeOf(app, code))).status).toBe(200);
  });

  test("a code of one app is worth nothing to another", async () => {
    const other = (await registerApp(developer, { name: "Other" })).body.result.data.id;
    const code = await codeOf(customer, askingOf(app));
    expect((await exchange(world.client(), exchangeOf(other, code))).body.error).toBe("invalid_grant");
  });

  test("a code lives for a minute", async () => {
    const [early, late] = [await codeOf(customer, askingOf(app)), await codeOf(customer, askingOf(app))];
    world.clock.advance(59_999);
    expect((await exchange(world.client(), exchangeOf(app, early))).status).toBe(200);
    world.clock.advance(1);
    expect((await exchange(world.client(), exchangeOf(app, late))).body.error).toBe("invalid_grant");
  });

  test("a second use of a code revokes the token that it gave", async () => {
    const code = await codeOf(customer, askingOf(app));
    const first = await exchange(world.client(), exchangeOf(app, code));
    expect(await balance(first.body.access_token)).toBe(200);
    const stolen = exchangeOf(app, code, { code_verifier: OTHER_VERIFIER });
    expect((await exchange(world.client(), stolen)).body.error).toBe("invalid_grant");
    expect(await balance(first.body.access_token)).toBe(401);
    expect(events("app-code-reused")).toHaveLength(1);
  });

  test("of 50 who bring a code at once one gets a token", async () => {
    const code = await codeOf(customer, askingOf(app));
    const count = async (): Promise<number> => {
      const rows = await world.services.database.read.selectFrom("api_tokens").selectAll().execute();
      return rows.length;
    };
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => exchange(world.client(), exchangeOf(app, code))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await count()).toBe(before + 1);
  });

  test("an app has one token of a customer: a new one takes its place", async () => {
    const [first, second] = [await given(), await given()];
    expect([await balance(first), await balance(second)]).toEqual([401, 200]);
    expect((await tokens()).filter(({ app_id }) => app_id === app)).toHaveLength(1);
  });

  test("a form is taken as OAuth has it, from a page of another site too; a field twice is not", async () => {
    const code = await codeOf(customer, askingOf(app));
    const form = new URLSearchParams(exchangeOf(app, code)).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://tax.example",
      "sec-fetch-site": "cross-site",
    };
    const send = (body: string) => world.client().send("POST", "/api/authorize/token", { headers, body });
    expect(await send(`${form}&code=x`)).toMatchObject({
      status: 400,
      body: { error: "invalid_request", code: "bad_request" },
    });
    expect(await send(form)).toMatchObject({ status: 200 });
    // No other call takes one.
    const { origin: _origin, "sec-fetch-site": _site, ...plain } = headers;
    const login = await world.client().send("POST", "/login", { headers: plain, body: "email=a" });
    expect(login.status).toBe(415);
  });

  test("an app that withdraws names where its token works from, and is allowed only by a proved login", async () => {
    const addresses = ["203.0.113.0/24"];
    const own = (await registerApp(developer, { name: "Payer", addresses })).body.result.data.id;
    const request = askingOf(own, { scopes: "withdraw read" });
    const { client, email } = await verifiedCustomer();
    expect(await ask(client, request)).toMatchObject({
      scopes: ["read", "withdraw"],
      addresses,
      hindrance: "Use two-step login, or wait 24 hours.",
    });
    expect((await allow(client, request)).body.error?.data.errors).toEqual({
      scopes: ["Use two-step login, or wait 24 hours."],
    });
    const again = world.client();
    await again.login(email, PASSWORD);
    await turnOnTotp(world, again);
    const { body } = await exchange(world.client(), exchangeOf(own, await codeOf(again, request)));
    expect([await balance(body.access_token), await balance(body.access_token, "198.51.100.7")]).toEqual([
      200, 403,
    ]);
  });

  test("allowing and registering ask for a confirmation first", async () => {
    const { email } = await verifiedCustomer();
    const bare = world.client({ confirms: false });
    await bare.login(email, PASSWORD);
    world.clock.advance(5 * 60_000 + 1);
    expect((await allow(bare, askingOf(app))).body.error?.data.code).toBe("confirmation_required");
    expect((await registerApp(bare)).body.error?.data.code).toBe("confirmation_required");
    const guest = world.client();
    expect((await allow(guest, askingOf(app))).status).toBe(401);
  });

  test("a password reset ends codes that are not used yet", async () => {
    const { client, email } = await verifiedCustomer();
    const code = await codeOf(client, askingOf(app));
    const visitor = world.client();
    await visitor.post("/forgot-password", { email });
    const link = new URL(await linkTo(world, email), "https://same.invalid").searchParams;
    const password = "Another-Horse8";
    await visitor.post("/reset-password", {
      email,
      password,
      password_confirmation: password,
      token: link.get("token"),
    });
    expect((await exchange(world.client(), exchangeOf(app, code))).body.error).toBe("invalid_grant");
  });

  test("an app stops with its developer, and for good when it is removed", async () => {
    const { client, id, email } = await verifiedCustomer();
    const own = (await registerApp(client)).body.result.data.id;
    const token = await (async () => {
      const code = await codeOf(customer, askingOf(own));
      return (await exchange(world.client(), exchangeOf(own, code))).body.access_token;
    })();
    const status = (next: "blocked" | "verified") =>
      world.services.database.write((tx) => updateUser(tx, id, { status: next }));
    await status("blocked");
    expect(await balance(token)).toBe(401);
    expect(await ask(customer, askingOf(own))).toEqual({ kind: "refused", why: "app" });
    await status("verified");
    expect(await balance(token)).toBe(200);
    const pending = await codeOf(customer, askingOf(own));

    expect((await customer.post("/trpc/apps.remove", { id: own })).status, "of another").toBe(404);
    expect((await client.post("/trpc/apps.remove", { id: own })).status).toBe(200);
    expect(await balance(token)).toBe(401);
    expect((await tokens()).filter(({ app_id }) => app_id === own)).toEqual([]);
    expect((await exchange(world.client(), exchangeOf(own, pending))).body.error).toBe("invalid_client");
    expect((await mailsTo(world, email))[0]?.subject).toBe("New app: Tax app");
    expect(await findUserByEmail(world.services.database.read, email)).toBeDefined();
  });

  test.each([
    ["our own name", "Wattle Support"],
    ["our own name with a mark", "Wáttle Support"],
    ["our own name in full width", "Ｗａｔｔｌｅ"],
    ["our own name, spaced out", "W a t t l e"],
  ])("an app with %s in it is refused", async (_case, name) => {
    expect((await registerApp(developer, { name })).body.error?.data.errors).toEqual({
      name: ["Choose a name without ours in it"],
    });
  });

  test("a customer has ten apps at most", async () => {
    const { client } = await verifiedCustomer();
    for (let made = 0; made < 10; made++) expect((await registerApp(client)).status).toBe(200);
    expect((await registerApp(client)).body.error?.data.errors).toEqual({
      name: ["You have 10 apps. Remove one first."],
    });
  });
});
