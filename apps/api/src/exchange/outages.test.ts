import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { HeldRate } from "@wattle/contracts/quotes";
import { openDatabase } from "@wattle/db/database";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { holdLock } from "@wattle/db/testing/hold-lock";
import { administer, startPostgres } from "@wattle/db/testing/postgres-server";
import { signalPostgres } from "@wattle/db/testing/signal-postgres";
import { attacks, IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { afterEach, describe, expect, inject, test } from "vitest";
import { createClient, type TestClient } from "../testing/client.ts";
import { cuttingProxy } from "../testing/cutting-proxy.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { enrich } from "../testing/enrich.ts";
import { payloadOf, postExchange, type ExchangePayload } from "../testing/exchanges.ts";
import { untilAnswered } from "../testing/persistent.ts";
import { Postman } from "../testing/postman.ts";
import { overHttp, startServer, type ServerProcess } from "../testing/server-process.ts";
import { smallDisk } from "../testing/small-disk.ts";

const OUTAGES = attacks({ few: 1, many: 10 });
const FROZEN_MILLISECONDS = IS_TRIAL ? 20_000 : 2_000;
const LOCKED_MILLISECONDS = IS_TRIAL ? 20_000 : 7_000;
const AT_ONCE = 6;
/** Between two exchanges of a client, so that what starts or recovers next to it need not wait for it. */
const PAUSE_MILLISECONDS = IS_TRIAL ? 0 : 50;
/** Exchanges between two outages. */
const BETWEEN = 20;
/** Milliseconds within which awaited conditions come, on any machine. */
const PATIENCE = { timeout: 120_000, interval: 20 };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Attempt {
  readonly client: TestClient;
  readonly key: string;
  readonly payload: ExchangePayload;
  /** The answer's text; undefined while no one knows whether the exchange was executed. */
  acknowledged?: string;
}

/** Exchanges while something else happens. */
class Load {
  readonly attempts: Attempt[] = [];
  /** How often something was refused, by status and code; `lost` if there was no answer. */
  readonly refused = new Map<string, number>();
  acknowledged = 0;
  #isOver = false;
  readonly #working: Promise<unknown>;

  constructor(clients: readonly TestClient[]) {
    const worker = async (index: number): Promise<void> => {
      const client = clients[index % clients.length];
      while (client !== undefined && !this.#isOver) {
        await this.#exchange(client);
        await wait(PAUSE_MILLISECONDS);
      }
    };
    this.#working = Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)));
  }

  async #exchange(client: TestClient): Promise<void> {
    try {
      const held = await client.post<HeldRate>("/api/get-rate", {
        credit_currency: "BTC",
        debit_currency: "AUD",
        credit: 1,
      });
      if (held.status !== 200) return this.#refuse(held);
      const payload = payloadOf(held.body, held.body.min);
      const attempt: Attempt = { client, key: `outage-${this.attempts.length}`, payload };
      this.attempts.push(attempt);
      const answer = await postExchange(client, payload, attempt.key);
      if (answer.status !== 201) return this.#refuse(answer);
      attempt.acknowledged = answer.text;
      this.acknowledged += 1;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#count("lost");
    }
  }

  #refuse({ status, body }: { readonly status: number; readonly body: unknown }): void {
    this.#count(`${status} ${(body as ErrorBody).code}`);
  }

  #count(what: string): void {
    this.refused.set(what, (this.refused.get(what) ?? 0) + 1);
  }

  /** Resolves once so many more were acknowledged. */
  more(exchanges: number): Promise<void> {
    const target = this.acknowledged + exchanges;
    return expect.poll(() => this.acknowledged, PATIENCE).toBeGreaterThanOrEqual(target);
  }

  /** Resolves once something more was refused. */
  moreRefused(): Promise<void> {
    const count = (): number => [...this.refused.values()].reduce((sum, each) => sum + each, 0);
    const before = count();
    return expect.poll(count, PATIENCE).toBeGreaterThan(before);
  }

  end(): Promise<unknown> {
    this.#isOver = true;
    return this.#working;
  }
}

