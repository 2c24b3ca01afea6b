/** The bank test of Jepsen: money moves at random between accounts, and each reader of all balances sees the same sum each time. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "../database.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, seedCurrencies } from "../testing/fixtures.ts";
import { attacks, noteFigures } from "../testing/trial.ts";
import { availableAccount, heldAccount } from "./accounts.ts";
import { InsufficientFundsError, postEntry } from "./post-entry.ts";
import { checkLedger } from "./trial-balance.ts";

const MOVES = attacks({ few: 400, many: 50_000 });
const PEOPLE = ["ada", "bo", "cy", "di", "eve"];
/** So little that every second movement asks for more than there is. */
const EACH = 100n;
const WRITERS = 8;
const READERS = 4;

const below = (size: number): number => Math.floor(Math.random() * size);

describe.each(DIALECTS)("movements and readers at once on %s", (dialect) => {
  let database: FreshDatabase;
  /** Another process of the same installation, as far as the database can tell. */
  let other: Database;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, PEOPLE, { BTC: EACH });
    });
    other = await openDatabase(database.url);
  });
  afterAll(async () => {
    await other.close();
    await database.close();
  });

  const anyAccount = () => {
    const person = PEOPLE[below(PEOPLE.length)] ?? "";
    return below(2) === 0 ? availableAccount(person, "BTC") : heldAccount(person, "BTC");
  };

  /** @returns whether there was enough */
  async function move(through: Database, id: string): Promise<boolean> {
    const [source, destination] = [anyAccount(), anyAccount()];
    if (source === destination) return move(through, id);
    try {
      await through.write((tx) =>
        postEntry(tx, {
          id,
          kind: "test",
          description: "Moved",
          createdBy: "test",
          createdAt: 0n,
          postings: [{ source, destination, currency: "BTC", amount: BigInt(1 + below(Number(EACH))) }],
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof InsufficientFundsError) return false;
      throw error;
    }
  }

  test(`${MOVES} movements: no reader ever sees a balance below zero, or a sum that is not there`, async () => {
    const outcomes = { moved: 0, refused: 0, reads: 0 };
    let next = 0;
    let isOver = false;
    const writer = async (index: number): Promise<void> => {
      const through = index % 2 === 0 ? database : other;
      while (next < MOVES) outcomes[(await move(through, `move-${next++}`)) ? "moved" : "refused"] += 1;
    };
    const reader = async (index: number): Promise<void> => {
      const through = index % 2 === 0 ? database : other;
      while (!isOver) {
        const rows = await through.read
          .selectFrom("ledger_balances")
          .select("balance")
          .where("user_id", "in", PEOPLE)
          .where("currency", "=", "BTC")
          .execute();
        expect(rows.filter(({ balance }) => balance < 0n)).toEqual([]);
        expect(rows.reduce((sum, { balance }) => sum + balance, 0n)).toBe(EACH * BigInt(PEOPLE.length));
        outcomes.reads += 1;
        // SQLite reads at once: others have their turn.
        await new Promise(setImmediate);
      }
    };
    const reading = Promise.all(Array.from({ length: READERS }, (_, index) => reader(index)));
    await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)));
    isOver = true;
    await reading;
    // Were everything allowed, or no one reading meanwhile, this would prove nothing.
    expect(outcomes.moved).toBeGreaterThan(MOVES / 20);
    expect(outcomes.refused).toBeGreaterThan(MOVES / 20);
    expect(outcomes.reads).toBeGreaterThan(20);
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    noteFigures(
      `${dialect}: ${outcomes.moved} movements, ${outcomes.refused} refused, ${outcomes.reads} reads of all balances: the same sum in each, none below zero`,
    );
  });
});
