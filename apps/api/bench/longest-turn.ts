/**
 * The longest turn of the server's event loop that a hostile body can cause, as milliseconds of the thread's own processor
 * time: while it lasts, no one is served. Run with `npm run bench`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { createApp } from "../src/app.ts";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { HOSTILE_BODIES } from "../src/rest/testing/hostile-bodies.ts";

/** A single turn may be long because code is compiled or memory is swept, or short because the clock is coarse: the median counts. */
const TRIES = 11;

/** Starts to watch. @returns what ends it, with the longest turn since in milliseconds */
function watchTurns(): () => number {
  let longest = 0;
  let last = process.threadCpuUsage();
  let isWatching = true;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (isWatching) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isWatching = false;
    look();
    return longest;
  };
}

/** Rows that guests may send bodies to: all bodies are read in the same way. */
const ROWS = ["/login", "/api/get-rate"];

async function medianTurn(
  app: FastifyInstance,
  url: string,
  guest: Readonly<Record<string, string>>,
  { headers, body, status }: (typeof HOSTILE_BODIES)[number],
): Promise<number> {
  const turns: number[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const stop = watchTurns();
    const answer = await app.inject({
      method: "POST",
      url,
      headers: { ...guest, ...headers },
      payload: body,
    });
    turns.push(stop());
    if (answer.statusCode !== status) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
  }
  return turns.toSorted((a, b) => a - b)[Math.floor(TRIES / 2)] ?? Number.NaN;
}

/** @returns the longest turn in milliseconds, over all hostile bodies */
export async function run(): Promise<number> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const config = readConfig({
    DATABASE_URL: `sqlite:${path.join(directory, "bench.db")}`,
    RATE_LIMIT: "100000000",
    ACCOUNT_SHARE: "100",
    CAPTCHA_PROVIDER: "none",
  });
  const app = await createApp(await createServices(config));
  try {
    const { cookies } = await app.inject({ method: "GET", url: "/api/currencies" });
    const [csrf] = cookies;
    if (csrf === undefined) throw new Error("no CSRF cookie was given");
    const guest = {
      cookie: `${csrf.name}=${csrf.value}`,
      "x-xsrf-token": decodeURIComponent(csrf.value),
      "x-requested-with": "XMLHttpRequest",
    };
    let longest = 0;
    for (const url of ROWS) {
      for (const hostile of HOSTILE_BODIES) {
        longest = Math.max(longest, await medianTurn(app, url, guest, hostile));
      }
    }
    return longest;
  } finally {
    await app.close();
    rmSync(directory, { recursive: true });
  }
}
