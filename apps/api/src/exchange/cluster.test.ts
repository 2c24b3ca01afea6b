import type { ErrorBody } from "@wattle/contracts/errors";
import type { Database } from "@wattle/db/database";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import type { FreshDatabase } from "@wattle/db/testing/databases";
import { freePort } from "@wattle/db/testing/postgres-server";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type TestClient } from "../testing/client.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { enrich } from "../testing/enrich.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { HAPROXY, startHaproxy, type Balancer } from "../testing/haproxy.ts";
import { executeOnce, untilAnswered, type Executed } from "../testing/persistent.ts";
import { overHttp, startServer, type ServerProcess } from "../testing/server-process.ts";

const KILLS = attacks({ few: 2, many: 100 });
const ROLLS = attacks({ few: 1, many: 20 });
const STORMS = attacks({ few: 2, many: 100 });
const PROCESSES = [0, 1, 2] as const;
const CUSTOMERS = ["customer@demo.test", "nigeria@demo.test"];
const AT_ONCE = 12;
/** A kill falls after so many more exchanges at most, and so many are made before the killed process is back. */
const [LATEST_KILL, WITHOUT] = [40, 20];

const one = <T>(among: readonly T[]): T => among[Math.floor(Math.random() * among.length)] as T;

test.skipIf(HAPROXY !== undefined)("HAProxy is not installed: three processes were not tried", () => {
  noteFigures("nothing was tried: HAProxy is not installed");
});

