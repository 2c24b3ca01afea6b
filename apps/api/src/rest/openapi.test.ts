import type { TaxResidenceMode } from "@wattle/contracts/tin-rules";
import { spawnSync } from "node:child_process";
import { turnOnTotp } from "../testing/totp.ts";
import { ageSessions, confirmed, PASSWORD } from "../testing/visitor.ts";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { oas } from "@stoplight/spectral-rulesets";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import type { CoinPayee } from "@wattle/contracts/coin-payees";
import { DomainError, ERRORS, type ErrorBody, type ErrorCode } from "@wattle/contracts/errors";
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import type { PasskeyRequest } from "@wattle/contracts/passkeys";
import { TOKEN_SCOPES, type CreatedToken } from "@wattle/contracts/tokens";
import { updateUser } from "@wattle/db/accounts";
import { watchScript } from "@wattle/db/chains";
import { disableEndpoint } from "@wattle/db/webhook-endpoints";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createApp } from "../app.ts";
import { publishLiabilities } from "../liabilities/publish-liabilities.ts";
import { publishReservesExample } from "../testing/publish-reserves-example.ts";
import { RateUnavailableError } from "../prices/rate-service.ts";
import { appRouter } from "../router.ts";
import type { Services } from "../services.ts";
import { injected, startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { arriveFromOutside } from "../testing/arrive-coins.ts";
import { askingOf, codeOf, exchange, exchangeOf, registerApp } from "../testing/authorizing.ts";
import { addPasskey, Authenticator } from "../testing/authenticator.ts";
import { mutate } from "../testing/call-procedure.ts";
import { createClient, type Answer, type TestClient } from "../testing/client.ts";
import { coinWallet } from "../testing/coin-wallet.ts";
import { holdRate, payloadOf } from "../testing/exchanges.ts";
import { FIELD_TEXTS } from "./field-texts.ts";
import { isRecord, propertiesOf, type JsonSchema } from "./json-schemas.ts";
import { REQUEST_EXAMPLES, RESPONSE_EXAMPLES } from "./examples.ts";
import {
  buildOpenApi,
  errorCodesOf,
  proceduresOf,
  wrongInputOf,
  type OpenApiDocument,
  type Operation,
} from "./openapi.ts";
import { procedureFacts } from "../trpc-internals.ts";
import { REST_ROUTES, type RestRoute } from "./routes.ts";
import { callRow, requestOf } from "../testing/call-row.ts";

const { Spectral } = spectralCore;

type Input = Readonly<Record<string, unknown>>;

const ORIGIN = "https://wattle.example";
const document: OpenApiDocument = buildOpenApi(appRouter, REST_ROUTES, {
  origin: ORIGIN,
  brand: DEFAULT_BRAND,
});
const rowName = ({ method, path }: RestRoute): string => `${method} ${path}`;

function operationOf({ method, path }: RestRoute): Operation {
  const operation = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not documented`);
  return operation;
}

const exampleOf = (route: RestRoute): Input => REQUEST_EXAMPLES[proceduresOf(route)[0]?.name ?? ""] ?? {};

/** The body that the document shows for a code. */
function documentedError(route: RestRoute, code: ErrorCode): ErrorBody {
  const response = operationOf(route).responses[String(ERRORS[code].status)];
  return response?.content?.["application/json"]?.examples?.[code]?.value as ErrorBody;
}

test("patterns mean the same in every language's regular expressions", () => {
  const patterns = new Set<string>();
  JSON.stringify(document, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") patterns.add(value);
    return value;
  });
  expect(patterns.size).toBeGreaterThan(0);
  // Properties and long escapes (not in Python), look-around and back references (not in Go), sticky letters of JavaScript.
  const special = /\\[pPukcdDwWsSb]|\\[1-9]|\(\?(?!:)|[*+?}]\+/;
  expect([...patterns].filter((pattern) => special.test(pattern))).toEqual([]);
  for (const pattern of patterns) expect(() => new RegExp(pattern), pattern).not.toThrow();
  const script = "import json, re, sys; [re.compile(each) for each in json.load(sys.stdin)]";
  const python = spawnSync("python3", ["-W", "error", "-c", script], {
    input: JSON.stringify([...patterns]),
    encoding: "utf8",
  });
  expect(python).toMatchObject({ status: 0, stderr: "" });
});

/** Every schema of a part of the document, those that it refers to among them. */
function schemasIn(part: unknown, seen = new Set<unknown>()): JsonSchema[] {
  if (Array.isArray(part)) return part.flatMap((each) => schemasIn(each, seen));
  if (!isRecord(part) || seen.has(part) || "value" in part) return [];
  seen.add(part);
  const { $ref } = part;
  const name = typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : "";
  const referred = schemasIn(document.components["schemas"]?.[name], seen);
  return [part, ...referred, ...Object.values(part).flatMap((each) => schemasIn(each, seen))];
}

describe("the document", () => {
  test("pleases the linters that people check it with", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const found = await lintFromString({ source: JSON.stringify(document), config });
    expect(found.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual([]);
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [oas as unknown as RulesetDefinition], rules: {} });
    const said = await spectral.run(structuredClone({ ...document }));
    expect(said.map(({ code, path }) => [code, path.join("/")])).toEqual([]);
  });

  test("says of every field and every parameter what it is", () => {
    const silent = schemasIn({ ...document }).flatMap((schema) =>
      Object.entries(propertiesOf(schema)).flatMap(([name, { description, $ref }]) => {
        const referred = document.components["schemas"]?.[String($ref).split("/").at(-1) ?? ""];
        return description === undefined && !(isRecord(referred) && "description" in referred) ? [name] : [];
      }),
    );
    const parameters = REST_ROUTES.flatMap((route) =>
      operationOf(route).parameters.filter(({ description }) => description === undefined),
    );
    expect([silent, parameters]).toEqual([[], []]);
  });

  test("each text of the table of fields is used", () => {
    const text = JSON.stringify(document);
    const unused = Object.entries(FIELD_TEXTS).filter(
      ([, each]) => !text.includes(`"description":${JSON.stringify(each)}`),
    );
    expect(unused).toEqual([]);
  });

  test("says of no whole number that it may be negative", () => {
    const numbers = schemasIn({ ...document }).filter(({ type }) => [type].flat().includes("integer"));
    expect(numbers.length).toBeGreaterThan(5);
    const isOpen = ({ minimum, exclusiveMinimum, const: only }: JsonSchema): boolean =>
      Number(only ?? minimum ?? exclusiveMinimum ?? -1) < 0;
    expect(numbers.filter(isOpen)).toEqual([]);
  });

  test.each([
    ["credit", /^Amount you give/],
    ["debit", /^Amount you get/],
    ["credit_currency", /^Code of the currency you give/],
    ["debit_currency", /^Code of the currency you get/],
  ])("says what %s is wherever it is", (name, text) => {
    const said = schemasIn({ ...document }).flatMap((schema): JsonSchema[] => {
      const field = propertiesOf(schema)[name];
      return field === undefined ? [] : [field];
    });
    expect(said.length).toBeGreaterThan(2);
    for (const field of said) expect(field["description"]).toMatch(text);
  });

  test("says which scope each kind of transaction takes", () => {
    const createTransaction = document.paths["/api/users/transactions"]?.["post"];
    expect(createTransaction?.["x-token-scope"]).toEqual({
      exchange: "trade",
      deposit: "trade",
      withdraw: "withdraw",
    });
    expect(createTransaction?.description).toBe(
      "`exchange` takes a token with the scope `trade`. `deposit` takes a token with the scope `trade`. " +
        "`withdraw` takes a token with the scope `withdraw`.",
    );
  });

  test.each([
    ["/healthz", ["200", "431"]],
    ["/readyz", ["200", "431", "503"]],
  ])("has %s as it is answered", async (path, statuses) => {
    const operation = document.paths[path]?.["get"];
    expect(Object.keys(operation?.responses ?? {})).toEqual(statuses);
    const example = operation?.responses["200"]?.content?.["application/json"]?.examples?.["example"];
    expect((await visitor().get(path)).body).toEqual(example?.value);
  });

  test("answers are described without patterns", () => {
    const answers = REST_ROUTES.map((route) => operationOf(route).responses);
    expect(schemasIn(answers).filter((schema) => "pattern" in schema)).toEqual([]);
  });

  test("a bank account is one of a currency's", () => {
    expect(document.components["schemas"]?.["BankAccountsAddRequest"]).toMatchObject({
      oneOf: [
        { properties: { currency: { const: "AUD" }, bsb: { pattern: "^[0-9]{3}-[0-9]{3}$" } } },
        { properties: { currency: { const: "NGN" }, account_number: { pattern: "^[0-9]{10}$" } } },
        {
          properties: { currency: { const: "NZD" } },
          required: ["currency", "account_name", "bank_name", "account_number"],
        },
      ],
      // One currency's fields differ from another's.
      required: ["currency", "account_name", "account_number"],
    });
  });

  test("is valid OpenAPI 3.1 by an independent validator", async () => {
    const result = await new Validator().validate(structuredClone({ ...document }));
    expect(result).toMatchObject({ valid: true });
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toEqual([{ url: ORIGIN }]);
  });

  test("has every row, each with a name of its own", () => {
    const operations = REST_ROUTES.map(operationOf);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(REST_ROUTES.length);
  });

  test("lists every error code", () => {
    expect(document.components["schemas"]?.["ErrorCode"]).toMatchObject({ enum: Object.keys(ERRORS) });
  });

  test("no reference leads nowhere", () => {
    const text = JSON.stringify(document);
    for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      expect(Object.keys(document.components[kind] ?? {}), `${kind}/${name}`).toContain(name);
    }
  });

  test.each(REST_ROUTES.flatMap((route) => proceduresOf(route).map(({ name }) => [name, route] as const)))(
    "%s has examples of what it takes and answers, which its schemas accept",
    (name, route) => {
      const { input, output } = procedureFacts(appRouter, name);
      if (input !== undefined) {
        const example = REQUEST_EXAMPLES[name];
        expect(example, "add one to rest/examples.ts").toBeDefined();
        expect(input.safeParse(example)).toMatchObject({ success: true });
      }
      if (output !== undefined && route.output !== "csv" && route.output !== "file" && route.status !== 204) {
        expect(RESPONSE_EXAMPLES[name], "add one to rest/examples.ts").toBeDefined();
        expect(output.safeParse(RESPONSE_EXAMPLES[name])).toMatchObject({ success: true });
      }
    },
  );

  test("required fields are those that the schema refuses to miss", () => {
    expect(document.components["schemas"]?.["AccountsRegisterRequest"]).toMatchObject({
      required: ["first_name", "last_name", "email", "password", "terms", "password_confirmation"],
    });
    expect(document.components["schemas"]?.["ExchangeExecuteRequest"]).toMatchObject({
      required: ["balance", "debit", "debit_currency", "transaction_type", "hash"],
      properties: { balance: { required: ["credit", "credit_currency"] } },
    });
  });
});

interface World {
  /** The application as it is. */
  readonly app: TestApp;
  /** One where a captcha is asked for. */
  readonly guarded: TestApp;
  /** One without any price. */
  readonly priceless: FastifyInstance;
  /** One whose database is away. */
  readonly away: FastifyInstance;
  /** One that has a mistake. */
  readonly mistaken: FastifyInstance;
  /** One where everything is paused. */
  readonly paused: FastifyInstance;
  /** One that allows a single request. */
  readonly narrow: TestApp;
}

let world: World;
const clients = new Map<string, TestClient>();

beforeAll(async () => {
  const app = await startTestApp({ dialect: "sqlite" });
  const variant = async (changes: Partial<Services>): Promise<FastifyInstance> => {
    const made = await createApp({ ...app.services, ...changes });
    await made.ready();
    return made;
  };
  const failingSessions = (error: Error): Partial<Services> => ({
    sessions: { ...app.services.sessions, read: () => Promise.reject(error) },
  });
  world = {
    app,
    guarded: await startTestApp({ dialect: "sqlite", env: { CAPTCHA_PROVIDER: "altcha" } }),
    priceless: await variant({
      rates: {
        ...app.services.rates,
        current: () => Promise.reject(new RateUnavailableError("BTC", "AUD", [])),
      },
    }),
    paused: await variant({
      switches: {
        ...app.services.switches,
        require: () => Promise.reject(new DomainError("paused")),
        requireNow: () => {
          throw new DomainError("paused");
        },
      },
    }),
    away: await variant(failingSessions(Object.assign(new Error("away"), { code: "ECONNREFUSED" }))),
    mistaken: await variant(failingSessions(new Error("a secret of the server"))),
    narrow: await startTestApp({ dialect: "sqlite", env: { RATE_LIMIT: "1" } }),
  };
});
afterAll(async () => {
  for (const app of [world.priceless, world.paused, world.away, world.mistaken]) await app.close();
  for (const app of [world.app, world.guarded, world.narrow]) await app.close();
});

const visitor = (app: FastifyInstance = world.app.app): TestClient =>
  createClient(injected(app, "127.0.0.1"));

/** Someone who is signed in, once for all tests. */
async function person(email: string): Promise<TestClient> {
  const known = clients.get(email);
  if (known !== undefined) return known;
  const client = world.app.client();
  await client.login(email);
  // A session of staff would be over.
  if (email === "customer@demo.test") await ageSessions(world.app, email);
  clients.set(email, client);
  return client;
}

/** A client that may make a row's call. */
function personFor(route: RestRoute): Promise<TestClient> {
  const [first] = proceduresOf(route);
  if (first?.name === "partners.referrals") return person("partner@demo.test");
  if (first?.name === "accounts.resendEmail") return person("new@demo.test");
  const { meta } = procedureFacts(appRouter, first?.name ?? "");
  const isOpen = !(meta.refusals ?? []).includes("unauthenticated");
  return isOpen ? Promise.resolve(visitor()) : person("customer@demo.test");
}

/** A token of the customer with all scopes but these. */
async function tokenWithout(scopes: readonly string[]): Promise<string> {
  const made = await mutate<CreatedToken>(await person("customer@demo.test"), "tokens.create", {
    name: "Example",
    scopes: TOKEN_SCOPES.filter((scope) => !scopes.includes(scope)),
    expires_in_days: 30,
  });
  await mutate(await person("customer@demo.test"), "tokens.list");
  return made.data.token;
}

const revokeAll = async (): Promise<void> => {
  await world.app.services.database.write(async (tx) => {
    await tx.updateTable("api_tokens").set({ revoked_at: 1n }).execute();
  });
};

/** Rows whose answers cannot differ from each other. */
/** Calls while the installation has another `TAX_RESIDENCE`. */
async function withTaxResidence<T>(mode: TaxResidenceMode, call: () => Promise<T>): Promise<T> {
  const { config } = world.app.services;
  const before = config.TAX_RESIDENCE;
  Object.assign(config, { TAX_RESIDENCE: mode });
  try {
    return await call();
  } finally {
    Object.assign(config, { TAX_RESIDENCE: before });
  }
}

const GENERAL: Partial<Record<ErrorCode, (route: RestRoute) => Promise<Answer<unknown>>>> = {
  unauthenticated: (route) =>
    callRow(visitor(), route, exampleOf(route), { authorization: "Bearer wat_unknown" }),
  account_blocked: async (route) => callRow(await person("blocked@demo.test"), route, exampleOf(route)),
  email_unverified: async (route) => callRow(await person("new@demo.test"), route, exampleOf(route)),
  identity_unverified: async (route) =>
    callRow(await person("unverified@demo.test"), route, exampleOf(route)),
  forbidden: async (route) => {
    const scopes = proceduresOf(route).map(({ name }) => procedureFacts(appRouter, name).meta.token ?? "");
    const token = await tokenWithout(scopes.slice(0, 1));
    const answer = await callRow(visitor(), route, exampleOf(route), { authorization: `Bearer ${token}` });
    await revokeAll();
    return answer;
  },
  confirmation_required: async (route) => {
    const { clock } = world.app;
    const client = createClient(injected(world.app.app, "127.0.0.1"), { confirms: false });
    await client.login("customer@demo.test");
    clock.advance(5 * 60_000);
    const asking = proceduresOf(route).find(({ name }) => procedureFacts(appRouter, name).meta.confirmed);
    return callRow(client, route, REQUEST_EXAMPLES[asking?.name ?? ""]);
  },
  csrf_mismatch: async (route) =>
    callRow(await person("customer@demo.test"), route, exampleOf(route), { "x-xsrf-token": "forged" }),
  malformed_json: (route) =>
    visitor().send(route.method, requestOf(route, exampleOf(route)).path, {
      headers: { "content-type": "application/json" },
      body: '{"email":',
    }),
  payload_too_large: (route) =>
    visitor().send(route.method, requestOf(route, exampleOf(route)).path, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify("x".repeat(64 * 1024)),
    }),
  unsupported_media_type: (route) =>
    visitor().send(route.method, requestOf(route, exampleOf(route)).path, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "email=customer%40demo.test",
    }),
  too_many_requests: async (route) => {
    const client = world.narrow.client({ ip: "203.0.113.1" });
    await client.get("/api/currencies");
    return callRow(client, route, exampleOf(route));
  },
  validation_failed: async (route) => {
    const [first] = proceduresOf(route);
    const facts = procedureFacts(appRouter, first?.name ?? "");
    const wrong = wrongInputOf(route, { name: first?.name ?? "", facts }) as Input;
    return callRow(await personFor(route), route, wrong);
  },
  not_found: async (route) => callRow(await personFor(route), route, exampleOf(route)),
  paused: async (route) => {
    const client = visitor(world.paused);
    if (route.path !== "/register") await client.login("customer@demo.test");
    return callRow(client, route, exampleOf(route));
  },
  passkey_invalid: (route) => callRow(visitor(), route, exampleOf(route)),
  service_unavailable: (route) => callRow(visitor(world.away), route, exampleOf(route)),
  server_error: (route) => callRow(visitor(world.mistaken), route, exampleOf(route)),
};

const deposit = REQUEST_EXAMPLES["deposits.announce"] ?? {};
const withdrawal = REQUEST_EXAMPLES["withdrawals.request"] ?? {};

async function transact(email: string, payload: unknown, key?: string): Promise<Answer<unknown>> {
  const client = await person(email);
  return client.post("/api/users/transactions", payload, key === undefined ? {} : { "idempotency-key": key });
}

async function freshPayload(credit: string, email = "customer@demo.test") {
  return payloadOf(await holdRate(await person(email)), credit);
}

const WALLET = coinWallet("documented");

/** Adds a payee of the customer's on the play chain. */
const addPayee = async (changes: Input = {}): Promise<Answer<{ data: CoinPayee }>> =>
  (await person("customer@demo.test")).post("/api/users/coin-payees", {
    ...REQUEST_EXAMPLES["coinPayees.add"],
    address: WALLET.address,
    ...changes,
  });

const toPayee = (coin_payee_id: string): Input => ({
  transaction_type: "withdraw",
  balance: { credit: "0.01", credit_currency: "BTC" },
  coin_payee_id,
});

async function bankAccountId(email: string): Promise<string> {
  const client = await person(email);
  const { body } = await client.get<{ data: { id: string; held_until: string | null }[] }>(
    "/api/users/bank-accounts",
  );
  return body.data.find((account) => account.held_until === null)?.id ?? "";
}

/** A captcha is asked for, and there is none, or one that we never gave. */
const captcha = (path: string, procedure: string): Record<string, () => Promise<Answer<unknown>>> => ({
  [`POST ${path} captcha_required`]: () => world.guarded.client().post(path, REQUEST_EXAMPLES[procedure]),
  [`POST ${path} captcha_failed`]: () =>
    world.guarded.client().post(path, { ...REQUEST_EXAMPLES[procedure], captcha: "forged" }),
});

async function afterFailures(captchaField: Input): Promise<Answer<unknown>> {
  const client = world.guarded.client({ ip: "203.0.113.77" });
  const wrong = { email: "someone@demo.test", password: "Wrong-Pass1" };
  for (let tries = 0; tries < 3; tries++) await client.post("/login", wrong);
  return client.post("/login", { ...wrong, ...captchaField });
}

/** A login with a wrong code to an account with two-step login. */
async function guardedCredentials(): Promise<Input> {
  const { client, email } = await confirmed(world.app);
  await turnOnTotp(world.app, client);
  return { email, password: PASSWORD, second_factor: { kind: "totp", code: "00000x" } };
}

/** Rows whose own rules answer. By row and code. */
const SPECIAL: Readonly<Record<string, () => Promise<Answer<unknown>>>> = {
  // Nothing was published there.
  "GET /.well-known/liabilities.json not_found": () =>
    world.guarded.client().get("/.well-known/liabilities.json"),
  "GET /.well-known/reserves.json not_found": () => world.guarded.client().get("/.well-known/reserves.json"),
  "POST /api/authorize/token invalid_client": () => exchange(visitor(), exchangeOf("none", "wac_none")),
  "POST /api/authorize/token invalid_grant": async () => {
    const { body } = await registerApp(await person("partner@demo.test"));
    return exchange(visitor(), exchangeOf(body.result.data.id, "wac_none"));
  },
  "POST /api/authorize/token unsupported_grant_type": () =>
    exchange(visitor(), exchangeOf("none", "wac_none", { grant_type: "password" })),
  "POST /api/authorize/token unsupported_media_type": () =>
    visitor().send("POST", "/api/authorize/token", { headers: { "content-type": "text/plain" }, body: "x" }),
  "POST /login invalid_credentials": () =>
    visitor().post("/login", { email: "customer@demo.test", password: "Wrong-Pass1" }),
  "POST /login second_factor_required": async () =>
    visitor().post("/login", { ...(await guardedCredentials()), second_factor: undefined }),
  "POST /login second_factor_invalid": async () => visitor().post("/login", await guardedCredentials()),
  "POST /login captcha_required": () => afterFailures({}),
  "POST /login captcha_failed": () => afterFailures({ captcha: "forged" }),
  // A reset of the password that comes between the answer and the session.
  "POST /login/passkey invalid_credentials": async () => {
    const { client, id } = await confirmed(world.app);
    const device = new Authenticator(world.app.services.config.APP_ORIGIN);
    await addPasskey(client, device);
    const { sessions, database } = world.app.services;
    const start = sessions.start.bind(sessions);
    vi.spyOn(sessions, "start").mockImplementationOnce(async (...given) => {
      await database.write((tx) => updateUser(tx, id, { password_hash: "another" }));
      return start(...given);
    });
    const { body } = await visitor().post<{ data: PasskeyRequest }>("/login/passkey/options");
    return visitor().post("/login/passkey", device.answer(body.data));
  },
  // Each of the customer's tokens may ask it.
  "GET /api/tokens/requests forbidden": async () =>
    (await person("operator@demo.test")).get("/api/tokens/requests"),
  "POST /api/webhooks/:id/test state_conflict": async () => {
    const { id } = await ownWebhook();
    await world.app.services.database.write((tx) => disableEndpoint(tx, String(id), "gone", 0n));
    return (await person("customer@demo.test")).post(`/api/webhooks/${String(id)}/test`);
  },
  "POST /api/webhooks/:id/deliveries/:delivery/resend state_conflict": async () => {
    const { id, delivery } = await ownDelivery();
    await world.app.services.database.write((tx) => disableEndpoint(tx, String(id), "gone", 0n));
    const client = await person("customer@demo.test");
    return client.post(`/api/webhooks/${String(id)}/deliveries/${String(delivery)}/resend`);
  },
  "POST /register email_taken": () =>
    visitor().post("/register", {
      ...REQUEST_EXAMPLES["accounts.register"],
      email: "customer@demo.test",
    }),
  "POST /register password_common": () =>
    visitor().post("/register", {
      ...REQUEST_EXAMPLES["accounts.register"],
      password: "Password1!",
      password_confirmation: "Password1!",
    }),
  ...captcha("/register", "accounts.register"),
  ...captcha("/forgot-password", "accounts.forgotPassword"),
  ...captcha("/api/support", "support.send"),
  "POST /reset-password token_invalid": () =>
    visitor().post("/reset-password", REQUEST_EXAMPLES["accounts.resetPassword"]),
  "POST /reset-password password_common": () =>
    visitor().post("/reset-password", {
      ...REQUEST_EXAMPLES["accounts.resetPassword"],
      password: "Password1!",
      password_confirmation: "Password1!",
    }),
  "POST /api/captcha captcha_failed": () =>
    world.guarded.client().post("/api/captcha", REQUEST_EXAMPLES["captcha.check"]),
  "POST /api/get-rate currency_inactive": async () =>
    (await person("customer@demo.test")).post("/api/get-rate", {
      credit_currency: "NGN",
      debit_currency: "BTC",
      credit: 1,
    }),
  "POST /api/get-rate pair_unsupported": () =>
    visitor().post("/api/get-rate", { credit_currency: "BTC", debit_currency: "ETH", credit: 1 }),
  "POST /api/get-rate rate_unavailable": () =>
    visitor(world.priceless).post("/api/get-rate", REQUEST_EXAMPLES["quotes.getRate"]),
  "GET /api/rates currency_inactive": async () =>
    (await person("customer@demo.test")).get("/api/rates?in=NGN"),
  "GET /api/rates pair_unsupported": () => visitor().get("/api/rates?in=ETH"),
  "GET /api/rates rate_unavailable": () => visitor(world.priceless).get("/api/rates"),
  "POST /api/users/transactions quote_invalid": async () =>
    transact("customer@demo.test", { ...(await freshPayload("0.01")), hash: "forged" }),
  "POST /api/users/transactions quote_expired": async () => {
    const payload = await freshPayload("0.01");
    world.app.clock.advance(45_000);
    return transact("customer@demo.test", payload);
  },
  "POST /api/users/transactions quote_used": async () => {
    const payload = await freshPayload("0.01");
    await transact("customer@demo.test", payload);
    return transact("customer@demo.test", payload);
  },
  "POST /api/users/transactions idempotency_conflict": async () => {
    await transact("customer@demo.test", await freshPayload("0.01"), "one key");
    await transact("customer@demo.test", await freshPayload("0.01"), "one-key");
    return transact("customer@demo.test", await freshPayload("0.02"), "one-key");
  },
  "POST /api/users/bank-accounts idempotency_conflict": async () => {
    const client = await person("customer@demo.test");
    const keyed = (bank_name: string) =>
      client.post(
        "/api/users/bank-accounts",
        { ...REQUEST_EXAMPLES["bankAccounts.add"], bank_name },
        { "idempotency-key": "one-account" },
      );
    await keyed("Some Bank");
    return keyed("Another Bank");
  },
  "POST /api/support idempotency_conflict": async () => {
    const client = await person("customer@demo.test");
    const write = (message: string) =>
      client.post(
        "/api/support",
        { ...REQUEST_EXAMPLES["support.send"], message },
        { "idempotency-key": "one-question" },
      );
    await write("How long does a first deposit take?");
    return write("How long does a second deposit take?");
  },
  "POST /api/users/transactions tax_residence_required": async () => {
    const payload = await freshPayload("0.01");
    return withTaxResidence("required", () => transact("customer@demo.test", payload));
  },
  "GET /api/users/tax-residences not_found": async () => {
    const client = await person("customer@demo.test");
    return withTaxResidence("off", () => client.get("/api/users/tax-residences"));
  },
  "PUT /api/users/tax-residences not_found": async () => {
    const client = await person("customer@demo.test");
    const input = REQUEST_EXAMPLES["tax.certifyResidences"];
    return withTaxResidence("off", () => client.put("/api/users/tax-residences", input));
  },
  "POST /api/users/transactions debit_mismatch": async () =>
    transact("customer@demo.test", { ...(await freshPayload("0.01")), debit: "9999.00" }),
  "POST /api/users/transactions amount_below_minimum": async () =>
    transact("customer@demo.test", await freshPayload("0.0001")),
  "POST /api/users/transactions amount_above_maximum": async () =>
    transact("customer@demo.test", await freshPayload("2.5")),
  "POST /api/users/transactions insufficient_funds": async () =>
    transact("partner@demo.test", await freshPayload("0.01", "partner@demo.test")),
  "POST /api/users/transactions currency_inactive": () =>
    transact("customer@demo.test", { ...deposit, balance: { credit: "500.00", credit_currency: "NGN" } }),
  "POST /api/users/transactions pair_unsupported": () =>
    transact("customer@demo.test", { ...deposit, debit_currency: "BTC" }),
  "POST /api/users/transactions bank_account_on_hold": async () => {
    const client = await person("customer@demo.test");
    const { body } = await client.post<{ data: { id: string } }>(
      "/api/users/bank-accounts",
      REQUEST_EXAMPLES["bankAccounts.add"],
    );
    return transact("customer@demo.test", { ...withdrawal, bank_account_id: body.data.id });
  },
  "POST /api/users/transactions coins_sending_off": async () =>
    transact("customer@demo.test", toPayee((await addPayee()).body.data.id)),
  "POST /api/users/transactions payee_on_hold": async () => {
    const { id } = (await addPayee()).body.data;
    const client = await person("customer@demo.test");
    await mutate(client, "coins.setSending", { on: true });
    const { database } = world.app.services;
    await database.write((tx) =>
      tx.updateTable("users").set({ coins_sent_from: 0n }).where("coins_sent_from", "is not", null).execute(),
    );
    const answer = await transact("customer@demo.test", toPayee(id));
    await mutate(client, "coins.setSending", { on: false });
    return answer;
  },
  "POST /api/users/coin-address currency_inactive": async () =>
    (await person("customer@demo.test")).post("/api/users/coin-address", { currency: "AUD" }),
  "POST /api/users/coin-address account_under_review": async () => {
    const [client, operator] = [await person("nigeria@demo.test"), await person("operator@demo.test")];
    const { body } = await client.get<{ result: { data: { user: { id: string } } } }>(
      "/trpc/sessions.current",
    );
    const input = { id: body.result.data.user.id, on: ["deposits"], internal_note: "A test" };
    await operator.post("/trpc/ops.customers.hold", input);
    const answer = await client.post("/api/users/coin-address", { currency: "BTC" });
    await operator.post("/trpc/ops.customers.releaseHold", input);
    return answer;
  },
  "POST /api/users/coin-address paused": async () => {
    const client = visitor(world.paused);
    await client.login("nigeria@demo.test");
    return client.post("/api/users/coin-address", { currency: "BTC" });
  },
  "POST /api/users/transactions account_under_review": async () => {
    const [client, operator] = [await person("customer@demo.test"), await person("operator@demo.test")];
    const { body } = await client.get<{ result: { data: { user: { id: string } } } }>(
      "/trpc/sessions.current",
    );
    const input = { id: body.result.data.user.id, on: ["deposits"], internal_note: "A test" };
    await operator.post("/trpc/ops.customers.hold", input);
    const answer = await transact("customer@demo.test", deposit);
    await operator.post("/trpc/ops.customers.releaseHold", input);
    return answer;
  },
  "POST /api/users/transactions withdrawals_on_hold": async () => {
    const { clock, services } = world.app;
    const client = await person("customer@demo.test");
    const { body } = await client.get<{ result: { data: { user: { id: string } } } }>(
      "/trpc/sessions.current",
    );
    const { id } = body.result.data.user;
    const set = (password_changed_at: bigint | null): Promise<boolean> =>
      services.database.write((tx) => updateUser(tx, id, { password_changed_at }));
    await set(BigInt(clock.now()));
    const answer = await transact("customer@demo.test", {
      ...withdrawal,
      bank_account_id: await bankAccountId("customer@demo.test"),
    });
    await set(null);
    return answer;
  },
  "POST /api/users/coin-payees currency_inactive": () => addPayee({ currency: "AUD" }),
  "POST /api/users/coin-payees address_invalid": () => addPayee({ address: "somewhere" }),
  "POST /api/users/coin-payees address_own": async () => {
    const ours = coinWallet("ours");
    await world.app.services.database.write((tx) => watchScript(tx, "bitcoin", ours.script, 1n));
    return addPayee({ address: ours.address });
  },
  "POST /api/users/coin-payees/:id/proof proof_invalid": async () => {
    const { id } = (await addPayee()).body.data;
    return (await person("customer@demo.test")).post(`/api/users/coin-payees/${id}/proof`, {
      signature: "AAAA",
    });
  },
  "DELETE /api/users/bank-accounts/:id state_conflict": async () => {
    const id = await bankAccountId("customer@demo.test");
    await transact("customer@demo.test", { ...withdrawal, bank_account_id: id });
    return (await person("customer@demo.test")).delete(`/api/users/bank-accounts/${id}`);
  },
  // An exchange is no arrival of coins.
  "PUT /api/users/transactions/:id/cost state_conflict": async () => {
    const made = (await transact("customer@demo.test", await freshPayload("0.01"))) as Answer<{
      data: { id: string };
    }>;
    const cost = { acquired_on: "2024-02-29", cost: "1250.00" };
    return (await person("customer@demo.test")).put(
      `/api/users/transactions/${made.body.data.id}/cost`,
      cost,
    );
  },
  "POST /api/users/transactions/:id/cancel state_conflict": async () => {
    const made = (await transact("customer@demo.test", await freshPayload("0.01"))) as Answer<{
      data: { id: string };
    }>;
    return (await person("customer@demo.test")).post(`/api/users/transactions/${made.body.data.id}/cancel`);
  },
};

/** Codes whose text names the amount, scope or place at hand: its beginning is compared, or nothing of it. */
const OWN_TEXTS: Partial<Record<ErrorCode, RegExp>> = {
  forbidden:
    /^(This token lacks the scope \w+|Tokens can't do this. Log in instead|You don't have access to this)\.$/,
  amount_below_minimum: /^Min amount for exchange [\d.]+ BTC$/,
  amount_above_maximum: /^Max amount to exchange: [\d.]+ BTC$/,
  state_conflict: /^(This has changed. Reload and try again|A pending withdrawal uses this account)\.$/,
  insufficient_funds: /^Your balance: 0 BTC$/,
};

const documentedErrors = REST_ROUTES.flatMap((route) =>
  errorCodesOf(appRouter, route).map((code): [string, ErrorCode, RestRoute] => [rowName(route), code, route]),
);

describe("every documented error is what the server answers", () => {
  test.each(documentedErrors)("%s: %s", async (name, code, route) => {
    const scenario = SPECIAL[`${name} ${code}`] ?? (() => GENERAL[code]?.(route));
    const answer = (await scenario()) as Answer<ErrorBody> | undefined;
    if (answer === undefined) throw new Error(`say in SPECIAL how ${name} comes to answer ${code}`);
    const documented = documentedError(route, code);
    expect([answer.body.code, answer.status]).toEqual([code, ERRORS[code].status]);
    expect(Object.keys(answer.body).toSorted()).toEqual(Object.keys(documented).toSorted());
    expect(Object.keys(answer.body.errors ?? {})).toEqual(Object.keys(documented.errors ?? {}));
    const ownText = OWN_TEXTS[code];
    if (ownText === undefined) {
      expect([answer.body.message, answer.body.errors]).toEqual([documented.message, documented.errors]);
    } else expect(answer.body.message).toMatch(ownText);
    if (code === "too_many_requests") expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
  });
});

/** Puts fresh values where a documented request needs the caller's own. */
const FRESH: Readonly<Record<string, () => Promise<Input>>> = {
  "exchange.execute": async () => ({ ...(await freshPayload("0.01")) }),
  "withdrawals.request": async () => ({
    ...withdrawal,
    bank_account_id: await bankAccountId("customer@demo.test"),
  }),
  "accounts.get": async () => {
    const client = await person("customer@demo.test");
    const { body } = await client.get<{ result: { data: { user: { id: string } } } }>(
      "/trpc/sessions.current",
    );
    return { id: body.result.data.user.id };
  },
  "liabilities.document": async () => {
    await publishLiabilities(world.app.services);
    return {};
  },
  "reserves.document": async () => {
    await publishReservesExample(world.app.services);
    return {};
  },
  "tax.stateCost": async () => {
    const client = await person("customer@demo.test");
    const { body } = await client.get<{ data: { user: { id: string } } }>("/api/users/me");
    const at = BigInt(world.app.clock.now());
    const arrival = { userId: body.data.user.id, mark: "stated", currency: "BTC", units: 1n, at };
    return { ...REQUEST_EXAMPLES["tax.stateCost"], id: await arriveFromOutside(world.app.services, arrival) };
  },
  "history.get": announced,
  "receipts.get": announced,
  "history.cancel": announced,
  "bankAccounts.edit": async () => {
    const client = await person("nigeria@demo.test");
    const input = { ...REQUEST_EXAMPLES["bankAccounts.edit"] };
    const { body } = await client.post<{ data: { id: string } }>("/api/users/bank-accounts", {
      ...REQUEST_EXAMPLES["bankAccounts.add"],
    });
    clients.set("bankAccounts.edit", client);
    return { ...input, id: body.data.id };
  },
  "bankAccounts.remove": async () => {
    const client = await person("nigeria@demo.test");
    const { body } = await client.get<{ data: { id: string }[] }>("/api/users/bank-accounts");
    clients.set("bankAccounts.remove", client);
    return { id: body.data.at(-1)?.id };
  },
  "coinPayees.add": () => Promise.resolve({ ...REQUEST_EXAMPLES["coinPayees.add"], address: WALLET.address }),
  "coinPayees.prove": async () => {
    const { id, proof_message: message } = (await addPayee()).body.data;
    return { id, signature: WALLET.sign(message ?? "") };
  },
  "coinPayees.remove": async () => ({ id: (await addPayee()).body.data.id }),
  "tokens.current": async () => {
    const authorization = `Bearer ${await tokenWithout([])}`;
    const carry = injected(world.app.app, "127.0.0.1");
    const program = createClient((method, path, request) =>
      carry(method, path, { ...request, headers: { ...request.headers, authorization } }),
    );
    clients.set("tokens.current", program);
    return {};
  },
  "tokens.revoke": async () => ({ id: await ownToken() }),
  "tokens.requests": async () => {
    const token = await ownToken();
    const noted = { token_id: token, created_at: 1n, method: "GET", path: "/api/rates", status: 200n };
    world.app.services.tokenRequests.note({ ...noted, idempotency_key: "order-1", duration_ms: 1n });
    await world.app.services.tokenRequests.write();
    return { token };
  },
  "apps.exchange": async () => {
    const app = (await registerApp(await person("partner@demo.test"))).body.result.data.id;
    return exchangeOf(app, await codeOf(await person("customer@demo.test"), askingOf(app)));
  },
  "webhooks.get": ownWebhook,
  "webhooks.edit": async () => ({ ...REQUEST_EXAMPLES["webhooks.edit"], ...(await ownWebhook()) }),
  "webhooks.renewSecret": ownWebhook,
  "webhooks.enable": ownWebhook,
  "webhooks.resend": ownDelivery,
  "webhooks.remove": ownWebhook,
  "webhooks.test": ownWebhook,
  "webhooks.deliveries": ownWebhook,
  "accounts.resetPassword": async () => {
    await visitor().post("/forgot-password", { email: "unverified@demo.test" });
    const { body } = await visitor().get<{ data: { text: string }[] }>("/dev/mail.json");
    const token = /token=([\w-]+)/.exec(body.data[0]?.text ?? "")?.[1];
    return { ...REQUEST_EXAMPLES["accounts.resetPassword"], email: "unverified@demo.test", token };
  },
  "sessions.passkeyLogin": async () => {
    const { client: owner } = await confirmed(world.app);
    const device = new Authenticator(world.app.services.config.APP_ORIGIN);
    await addPasskey(owner, device);
    const { body } = await visitor().post<{ data: PasskeyRequest }>("/login/passkey/options");
    return device.answer(body.data);
  },
  "sessions.logout": async () => {
    const leaving = world.app.client();
    await leaving.login("customer@demo.test");
    clients.set("sessions.logout", leaving);
    return {};
  },
};

async function ownWebhook(): Promise<Input> {
  const client = await person("customer@demo.test");
  const { body: known } = await client.get<{ data: { id: string }[] }>("/api/webhooks");
  for (const { id } of known.data) await client.delete(`/api/webhooks/${id}`);
  const input = REQUEST_EXAMPLES["webhooks.create"];
  const { body } = await client.post<{ data: { id: string } }>("/api/webhooks", input);
  return { id: body.data.id };
}

async function ownToken(): Promise<string> {
  await tokenWithout([]);
  const client = await person("customer@demo.test");
  const { body } = await client.get<{ data: { id: string }[] }>("/api/tokens");
  return body.data[0]?.id ?? "";
}

async function ownDelivery(): Promise<Input> {
  const { id } = await ownWebhook();
  const client = await person("customer@demo.test");
  const { body } = await client.post<{ data: { id: string } }>(`/api/webhooks/${String(id)}/test`);
  return { id, delivery: body.data.id };
}

async function announced(): Promise<Input> {
  const { body } = (await transact("customer@demo.test", deposit)) as Answer<{ data: { id: string } }>;
  return { id: body.data.id };
}

/** Keys that differ from customer to customer. */
const MAPS = new Set(["balance", "fiat", "crypto"]);

function expectSameShape(actual: unknown, documented: unknown, path: string): void {
  if (actual === null || documented === null) return;
  expect(Array.isArray(actual), path).toBe(Array.isArray(documented));
  if (Array.isArray(actual) && Array.isArray(documented)) {
    if (actual.length > 0 && documented.length > 0) expectSameShape(actual[0], documented[0], `${path}[0]`);
    return;
  }
  expect(typeof actual, path).toBe(typeof documented);
  if (typeof actual !== "object" || typeof documented !== "object") return;
  const isMap = MAPS.has(path.slice(path.lastIndexOf(".") + 1));
  if (!isMap) expect(Object.keys(actual).toSorted(), path).toEqual(Object.keys(documented).toSorted());
  for (const [key, value] of Object.entries(actual)) {
    const shown: unknown = Reflect.get(documented, key);
    if (!isMap || shown !== undefined) expectSameShape(value, shown, `${path}.${key}`);
  }
}

describe("every documented request is answered as documented", () => {
  const cases = REST_ROUTES.flatMap((route) =>
    proceduresOf(route).map(({ name, value }): [string, string, string, RestRoute] => [
      rowName(route),
      name,
      value ?? "example",
      route,
    ]),
  );
  test.each(cases)("%s: %s", async (_row, name, key, route) => {
    const input = await (FRESH[name]?.() ?? Promise.resolve(REQUEST_EXAMPLES[name]));
    const client = clients.get(name) ?? (await personFor(route));
    const app = name === "captcha.challenge" ? world.guarded.client() : client;
    const answer = await callRow(app, route, input);
    expect([answer.status, answer.text]).toEqual([route.status ?? 200, expect.any(String)]);
    const documented = operationOf(route).responses[String(route.status ?? 200)]?.content;
    const example = documented?.["application/json"]?.examples?.[key]?.value;
    const shown =
      name === "balances.get" ? { data: { balance: (example as { data: unknown }).data } } : example;
    const body =
      name === "balances.get" ? { data: { balance: (answer.body as { data: unknown }).data } } : answer.body;
    if (shown !== undefined) expectSameShape(body, shown, "body");
  });
});

describe("what is served", () => {
  test("the document, for this installation's origin", async () => {
    const answer = await visitor().get<OpenApiDocument>("/api/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.body.servers).toEqual([{ url: world.app.services.config.APP_ORIGIN }]);
  });

  test("the page shows every call without its script, with a link to each", async () => {
    const answer = await visitor().get("/api/docs");
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    for (const route of REST_ROUTES) {
      expect(answer.text).toContain(`<article id="${operationOf(route).operationId}">`);
      expect(answer.text).toContain(route.summary);
      expect(answer.text).toContain(`<a class="anchor" href="#${operationOf(route).operationId}"`);
    }
    expect(answer.text).toContain(`<a href="/"><svg`);
    expect(answer.text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/api/docs.js">']);
    // Links lead elsewhere; nothing is loaded from there.
    expect(answer.text).not.toMatch(/(?:src=|url\(|<link)[^>]*https?:/);
  });

  test("the page says of a field what it is there, not what its kind is", async () => {
    const { text } = await visitor().get("/api/docs");
    const call = /<article id="holdRate">([\s\S]*?)<\/article>/.exec(text)?.[1] ?? "";
    expect(call).toContain("Code of the currency you give");
    expect(call).toContain("Amount you want to get");
  });

  test("the page begins with the guide, for this installation", async () => {
    const { text } = await visitor().get("/api/docs");
    const headings = [...text.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => id);
    expect(headings.slice(0, 2)).toEqual(["1-a-token-two-minutes", "2-a-trade-five-minutes"]);
    const { origin } = new URL(world.app.services.config.APP_ORIGIN);
    expect(text).toContain(`npm install ${origin}/api/client.tgz ${origin}/api/exchange-core.tgz`);
    const [guide = ""] = text.split('<section id="rules">');
    expect(guide).not.toMatch(/demo\.test|Wattle-Demo1|href="(?:\.\.|decisions)/);
    const served = [...new Set(text.matchAll(/href="(\/api\/[^"]+)"/g).map(([, href = ""]) => href))];
    expect(served.length).toBeGreaterThan(10);
    for (const href of served) expect([href, (await visitor().get(href)).status]).toEqual([href, 200]);
  });

  test("programs are served as they are, for this installation", async () => {
    const { text } = await visitor().get("/api/examples/trade.sh");
    expect(text).toContain(`\${WATTLE_URL:-${world.app.services.config.APP_ORIGIN}}`);
    expect((await visitor().get("/api/examples/confirm-deposit.ts")).status).toBe(404);
    expect((await visitor().get("/api/examples/..%2f..%2f.env.example")).status).toBe(404);
  });

  test("the page has the event that it sends, with the headers that sign it", async () => {
    const { text } = await visitor().get("/api/docs");
    const event = /<article id="receiveEvent">([\s\S]*?)<\/article>/.exec(text)?.[1] ?? "";
    for (const part of ["webhook-id", "webhook-timestamp", "webhook-signature", "410", "exchange.completed"])
      expect(event).toContain(part);
  });

  test("page and script are at most 38 kB on the wire, also where only gzip is known", async () => {
    const sizes = await Promise.all(
      ["/api/docs", "/api/docs.js"].map(async (url) => {
        const answer = await world.app.app.inject({ url, headers: { "accept-encoding": "gzip" } });
        expect([answer.statusCode, answer.headers["content-encoding"]]).toEqual([200, "gzip"]);
        return answer.rawPayload.length;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(38_000);
  });

  test("the .http file has every call", async () => {
    const answer = await visitor().get("/api/requests.http");
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    for (const route of REST_ROUTES) {
      const path = route.path.replaceAll(/:(\w+)/g, "[^ ]+").replaceAll(".", "\\.");
      expect(answer.text).toMatch(new RegExp(`^${route.method} \\{\\{origin\\}\\}${path}(\\?|$)`, "m"));
    }
  });

  test.each(["/api/openapi.json", "/api/docs", "/api/docs.js", "/api/requests.http"])(
    "%s is only read",
    async (path) => {
      const answer = await visitor().post<ErrorBody>(path, {});
      expect([answer.status, answer.body.code, answer.headers["allow"]]).toEqual([
        405,
        "method_not_allowed",
        "GET, HEAD",
      ]);
    },
  );
});
