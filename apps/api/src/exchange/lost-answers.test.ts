import { checkLedger } from "@wattle/db/ledger/trial-balance";
import type { FreshDatabase } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { afterEach, expect, test } from "vitest";
import { createClient, type TestClient } from "../testing/client.ts";
import { cuttingProxy, type CuttingProxy, type Watch } from "../testing/cutting-proxy.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { enrich } from "../testing/enrich.ts";
import { balanceOf } from "../testing/exchanges.ts";
import { exchangeOnce, untilAnswered } from "../testing/persistent.ts";
import { overHttp, startServer } from "../testing/server-process.ts";

const EXCHANGES = attacks({ few: 120, many: 5000 });
const AT_ONCE = 8;
const CUSTOMER = "customer@demo.test";

const units = (text: string | undefined): bigint => BigInt((text ?? "0").replace(".", ""));

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Lossy {
  readonly database: FreshDatabase;
  readonly proxy: CuttingProxy;
  readonly client: TestClient;
}

/** An exchange over HTTP: its headers and its JSON, and the answer that it was made. */
const overHttpLine: Watch = () => {
  let isExchange = false;
  return (piece, isAnswer) => {
    if (!isAnswer) {
      if (/^[A-Z]+ \//.test(piece)) isExchange = piece.startsWith("POST /api/users/transactions");
      return isExchange && piece.endsWith("}") ? "asked" : undefined;
    }
    return isExchange && piece.startsWith("HTTP/1.1 201") ? "answered" : undefined;
  };
};

/** The commit of an exchange, which is known by its idempotency key: as a prepared statement, and as what PostgreSQL says of it. */
const commitLine: Watch = () => {
  let isExchange = false;
  let isCommitting = false;
  return (piece, isAnswer) => {
    if (isAnswer) {
      if (!isCommitting || !piece.includes("COMMIT\0")) return undefined;
      [isExchange, isCommitting] = [false, false];
      return "answered";
    }
    isExchange ||= piece.includes("lost-");
    isCommitting = isExchange && piece.includes("\0commit\0");
    return isCommitting ? "asked" : undefined;
  };
};

/** A server with a lossy line between it and its customers. */
async function lossyCustomers(): Promise<Lossy> {
  const database = await demoDatabase("sqlite");
  const server = await startServer({ DATABASE_URL: database.url });
  const proxy = await cuttingProxy(Number(new URL(server.origin).port), 10, overHttpLine);
  closing.push(
    () => database.close(),
    () => server.kill(),
    () => proxy.close(),
  );
  return { database, proxy, client: createClient(overHttp(() => `http://127.0.0.1:${proxy.port}`)) };
}

/** A server with a lossy line between it and PostgreSQL. */
async function lossyDatabase(): Promise<Lossy> {
  const database = await demoDatabase("postgres");
  const url = new URL(database.url);
  const proxy = await cuttingProxy(Number(url.port), 40, commitLine);
  url.port = String(proxy.port);
  const server = await startServer({ DATABASE_URL: url.href });
  closing.push(
    () => database.close(),
    () => proxy.close(),
    () => server.kill(),
  );
  return { database, proxy, client: createClient(overHttp(() => server.origin)) };
}

test.each([
  ["between customers and server", lossyCustomers],
  ["between server and PostgreSQL", lossyDatabase],
])(
  "connections are cut %s, before, during and after the commit: each exchange is made once",
  async (where, start) => {
    const { database, proxy, client } = await start();
    await enrich(database, CUSTOMER);
    await client.login(CUSTOMER);
    const before = await balanceOf(client);
    const rows = async () =>
      database.read
        .selectFrom("transactions")
        .select(["id", "credit", "debit"])
        .where("transaction_type", "=", "exchange")
        .execute();
    const known = new Set((await rows()).map(({ id }) => id));

    proxy.cutting = true;
    const answered: string[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < EXCHANGES) answered.push(await exchangeOnce(client, `lost-${next++}`));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    proxy.cutting = false;

    const made = (await rows()).filter(({ id }) => !known.has(id));
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set(answered));
    expect(made).toHaveLength(EXCHANGES);
    const after = await untilAnswered(async () => ({ status: 200, balance: await balanceOf(client) }));
    expect(units(before["BTC"]) - units(after.balance["BTC"])).toBe(
      made.reduce((sum, { credit }) => sum + credit, 0n),
    );
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    // Were nothing lost, the test would prove nothing.
    expect(proxy.cuts()).toBeGreaterThan(EXCHANGES / 20);
    const { before: early, during, after: late } = proxy.moments;
    expect({ early, during, late, isEach: Math.min(early, during, late) > 0 }).toMatchObject({
      isEach: true,
    });
    noteFigures(
      `${where}: ${proxy.cuts()} connections cut amid ${EXCHANGES} exchanges, of exchanges ${early} before, ${during} during and ${late} after the commit; none lost, none doubled`,
    );
  },
);
