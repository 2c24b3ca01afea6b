import type { UserData } from "@wattle/contracts/accounts";
import { DEMO_PASSWORD } from "../demo/demo-accounts.ts";
import { CookieJar } from "./cookie-jar.ts";

/** Answer of the server. `body` is parsed where it is JSON, the text otherwise, undefined if it is empty. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Each `Set-Cookie` header. */
  readonly setCookies: readonly string[];
  readonly text: string;
  readonly body: T;
}

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
type HeaderValues = Readonly<Record<string, string>>;

/** Bytes on the wire, unchanged. */
interface RawRequest {
  readonly headers?: HeaderValues;
  readonly body?: string | Buffer;
}

/**
 * A browser's share of the protocol: keeps cookies and echoes `XSRF-TOKEN` in `X-XSRF-TOKEN` on unsafe methods, unless
 * the headers given say otherwise. The type argument of a call is what the test expects of the body; nothing checks it.
 */
export interface TestClient {
  readonly cookies: CookieJar;
  get<T = unknown>(path: string, headers?: HeaderValues): Promise<Answer<T>>;
  /** `body` is sent as JSON; a string is sent as the JSON text it is. None for undefined. */
  post<T = unknown>(path: string, body?: unknown, headers?: HeaderValues): Promise<Answer<T>>;
  put<T = unknown>(path: string, body?: unknown, headers?: HeaderValues): Promise<Answer<T>>;
  delete<T = unknown>(path: string, body?: unknown, headers?: HeaderValues): Promise<Answer<T>>;
  /** Any method with any bytes; no content type unless given. */
  send<T = unknown>(method: Method, path: string, request?: RawRequest): Promise<Answer<T>>;
  /** Signs in. @throws when the answer is not 200 */
  login(email: string, password?: string): Promise<UserData>;
}

/** Carries one request to the server and its answer back. */
export type Transport = (
  method: Method,
  path: string,
  request: { readonly headers: HeaderValues; readonly body?: string | Buffer },
) => Promise<{
  readonly status: number;
  readonly headers: Answer<unknown>["headers"];
  readonly setCookies: readonly string[];
  readonly text: string;
}>;

const UNSAFE_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Calls whose `password` is the account's from then on. */
const PASSWORD_CALLS: ReadonlySet<string> = new Set([
  "/login",
  "/register",
  "/trpc/sessions.login",
  "/trpc/accounts.register",
  "/trpc/accounts.changePassword",
]);

const passwordOf = (body: string | Buffer | undefined): string | undefined => {
  const { password } = JSON.parse(body?.toString() ?? "{}") as { password?: string };
  return password;
};

const CONFIRM_PATH = "/trpc/sessions.confirm";
const REFUSAL = '"code":"confirmation_required"';

/**
 * A client with no cookies yet.
 * @param confirms whether it confirms its session where the server asks for that, and repeats the refused call: the web app does
 * @param returns whether it logs in again where its session has ended, and repeats the refused call: as staff do after a break
 */
export function createClient(transport: Transport, { confirms = true, returns = false } = {}): TestClient {
  const cookies = new CookieJar();
  let password: string | undefined;
  let logIn: (() => Promise<unknown>) | undefined;

  async function send<T>(method: Method, path: string, request: RawRequest = {}): Promise<Answer<T>> {
    let answer = await sendOnce<T>(method, path, request);
    if (answer.status === 401 && returns && logIn !== undefined) {
      await logIn();
      answer = await sendOnce<T>(method, path, request);
    }
    if (answer.status < 300 && PASSWORD_CALLS.has(path)) password = passwordOf(request.body) ?? password;
    if (!confirms || password === undefined || answer.status !== 403 || !answer.text.includes(REFUSAL)) {
      return answer;
    }
    const confirmed = await post<T>(CONFIRM_PATH, { password });
    // One that met an outage says as little as the call would have.
    if (confirmed.status >= 500) return confirmed;
    return confirmed.status === 200 ? sendOnce<T>(method, path, request) : answer;
  }

  async function sendOnce<T>(
    method: Method,
    path: string,
    { headers = {}, body }: RawRequest = {},
  ): Promise<Answer<T>> {
    const token = cookies.get("XSRF-TOKEN");
    const response = await transport(method, path, {
      headers: {
        "x-requested-with": "XMLHttpRequest",
        ...(cookies.header === "" ? {} : { cookie: cookies.header }),
        ...(UNSAFE_METHODS.has(method) && token !== undefined && { "x-xsrf-token": token }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    for (const cookie of response.setCookies) cookies.keep(cookie);
    const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
    const parsed =
      response.text === "" ? undefined : isJson ? (JSON.parse(response.text) as unknown) : response.text;
    return { ...response, body: parsed as T };
  }

  const json =
    (method: Method) =>
    <T>(path: string, body?: unknown, headers: HeaderValues = {}): Promise<Answer<T>> =>
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
      logIn = () => post("/login", { email, password });
      const { status, text, body } = await post<{ data: UserData }>("/login", { email, password });
      if (status !== 200) throw new Error(`signing in as ${email} answered ${status}: ${text}`);
      return body.data;
    },
  };
}
