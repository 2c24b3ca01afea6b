import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealBooks } from "../book-seals/seal-books.ts";
import { recordExchange } from "../exchange.ts";
import { exchangeRow } from "../history-rows.ts";
import type { Reader } from "../handles/handles.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, exchangeOf, seedCurrencies } from "../testing/fixtures.ts";
import { testSealKeys } from "../testing/seal-keys.ts";
import { whileTampered } from "../testing/tamper.ts";
import { checkPart, type BookMismatch, type PartFound } from "./check-part.ts";

const idOf = (ending: string): string => `00000000-0000-7000-8000-000000000${ending}`;
/** In the first and in the second half of all customers. */
const [LOW, HIGH] = [idOf("1a0"), idOf("fb0")];

describe.each(DIALECTS)("a part of the ledger's check on %s", (dialect) => {
  const keys = testSealKeys();
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, [LOW, HIGH], { AUD: 500n, BTC: 1_000_000_000n });
    });
    // A seal for each: with more than a hundred, the books are read in two parts.
    for (let at = 0; at < 101; at++) {
      await exchange(at % 2 === 0 ? LOW : HIGH, `n${at}`);
      await seal();
    }
  });
  afterAll(() => database.close());

  const seal = (): Promise<number> => sealBooks(database, keys, 0n);
  const exchange = (customer: string, name: string): Promise<void> =>
    database.write((tx) => recordExchange(tx, exchangeRow(exchangeOf(customer, name)))).then(() => undefined);
  const check = (
    reader: Reader,
    tick: number,
    { sealed = "", known = keys.known } = {},
  ): Promise<PartFound> => checkPart(reader, { tick, sealed, known, milliseconds: 60_000 });
  /** A check after a change that is undone again. */
  const afterwards = (statements: readonly string[], tick: number): Promise<PartFound> =>
    whileTampered(database, statements, (tx) => check(tx, tick));
  const kindsOf = (mismatches: readonly BookMismatch[]): string[] => mismatches.map(({ kind }) => kind);
  const account = (customer: string): string => `customer:${customer}:available:AUD`;
  const stolen = (customer: string): string =>
    `update ledger_balances set balance = balance + 1 where account_id = '${account(customer)}'`;

  const accountsOf = (mismatches: readonly BookMismatch[]): unknown[] =>
    mismatches.map((mismatch) => "account" in mismatch && mismatch.account);

  test("finds nothing in right books, in neither of two parts", async () => {
    for (const tick of [6, 7])
      expect(await check(database.read, tick)).toEqual({
        mismatches: [],
        failures: [],
        parts: 2,
        sealed: "101",
      });
  });

  test("finds a balance that was changed, in the part of its customer", async () => {
    const inPart = async (tick: number): Promise<unknown[]> =>
      whileTampered(database, [stolen(LOW), stolen(HIGH)], async (tx) =>
        accountsOf((await check(tx, tick, { sealed: "101" })).mismatches),
      );
    expect(await inPart(2)).toEqual(expect.arrayContaining([account(LOW)]));
    expect(await inPart(2)).not.toContain(account(HIGH));
    expect(await inPart(3)).toEqual([account(HIGH)]);
  });

  test("finds it in the next check if something new has moved the balance, whatever its part", async () => {
    const { mismatches } = await whileTampered(database, [stolen(HIGH)], (tx) =>
      check(tx, 2, { sealed: "99" }),
    );
    expect(accountsOf(mismatches)).toContain(account(HIGH));
  });

  test.each<[string, number, string]>([
    [
      "an amount of a sealed entry",
      0,
      "update ledger_postings set amount = amount + 1 where entry_id = 'entry-n3'",
    ],
    ["an entry's words", 0, "update ledger_entries set description = 'x' where id = 'entry-n3'"],
    ["an entry that is gone", 0, "delete from ledger_entries where id = 'entry-n3'"],
    ["a seal", 0, "update book_seals set hash = 'x' where number = 3"],
    ["gaps of a seal that are no JSON", 1, "update book_seals set gaps = '{' where number = 100"],
    ["a seal that is gone", 1, "delete from book_seals where number = 100"],
    ["the newest seal that is gone", 0, "delete from book_seals where number = 101"],
  ])("finds %s in its part", async (_what, part, statement) => {
    const { mismatches, failures } = await afterwards([statement], 2 + part);
    expect(kindsOf(mismatches)).toContain("seal");
    expect(failures).toEqual([]);
  });

  test("a key that is not known is a difference, and keeps nothing else from being compared", async () => {
    const { mismatches, failures } = await whileTampered(database, [stolen(LOW)], (tx) =>
      check(tx, 0, { known: new Map() }),
    );
    expect(kindsOf(mismatches)).toEqual(expect.arrayContaining(["seal", "balance"]));
    expect(failures).toEqual([]);
  });

  test("a part that cannot be compared says why, and keeps nothing else from it", async () => {
    const { read } = database;
    const broken = new Proxy(read, {
      get: (of, name) =>
        name === "selectFrom"
          ? (table: "receivables") => {
              if (table === "receivables") throw new Error("receivables are away");
              return of.selectFrom(table);
            }
          : (Reflect.get(of, name) as unknown),
    });
    const { mismatches, failures } = await check(broken, 0);
    expect(mismatches).toEqual([]);
    expect(new Set(failures)).toEqual(new Set(["receivables are away"]));
  });

  test("finds an entry that moves money of an exchange that no one made, sealed or not", async () => {
    const orphan = { kind: "orphan", table: "ledger_entries", id: "entry-new" };
    await exchange(LOW, "new");
    const undo = ["delete from transactions where entry_id = 'entry-new'"];
    expect((await afterwards(undo, 0)).mismatches).toContainEqual(orphan);
    await seal();
    expect((await afterwards(undo, 1)).mismatches).toContainEqual(orphan);
  });
});