describe.skipIf(HAPROXY === undefined)("three processes over one PostgreSQL behind HAProxy", () => {
  let database: FreshDatabase;
  let ports: readonly number[];
  let nodes: ServerProcess[];
  let balancer: Balancer;
  let clients: readonly TestClient[];
  /** Asks another process each time, without the balancer. */
  let aside: TestClient;

  const start = (node: number): Promise<ServerProcess> =>
    startServer({ DATABASE_URL: database.url, PORT: String(ports[node]), TRUST_PROXY: "1", STOP_DELAY: "" });

  beforeAll(async () => {
    database = await demoDatabase("postgres");
    ports = await Promise.all(PROCESSES.map(freePort));
    nodes = [await start(0)];
    nodes.push(...(await Promise.all([start(1), start(2)])));
    balancer = await startHaproxy(ports);
    await balancer.untilServing(3);
    for (const email of CUSTOMERS) await enrich(database, email);
    clients = await Promise.all(
      CUSTOMERS.map(async (email) => {
        const client = createClient(overHttp(() => balancer.origin));
        await client.login(email);
        return client;
      }),
    );
    let asked = 0;
    aside = createClient(overHttp(() => nodes[asked++ % 3]?.origin ?? ""));
    await aside.login("customer@demo.test");
  });
  afterAll(async () => {
    await balancer.stop();
    await Promise.all(nodes.map((node) => node.kill()));
    await database.close();
  });

  test(`${STORMS} storms: a quote that is sent to all three at once is one exchange`, async () => {
    for (let storm = 0; storm < STORMS; storm += 1) {
      const [before, payload] = [await exchangesIn(database), payloadOf(await holdRate(aside), "0.001")];
      const loose = await Promise.all(Array.from({ length: 30 }, () => postExchange(aside, payload)));
      expect(loose.filter(({ status }) => status === 201)).toHaveLength(1);
      const refusals = loose.filter(({ status }) => status !== 201);
      expect(new Set(refusals.map(({ body }) => (body as unknown as ErrorBody).code))).toEqual(
        new Set(["quote_used"]),
      );
      const keyed = payloadOf(await holdRate(aside), "0.001");
      const same = await Promise.all(
        Array.from({ length: 30 }, () => postExchange(aside, keyed, `storm-${storm}`)),
      );
      expect(new Set(same.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect((await exchangesIn(database)).size - before.size).toBe(2);
    }
    noteFigures(`2 × ${STORMS} storms of 30 submits of one quote to all three; each executed once`);
  });

  test(`${KILLS} times one of them is killed amid exchanges: none is lost, none doubled`, async () => {
    const before = await exchangesIn(database);
    const acknowledged: Executed[] = [];
    let isOver = false;
    const worker = async (index: number): Promise<void> => {
      for (let number = 0; !isOver; number += 1) {
        acknowledged.push(await executeOnce(one(clients), `kill-${index}-${number}`));
      }
    };
    const working = Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)));
    const more = (exchanges: number): Promise<void> => {
      const target = acknowledged.length + exchanges;
      return expect
        .poll(() => acknowledged.length, { timeout: 60_000, interval: 5 })
        .toBeGreaterThanOrEqual(target);
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await more(1 + Math.floor(Math.random() * LATEST_KILL));
      const node = kill % 3;
      await nodes[node]?.kill();
      await more(WITHOUT);
      nodes[node] = await start(node);
      await balancer.untilServing(3);
    }
    isOver = true;
    await working;

    const made = (await exchangesIn(database)).difference(before);
    expect(made).toEqual(new Set(acknowledged.map(({ id }) => id)));
    expect(made.size).toBe(acknowledged.length);
    // Whichever process is asked again gives the first answer.
    await repeatAll(acknowledged.slice(-200));
    expect((await exchangesIn(database)).size).toBe(before.size + made.size);
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    noteFigures(`${KILLS} kills amid ${acknowledged.length} exchanges; none lost, none doubled`);
  });

  /** Sends executed exchanges again, by the clients that made them, to any process. */
  async function repeatAll(executed: readonly Executed[]): Promise<void> {
    for (const { key, payload, text } of executed) {
      const answers = await Promise.all(
        clients.map((client) => untilAnswered(() => postExchange(client, payload, key))),
      );
      expect(answers.filter((answer) => answer.status === 201).map((answer) => answer.text)).toEqual([text]);
    }
  }

  test(`${ROLLS} rolling restarts under load: no request fails`, async () => {
    const failed: string[] = [];
    let requests = 0;
    let isOver = false;
    const ask = async (
      what: string,
      expected: number,
      call: () => Promise<{ status: number; text: string }>,
    ) => {
      requests += 1;
      try {
        const { status, text } = await call();
        if (status !== expected) failed.push(`${what}: ${status} ${text.slice(0, 200)}`);
      } catch (error) {
        failed.push(`${what}: ${String(error)}`);
      }
    };
    const worker = async (index: number): Promise<void> => {
      const client = clients[index % clients.length];
      for (let number = 0; client !== undefined && !isOver; number += 1) {
        const payload = payloadOf(await holdRate(client), "0.001");
        await ask("exchange", 201, () => postExchange(client, payload, `roll-${index}-${number}`));
        await ask("balance", 200, () => client.get("/api/users/balance"));
        await ask("page", 200, () => client.get("/api/currencies"));
      }
    };
    const before = await exchangesIn(database);
    const working = Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)));
    for (let roll = 0; roll < ROLLS; roll += 1) {
      for (const node of PROCESSES) {
        expect(await nodes[node]?.stop()).toBe(0);
        nodes[node] = await start(node);
        await balancer.untilServing(3);
      }
    }
    isOver = true;
    await working;
    expect(failed).toEqual([]);
    expect(requests).toBeGreaterThan(ROLLS * 30);
    expect((await exchangesIn(database)).size - before.size).toBe(requests / 3);
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    noteFigures(`${ROLLS} rolling restarts of three amid ${requests} requests; none failed`);
  });
});

/** The identifiers of all exchanges there are. */
async function exchangesIn({ read }: Pick<Database, "read">): Promise<Set<string>> {
  const rows = await read
    .selectFrom("transactions")
    .select("id")
    .where("transaction_type", "=", "exchange")
    .execute();
  return new Set(rows.map(({ id }) => id));
}
