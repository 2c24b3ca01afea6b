import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { DIALECTS } from "@wattle/db/testing/databases";
import { freePort } from "@wattle/db/testing/postgres-server";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { createTracing, type Tracing } from "./tracing.ts";

interface SentSpan {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const attributesOf = ({ attributes }: Pick<SentSpan, "attributes">): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describe.each(DIALECTS)("traces on %s", (dialect) => {
  let api: TestApp;
  let app: FastifyInstance;
  let tracing: Tracing;
  const sent: Sent[] = [];
  /** Takes what is sent, as a collector does. */
  const collector = createServer(async (request, response) => {
    const body = await json(request);
    if (request.url === "/v1/traces") sent.push(body as Sent);
    response.setHeader("content-type", "application/json").end("{}");
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    const address = collector.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const config = { OTEL_SERVICE_NAME: "wattle-test", OTEL_TRACES_SAMPLER_ARG: 1 };
    tracing = createTracing(config, `http://127.0.0.1:${port}`);
    api = await startTestApp({ dialect });
    app = await createApp(api.services, undefined, (traced) => {
      tracing.watch(traced);
      traced.get("/calls/:name", async () => {
        const url = `http://127.0.0.1:${port}/secret?key=hidden`;
        return (await fetch(url, { method: "POST", body: "{}" })).text();
      });
    });
  });
  afterAll(async () => {
    await app.close();
    await api.close();
    collector.close();
  });

  test("have a request with its statements and its calls, and no one in them", async () => {
    const payload = { email: "customer@demo.test", password: "wrong-password-1" };
    const login = await app.inject({ method: "POST", url: "/trpc/sessions.login", payload });
    expect(login.statusCode).toBeGreaterThanOrEqual(400);
    expect((await app.inject("/calls/mary@mail.example?q=private")).statusCode).toBe(200);
    await tracing.close();

    const [resource] = sent.flatMap(({ resourceSpans }) => resourceSpans).map((one) => one.resource);
    expect(resource && attributesOf(resource)).toMatchObject({ "service.name": "wattle-test" });
    const spans = sent
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const called = spans.find(({ name }) => name === "GET /calls/:name");
    expect(called && attributesOf(called)).toEqual({
      "http.request.method": "GET",
      "http.route": "/calls/:name",
      "http.response.status_code": 200,
    });
    const below = (parent: SentSpan | undefined): SentSpan[] =>
      spans.filter(({ parentSpanId }) => parent !== undefined && parentSpanId === parent.spanId);
    expect(below(called).map(attributesOf)).toEqual([
      {
        "http.request.method": "POST",
        "server.address": expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        "http.response.status_code": 200,
      },
    ]);
    const statements = below(spans.find(({ name }) => name === "POST /trpc/sessions.login"));
    expect(statements.map(({ name }) => name)).toContain("user_by_email");
    const whole = JSON.stringify(sent);
    for (const personal of ["customer@demo.test", "wrong-password", "mary", "private", "secret", "hidden"])
      expect(whole).not.toContain(personal);
  });
});

test("a collector that is away fails no stop", async () => {
  const port = await freePort();
  const config = { OTEL_SERVICE_NAME: "wattle-test", OTEL_TRACES_SAMPLER_ARG: 1 };
  const tracing = createTracing(config, `http://127.0.0.1:${port}`);
  const app = fastify();
  tracing.watch(app);
  await app.inject("/");
  await expect(tracing.close()).resolves.toBeUndefined();
  await app.close();
});
