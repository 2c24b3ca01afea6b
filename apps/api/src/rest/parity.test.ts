import { initTRPC } from "@trpc/server";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RequestContext } from "../context.ts";
import { appRouter } from "../router.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query, type Called } from "../testing/call-procedure.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { serveRestRoutes } from "./adapter.ts";
import { REQUEST_EXAMPLES } from "./examples.ts";
import { proceduresOf } from "./openapi.ts";
import { publishLiabilities } from "../liabilities/publish-liabilities.ts";
import { publishReservesExample } from "../testing/publish-reserves-example.ts";
import { procedureFacts } from "../trpc-internals.ts";
import { REST_ROUTES, type RestRoute } from "./routes.ts";
import { callRow, requestOf } from "../testing/call-row.ts";

type Input = Readonly<Record<string, unknown>>;

const rows = REST_ROUTES.flatMap((route) =>
  proceduresOf(route).map(({ name }): [string, string, RestRoute] => [
    `${route.method} ${route.path}`,
    name,
    route,
  ]),
);

/** Files have bytes of their own, which their own tests read. */
const isFile = ({ output }: RestRoute): boolean => output === "csv" || output === "file";

/** A router with the rows' procedures, each of which answers its own name and what it was given. */
function echoRouter() {
  const t = initTRPC.context<RequestContext>().create();
  const nouns: Record<string, Record<string, ReturnType<typeof echo>>> = {};
  const echo = (name: string) => {
    const procedure = t.procedure.input((given) => given);
    const answer = ({ input }: { input: unknown }) => ({ name, input: input ?? null });
    return procedureFacts(appRouter, name).type === "query"
      ? procedure.query(answer)
      : procedure.mutation(answer);
  };
  for (const [, name] of rows) {
    const [noun = "", verb = ""] = name.split(".");
    (nouns[noun] ??= {})[verb] = echo(name);
  }
  return t.router(nouns);
}

describe("a row has no logic of its own: it hands its input to its procedure and the output back", () => {
  const app = Fastify();
  serveRestRoutes(
    app,
    echoRouter(),
    REST_ROUTES.filter((route) => !isFile(route)),
    () => ({}) as RequestContext,
  );
  afterAll(() => app.close());

  test.each(rows.filter(([, , route]) => !isFile(route)))("%s: %s", async (_row, name, route) => {
    const key = route.input === "keyed body" ? { idempotency_key: "a-key" } : {};
    const example: Input = { ...REQUEST_EXAMPLES[name], ...key };
    const request = requestOf(route, example);
    const response = await app.inject({
      method: route.method,
      url: request.path,
      headers: request.headers,
      ...(request.body !== undefined && { payload: request.body }),
    });
    expect(response.statusCode).toBe(route.status ?? 200);
    if (route.status === 204) return;
    const body: unknown = response.json();
    const echoed = (route.output === "data" ? (body as { data: unknown }).data : body) as {
      name: string;
      input: Input | null;
    };
    expect(echoed.name).toBe(name);
    const isQuery = route.input === "query";
    const sent = Object.entries(example).map(([field, value]) => [field, isQuery ? String(value) : value]);
    expect(echoed.input).toEqual(route.input === undefined ? null : Object.fromEntries(sent));
  });
});

describe("a row and its procedure answer alike", () => {
  let app: TestApp;
  const people = new Map<string, TestClient>();
  beforeAll(async () => {
    app = await startTestApp({ dialect: "sqlite" });
    await publishLiabilities(app.services);
    await publishReservesExample(app.services);
    people.set("a visitor", app.client());
    for (const email of ["customer@demo.test", "new@demo.test", "blocked@demo.test", "operator@demo.test"]) {
      const client = app.client();
      await client.login(email);
      people.set(email, client);
    }
  });
  afterAll(() => app.close());

  /** Facts on which both sides must agree: the status and code, with the messages by field. */
  const failureOf = ({ status, body }: Answer<{ code?: string; errors?: unknown; message?: string }>) => ({
    status,
    code: body?.code,
    message: body?.message,
    errors: body?.errors,
  });
  const calledFailure = ({ status, code, message, errors }: Called<unknown>) => ({
    status,
    code,
    message,
    errors,
  });
  const call = (client: TestClient, name: string, input: Input): Promise<Called<unknown>> =>
    procedureFacts(appRouter, name).type === "query"
      ? query(client, name, input)
      : mutate(client, name, input);

  const strangers = [
    "a visitor",
    "customer@demo.test",
    "new@demo.test",
    "blocked@demo.test",
    "operator@demo.test",
  ];
  const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, part = ""]) => part);
  /** Signing in ends the session that signs in; these are tried by no one but a visitor. */
  const endsSessions = new Set(["sessions.login", "sessions.logout", "accounts.register"]);

  test.each(rows)(
    "%s: %s refuses the same people and payloads in the same words",
    async (_row, name, route) => {
      const example = REQUEST_EXAMPLES[name] ?? {};
      const isTyped = typeof route.procedure !== "string";
      const wrong = [
        ...(isTyped ? [{ transaction_type: example["transaction_type"] }] : [{}]),
        ...Object.keys(example)
          .filter((key) => key !== "transaction_type" && !route.path.includes(`:${key}`))
          .map((key) => ({ ...example, [key]: "?" })),
      ].map((payload): Input => ({
        ...payload,
        ...Object.fromEntries(namesIn(route.path).map((part) => [part, example[part]])),
      }));
      for (const who of endsSessions.has(name) ? ["a visitor"] : strangers) {
        const client = people.get(who) ?? app.client();
        for (const payload of wrong) {
          const rest = await callRow<{ code?: string }>(client, route, payload);
          if (rest.status < 400) continue;
          const typed = await call(client, name, payload);
          expect(calledFailure(typed), `${who} ${JSON.stringify(payload)}`).toEqual(failureOf(rest));
        }
      }
    },
  );

  // A session has no token of its own to describe.
  const reads = rows.filter(
    ([, name, route]) =>
      !isFile(route) && name !== "tokens.current" && procedureFacts(appRouter, name).type === "query",
  );
  test.each(reads)("%s: %s reads the same", async (_row, name, route) => {
    const client = app.client();
    const { user } = await client.login(
      name === "partners.referrals" ? "partner@demo.test" : "customer@demo.test",
    );
    const page = await query<{ data: { id: string }[] }>(client, "history.list", {});
    const hook = name.startsWith("webhooks.")
      ? await mutate<{ id: string }>(client, "webhooks.create", REQUEST_EXAMPLES["webhooks.create"])
      : undefined;
    const ids: Record<string, string> = {
      "webhooks.get": hook?.data.id ?? "",
      "webhooks.deliveries": hook?.data.id ?? "",
      "accounts.get": user.id,
      "history.get": page.data.data[0]?.id ?? "",
      "receipts.get": page.data.data[0]?.id ?? "",
    };
    const example: Input = {
      ...REQUEST_EXAMPLES[name],
      ...(ids[name] !== undefined && { id: ids[name] }),
      ...(name === "tokens.requests" && {
        token: (await mutate<{ id: string }>(client, "tokens.create", REQUEST_EXAMPLES["tokens.create"])).data
          .id,
      }),
    };
    const rest = await callRow<{ data: unknown }>(client, route, example);
    const typed = await query(client, name, example);
    expect([rest.status, typed.status]).toEqual(
      // Without a captcha there is no challenge.
      name === "captcha.challenge" ? [404, 404] : [200, 200],
    );
    if (rest.status === 200) expect(route.output === "data" ? rest.body.data : rest.body).toEqual(typed.data);
  });
});
