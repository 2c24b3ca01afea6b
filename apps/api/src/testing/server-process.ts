import { spawn, type ChildProcess } from "node:child_process";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import type { Transport } from "./client.ts";
import { PROGRAM_ENV } from "./program-env.ts";
import { SERVER } from "./programs.ts";

/** The real server as a process of its own, listening on a free loopback port. */
export interface ServerProcess {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly pid: number;
  /** All that it has printed so far, log lines among it. */
  printed(): string;
  /** `kill -9`: the process gets no chance to finish anything. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop. @returns its exit code */
  stop(): Promise<number | null>;
}

/**
 * Starts the server and waits until it listens.
 * @param env its settings in addition to demo data, no captcha, a rate limit out of the way and stops without delay
 * @throws Error with what it printed, when it ends before it listens
 */
export async function startServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  // As `npm start` starts it.
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "--heap-growing-percent=50", SERVER], {
    env: {
      ...PROGRAM_ENV,
      MALLOC_ARENA_MAX: "2",
      HOST: "127.0.0.1",
      PORT: "0",
      CAPTCHA_PROVIDER: "none",
      RATE_LIMIT: "100000000",
      ACCOUNT_SHARE: "100",
      DATA_KEYS: TEST_DATA_KEYS,
      STOP_DELAY: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  }
  const origin = await listening(child, () => printed);
  return {
    origin,
    pid: child.pid ?? 0,
    printed: () => printed,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

function listening(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = (): void => {
      const origin = /is up: (http:\/\/127\.0\.0\.1:\d+)/.exec(printed())?.[1];
      if (origin !== undefined) resolve(origin);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(`the server ended with ${code ?? signal} before it listened:\n${printed()}`)),
    );
  });
}

/**
 * Talks to a server over HTTP.
 * @param originOf where the server is, asked for each request: a restarted one has another port
 */
export const overHttp =
  (originOf: () => string): Transport =>
  async (method, url, { headers, body }) => {
    const response = await fetch(originOf() + url, {
      method,
      headers: { ...headers },
      redirect: "manual",
      ...(body !== undefined && { body: typeof body === "string" ? body : new Uint8Array(body) }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      setCookies: response.headers.getSetCookie(),
      text: await response.text(),
    };
  };