interface Outage {
  /** Address of the database, for a look from outside. */
  readonly url: string;
  readonly servers: readonly ServerProcess[];
  /** Happens amid exchanges, and is over when it resolves. */
  readonly happens: (load: Load) => Promise<void>;
  /** Statuses that may be answered meanwhile. */
  readonly refusals: readonly string[];
  /** Whether each client's requests go now to the one and now to the other of two servers. */
  readonly areMixed?: boolean;
}

const AWAY = "503 service_unavailable";

/** One server on a database. */
async function serverOn(url: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await startServer({ DATABASE_URL: url, ...env });
  closing.push(() => server.kill());
  return server;
}

const underTest = (name: string): string => path.join(inject("databaseDirectory"), `outages-${name}`);

/**
 * Which of two servers is asked for the nth time: by the sequence of Thue and Morse, since clients that ask in turn would keep in step
 * with any that repeats itself, and then execute each rate where they held it.
 */
const turnOf = (asked: number): number => asked.toString(2).replaceAll("0", "").length % 2;

/** An outage amid exchanges, again and again; then nothing that was acknowledged is missing, and nothing is double. */
async function attack(
  name: string,
  { url, servers, happens, refusals, areMixed = false }: Outage,
): Promise<void> {
  const database = await openDatabase(url);
  await enrich(database, "customer@demo.test");
  const exchanges = async (): Promise<Set<string>> =>
    new Set(
      (
        await database.read
          .selectFrom("transactions")
          .select("id")
          .where("transaction_type", "=", "exchange")
          .execute()
      ).map(({ id }) => id),
    );
  let asked = 0;
  const clients = await Promise.all(
    servers.map(async (server) => {
      const next = (): ServerProcess => (areMixed ? servers[turnOf(asked++)] : undefined) ?? server;
      const client = createClient(overHttp(() => next().origin));
      await client.login("customer@demo.test");
      return client;
    }),
  );
  const before = await exchanges();
  const load = new Load(clients);
  for (let outage = 0; outage < OUTAGES; outage += 1) {
    await load.more(BETWEEN);
    await happens(load);
    // By itself: no one restarts a server.
    await load.more(BETWEEN);
  }
  await load.end();

  const ids = new Set<string>();
  for (const { client, key, payload, acknowledged } of load.attempts) {
    const again = await untilAnswered(() => postExchange(client, payload, key));
    if (acknowledged !== undefined) expect(again.text).toBe(acknowledged);
    if (again.status === 201) ids.add(again.body.data.id);
  }
  expect((await exchanges()).difference(before)).toEqual(ids);
  expect((await checkLedger(database.read)).mismatches).toEqual([]);
  expect([...load.refused.keys()].filter((refusal) => !refusals.includes(refusal))).toEqual([]);
  await database.close();
  const refused = [...load.refused].map(([what, times]) => `${times} × ${what}`).join(", ");
  noteFigures(
    `${name}: ${OUTAGES} outages amid ${load.acknowledged} acknowledged exchanges; none lost, none doubled; refused meanwhile: ${refused || "nothing"}`,
  );
}

async function fillSqlite(): Promise<Outage> {
  const disk = smallDisk(48);
  if (disk === undefined) throw new Error("no disk could be mounted");
  closing.push(() => disk.close());
  const url = `sqlite:${path.join(disk.folder, "wattle.db")}`;
  const server = await serverOn(url);
  return {
    url,
    servers: [server],
    refusals: [AWAY],
    happens: async (load) => {
      disk.fill();
      await load.moreRefused();
      disk.empty();
    },
  };
}

