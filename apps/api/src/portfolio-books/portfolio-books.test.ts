import type { Database } from "@wattle/db/database";
import { recordExchange } from "@wattle/db/exchange";
import { exchangeRow } from "@wattle/db/history-rows";
import {
  availableAccount,
  heldAccount,
  houseAccount,
  type LedgerAccountId,
} from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { recordPrices } from "@wattle/db/prices";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { addCustomers, exchangeOf, seedCurrencies } from "@wattle/db/testing/fixtures";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPortfolioBooks, type PortfolioState } from "./portfolio-books.ts";

const DAY = 86_400_000;
const BEGIN = 20_000 * DAY;

let made = 0;
/** Ids that sort in the order they are made, as those of the product do. */
const nextId = (): string => `e${String((made += 1)).padStart(8, "0")}`;

interface Move {
  readonly source: LedgerAccountId;
  readonly destination: LedgerAccountId;
  readonly currency: string;
  readonly amount: bigint;
}

const post = (
  database: Database,
  at: number,
  postings: readonly Move[],
  id = nextId(),
  kind = "test",
): Promise<unknown> =>
  database.write((tx) =>
    postEntry(tx, { id, kind, description: "", createdBy: "test", createdAt: BigInt(at), postings }),
  );

const comesIn = (user: string, currency: string, amount: bigint): Move => ({
  source: houseAccount("bank", currency),
  destination: availableAccount(user, currency),
  currency,
  amount,
});
const goesOut = (user: string, currency: string, amount: bigint): Move => ({
  source: availableAccount(user, currency),
  destination: houseAccount("bank", currency),
  currency,
  amount,
});
const setAside = (user: string, currency: string, amount: bigint): Move => ({
  source: availableAccount(user, currency),
  destination: heldAccount(user, currency),
  currency,
  amount,
});

const trade = (
  database: Database,
  at: number,
  user: string,
  [given, taken]: readonly [string, bigint],
  [got, units]: readonly [string, bigint],
): Promise<unknown> =>
  database.write((tx) => {
    const mark = nextId();
    return recordExchange(
      tx,
      exchangeRow(
        exchangeOf(user, mark, {
          entryId: mark,
          credit: taken,
          creditCurrency: given,
          debit: units,
          debitCurrency: got,
          fee: taken / 100n,
          createdAt: BigInt(at),
        }),
      ),
    );
  });

/** Compared parts of the books; not how far they have read. */
const shown = ({ book, steps, netIn }: PortfolioState) => ({
  book,
  netIn,
  steps: new Map([...steps].toSorted(([a], [b]) => (a < b ? -1 : 1))),
});

