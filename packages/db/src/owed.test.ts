import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sealBooks } from "./book-seals/seal-books.ts";
import { recordExchange } from "./exchange.ts";
import { exchangeRow } from "./history-rows.ts";
import { checkLedger, type LedgerMismatch } from "./ledger/trial-balance.ts";
import { advanceOwed, leapOwed, readOwed, sumOfBalances, wrongTotals } from "./owed.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { addCustomers, exchangeOf, seedCurrencies } from "./testing/fixtures.ts";
import { testSealKeys } from "./testing/seal-keys.ts";

const keys = testSealKeys();

/** An exchange that has been written and not committed; only PostgreSQL can have several. */
async function begin(
  database: FreshDatabase,
  id: string,
): Promise<(how: "commit" | "undo") => Promise<unknown>> {
  const written = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const running = database.write(async (tx) => {
    await recordExchange(tx, exchangeRow(exchangeOf(`anna-${id}`, id)));
    // Later statements are sent with it, so that the entry has its number.
    await tx.selectFrom("currencies").select("code").execute();
    written.resolve();
    await over.promise;
  });
  await written.promise;
  return (how) => {
    if (how === "commit") over.resolve();
    else over.reject(new Error("undone"));
    return running.catch((error: unknown) => error);
  };
}

describe.each(DIALECTS)("what customers own together, on %s,", (dialect) => {
  let database: FreshDatabase;
  let customers = 0;
  beforeEach(async () => {
    database = await freshDatabase(dialect);
    await database.write(seedCurrencies);
  });
  afterEach(() => database.close());

  /** Adds some more customers. @returns the names by which exchanges know them */
  async function more(count: number): Promise<string[]> {
    const names = Array.from({ length: count }, () => `n${customers++}`);
    await database.write((tx) =>
      addCustomers(
        tx,
        names.map((name) => `anna-${name}`),
        { AUD: 100_000n, BTC: 100_000_000n },
      ),
    );
    return names;
  }
  const isSumOfBalances = async (): Promise<void> => {
    expect(await readOwed(database.read)).toEqual(await sumOfBalances(database.read));
    expect(await wrongTotals(database.read)).toEqual([]);
  };

  test("is what their balances add up to, however entries commit, are sealed and taken in", async () => {
    const step = fc.constantFrom("exchange", "begin", "commit", "undo", "seal", "advance", "leap");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const under: ((how: "commit" | "undo") => Promise<unknown>)[] = [];
        const names = await more(steps.length);
        for (const [n, what] of steps.entries()) {
          const name = names[n] ?? "";
          const isAlone = dialect === "sqlite" && what === "begin";
          if (what === "exchange" || isAlone) await (await begin(database, name))("commit");
          else if (what === "begin" && under.length < 6) under.push(await begin(database, name));
          else if (what === "commit" || what === "undo") await under.shift()?.(what);
          else if (what === "seal") await sealBooks(database, keys, BigInt(n));
          else if (what === "advance") await advanceOwed(database);
          else if (what === "leap") await leapOwed(database);
          await isSumOfBalances();
        }
        for (const end of under) await end("commit");
        await isSumOfBalances();
      }),
      { numRuns: 10 },
    );
  });

  test.runIf(dialect === "postgres")(
    "counts an entry that is committed after later ones were taken in",
    async () => {
      const [late = "", early = ""] = await more(2);
      const end = await begin(database, late);
      await (
        await begin(database, early)
      )("commit");
      await sealBooks(database, keys, 1n);
      await advanceOwed(database);
      await end("commit");
      expect(await database.read.selectFrom("owed_totals").selectAll().execute()).toHaveLength(1);
      await isSumOfBalances();
      await sealBooks(database, keys, 2n);
      await isSumOfBalances();
      await advanceOwed(database);
      await isSumOfBalances();
    },
  );

  test("is read from the totals once there are any, by whichever process took the seals in", async () => {
    await more(1);
    await sealBooks(database, keys, 1n);
    await Promise.all([advanceOwed(database), advanceOwed(database), advanceOwed(database)]);
    const rows = await database.read.selectFrom("owed_totals").selectAll().execute();
    expect(rows.map(({ totals }) => JSON.parse(totals) as unknown)).toEqual([
      { AUD: "100000", BTC: "100000000" },
    ]);
    await database.write((tx) => tx.updateTable("owed_totals").set({ totals: '{"AUD":"7"}' }).execute());
    expect(await readOwed(database.read)).toEqual(new Map([["AUD", 7n]]));
  });

  test.each<{ what: string; set: { totals?: string; seal?: bigint }; mismatches: LedgerMismatch[] }>([
    {
      what: "are other amounts",
      set: { totals: '{"AUD":"99999","BTC":"100000000","ETH":"1"}' },
      mismatches: [
        { kind: "owed", currency: "AUD", kept: 99_999n, owed: 100_000n },
        { kind: "owed", currency: "ETH", kept: 1n, owed: 0n },
      ],
    },
    {
      what: "miss a currency",
      set: { totals: '{"BTC":"100000000"}' },
      mismatches: [{ kind: "owed", currency: "AUD", kept: 0n, owed: 100_000n }],
    },
    {
      what: "are said to be of a later seal",
      set: { seal: 2n },
      mismatches: [
        { kind: "owed", currency: "AUD", kept: 100_000n, owed: 248_500n },
        { kind: "owed", currency: "BTC", kept: 100_000_000n, owed: 99_000_000n },
      ],
    },
    {
      what: "are of no seal",
      set: { seal: 9n },
      mismatches: [{ kind: "orphan", table: "owed_totals", id: "newest" }],
    },
  ])("totals that $what are found by the ledger's check", async ({ set, mismatches }) => {
    const [name = ""] = await more(1);
    await sealBooks(database, keys, 1n);
    await advanceOwed(database);
    await (
      await begin(database, name)
    )("commit");
    await sealBooks(database, keys, 2n);
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    await database.write((tx) => tx.updateTable("owed_totals").set(set).execute());
    const found = (await checkLedger(database.read)).mismatches;
    expect(found).toHaveLength(mismatches.length);
    expect(found).toEqual(expect.arrayContaining(mismatches));
  });

  test("right totals are not reported while exchanges are made, sealed and taken in", async () => {
    for (const [n, name] of (await more(30)).entries()) {
      const [{ mismatches }] = await Promise.all([
        checkLedger(database.read),
        begin(database, name).then((end) => end("commit")),
        sealBooks(database, keys, BigInt(n)).then(() => advanceOwed(database)),
      ]);
      expect(mismatches).toEqual([]);
    }
  });
});
