import { freshDatabase } from "@wattle/db/testing/databases";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import type { Dialect } from "@wattle/db/database";
import type { FastifyInstance } from "fastify";
import { createApp } from "../app.ts";
import type { Clock } from "../clock.ts";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { HTTP_TIMES, type HttpTimes } from "../http/server.ts";
import type { Services } from "../services.ts";
import { createClient, type TestClient, type Transport } from "./client.ts";

/** A clock that stops until a test moves it. Milliseconds since 1970. */
export class SettableClock implements Clock {
  #now: number;
  constructor(now: number) {
    this.#now = now;
  }
  now(): number {
    return this.#now;
  }
  set(now: number): void {
    this.#now = now;
  }
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: SettableClock;
  /** Opens the same database again when passed to `startTestApp`: another process, or the one after a crash. */
  readonly databaseUrl: string;
  /** The log's lines so far, at `LOG_LEVEL` (warn unless set). */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** Opens a port of 127.0.0.1, once. */
  listen(): Promise<number>;
  /**
   * A client with no cookies yet. `ip` is the address its requests come from; one that `returns` logs in again after a break;
   * `confirms` if it differs from the application's.
   */
  client(options?: {
    readonly ip?: string;
    readonly returns?: boolean;
    readonly confirms?: boolean;
  }): TestClient;
  close(): Promise<void>;
}

interface TestAppOptions {
  readonly dialect: Dialect;
  /** Settings in addition to the tests' own: demo data, no captcha, a rate limit out of the way. */
  readonly env?: Readonly<Record<string, string>>;
  /** The time of the clock. Sessions expire by the machine's own clock, so stay within two weeks of it. */
  readonly now?: number;
  /** An existing database, which stays on close. A fresh one, deleted on close, unless given. */
  readonly databaseUrl?: string;
  /** How long HTTP clients may take, where it differs from the product's own times. */
  readonly times?: Partial<HttpTimes>;
  /** Whether clients confirm their sessions by themselves; they do unless said. */
  readonly confirms?: boolean;
}

/**
 * The whole application on a database of its own, filled with demo data. Requests are injected; `app.listen` opens a
 * port where a test needs one. Close it in `afterAll`.
 */
export async function startTestApp({
  dialect,
  env = {},
  now = Date.now(),
  databaseUrl,
  times = {},
  confirms = true,
}: TestAppOptions): Promise<TestApp> {
  const fresh = databaseUrl === undefined ? await freshDatabase(dialect) : undefined;
  const url = databaseUrl ?? fresh?.url ?? "";
  const clock = new SettableClock(now);
  const log: Record<string, unknown>[] = [];
  const config = readConfig({
    NODE_ENV: "test",
    CAPTCHA_PROVIDER: "none",
    RATE_LIMIT: "100000000",
    ACCOUNT_SHARE: "100",
    DATA_KEYS: TEST_DATA_KEYS,
    TAX_RESIDENCE: "ask",
    ...env,
    DATABASE_URL: url,
  });
  const services = await createServices(config, {
    clock,
    logTo: { write: (line) => void log.push(JSON.parse(line) as Record<string, unknown>) },
  });
  if (config.DEMO) await seedDemo(services);
  const app = await createApp(services, { ...HTTP_TIMES, ...times });
  await app.ready();
  let port: Promise<number> | undefined;
  return {
    app,
    services,
    clock,
    databaseUrl: url,
    log,
    listen: () =>
      (port ??= app
        .listen({ host: "127.0.0.1", port: 0 })
        .then((origin) => Number.parseInt(new URL(origin).port, 10))),
    client: ({ ip = "127.0.0.1", returns = false, ...own } = {}) =>
      createClient(injected(app, ip), { confirms, returns, ...own }),
    close: async () => {
      await app.close();
      await services.database.close();
      await fresh?.close();
    },
  };
}

/** Hands requests to the application without a socket. */
export const injected =
  (app: FastifyInstance, ip: string): Transport =>
  async (method, path, { headers, body }) => {
    const response = await app.inject({
      method,
      url: path,
      remoteAddress: ip,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    return {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
      ),
      setCookies: [response.headers["set-cookie"] ?? []].flat(),
      text: response.body,
    };
  };
