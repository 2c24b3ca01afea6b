import { ERRORS, type ErrorCode } from "@wattle/contracts/errors";
import { hashSessionId } from "@wattle/db/sessions";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { attacks } from "@wattle/db/testing/trial";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { appRouter } from "../router.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { REQUEST_EXAMPLES } from "./examples.ts";
import { SchemaComponents, type JsonSchema } from "./json-schemas.ts";
import { errorCodesOf, proceduresOf } from "./openapi.ts";
import { procedureFacts, procedureNames } from "../trpc-internals.ts";
import { REST_ROUTES, type RestRoute } from "./routes.ts";
import { PlayNetwork } from "../testing/play-network.ts";
import { requestOf } from "../testing/call-row.ts";
import { HOSTILE_BODIES } from "./testing/hostile-bodies.ts";
import { arbitraryOf } from "./testing/schema-arbitrary.ts";

/** Values for each procedure and each row, on each database. */
const numRuns = attacks({ few: 15, many: 2000 });
/** Milliseconds for all values of one procedure. */
const patience = 180_000 + numRuns * 300;
const PEOPLE = ["", "customer@demo.test", "partner@demo.test", "operator@demo.test"] as const;
type Email = (typeof PEOPLE)[number];
/** Codes that any call can answer before its procedure is asked. */
const TRANSPORT: readonly ErrorCode[] = [
  "malformed_json",
  "bad_request",
  "payload_too_large",
  "unauthenticated",
  "validation_failed",
  "forbidden",
  "too_many_requests",
];

// Some calls answer at a moment that nothing they find decides: no value needs to wait for it.
vi.mock("node:timers/promises", async (original) => {
  const timers = await original<typeof import("node:timers/promises")>();
  return { ...timers, setTimeout: () => timers.setTimeout(1) };
});

/** Calls after which someone may have to sign in again. */
const ENDS_SESSIONS = /session|log(in|out)|password|register|email|customers/i;

