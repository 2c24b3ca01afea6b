import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "@wattle/db/database";
import { migrate } from "@wattle/db/migrations/migrate";
import { copyRows } from "@wattle/db/testing/copy-rows";
import { administer } from "@wattle/db/testing/postgres-server";
import { attacks, IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoDatabase } from "../testing/demo-database.ts";
import { enrich } from "../testing/enrich.ts";
import { expectKept } from "../testing/expect-kept.ts";
import { archiveLog, BaseBackup } from "../testing/patroni/archive-restore.ts";

import { DirectWriters } from "../testing/patroni/direct-writers.ts";
import { MoneyLoad } from "../testing/patroni/money-load.ts";
import { startCluster, type ClusterNode, type PatroniCluster } from "../testing/patroni/patroni-cluster.ts";
import { CLUSTER_PROGRAMS, MISSING_PROGRAM } from "../testing/patroni/programs.ts";
import { startServer, type ServerProcess } from "../testing/server-process.ts";

const LOSSES = attacks({ few: 1, many: 20 });
/** Writes are back after this; only a trial reads a watch, on a machine that does nothing else. */
const BACK_MILLISECONDS = 30_000;
/** After this, a leader's lock in etcd is over: `ttl` of patroni.yml and some more. */
const LOCK_MILLISECONDS = 25_000;
/** A clock that goes back so far lets Patroni sleep for longer than its lock lasts. */
const JUMP_SECONDS = 30;
/** Transactions between two losses. */
const BETWEEN = 20;
const PATIENCE = { timeout: 120_000, interval: 200 };

interface Loss {
  readonly name: string;
  /** @returns whether it can happen on this machine */
  readonly lose: (leader: ClusterNode, cluster: PatroniCluster) => boolean | Promise<boolean>;
  /** Whether another node leads before it is repaired. */
  readonly isReplaced: boolean;
}

/** Cuts the leader off from as many of the others. @returns whether the network can be cut */
function cutOff({ nodes, network }: PatroniCluster, leader: ClusterNode, others: number): boolean {
  const place = nodes.indexOf(leader);
  for (const other of [0, 1, 2].filter((each) => each !== place).slice(0, others))
    network.cut?.(place, other);
  return network.cut !== undefined;
}

/** Fills the cluster as soon as it has a leader. Commits wait for no standby: those are copied meanwhile. */
async function seed({ writer, untilLed }: PatroniCluster): Promise<void> {
  // A test server fills one sooner, also while the cluster starts.
  const [demo] = await Promise.all([demoDatabase("postgres"), untilLed()]);
  const url = `${writer}?options=${encodeURIComponent("-c synchronous_commit=local")}`;
  const database = await openDatabase(url);
  await migrate(database);
  await copyRows(demo.url, url);
  await enrich(database, "nigeria@demo.test");
  await Promise.all([database.close(), demo.close()]);
}

/** A write that goes past the proxy. */
const probe = (url: string) => administer(url, "insert into write_probes values ('past the proxy', 0)");

/** After an accident the archive of the log has all that was answered before it, through every loss. */
async function expectRestored(
  base: BaseBackup,
  { writer, archive }: PatroniCluster,
  ids: readonly string[],
): Promise<void> {
  await administer(writer, "select pg_create_restore_point('before the accident')");
  await administer(writer, "drop table direct_writes");
  await archiveLog(writer);
  const url = await base.restoreUntil("before the accident", archive);
  const restored = await openDatabase(url);
  await expectKept(restored.read, { ids, keys: "loss-" });
  await restored.close();
  const { rows } = await administer(url, "select 1 from direct_writes limit 1");
  expect(rows).toHaveLength(1);
  await base.close();
  noteFigures("a base backup from before the losses and the archive have the moment before an accident");
}

const LOSS: readonly Loss[] = [
  {
    name: "PostgreSQL is killed",
    lose: (leader) => (leader.signalPostgres("SIGKILL"), true),
    isReplaced: false,
  },
  { name: "the disk was full", lose: (leader) => leader.fillDisk(), isReplaced: false },
  {
    // The leader goes on as long as it reaches both others.
    name: "etcd loses its quorum",
    lose: async (leader, { nodes }) => {
      for (const node of nodes) if (node !== leader) node.endEtcd();
      await wait(LOCK_MILLISECONDS);
      return true;
    },
    isReplaced: false,
  },
  {
    name: "the network between the leader and another is cut",
    lose: (leader, cluster) => cutOff(cluster, leader, 1),
    isReplaced: false,
  },
  {
    name: "the network between the leader and both others is cut",
    lose: (leader, cluster) => cutOff(cluster, leader, 2),
    isReplaced: true,
  },
  { name: "the machine dies", lose: (leader) => (leader.signal("SIGKILL"), true), isReplaced: true },
  { name: "Patroni is killed", lose: (leader) => (leader.signalPatroni("SIGKILL"), true), isReplaced: true },
  { name: "the machine freezes", lose: (leader) => (leader.signal("SIGSTOP"), true), isReplaced: true },
  {
    name: "PostgreSQL freezes",
    lose: (leader) => (leader.signalPostgres("SIGSTOP"), true),
    isReplaced: true,
  },
  {
    // Once it is right again, Patroni sleeps until the time that it had been. Others see that it still leads, and wait.
    name: "Patroni's clock jumps ahead and back",
    lose: async (leader) => {
      await leader.moveClock(JUMP_SECONDS);
      await wait(LOCK_MILLISECONDS);
      return true;
    },
    isReplaced: false,
  },
];

