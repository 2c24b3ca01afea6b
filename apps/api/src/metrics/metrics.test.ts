import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DIALECTS } from "@wattle/db/testing/databases";
import { createApp } from "../app.ts";
import { startBookSeals } from "../book-seals/start-book-seals.ts";
import { ConfigError } from "../config-error.ts";
import { startTestApp, injected, type TestApp } from "../testing/app-for-test.ts";
import { createClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { serveMetrics } from "./serve-metrics.ts";

/** The value of a line, found by its name and labels. */
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split("\n").find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
};

describe.each(DIALECTS)("metrics on %s", (dialect) => {
  let api: TestApp;
  let metrics: Metrics;
  let app: TestApp["app"];

  beforeAll(async () => {
    api = await startTestApp({ dialect, env: { METRICS_PORT: "0" } });
    metrics = createMetrics(api.services);
    app = await createApp(api.services, undefined, metrics.measure);
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await api.close();
  });
  const client = () => createClient(injected(app, "127.0.0.1"));

  test("count requests by pattern and status, never by what a client made up", async () => {
    const visitor = client();
    await visitor.get("/api/currencies");
    await visitor.get("/api/rates/BTC/AUD/of/nowhere");
    await visitor.get("/trpc/quotes.serverTime");
    await visitor.get("/trpc/nothing.here");
    await visitor.get("/trpc/quotes.serverTime,quotes.jwks?batch=1");
    const text = await metrics.text();
    const requests = (route: string, status: number): number | undefined =>
      valueOf(text, `wattle_http_requests_total{method="GET",route="${route}",status="${status}"}`);
    expect(requests("/api/currencies", 200)).toBe(1);
    expect(requests("/trpc/quotes.serverTime", 200)).toBe(1);
    expect(requests("/trpc/batch", 200)).toBe(1);
    expect(text).not.toContain("nowhere");
    expect(text).not.toContain("nothing.here");
    expect(
      valueOf(text, 'wattle_http_request_duration_seconds_count{method="GET",route="/api/currencies"}'),
    ).toBe(1);
  });

  test("count exchanges and held rates by pair, and a repeated answer once", async () => {
    const customer = client();
    await customer.login("customer@demo.test");
    const payload = { ...payloadOf(await holdRate(customer), "0.01") };
    const key = "metrics-1";
    const answers = [await postExchange(customer, payload, key), await postExchange(customer, payload, key)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const text = await metrics.text();
    expect(valueOf(text, 'wattle_exchanges_total{pair="BTC/AUD"}')).toBe(1);
    expect(valueOf(text, 'wattle_held_rates_total{pair="BTC/AUD"}')).toBe(1);
  });

  test("what has never worked is as old as the process, so that an alert comes", async () => {
    const { rates, vitals } = api.services;
    const silent = rates.status().map((source) => ({ ...source, lastSuccessAt: undefined }));
    const fresh = createMetrics({
      ...api.services,
      vitals: { ...vitals, seals: undefined, ledger: undefined },
      rates: { ...rates, status: () => silent },
    });
    api.clock.advance(1_300_000);
    const text = await fresh.text();
    for (const age of [
      "wattle_seal_age_seconds",
      "wattle_ledger_check_age_seconds",
      "wattle_backup_age_seconds",
      'wattle_rate_age_seconds{source="simulated"}',
    ])
      expect(valueOf(text, age), age).toBe(1300);
    expect(valueOf(text, "wattle_backup_late_seconds")).toBe(0);
    api.clock.advance(api.services.config.BACKUP_TARGET * 3_600_000);
    expect(valueOf(await fresh.text(), "wattle_backup_late_seconds")).toBe(1300);
  });

  test("say what waits and for how long, how old prices are, and how the process does", async () => {
    await startBookSeals(api.services)();
    api.services.vitals.ledger = { checkedAt: api.clock.now(), milliseconds: 250, mismatches: 2, behind: 7 };
    await api.services.rates.current("BTC", "AUD");
    const enquiry = { name: "Mary", email: "mary@customer.test", message: "Where is my deposit?" };
    expect(await client().post("/api/support", enquiry)).toMatchObject({ status: 201 });
    api.clock.advance(3000);
    const text = await metrics.text();
    for (const queue of ["identities", "approvals", "deposits", "payouts", "mails", "webhooks"]) {
      expect(valueOf(text, `wattle_queue_length{queue="${queue}"}`), queue).toBeGreaterThanOrEqual(0);
      expect(valueOf(text, `wattle_queue_oldest_seconds{queue="${queue}"}`), queue).toBeGreaterThanOrEqual(0);
    }
    for (const queue of ["enquiries", "mails"]) {
      expect(valueOf(text, `wattle_queue_length{queue="${queue}"}`)).toBe(1);
      expect(valueOf(text, `wattle_queue_oldest_seconds{queue="${queue}"}`)).toBe(3);
    }
    expect(valueOf(text, 'wattle_rate_age_seconds{source="simulated"}')).toBe(3);
    expect(valueOf(text, 'wattle_rate_source_failing{source="simulated"}')).toBe(0);
    expect(valueOf(text, "wattle_database_up")).toBe(1);
    expect(valueOf(text, 'wattle_database_waiting{pool="write"}')).toBe(0);
    expect(valueOf(text, "wattle_seal_failing")).toBe(0);
    expect(valueOf(text, "wattle_ledger_mismatches")).toBe(2);
    expect(valueOf(text, "wattle_ledger_check_age_seconds")).toBe(3);
    expect(valueOf(text, "wattle_ledger_check_seconds")).toBe(0.25);
    expect(valueOf(text, "wattle_ledger_seals_behind")).toBe(7);
    expect(valueOf(text, "wattle_seal_age_seconds")).toBe(3);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });

  test("name no customer, and are read while the database is away, but for what it knows", async () => {
    const away = createMetrics({
      ...api.services,
      database: {
        ...api.services.database,
        load: () => [],
        read: {
          ...api.services.database.read,
          selectFrom: () => {
            throw new Error("away");
          },
        },
      },
    });
    const text = await away.text();
    expect(valueOf(text, "wattle_database_up")).toBe(0);
    expect(text).not.toContain("wattle_queue_length{");
    expect(text).not.toContain("demo.test");
  });
});

describe("the port of metrics", () => {
  const metrics = { text: async () => "wattle 1\n", contentType: "text/plain; version=0.0.4" };
  const config = { METRICS_HOST: "127.0.0.1", METRICS_PORT: 0 };

  test("is one of this machine, and answers /metrics alone", async () => {
    const server = await serveMetrics(config, metrics);
    expect(server.address).toBe("127.0.0.1");
    const origin = `http://127.0.0.1:${server.port}`;
    const answer = await fetch(`${origin}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(metrics.contentType);
    expect(await answer.text()).toBe("wattle 1\n");
    expect((await fetch(`${origin}/healthz`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: "POST" })).status).toBe(405);
    await expect(serveMetrics({ ...config, METRICS_PORT: server.port }, metrics)).rejects.toThrow(
      ConfigError,
    );
    await server.close();
  });

  test("is not the public one", async () => {
    const api = await startTestApp({ dialect: "sqlite", env: { METRICS_PORT: "0" } });
    expect((await api.client().get("/metrics")).status).toBe(404);
    await api.close();
  });
});
