import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { openDatabase } from "@wattle/db/database";
import { administer, startPostgres } from "@wattle/db/testing/postgres-server";
import { signalPostgres } from "@wattle/db/testing/signal-postgres";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { expect, inject, test } from "vitest";
import { createClient } from "../testing/client.ts";
import { cuttingProxy } from "../testing/cutting-proxy.ts";
import { expectKept } from "../testing/expect-kept.ts";
import { exchangeOnce } from "../testing/persistent.ts";
import { overHttp, startServer } from "../testing/server-process.ts";

const FAILOVERS = attacks({ few: 1, many: 20 });
const BEFORE = 60;
const EXCHANGES = 120;
const AT_ONCE = 8;

const portOf = (url: string): number => Number(new URL(url).port);

function at(url: string, port: number): string {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
}

let run = 0;
/** A seeded primary, and a standby without which it acknowledges no commit. */
async function startPair() {
  const [first, second] = [1, 2].map((n) => path.join(inject("databaseDirectory"), `failover-${run}-${n}`));
  run += 1;
  if (first === undefined || second === undefined) throw new Error("no folders");
  const empty = await startPostgres(first, { isKept: true });
  await (await startServer({ DATABASE_URL: empty.url })).stop();
  await empty.stop();
  // With their owner, who is not root.
  execFileSync("cp", ["-a", first, second]);
  writeFileSync(path.join(second, "standby.signal"), "");
  const primary = await startPostgres(first, {
    isCopy: true,
    settings: ["synchronous_standby_names=*"],
  });
  const follows = `primary_conninfo=host=127.0.0.1 port=${portOf(primary.url)} user=postgres password=test`;
  const standby = await startPostgres(second, {
    isCopy: true,
    isStandby: true,
    settings: [follows],
  });
  return { primary, standby, crash: () => signalPostgres(first, "SIGKILL") };
}

test(
  "the primary dies amid exchanges and its synchronous standby takes over: nothing acknowledged is missing",
  { repeats: FAILOVERS - 1 },
  async () => {
    const { primary, standby, crash } = await startPair();
    const proxy = await cuttingProxy(portOf(primary.url), 1);
    const server = await startServer({ DATABASE_URL: at(primary.url, proxy.port) });
    const client = createClient(overHttp(() => server.origin));
    await client.login("customer@demo.test");

    const answered: string[] = [];
    let next = 0;
    let over: Promise<unknown> | undefined;
    const failOver = async (): Promise<void> => {
      crash();
      proxy.target = portOf(standby.url);
      await administer(standby.url, "select pg_promote()");
    };
    const worker = async (): Promise<void> => {
      while (next < EXCHANGES) {
        answered.push(await exchangeOnce(client, `failover-${next++}`));
        if (answered.length >= BEFORE) over ??= failOver();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await over;
    await server.stop();

    const survivor = await openDatabase(standby.url);
    expect(answered).toHaveLength(EXCHANGES);
    await expectKept(survivor.read, { ids: answered, keys: "failover-" });
    await survivor.close();
    await proxy.close();
    await standby.stop();
    noteFigures(`one failover amid ${EXCHANGES} exchanges; none lost, none doubled`);
  },
);