interface Wire {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface Seen {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}

describe.each(DIALECTS)("bad input on %s", (dialect) => {
  let app: TestApp;
  const userIds = new Map<string, string>();
  let known: readonly string[] = [];
  let sent = 0;
  let lastBalances: string | undefined;

  beforeAll(async () => {
    app = await startTestApp({ dialect });
    // A network that is not followed is paused.
    await new PlayNetwork(app).follow();
    const { read } = app.services.database;
    for (const { id, email } of await read.selectFrom("users").select(["id", "email"]).execute()) {
      userIds.set(email, id);
    }
    const accounts = await read.selectFrom("bank_accounts").select("id").execute();
    const rows = await read.selectFrom("transactions").select(["id", "reference"]).limit(20).execute();
    known = [
      userIds.get("nigeria@demo.test") ?? "",
      userIds.get("customer@demo.test") ?? "",
      ...accounts.map(({ id }) => id),
      ...rows.flatMap(({ id, reference }) => [id, reference]),
    ];
  });
  afterAll(() => app.close());

  const cookies = new Map<Email, Readonly<Record<string, string>>>();

  /** A session's cookies, with the CSRF token next to them; another session after one that may have ended. */
  async function cookiesOf(email: Email): Promise<Readonly<Record<string, string>>> {
    const userId = userIds.get(email);
    if (userId === undefined) return {};
    const kept = cookies.get(email);
    if (kept !== undefined) return kept;
    const { sessions, csrf } = app.services;
    const { sessionId, cookie } = await sessions.start(userId, {
      ip: "127.0.0.1",
      userAgent: null,
      remember: false,
      twoFactor: false,
    });
    const [session = ""] = cookie.split(";");
    const [token = ""] = csrf.cookie(hashSessionId(sessionId)).split(";");
    const made = { cookie: `${session}; ${token}`, "x-xsrf-token": token.slice(token.indexOf("=") + 1) };
    cookies.set(email, made);
    return made;
  }

  async function send({ method, url, headers = {}, body }: Wire, email: Email): Promise<Seen> {
    const own = await cookiesOf(email);
    sent += 1;
    const response = await app.app.inject({
      method,
      url,
      // Limits by address would hide what lies behind them.
      remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      headers: { ...own, ...headers },
      ...(body !== undefined && { payload: body }),
    });
    if (response.statusCode < 400 && ENDS_SESSIONS.test(url)) cookies.clear();
    // A pause would hide the parts behind it.
    if (response.statusCode < 400 && url.includes("switches.set")) {
      await app.services.database.write((tx) => tx.deleteFrom("switches").execute());
      app.services.switches.forget();
    }
    return { status: response.statusCode, code: codeOf(response.body), text: response.body };
  }

  const balances = async (): Promise<string> => {
    const rows = await app.services.database.read
      .selectFrom("ledger_balances")
      .select(["account_id", "balance"])
      .orderBy("account_id")
      .execute();
    return rows.map((row) => `${row.account_id} ${row.balance}`).join("\n");
  };

  /** Sends it and holds the answer to what is promised of any answer. */
  async function probe(wire: Wire, email: Email, codes: readonly ErrorCode[]): Promise<Seen> {
    const before = (lastBalances ??= await balances());
    const seen = await send(wire, email);
    const told = `${wire.method} ${wire.url} as ${email || "a visitor"}: ${seen.status} ${seen.text.slice(0, 400)}`;
    expect(seen.status, told).toBeLessThan(500);
    if (seen.status >= 400) {
      expect(codes, told).toContain(seen.code);
      expect(ERRORS[seen.code as ErrorCode].status, told).toBe(seen.status);
      expect(await balances(), told).toBe(before);
    } else if (wire.method !== "GET") lastBalances = undefined;
    return seen;
  }

  const components = new SchemaComponents();
  const person = fc.constantFrom(...PEOPLE);

  describe("generated for each procedure", () => {
    test.each(procedureNames(appRouter))(
      "%s",
      async (name) => {
        const { type, input, meta } = procedureFacts(appRouter, name);
        const codes = [...TRANSPORT, ...(meta.refusals ?? []), ...(meta.errors ?? [])];
        const schema: JsonSchema = input === undefined ? {} : components.of(input, "input");
        const property = fc.asyncProperty(
          arbitraryOf(schema, components, known),
          person,
          async (value, email) => {
            const json = JSON.stringify(value) ?? "";
            await probe(
              type === "query"
                ? { method: "GET", url: `/trpc/${name}?input=${encodeURIComponent(json.slice(0, 3000))}` }
                : {
                    method: "POST",
                    url: `/trpc/${name}`,
                    headers: { "content-type": "application/json" },
                    body: json,
                  },
              email,
              codes,
            );
          },
        );
        await fc.assert(property, { numRuns });
      },
      patience,
    );
  });

  describe("generated for each row", () => {
    const rows = REST_ROUTES.flatMap((route) =>
      proceduresOf(route).map(({ name }): [string, string, RestRoute] => [
        `${route.method} ${route.path}`,
        name,
        route,
      ]),
    );
    test.each(rows)(
      "%s: %s",
      async (_row, name, route) => {
        const { input } = procedureFacts(appRouter, name);
        const codes = [
          ...TRANSPORT,
          "not_found" as const,
          "method_not_allowed" as const,
          ...errorCodesOf(appRouter, route),
        ];
        const schema: JsonSchema = input === undefined ? {} : components.of(input, "input");
        const example = REQUEST_EXAMPLES[name] ?? {};
        const value = fc
          .tuple(arbitraryOf(schema, components, known), fc.subarray(Object.keys(example)))
          .map(([generated, kept]) => ({
            ...(isRecord(generated) ? generated : { body: generated }),
            // Next to fields that are right, a wrong one gets further.
            ...Object.fromEntries(kept.map((key) => [key, example[key]])),
          }));
        const property = fc.asyncProperty(value, person, async (given, email) => {
          const { path, body, headers } = requestOf(route, given);
          const wire: Wire = {
            method: route.method,
            url: path.slice(0, 3000),
            headers,
            ...(body !== undefined && { body }),
          };
          await probe(wire, email, codes);
        });
        await fc.assert(property, { numRuns });
      },
      patience,
    );
  });

  describe("made to hurt", () => {
    const rows = REST_ROUTES.map((route): [string, RestRoute] => [`${route.method} ${route.path}`, route]);
    const json = { "content-type": "application/json" };
    const urlOf = (route: RestRoute): string => requestOf(route, exampleOf(route)).path;
    const attack = (route: RestRoute, headers: Readonly<Record<string, string>>, body: string | Buffer) =>
      probe(
        { method: route.method, url: urlOf(route), headers, body },
        "customer@demo.test",
        Object.keys(ERRORS) as ErrorCode[],
      );
    const takingBodies = rows.filter(([, { method }]) => method !== "GET");

    test.each(takingBodies)("%s: bodies of every wrong kind", async (_name, route) => {
      for (const { headers, body, status } of HOSTILE_BODIES) {
        // An endpoint of OAuth 2 takes a form, and finds this one wrong.
        const isForm =
          route.oauth === true && headers["content-type"] === "application/x-www-form-urlencoded";
        expect((await attack(route, headers, body)).status).toBe(isForm ? 422 : status);
      }
    });

    test.each(takingBodies)("%s: keys of the prototype change nothing", async (_name, route) => {
      const body = JSON.stringify(exampleOf(route)).replace(
        /^\{/,
        '{"__proto__":{"role":"operator","admin":true},"constructor":{"prototype":{"admin":true}},',
      );
      await attack(route, json, body.replace(",}", "}"));
      expect(Reflect.get({}, "admin")).toBeUndefined();
      expect(Reflect.get({}, "role")).toBeUndefined();
    });

    test.each(takingBodies)("%s: a NUL in each text in turn", async (_name, route) => {
      const example = exampleOf(route);
      for (const [key, value] of Object.entries(example)) {
        if (typeof value === "string") {
          await attack(route, json, JSON.stringify({ ...example, [key]: `${value.slice(0, 20)}\u0000` }));
        }
      }
    });

    test.each(rows)("%s: a method override is not heard", async (_name, route) => {
      const others = route.method === "GET" ? "DELETE" : "GET";
      const seen = await probe(
        {
          method: route.method,
          url: `${urlOf(route)}${urlOf(route).includes("?") ? "&" : "?"}_method=${others}`,
          headers: { ...json, "x-http-method-override": others, "x-http-method": others },
          ...(route.method !== "GET" && { body: JSON.stringify(exampleOf(route)) }),
        },
        "customer@demo.test",
        Object.keys(ERRORS) as ErrorCode[],
      );
      expect(seen.status).not.toBe(405);
    });

    test.each(rows)("%s: keys given twice, and NUL bytes in path and query", async (_name, route) => {
      const path = route.path.replaceAll(/:\w+/g, "a%00b");
      for (const query of [
        "page=1&page=2",
        "symbols=BTC&symbols=ETH&in=AUD&in=AUD",
        "type=exchange&type=deposit",
        "from=%00&to=%00",
        "search=a%00bc&page=%00",
        "__proto__[page]=1&constructor[prototype][page]=1",
        "page[]=1&page[a]=1",
      ]) {
        await probe(
          {
            method: route.method,
            url: `${path}?${query}`,
            ...(route.method !== "GET" && { body: "{}", headers: json }),
          },
          "customer@demo.test",
          Object.keys(ERRORS) as ErrorCode[],
        );
      }
    });

    test("addresses that are no text", async () => {
      for (const url of [
        "/api/users/%ff",
        "/api/users/%",
        "/api/%zz",
        "/trpc/%ff",
        "/trpc/history.list?input=%ff",
      ]) {
        await probe({ method: "GET", url }, "customer@demo.test", Object.keys(ERRORS) as ErrorCode[]);
      }
    });
  });

  test("after all of it the books are right", async () => {
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
  });
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const exampleOf = (route: RestRoute): Readonly<Record<string, unknown>> =>
  REQUEST_EXAMPLES[proceduresOf(route)[0]?.name ?? ""] ?? {};

/** The code of an error answer, of REST or tRPC. */
function codeOf(text: string): string | undefined {
  return /"code":"(\w+)"/.exec(text)?.[1];
}
