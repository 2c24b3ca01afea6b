/**
 * The server under load, over HTTP, on SQLite: exchanges and held rates asked for by 64 signed-in customers on keep-alive
 * connections, each next to what a bare program can do in the same run. The server is a process of its own; this one is
 * the load. Run with `node apps/api/bench/http.ts`.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { HeldRate } from "@wattle/contracts/quotes";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { leanLoop } from "../../../packages/db/bench/lean.ts";
import { bareLoop } from "../../../packages/db/bench/write-lane.ts";
import { startServer } from "../src/testing/server-process.ts";
import {
  addSignedInCustomers,
  askRates,
  connectAll,
  CUSTOMERS,
  exchangeOften,
  expectBooksRight,
  holdRates,
  rowOf,
  tableOf,
  type Client,
  type HttpRow,
  type Sample,
} from "./load.ts";
import { peakMemory } from "./peak-memory.ts";

const ROUNDS = 5;
const EXCHANGES_EACH = 80;
const RATES_EACH = 150;
/** Enough for the compiler to have seen the whole way; each is some 13,000 requests. */
const WARM_UP_EACH = 200;

export interface HttpBench {
  readonly rows: readonly HttpRow[];
  /** The most memory the server ever had resident, in MiB; undefined if the system does not tell. */
  readonly peakMemoryMiB: number | undefined;
}

/** Medians of five rounds, each contestant taking its turn in every round. Takes about half a minute. */
export async function run(): Promise<HttpBench> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const env = {
    DATABASE_URL: `sqlite:${path.join(directory, "bench.db")}`,
    RATE_LIMIT: "100000000",
    ACCOUNT_SHARE: "100",
    CAPTCHA_PROVIDER: "none",
    DATA_KEYS: TEST_DATA_KEYS,
  };
  const sessions = await addSignedInCustomers(env);
  const server = await startServer(env);
  let bareServer: { readonly origin: string; readonly process: ChildProcess } | undefined;
  try {
    // A connection without a request is closed after 15 s, so each is made when it is about to be used.
    const customers = await connectAll(server.origin, sessions);
    await exchangeOften(customers, WARM_UP_EACH);
    const guests = await connectAll(server.origin, await guestHeaders(server.origin));
    const [sample] = await holdRates(guests.slice(0, 1), 1);
    const held = sample?.[0];
    if (held === undefined) throw new Error("no rate was held");
    bareServer = await startBareGetRate(held);
    const bareGuests = await connectAll(
      bareServer.origin,
      guests.map(({ headers }) => headers),
    );

    const contestants = {
      bareLoop,
      exchanges: () => exchangeOften(customers, EXCHANGES_EACH),
      lean: async () => leanLoop(),
      bareRates: () => askRates(bareGuests, RATES_EACH),
      guestRates: () => askRates(guests, RATES_EACH),
      customerRates: () => askRates(customers, RATES_EACH),
    };
    for (const clients of [bareGuests, guests, customers]) await askRates(clients, WARM_UP_EACH);
    const rounds: Record<keyof typeof contestants, Sample[]> = {
      bareLoop: [],
      exchanges: [],
      lean: [],
      bareRates: [],
      guestRates: [],
      customerRates: [],
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of Object.keys(rounds) as (keyof typeof rounds)[]) {
        rounds[name].push(await contestants[name]());
      }
    }
    for (const { connection } of [...customers, ...guests, ...bareGuests]) connection.close();
    const peakMemoryMiB = peakMemory(server);
    await server.stop();
    await expectBooksRight(env.DATABASE_URL);

    return {
      rows: [
        rowOf("bare better-sqlite3, the same statements, one commit each", rounds.bareLoop),
        rowOf("exchanges through HTTP", rounds.exchanges, rounds.bareLoop),
        rowOf("the leanest exchange on four small tables, one commit each", rounds.lean),
        rowOf("exchanges through HTTP, by the leanest", rounds.exchanges, rounds.lean),
        rowOf("bare Fastify route that signs and answers as much", rounds.bareRates),
        rowOf("`/api/get-rate` of guests", rounds.guestRates, rounds.bareRates),
        rowOf("`/api/get-rate` of signed-in customers", rounds.customerRates, rounds.bareRates),
      ],
      peakMemoryMiB,
    };
  } finally {
    bareServer?.process.kill();
    await server.kill();
    rmSync(directory, { recursive: true });
  }
}

/** Headers of guests who have been here before: the CSRF cookie they were given. */
function guestHeaders(origin: string): Promise<Client["headers"][]> {
  return Promise.all(
    Array.from({ length: CUSTOMERS }, async () => {
      const answer = await fetch(`${origin}/api/currencies`);
      await answer.text();
      const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      return { cookie, "x-requested-with": "XMLHttpRequest" };
    }),
  );
}

async function startBareGetRate(
  sample: HeldRate,
): Promise<{ readonly origin: string; readonly process: ChildProcess }> {
  const script = path.join(import.meta.dirname, "bare-get-rate.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(sample)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once("exit", () => reject(new Error("the bare server ended")));
  });
  return { origin: `http://127.0.0.1:${port}`, process: child };
}

/** The bench's table, and its peak of memory as a line below. */
export const markdown = ({ rows, peakMemoryMiB }: HttpBench): string =>
  `${tableOf(rows)}\n\nPeak memory of the server under this load: ${peakMemoryMiB?.toFixed(0) ?? "unknown"} MiB.`;

if (import.meta.main) console.log(markdown(await run()));
