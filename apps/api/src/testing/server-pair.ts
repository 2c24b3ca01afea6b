import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Dialect } from "@wattle/db/database";
import { expect } from "vitest";
import { injected, startTestApp } from "./app-for-test.ts";
import { createClient, type TestClient, type Transport } from "./client.ts";
import { mailAllReceipts } from "./receipts.ts";
import { runOps } from "./run-ops.ts";
import { overHttp, startServer } from "./server-process.ts";
import { PROGRAM_ENV } from "./program-env.ts";
import { COMMANDS } from "./programs.ts";

export const NODES = [0, 1] as const;
export type Node = (typeof NODES)[number];
type Settings = Readonly<Record<string, string>>;

/** A server of the pair, from a start to a stop. */
interface Running {
  readonly transport: (ip: string) => Transport;
  /** `npm run ops -- …words`, with this server's settings. @returns what it prints. @throws Error if it fails */
  readonly ops: (words: readonly string[]) => Promise<string>;
  /** Has the receipts mailed that are due, if the server does not do so by itself. */
  readonly mailReceipts: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface PairKind {
  readonly start: (settings: Settings) => Promise<Running>;
  /** The servers' time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Lets so many milliseconds pass; none if time passes by itself. */
  readonly pass: (milliseconds: number) => void;
}

/** Processes of their own, as an operator runs them. */
export const processes: PairKind = {
  now: Date.now,
  pass: () => undefined,
  start: async (settings) => {
    const server = await startServer({ TRUST_PROXY: "1", ...settings });
    const transport = overHttp(() => server.origin);
    return {
      transport: (ip) => (method, url, request) =>
        transport(method, url, { ...request, headers: { ...request.headers, "x-forwarded-for": ip } }),
      ops: async (words) => {
        const env = { ...PROGRAM_ENV, ...settings };
        return (await promisify(execFile)(process.execPath, [COMMANDS, ...words], { env })).stdout;
      },
      mailReceipts: () => Promise.resolve(),
      stop: async () => expect(await server.stop()).toBe(0),
    };
  },
};

/**
 * Applications in this process, which start in little time. Their clock moves by a little with each request, so that no rate runs out
 * because the machine is busy.
 */
export function applications(dialect: Dialect, databaseUrl: string): PairKind {
  let now = Date.now();
  return {
    now: () => now,
    pass: (milliseconds) => void (now += milliseconds),
    start: async (env) => {
      const app = await startTestApp({ dialect, databaseUrl, env, now });
      return {
        transport: (ip) => {
          const send = injected(app.app, ip);
          return (...request) => {
            app.clock.set((now += 1));
            return send(...request);
          };
        },
        ops: async (words) => {
          const { code, out, error } = await runOps(app, words);
          if (code !== 0) throw new Error(out + error);
          return out;
        },
        mailReceipts: () => mailAllReceipts(app),
        stop: () => app.close(),
      };
    },
  };
}

/**
 * Two servers of one installation, which are restarted one after the other with other settings while clients ask both.
 * Requests for a server in its restart go to the other one, as a balancer would send them; nothing else may fail.
 */
export class ServerPair {
  /** Requests that were answered with an error, or not at all by a server that was not in its restart. */
  readonly wrong: string[] = [];
  /** How many requests went to the other server because theirs was in its restart. */
  moved = 0;
  restarts = 0;
  readonly kind: PairKind;
  #settings: Settings;
  readonly #servers: Running[] = [];
  #restarting: Node | undefined;
  /** Requests under way at each. */
  readonly #open: [Set<Promise<unknown>>, Set<Promise<unknown>>] = [new Set(), new Set()];

  /** @param settings of both servers and of the command line */
  constructor(kind: PairKind, settings: Settings) {
    this.kind = kind;
    this.#settings = settings;
  }

  async start(): Promise<void> {
    // One after the other: the first makes the demo.
    for (const _ of NODES) this.#servers.push(await this.kind.start(this.#settings));
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }

  /** Stops one server as an operator does, and starts it with what has changed of the settings since. */
  async restart(node: Node): Promise<void> {
    this.#restarting = node;
    await Promise.allSettled(this.#open[node]);
    await this.#at(node).stop();
    this.#servers[node] = await this.kind.start(this.#settings);
    this.#restarting = undefined;
    this.restarts += 1;
  }

  /** Changes settings of each server from its next restart on. */
  set(changes: Settings): void {
    this.#settings = { ...this.#settings, ...changes };
  }

  /** `npm run ops -- …words`, with the settings of the first server. @returns what it prints. @throws Error if it fails */
  ops(...words: readonly string[]): Promise<string> {
    return this.#at(0).ops(words);
  }

  mailReceipts(): Promise<void> {
    return this.#at(0).mailReceipts();
  }

  #at(node: Node): Running {
    const server = this.#servers[node];
    if (server === undefined) throw new Error(`server ${node} has not started`);
    return server;
  }

  #transport(node: Node, ip: string): Transport {
    return async (...request) => {
      const isAway = this.#restarting === node;
      if (isAway) this.moved += 1;
      const at = isAway ? (node === 0 ? 1 : 0) : node;
      const what = `${request[0]} ${request[1].split("?")[0]} at ${at}`;
      const asked = this.#at(at).transport(ip)(...request);
      this.#open[at].add(asked);
      try {
        const answer = await asked;
        if (answer.status >= 400) this.wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
        return answer;
      } catch (error) {
        this.wrong.push(`${what}: ${String(error)}`);
        throw error;
      } finally {
        this.#open[at].delete(asked);
      }
    };
  }

  /** A client of one server. `ip` is the address its requests come from. */
  client(node: Node, ip = "127.0.0.1"): TestClient {
    return createClient(this.#transport(node, ip));
  }

  /** Another server as the browser of `client` sees it. */
  sameAt(node: Node, client: TestClient): TestClient {
    const same = this.client(node);
    for (const name of client.cookies.names) same.cookies.set(name, client.cookies.get(name) ?? "");
    return same;
  }

  /** A customer who has logged in at one server and goes on at both, with one browser. */
  async customer(email: string, node: Node = 0): Promise<readonly [TestClient, TestClient]> {
    const client = this.client(node);
    await client.login(email);
    return node === 0 ? [client, this.sameAt(1, client)] : [this.sameAt(0, client), client];
  }
}