/** A PostgreSQL server that may end and begin again behind one address. */
async function startRevivable(folder: string) {
  let server = await startPostgres(folder, { isKept: true });
  // It deletes the file at its end.
  const hasEnded = (): boolean => !existsSync(path.join(folder, "postmaster.pid"));
  const proxy = await cuttingProxy(Number(new URL(server.url).port), 1);
  const url = new URL(server.url);
  url.port = String(proxy.port);
  const stop = async (): Promise<void> => {
    if (!hasEnded()) await server.stop();
  };
  closing.push(stop, () => proxy.close());
  return {
    url: url.href,
    hasEnded,
    stop,
    start: async () => {
      server = await startPostgres(folder, { isCopy: true, isKept: true });
      proxy.target = Number(new URL(server.url).port);
    },
    answers: () =>
      administer(server.url, "select 1").then(
        () => true,
        () => false,
      ),
  };
}

async function fillPostgres(): Promise<Outage> {
  const disk = smallDisk(400);
  if (disk === undefined) throw new Error("no disk could be mounted");
  closing.push(() => disk.close());
  const postgres = await startRevivable(path.join(disk.folder, "data"));
  const server = await serverOn(postgres.url);
  return {
    url: postgres.url,
    servers: [server],
    refusals: [AWAY],
    happens: async (load) => {
      disk.fill();
      await load.moreRefused();
      disk.empty();
      // Without room for its log PostgreSQL ends, and what watches over it starts it again.
      await expect.poll(async () => postgres.hasEnded() || (await postgres.answers()), PATIENCE).toBe(true);
      if (postgres.hasEnded()) await postgres.start();
    },
  };
}

async function lockFile(): Promise<Outage> {
  const database = await demoDatabase("sqlite");
  closing.push(() => database.close());
  const server = await serverOn(database.url);
  return {
    url: database.url,
    servers: [server],
    refusals: [AWAY],
    happens: async () => {
      const release = await holdLock(database.url);
      await wait(LOCKED_MILLISECONDS);
      await release();
    },
  };
}

async function restartPostgres(): Promise<Outage> {
  const postgres = await startRevivable(underTest("restarted"));
  const server = await serverOn(postgres.url);
  return {
    url: postgres.url,
    servers: [server],
    refusals: [AWAY],
    happens: async (load) => {
      await postgres.stop();
      await load.moreRefused();
      await postgres.start();
    },
  };
}

/** PostgreSQL stops as if its machine did, with connections open and statements under way, and goes on later. */
async function freezePostgres(): Promise<Outage> {
  const folder = underTest("frozen");
  const postgres = await startPostgres(folder);
  closing.push(
    () => postgres.stop(),
    // It could not end otherwise.
    () => signalPostgres(folder, "SIGCONT"),
  );
  const server = await serverOn(postgres.url);
  return {
    url: postgres.url,
    servers: [server],
    refusals: [AWAY],
    happens: async (load) => {
      signalPostgres(folder, "SIGSTOP");
      try {
        const before = load.acknowledged;
        await load.moreRefused();
        if (IS_TRIAL) await wait(FROZEN_MILLISECONDS);
        // No more than what was under way: nothing is answered as done without the database.
        expect(load.acknowledged - before).toBeLessThanOrEqual(AT_ONCE);
      } finally {
        signalPostgres(folder, "SIGCONT");
      }
    },
  };
}

/** One of two processes stops as if its machine did, and goes on later. */
async function freeze(): Promise<Outage> {
  const database = await demoDatabase("postgres");
  closing.push(() => database.close());
  const frozen = await serverOn(database.url);
  const other = await serverOn(database.url);
  return {
    url: database.url,
    servers: [frozen, other],
    // Requests that waited for longer than a statement may; and those that were half sent when the process froze, which
    // Node then takes for a client that sends too slowly and cuts off, before any of it is done.
    refusals: [AWAY, "408 bad_request", "lost"],
    happens: async (load) => {
      process.kill(frozen.pid, "SIGSTOP");
      await load.more(1);
      await wait(FROZEN_MILLISECONDS);
      process.kill(frozen.pid, "SIGCONT");
    },
  };
}

const FAKETIME = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