describe.each(DIALECTS)("the books of portfolios on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await recordPrices(
        tx,
        [0, 1, 2].flatMap((day) =>
          (["AUD", "NGN"] as const).map((currency) => ({
            symbol: "BTC",
            currency,
            rate: currency === "AUD" ? `${150_000 + day}` : `${150_000_000 + day}`,
            recorded_at: BigInt(BEGIN + day * DAY + 60_000),
          })),
        ),
      );
    });
  });
  afterAll(() => database.close());

  const clock = { now: () => BEGIN + 5 * DAY };
  const open = () => createPortfolioBooks({ database, clock, bridge: "BTC" });
  async function customer(): Promise<string> {
    const id = `customer${nextId()}`;
    await database.write((tx) => addCustomers(tx, [id]));
    return id;
  }

  test("someone to whom nothing happened owns nothing", async () => {
    const { book, steps, netIn } = await open().read(await customer(), "AUD");
    expect([book.cash, book.positions.size, book.deposited, steps.size, netIn]).toEqual([0n, 0, 0n, 0, []]);
  });

  test("each entry counts as what it was for, and exchanges with their fees", async () => {
    const anna = await customer();
    const entries: readonly (readonly [kind: string, Move])[] = [
      ["deposit", comesIn(anna, "AUD", 1_000_00n)],
      ["deposit_returned", goesOut(anna, "AUD", 100_00n)],
      ["receivable_settled", goesOut(anna, "AUD", 10_00n)],
      ["withdrawal_completed", goesOut(anna, "AUD", 50_00n)],
      ["withdrawal_returned", comesIn(anna, "AUD", 20_00n)],
      ["adjustment", comesIn(anna, "AUD", 7_00n)],
      ["adjustment", goesOut(anna, "AUD", 2_00n)],
    ];
    for (const [index, [kind, move]] of entries.entries()) {
      await post(database, BEGIN + index * 60_000, [move], nextId(), kind);
    }
    await trade(database, BEGIN + 3_600_000, anna, ["AUD", 300_00n], ["BTC", 200_000n]);
    await trade(database, BEGIN + 7_200_000, anna, ["BTC", 100_000n], ["AUD", 198_00n]);
    const { book } = await open().read(anna, "AUD");
    expect(book).toMatchObject({ deposited: 890_00n, withdrawn: 30_00n, added: 5_00n, fees: 5_00n });
  });

  test("money that is set aside is still owned; another's is not", async () => {
    const [anna, bert] = [await customer(), await customer()];
    await post(database, BEGIN, [comesIn(anna, "AUD", 500n)]);
    await post(database, BEGIN, [comesIn(bert, "AUD", 7n)]);
    await post(database, BEGIN + 1, [setAside(anna, "AUD", 200n)]);
    const { book, steps } = await open().read(anna, "AUD");
    expect(book.cash).toBe(500n);
    expect(steps.get("AUD")).toEqual([{ at: BEGIN, units: 500n }]);
  });

  test("coins that came in cost what they were worth on their day, in the home currency", async () => {
    const anna = await customer();
    await post(database, BEGIN + DAY + 5 * 3_600_000, [comesIn(anna, "BTC", 1_000_000n)]);
    expect((await open().read(anna, "AUD")).book.positions.get("BTC")?.cost).toBe(1_500_01n);
    expect((await open().read(anna, "NGN")).book.positions.get("BTC")?.cost).toBe(1_500_000_01n);
  });

  test("another fiat currency is worth what a coin makes of it; without prices its cost is not known", async () => {
    const anna = await customer();
    await post(database, BEGIN + 3_600_000, [comesIn(anna, "NGN", 2_000_00n)]);
    expect((await open().read(anna, "AUD")).book.positions.get("NGN")?.cost).toBe(2_00n);
    await post(database, BEGIN + 9 * DAY, [comesIn(anna, "NGN", 2_000_00n)]);
    const { book, netIn } = await open().read(anna, "AUD");
    expect([book.positions.get("NGN")?.cost, book.deposited]).toEqual([undefined, undefined]);
    expect(netIn).toEqual([{ at: BEGIN + 3_600_000, units: 2_00n }]);
  });

  test("a worth that was not known yet is known once a price of its day is recorded", async () => {
    const [anna, books] = [await customer(), open()];
    await post(database, BEGIN + 4 * DAY + 10, [comesIn(anna, "BTC", 1_000_000n)]);
    const costNow = async () => (await books.read(anna, "AUD")).book.positions.get("BTC")?.cost;
    expect(await costNow()).toBeUndefined();
    const price = {
      symbol: "BTC",
      currency: "AUD",
      rate: "160000",
      recorded_at: BigInt(BEGIN + 4 * DAY + 60_000),
    };
    await database.write((tx) => recordPrices(tx, [price]));
    expect(await costNow()).toBe(1_600_00n);
    await database.write((tx) => tx.deleteFrom("price_points").where("rate", "=", "160000").execute());
  });

  test("a sale that is dated before the deposit it used waits for it", async () => {
    const anna = await customer();
    await post(database, BEGIN + 10, [comesIn(anna, "BTC", 100n)]);
    await trade(database, BEGIN + 5, anna, ["BTC", 100n], ["AUD", 9n]);
    const { book } = await open().read(anna, "AUD");
    expect([book.cash, book.positions.size]).toEqual([9n, 0]);
  });

  test("an entry that is seen late, or has an earlier id, is not missed", async () => {
    const [anna, books] = [await customer(), open()];
    const early = nextId();
    await post(database, BEGIN + 10, [comesIn(anna, "AUD", 100n)]);
    expect((await books.read(anna, "AUD")).book.cash).toBe(100n);
    await post(database, BEGIN + 5, [comesIn(anna, "AUD", 11n)], early);
    expect((await books.read(anna, "AUD")).steps.get("AUD")).toEqual([
      { at: BEGIN + 5, units: 11n },
      { at: BEGIN + 10, units: 111n },
    ]);
  });

  test("two that look at once see the same", async () => {
    const [anna, books] = [await customer(), open()];
    await post(database, BEGIN, [comesIn(anna, "AUD", 100n)]);
    const looks = await Promise.all([
      books.read(anna, "AUD"),
      books.read(anna, "AUD"),
      books.read(anna, "NGN"),
    ]);
    expect(looks.map(({ book }) => [book.home, book.cash])).toEqual([
      ["AUD", 100n],
      ["AUD", 100n],
      ["NGN", 0n],
    ]);
    expect((await books.read(anna, "AUD")).steps.get("AUD")).toHaveLength(1);
  });

  const acts = fc.array(
    fc.record({
      what: fc.constantFrom("in", "out", "buy", "sell", "aside", "look"),
      coin: fc.constantFrom("BTC", "NGN"),
      units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      share: fc.bigInt({ min: 1n, max: 100n }),
      /** How long after the last entry; at times a moment before it. */
      later: fc.integer({ min: -50, max: DAY / 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  );

  test("going on from where they were, they are what computing all of it again gives", async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (drawn) => {
        const [anna, books] = [await customer(), open()];
        const owned = new Map<string, bigint>();
        let at = BEGIN;
        for (const { what, coin, units, share, later } of drawn) {
          at += later;
          const part = (code: string): bigint => ((owned.get(code) ?? 0n) * share) / 100n;
          const change = (code: string, by: bigint): void =>
            void owned.set(code, (owned.get(code) ?? 0n) + by);
          const [given, got] = what === "sell" ? [coin, "AUD"] : ["AUD", coin];
          if (what === "look") {
            expect(shown(await books.read(anna, "AUD"))).toEqual(shown(await open().read(anna, "AUD")));
          } else if (what === "in") {
            await post(database, at, [comesIn(anna, coin, units)]);
            await post(database, at, [comesIn(anna, "AUD", units)]);
            change(coin, units);
            change("AUD", units);
          } else if (part(given) > 0n) {
            const taken = part(given);
            if (what === "aside") {
              await post(database, at, [setAside(anna, given, taken)]);
              await post(database, at, [
                {
                  ...setAside(anna, given, taken),
                  source: heldAccount(anna, given),
                  destination: availableAccount(anna, given),
                },
              ]);
            } else {
              if (what === "out") await post(database, at, [goesOut(anna, given, taken)]);
              else await trade(database, at, anna, [given, taken], [got, units]);
              change(given, -taken);
              if (what !== "out") change(got, units);
            }
          }
        }
        const state = await books.read(anna, "AUD");
        expect(shown(state)).toEqual(shown(await open().read(anna, "AUD")));
        for (const [code, units] of owned) {
          expect(state.steps.get(code)?.at(-1)?.units ?? 0n).toBe(units);
        }
      }),
      { numRuns: dialect === "sqlite" ? 60 : 20 },
    );
  });
});
