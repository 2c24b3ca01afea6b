import path from "node:path";
import { openDatabase } from "@wattle/db/database";
import { administer } from "@wattle/db/testing/postgres-server";
import { signalPostgres } from "@wattle/db/testing/signal-postgres";
import { startServerPair } from "@wattle/db/testing/standby-server";
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
  run += 1;
  const { primary, standby, primaryFolder } = await startServerPair(
    path.join(inject("databaseDirectory"), `failover-${run}`),
    {
      fill: async (url) => {
        await (await startServer({ DATABASE_URL: url })).stop();
      },
      settings: ["synchronous_standby_names=*"],
    },
  );
  return { primary, standby, crash: () => signalPostgres(primaryFolder, "SIGKILL") };
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