test.skipIf(MISSING_PROGRAM === undefined)(`${MISSING_PROGRAM}: no cluster was tried`, () => {
  noteFigures(`nothing was tried: ${MISSING_PROGRAM}`);
});

describe.skipIf(CLUSTER_PROGRAMS === undefined)("a cluster of three with Patroni behind HAProxy", () => {
  let cluster: PatroniCluster;
  let server: ServerProcess;
  beforeAll(async () => {
    if (CLUSTER_PROGRAMS === undefined) return;
    cluster = await startCluster(CLUSTER_PROGRAMS);
    await seed(cluster);
    await cluster.untilWhole();
    server = await startServer({ DATABASE_URL: cluster.writer, APPROVAL_DAILY_LIMIT: "1000000000.00" });
  }, PATIENCE.timeout);
  afterAll(async () => {
    // A server that did not start leaves no cluster behind.
    await cluster.close();
    await server.kill();
  });

  test(
    `${LOSSES} times the leader is lost amid exchanges, deposits and payouts: nothing is lost, nothing doubled, and never do two lead`,
    async () => {
      const direct = await DirectWriters.open(
        cluster.writer,
        cluster.nodes.map(({ url }) => url),
      );
      const load = await MoneyLoad.start(server.origin);
      const base = IS_TRIAL ? BaseBackup.of(await cluster.untilWhole(), cluster.logs) : undefined;
      const late: string[] = [];
      for (let number = 0; number < LOSSES; number += 1) {
        const leader = await cluster.untilWhole();
        await load.more(BETWEEN);
        const { name, lose, isReplaced } = LOSS[number % LOSS.length] as Loss;
        const silenceSince = load.listen();
        if (!(await lose(leader, cluster))) {
          noteFigures(`not tried on this machine: ${name}`);
          continue;
        }
        if (isReplaced) await expect.poll(() => cluster.isLedByAnother(leader), PATIENCE).toBe(true);
        await load.more(BETWEEN);
        const silence = silenceSince();
        noteFigures(`${name}: writes again after ${(silence / 1000).toFixed(1)} s`);
        if (IS_TRIAL && silence > BACK_MILLISECONDS) late.push(name);
        cluster.repair();
      }
      await cluster.untilWhole();
      await load.end();
      const { writes, lost } = await direct.end(cluster.writer);
      const asked = await administer(cluster.readers, "select pg_is_in_recovery() as standby");
      expect(asked.rows).toEqual([{ standby: true }]);
      expect(writes).toBeGreaterThan(0);
      expect(lost).toEqual([]);
      const survivor = await openDatabase(cluster.writer);
      await expectKept(survivor.read, { ids: load.answered, keys: "loss-" });
      await survivor.close();
      if (base !== undefined) await expectRestored(base, cluster, load.answered);
      expect(readdirSync(cluster.archive).length).toBeGreaterThan(0);
      expect(late).toEqual([]);
      noteFigures(
        `${LOSSES} losses amid ${load.answered.length} exchanges, deposits and payouts, and ${writes} writes past the proxy; none lost, none doubled`,
      );
    },
    LOSSES * PATIENCE.timeout,
  );

  test.runIf(IS_TRIAL)(
    "one machine of three writes nothing and says so, and two do again",
    async () => {
      const leader = await cluster.untilWhole();
      const reasons = new Set<string>();
      const readiness = async (): Promise<number> => {
        const answer = await fetch(`${server.origin}/readyz`);
        const { reason } = (await answer.json()) as { reason?: string };
        if (reason !== undefined) reasons.add(reason);
        return answer.status;
      };
      for (const node of cluster.nodes) if (node !== leader) node.signal("SIGKILL");
      await expect.poll(() => leader.isLeading(), PATIENCE).toBe(false);
      await expect.poll(readiness, PATIENCE).toBe(503);
      await expect(probe(leader.url)).rejects.toThrow();
      cluster.repair();
      await expect.poll(readiness, PATIENCE).toBe(200);
      noteFigures(`one machine is left: /readyz says ${[...reasons].join(" or ")}`);
    },
    4 * PATIENCE.timeout,
  );
});
