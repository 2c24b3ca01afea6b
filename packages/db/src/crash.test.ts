import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balancesOf } from "./balances.ts";
import { openDatabase } from "./database.ts";
import { checkLedger } from "./ledger/trial-balance.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { addCustomers, seedCurrencies } from "./testing/fixtures.ts";

const WRITER = new URL("./testing/crash-writer.ts", import.meta.url).pathname;
const ROUNDS = 3;
const BTC = 100_000_000n;

/**
 * Lets a process execute exchanges and kills it after `count` were acknowledged; the ids of all that were.
 */
async function killAfter(count: number, url: string, run: string): Promise<string[]> {
  const writer = spawn(process.execPath, [WRITER, url, run], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: string[] = [];
  const exited = once(writer, "exit");
  for await (const id of createInterface({ input: writer.stdout })) {
    acknowledged.push(id);
    if (acknowledged.length === count) writer.kill("SIGKILL");
  }
  await exited;
  return acknowledged;
}

describe.each(DIALECTS)("a process killed in the middle of exchanges on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna"], { BTC });
    });
  });
  afterAll(() => database.close());

  test("loses nothing it acknowledged and leaves the books balanced", async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      acknowledged.push(...(await killAfter(40 + 30 * round, database.url, `round-${round}`)));
    }
    const reopened = await openDatabase(database.url);
    const kept = async (): Promise<Set<string>> =>
      new Set((await reopened.read.selectFrom("transactions").select("id").execute()).map(({ id }) => id));
    expect(acknowledged.length).toBeGreaterThanOrEqual(40 + 70 + 100);
    const found = await kept();
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    expect((await checkLedger(reopened.read)).mismatches).toEqual([]);
    // A server may still be finishing a commit whose client is gone, so the two reads are taken until they
    // meet.
    await expect
      .poll(async () => {
        const paid = BTC - ((await balancesOf(reopened.read, "anna")).get("BTC") ?? 0n);
        return paid - 10n * BigInt((await kept()).size);
      })
      .toBe(0n);
    await reopened.close();
  });
});
