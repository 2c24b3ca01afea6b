import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import { DIALECTS } from "@wattle/db/testing/databases";
import { addManyCustomers } from "@wattle/db/testing/many-customers";
import { freePort } from "@wattle/db/testing/postgres-server";
import { attacks, IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { afterEach, describe, expect, test } from "vitest";
import { startBookSeals } from "../book-seals/start-book-seals.ts";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import { createClient } from "../testing/client.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { overHttp, startServer, type ServerProcess } from "../testing/server-process.ts";
import { Timings } from "../testing/timings.ts";

const CUSTOMERS = attacks({ few: 2000, many: 1_000_000 });
/** Bounds of publishing, and of a request during a check of the ledger: on a machine that does nothing else. */
const LONGEST = { publishing: 60, request: 50 };
const MOST_MEMORY = 600;
/** How much longer 99 of 100 requests may take while it publishes, in milliseconds. */
const SLOWER = 50;
/** Requests whose time is compared. */
const AT_REST = IS_TRIAL ? 300 : 100;
/** Between two of them. */
const PAUSE_MILLISECONDS = IS_TRIAL ? 2 : 20;
/** The first requests to any process take longer, whatever else it does. */
const FIRST = 50;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The most the process ever had resident, in MiB. */
const peakOf = ({ pid }: ServerProcess): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Asks for a balance again and again, as long as it should. */
async function askWhile(goesOn: () => boolean, client: ReturnType<typeof createClient>): Promise<Timings> {
  const timings = new Timings();
  while (goesOn()) {
    expect((await timings.of(() => client.get("/api/users/balance"))).status).toBe(200);
    await wait(PAUSE_MILLISECONDS);
  }
  return timings;
}

/** Asks for a balance until it is ended. */
function ask(client: ReturnType<typeof createClient>): { end(): Promise<Timings> } {
  let isOver = false;
  const asking = askWhile(() => !isOver, client);
  return {
    end: () => {
      isOver = true;
      return asking;
    },
  };
}

/** Asks for a balance so often. */
function askTimes(times: number, client: ReturnType<typeof createClient>): Promise<Timings> {
  let left = times;
  return askWhile(() => left-- > 0, client);
}

describe.runIf(process.platform === "linux").each(DIALECTS)("an installation on %s", (dialect) => {
  test(`with ${CUSTOMERS} customers publishes what it owes, and checks its ledger while it serves`, async () => {
    const database = await demoDatabase(dialect);
    closing.push(() => database.close());
    await addManyCustomers(database, CUSTOMERS);
    await database.write((tx) => tx.deleteFrom("liability_publications").execute());
    // An installation that has them for long has sealed them.
    const settings = { NODE_ENV: "test", DATABASE_URL: database.url, DATA_KEYS: TEST_DATA_KEYS };
    const services = await createServices(readConfig(settings));
    await startBookSeals(services)();
    await services.database.close();

    const began = Date.now();
    const publishing = await startServer({ DATABASE_URL: database.url });
    closing.push(() => publishing.kill());
    const client = createClient(overHttp(() => publishing.origin));
    await client.login("customer@demo.test");
    const during = ask(client);
    const published = async (): Promise<LiabilitiesDocument | undefined> => {
      const answer = await client.get<LiabilitiesDocument>("/.well-known/liabilities.json");
      return answer.status === 200 ? answer.body : undefined;
    };
    await expect.poll(published, { timeout: 600_000, interval: 100 }).toBeDefined();
    const seconds = (Date.now() - began) / 1000;
    const meanwhile = await during.end();
    const atRest = await askTimes(AT_REST, client);
    const tree = (await published())?.trees.find(({ currency }) => currency === "AUD");
    // Each has 1.00 AUD and as many cents as its number, and the demo's customers have some more.
    const least = BigInt(CUSTOMERS) * 100n + (BigInt(CUSTOMERS) * (BigInt(CUSTOMERS) + 1n)) / 2n;
    expect(BigInt(tree?.total ?? "0")).toBeGreaterThanOrEqual(least);
    expect(tree?.leaves).toBeGreaterThanOrEqual(2 * CUSTOMERS);
    const memory = peakOf(publishing);
    expect(memory).toBeLessThan(MOST_MEMORY);
    await publishing.stop();

    const port = await freePort();
    const checking = await startServer({ DATABASE_URL: database.url, METRICS_PORT: String(port) });
    closing.push(() => checking.kill());
    const other = createClient(overHttp(() => checking.origin));
    await other.login("customer@demo.test");
    await askTimes(FIRST, other);
    const checked = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/^wattle_ledger_check_seconds (.*)$/m.exec(text)?.[1] ?? "0");
    };
    const isUnderWay = (await checked()) === 0;
    const asking = ask(other);
    await expect.poll(checked, { timeout: 600_000, interval: 100 }).toBeGreaterThan(0);
    const checkedMeanwhile = await asking.end();
    const afterwards = await askTimes(AT_REST, other);
    noteFigures(
      `${dialect}: ${CUSTOMERS} customers published ${seconds.toFixed(0)} s after a start, with ${memory.toFixed(0)} MiB at most; requests meanwhile: p99 ${meanwhile.p99().toFixed(0)} ms, slowest ${meanwhile.slowest().toFixed(0)} ms; else p99 ${atRest.p99().toFixed(0)} ms, slowest ${atRest.slowest().toFixed(0)} ms`,
    );
    noteFigures(
      `${dialect}: ledger of ${CUSTOMERS} entries checked in ${(await checked()).toFixed(1)} s; requests meanwhile: p99 ${checkedMeanwhile.p99().toFixed(0)} ms, slowest ${checkedMeanwhile.slowest().toFixed(0)} ms; afterwards p99 ${afterwards.p99().toFixed(0)} ms, slowest ${afterwards.slowest().toFixed(0)} ms`,
    );
    await checking.stop();
    if (!IS_TRIAL) return;
    expect(seconds).toBeLessThan(LONGEST.publishing);
    expect(meanwhile.p99() - atRest.p99()).toBeLessThan(SLOWER);
    expect(isUnderWay).toBe(true);
    expect(checkedMeanwhile.slowest()).toBeLessThan(LONGEST.request);
  });
});
