import { freshDatabase } from "@wattle/db/testing/databases";
import type { Dialect } from "@wattle/db/database";
import type { FastifyInstance } from "fastify";
import type { UserData } from "@wattle/contracts/accounts";
import { createApp } from "../app.ts";
import type { Clock } from "../clock.ts";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import { DEMO_PASSWORD } from "../demo/demo-accounts.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import type { Services } from "../services.ts";
import { CookieJar } from "./cookie-jar.ts";

/** A clock that stands still until a test moves it. Milliseconds since 1970. */
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

/** What the server answered. `body` is parsed where it is JSON, the text otherwise, undefined where it is empty. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Each `Set-Cookie` header. */
  readonly setCookies: readonly string[];
  readonly text: string;
  readonly body: T;
}

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
type Headers = Readonly<Record<string, string>>;

/** What goes over the wire, as it stands. */
interface RawRequest {
  readonly headers?: Headers;
  readonly body?: string | Buffer;
}

/**
 * A browser's share of the protocol: keeps cookies and echoes `XSRF-TOKEN` in `X-XSRF-TOKEN` on unsafe methods, unless
 * the headers given say otherwise. The type argument of a call is what the test expects of the body; nothing checks it.
 */
export interface TestClient {
  readonly cookies: CookieJar;
  get<T = unknown>(path: string, headers?: Headers): Promise<Answer<T>>;
  /** `body` is sent as JSON; a string is sent as the JSON text it is. None for undefined. */
  post<T = unknown>(path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  put<T = unknown>(path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  delete<T = unknown>(path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  /** Any method with any bytes; no content type unless given. */
  send<T = unknown>(method: Method, path: string, request?: RawRequest): Promise<Answer<T>>;
  /** Signs in. @throws when the answer is not 200 */
  login(email: string, password?: string): Promise<UserData>;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: SettableClock;
  /** Opens the same database again when passed to `startTestApp`: another process, or the one after a crash. */
  readonly databaseUrl: string;
  /** The log's lines so far, at `LOG_LEVEL` (warn unless set). */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** A client with no cookies yet. `ip` is the address its requests come from. */
  client(options?: { readonly ip?: string }): TestClient;
  close(): Promise<void>;
}

interface TestAppOptions {
  readonly dialect: Dialect;
  /** Settings beside the tests' own: demo data, no captcha, a rate limit out of the way. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the clock stands. Sessions expire by the machine's own clock, so stay within two weeks of it. */
  readonly now?: number;
  /** An existing database, left alone on close. A fresh one, deleted on close, unless given. */
  readonly databaseUrl?: string;
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
}: TestAppOptions): Promise<TestApp> {
  const fresh = databaseUrl === undefined ? await freshDatabase(dialect) : undefined;
  const url = databaseUrl ?? fresh?.url ?? "";
  const clock = new SettableClock(now);
  const log: Record<string, unknown>[] = [];
  const config = readConfig({
    NODE_ENV: "test",
    CAPTCHA_PROVIDER: "none",
    RATE_LIMIT: "100000000",
    ...env,
    DATABASE_URL: url,
  });
  const services = await createServices(config, {
    clock,
    logTo: { write: (line) => void log.push(JSON.parse(line) as Record<string, unknown>) },
  });
  if (config.DEMO) await seedDemo(services);
  const app = await createApp(services);
  await app.ready();
  return {
    app,
    services,
    clock,
    databaseUrl: url,
    log,
    client: (options = {}) => createClient(app, options.ip ?? "127.0.0.1"),
    close: async () => {
      await app.close();
      await services.database.close();
      await fresh?.close();
    },
  };
}

const UNSAFE_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

function createClient(app: FastifyInstance, ip: string): TestClient {
  const cookies = new CookieJar();

  async function send<T>(
    method: Method,
    path: string,
    { headers = {}, body }: RawRequest = {},
  ): Promise<Answer<T>> {
    const token = cookies.get("XSRF-TOKEN");
    const response = await app.inject({
      method,
      url: path,
      remoteAddress: ip,
      headers: {
        "x-requested-with": "XMLHttpRequest",
        ...(cookies.header === "" ? {} : { cookie: cookies.header }),
        ...(UNSAFE_METHODS.has(method) && token !== undefined && { "x-xsrf-token": token }),
        ...headers,
      },
      ...(body !== undefined && { payload: body }),
    });
    const setCookies = [response.headers["set-cookie"] ?? []].flat();
    for (const cookie of setCookies) cookies.keep(cookie);
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    return {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
      ),
      setCookies,
      text: response.body,
      body: (response.body === ""
        ? undefined
        : isJson
          ? (JSON.parse(response.body) as unknown)
          : response.body) as T,
    };
  }

  const json =
    (method: Method) =>
    <T>(path: string, body?: unknown, headers: Headers = {}): Promise<Answer<T>> =>
      send<T>(
        method,
        path,
        body === undefined
          ? { headers }
          : {
              headers: { "content-type": "application/json", ...headers },
              body: typeof body === "string" ? body : JSON.stringify(body),
            },
      );

  const post = json("POST");
  return {
    cookies,
    get: (path, headers = {}) => send("GET", path, { headers }),
    post,
    put: json("PUT"),
    delete: json("DELETE"),
    send,
    async login(email, password = DEMO_PASSWORD) {
      const { status, text, body } = await post<{ data: UserData }>("/login", { email, password });
      if (status !== 200) throw new Error(`signing in as ${email} answered ${status}: ${text}`);
      return body.data;
    },
  };
}
