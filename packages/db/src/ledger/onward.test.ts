import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UnknownSealKey } from "../book-seals/verify-seals.ts";
import { sealBooks } from "../book-seals/seal-books.ts";
import { recordExchange } from "../exchange.ts";
import { exchangeRow } from "../history-rows.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, exchangeOf, seedCurrencies } from "../testing/fixtures.ts";
import { testSealKeys } from "../testing/seal-keys.ts";
import { tamper } from "../testing/tamper.ts";
import { checkOnward, firstProgress, type BookMismatch, type Progress } from "./onward.ts";

/** Two steps of customers and one of entries. */
const CUSTOMERS = Array.from({ length: 150 }, (_, at) => `c${String(at).padStart(3, "0")}`);
const [FIRST = "", LAST = ""] = [CUSTOMERS[0], CUSTOMERS.at(-1)];

describe.each(DIALECTS)("the check that goes onward on %s", (dialect) => {
  const keys = testSealKeys();
  let database: FreshDatabase;
  let progress: Progress;
  let now = 1;
  beforeEach(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, CUSTOMERS, { AUD: 500n, BTC: 100_000_000n });
    });
    await seal();
    progress = firstProgress(0);
  });
  afterEach(() => database.close());

  const seal = async (): Promise<void> => {
    while ((await sealBooks(database, keys, 2n)) > 0);
  };
  const exchange = (customer: string, name: string): Promise<void> =>
    database.write((tx) => recordExchange(tx, exchangeRow(exchangeOf(customer, name)))).then(() => undefined);
  /** One check that has no time: a step of each walk. */
  const check = async (known = keys.known): Promise<BookMismatch[]> => {
    const report = await checkOnward(database.read, { progress, known, now: (now += 1), milliseconds: 0 });
    // As the server keeps it.
    progress = JSON.parse(JSON.stringify(report.progress)) as Progress;
    return report.mismatches;
  };
  const hasEnded = (): boolean => Object.values(progress.walks).every(({ endedAt }) => endedAt !== null);
  async function round(): Promise<BookMismatch[]> {
    const found: BookMismatch[] = [];
    for (let checks = 0; !hasEnded() && checks < 50; checks++) found.push(...(await check()));
    return found;
  }
  const change = (statement: string): Promise<void> => tamper({ dialect, url: database.url }, [statement]);
  const balance = (customer: string): BookMismatch =>
    expect.objectContaining({
      kind: "balance",
      account: `customer:${customer}:available:AUD`,
    }) as BookMismatch;
  const stolen = (customer: string): string =>
    `update ledger_balances set balance = balance + 1 where account_id = 'customer:${customer}:available:AUD'`;

  test("reads right books through, in several checks, and begins again", async () => {
    expect(await round()).toEqual([]);
    expect(hasEnded()).toBe(true);
    expect(progress.sealed).not.toBe("0");
    const { beganAt } = progress.walks.customers;
    expect(beganAt).toBeGreaterThan(0);
    expect(await check()).toEqual([]);
  });

  test("finds what is wrong in an old part within a round, and says so until it is right again", async () => {
    await check();
    await change(stolen(FIRST));
    await change(stolen(LAST));
    const early = await check();
    expect(early).toContainEqual(balance(LAST));
    // The walk of the customers has passed the first one.
    expect(early).not.toContainEqual(balance(FIRST));
    expect(await check()).toEqual(expect.arrayContaining([balance(FIRST), balance(LAST)]));
    expect(await check()).toEqual(expect.arrayContaining([balance(FIRST), balance(LAST)]));
    for (const customer of [FIRST, LAST]) await change(stolen(customer).replace("+ 1", "- 1"));
    expect(await check()).toEqual([]);
    expect(await check()).toEqual([]);
    expect(progress.suspects).toEqual([]);
  });

  test("finds what is wrong with what is new in the next check, wherever the walks are", async () => {
    await round();
    await check();
    await change(stolen(FIRST));
    await exchange(FIRST, "new");
    await seal();
    expect(await check()).toContainEqual(balance(FIRST));
  });

  test.each([
    [
      "an amount of an old entry",
      `update ledger_postings set amount = amount + 1 where entry_id = 'opening-${FIRST}-BTC'`,
    ],
    ["an old entry's words", `update ledger_entries set description = 'x' where id = 'opening-${FIRST}-BTC'`],
    ["a seal", "update book_seals set hash = 'x' where number = 1"],
  ])("finds %s that was changed since it was sealed", async (_what, statement) => {
    await round();
    await change(statement);
    progress = { ...progress, walks: firstProgress(now).walks };
    expect((await round()).map(({ kind }) => kind)).toContain("seal");
    expect((await check()).map(({ kind }) => kind)).toContain("seal");
  });

  test("is refused without the key of a seal, since nothing can be said", async () => {
    await expect(check(new Map())).rejects.toThrow(UnknownSealKey);
  });
});
