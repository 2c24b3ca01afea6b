import { readdirSync, readFileSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS, type FreshDatabase } from "@wattle/db/testing/databases";
import { administer } from "@wattle/db/testing/postgres-server";
import { attacks, IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "../testing/client.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { enrich } from "../testing/enrich.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { overHttp, startServer, type ServerProcess } from "../testing/server-process.ts";

/** In `npm test` seconds that show that there is something to measure. */
const MINUTES = attacks({ few: 0.05, many: 20 });
const SAMPLES = 60;
const CUSTOMERS = ["customer@demo.test", "nigeria@demo.test"];
const AT_ONCE = 4;
/** Between two rounds of one worker: a busy day, and no storm. */
const REST_MILLISECONDS = 20;

/** Allowed growth from the first third to the end: a share, and an amount that is no leak. */
const ROOM = {
  memory: { share: 1.15, amount: 16, unit: "MiB" },
  descriptors: { share: 1, amount: 8, unit: "descriptors" },
  wal: { share: 1.25, amount: 16, unit: "MiB of WAL" },
} as const;
type Measured = keyof typeof ROOM;
type Sample = Readonly<Record<Measured, number>>;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The medians of the second third and of the last: a start fills caches, and one sample may be in the middle of something. */
function trendOf(samples: readonly Sample[], what: Measured): { early: number; late: number } {
  const third = Math.floor(samples.length / 3);
  const values = samples.map((sample) => sample[what]);
  return { early: median(values.slice(third, 2 * third)), late: median(values.slice(-third)) };
}

/** @returns what has grown by more than its room */
const grown = (samples: readonly Sample[]): Measured[] =>
  (Object.keys(ROOM) as Measured[]).filter((what) => {
    const { early, late } = trendOf(samples, what);
    return late > early * ROOM[what].share + ROOM[what].amount;
  });

/** In MiB. */
async function walOf({ dialect, url }: FreshDatabase): Promise<number> {
  if (dialect === "sqlite") return statSync(`${url.slice("sqlite:".length)}-wal`).size / 2 ** 20;
  const { rows } = await administer(url, "select sum(size)::text as size from pg_ls_waldir()");
  return Number((rows as readonly { size: string }[])[0]?.size) / 2 ** 20;
}

async function look(server: ServerProcess, database: FreshDatabase): Promise<Sample> {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
  return {
    memory: Number(kibibytes) / 1024,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    wal: await walOf(database),
  };
}

test("what grows is found, and what only varies is not", () => {
  const flat: Sample = { memory: 150, descriptors: 40, wal: 4 };
  const series = (change: (index: number) => Partial<Sample>): Sample[] =>
    Array.from({ length: SAMPLES }, (_, index) => ({ ...flat, ...change(index) }));
  expect(grown(series(() => ({})))).toEqual([]);
  expect(grown(series((index) => ({ memory: index % 7 === 0 ? 400 : 150 })))).toEqual([]);
  expect(grown(series((index) => ({ memory: 150 + 3 * index })))).toEqual(["memory"]);
  expect(grown(series((index) => ({ descriptors: 40 + index, wal: 4 + 2 * index })))).toEqual([
    "descriptors",
    "wal",
  ]);
});

describe.runIf(process.platform === "linux").each(DIALECTS)("under load on %s", (dialect) => {
  test(`${MINUTES} minutes: memory, descriptors and the log of writes stay as they are`, async () => {
    const database = await demoDatabase(dialect);
    closing.push(() => database.close());
    const server = await startServer({ DATABASE_URL: database.url });
    closing.push(() => server.kill());
    for (const email of CUSTOMERS) await enrich(database, email);
    let isOver = false;
    let requests = 0;
    const worker = async (index: number): Promise<void> => {
      const client = createClient(overHttp(() => server.origin));
      const email = CUSTOMERS[index % CUSTOMERS.length] ?? "";
      for (let round = 0; !isOver; round += 1) {
        // Sessions come and go as well.
        if (round % 100 === 0) await client.login(email);
        expect((await postExchange(client, payloadOf(await holdRate(client), "0.001"))).status).toBe(201);
        for (const path of ["/api/users/balance", "/api/users/transactions?per_page=20", "/api/currencies"]) {
          expect((await client.get(path)).status).toBe(200);
        }
        requests += 5;
        await wait(REST_MILLISECONDS);
      }
    };
    const working = Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)));
    const samples: Sample[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await Promise.race([wait((MINUTES * 60_000) / SAMPLES), working]);
      samples.push(await look(server, database));
    }
    isOver = true;
    await working;
    expect(samples.every(({ memory, descriptors, wal }) => memory > 50 && descriptors > 10 && wal > 0)).toBe(
      true,
    );
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    const changes = (Object.keys(ROOM) as Measured[]).map((what) => {
      const { early, late } = trendOf(samples, what);
      return `${early.toFixed(0)} → ${late.toFixed(0)} ${ROOM[what].unit}`;
    });
    noteFigures(`${dialect}: ${MINUTES} minutes, ${requests} requests: ${changes.join(", ")}`);
    // Seconds after a start everything still grows.
    if (IS_TRIAL) expect(grown(samples)).toEqual([]);
  });
});