/** The clock of one of two processes is set forward, then back, then right. */
async function moveClock(): Promise<Outage> {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-clock-"));
  closing.push(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "clock");
  let moves = 0;
  const set = (offset: string): void => {
    writeFileSync(file, `${offset}\n`);
    // The library reads the file again once its time has changed, in whole seconds.
    moves += 2;
    utimesSync(file, moves, moves);
  };
  set("+0");
  const database = await demoDatabase("postgres");
  closing.push(() => database.close());
  const moved = await serverOn(database.url, {
    LD_PRELOAD: FAKETIME ?? "",
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  });
  const right = await serverOn(database.url);
  return {
    url: database.url,
    servers: [moved, right],
    // Rates that were held under another time; by one set forward the price is two minutes old until the next has come.
    refusals: ["422 quote_expired", "422 quote_invalid", "503 rate_unavailable"],
    areMixed: true,
    happens: async (load) => {
      for (const offset of ["+120", "-120", "+0"]) {
        set(offset);
        await (offset === "+0" ? load.more(BETWEEN) : load.moreRefused());
      }
    },
  };
}

describe("outages amid exchanges: nothing acknowledged is missing, nothing is doubled, and everything recovers on its own", () => {
  const canMount = ((): boolean => {
    const disk = smallDisk(1);
    disk?.close();
    return disk !== undefined;
  })();

  test.runIf(canMount).each([
    ["full disk of SQLite", fillSqlite],
    ["full disk of PostgreSQL", fillPostgres],
  ])("%s", async (name, start) => attack(name, await start()));

  test.each([
    ["locked SQLite file", lockFile],
    ["restart of PostgreSQL", restartPostgres],
    ["frozen process", freeze],
    ["frozen PostgreSQL", freezePostgres],
  ])("%s", async (name, start) => attack(name, await start()));

  test.skipIf(FAKETIME === undefined)("clock that is moved by ±120 s", async () =>
    attack("clock ±120 s", await moveClock()),
  );

  test.skipIf(canMount && FAKETIME !== undefined)("what could not be tried is said", () => {
    if (!canMount) noteFigures("full disk: not tried, no disk could be mounted");
    if (FAKETIME === undefined) noteFigures("clock: not tried, libfaketime is not installed");
  });

  test("mail server that is away: nothing fails, and each mail arrives later, once", async () => {
    const postman = new Postman();
    await postman.open();
    closing.push(() => postman.close());
    const database = await demoDatabase("postgres");
    closing.push(() => database.close());
    const env = { MAIL_URL: `smtp://127.0.0.1:${postman.port}` };
    const servers = [await serverOn(database.url, env), await serverOn(database.url, env)];
    const clients = servers.map((server) => createClient(overHttp(() => server.origin)));
    for (let outage = 0; outage < OUTAGES; outage += 1) {
      await postman.close();
      const asked = ["customer@demo.test", "partner@demo.test", "nigeria@demo.test"];
      for (const [index, email] of asked.entries()) {
        expect((await clients[index % 2]?.post("/forgot-password", { email }))?.status).toBe(200);
      }
      const unsent = async () =>
        (await database.read.selectFrom("outbox").selectAll().where("attempts", ">", 0n).execute()).length;
      await expect.poll(unsent, PATIENCE).toBeGreaterThanOrEqual(asked.length);
      const before = postman.received.length;
      await postman.open(postman.port);
      // The demo's own mails arrive as well.
      const arrived = () =>
        postman.received
          .slice(before)
          .flatMap(({ to }) => to)
          .filter((address) => asked.includes(address));
      await expect.poll(() => arrived().length, PATIENCE).toBeGreaterThanOrEqual(asked.length);
      expect(arrived()).toHaveLength(asked.length);
      expect(new Set(arrived())).toEqual(new Set(asked));
      await database.write((tx) => tx.deleteFrom("outbox").execute());
      // An hour goes by: an address is sent few links in one.
      await database.write((tx) => tx.deleteFrom("limit_tries").execute());
    }
    noteFigures(`mail server away ${OUTAGES} times: each mail arrived later, once`);
  });
});
