import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { availableAccount, heldAccount, houseAccount, type LedgerAccountId } from "./ledger/accounts.ts";
import { InsufficientFundsError, postEntry } from "./ledger/post-entry.ts";
import {
  firstEntryAt,
  readStatedMonth,
  readStatedSums,
  type Period,
  type StatedSums,
} from "./monthly-statements.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { addCustomers, seedCurrencies } from "./testing/fixtures.ts";

/** Accounts of a posting of the model. */
type Place = "available" | "held" | "house";

const step = fc.record({
  currency: fc.constantFrom("AUD", "BTC"),
  from: fc.constantFrom<Place>("available", "held", "house"),
  to: fc.constantFrom<Place>("available", "held", "house"),
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 30n }), fc.bigInt({ min: 1n, max: 10n ** 15n })),
  /** Moments later than the step before. */
  later: fc.nat(40),
});

describe.each(DIALECTS)("what a monthly statement is made from, on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(seedCurrencies);
  });
  afterAll(() => database.close());

  let run = 0;

  test("of any history, opening and movements of each period add up to the ledger's balance", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.uniqueArray(fc.nat(400), { maxLength: 4 }),
        async (steps, cuts) => {
          run += 1;
          const [person, other] = [`person-${run}`, `other-${run}`];
          await database.write((tx) => addCustomers(tx, [person, other], { AUD: 100n }));
          const account = (place: Place, currency: string): LedgerAccountId =>
            place === "house"
              ? houseAccount("adjustments", currency)
              : place === "held"
                ? heldAccount(person, currency)
                : availableAccount(person, currency);
          let at = 0n;
          for (const [place, { currency, from, to, amount, later }] of steps.entries()) {
            if (from === to) continue;
            at += BigInt(later);
            const post = database.write((tx) =>
              postEntry(tx, {
                id: `${person}-${String(place).padStart(3, "0")}`,
                kind: "model",
                description: "Model",
                createdBy: "model",
                createdAt: at,
                postings: [
                  { source: account(from, currency), destination: account(to, currency), currency, amount },
                ],
              }),
            );
            await post.catch((failed: unknown) => {
              if (!(failed instanceof InsufficientFundsError)) throw failed;
            });
          }
          const bounds = [0, ...cuts.toSorted((a, b) => a - b), 100_000].map(BigInt);
          const balances = new Map<string, bigint>();
          const periods: Period[] = [];
          const sums: StatedSums[] = [];
          for (const [place, before] of bounds.slice(1).entries()) {
            const period = { from: bounds[place] ?? 0n, before };
            const { openings, movements } = await readStatedMonth(database.read, person, period);
            // Each period begins with what the one before it ended with.
            expect(openings).toEqual(new Map([...balances].filter(([, units]) => units !== 0n)));
            expect(movements.every((move) => move.at >= period.from && move.at < before)).toBe(true);
            for (const { currency, change } of movements) {
              balances.set(currency, (balances.get(currency) ?? 0n) + change);
            }
            periods.push(period);
            for (const currency of ["AUD", "BTC"]) {
              const changes = movements.filter((move) => move.currency === currency);
              const came = changes.reduce((all, { change }) => all + (change > 0n ? change : 0n), 0n);
              const out = changes.reduce((all, { change }) => all - (change < 0n ? change : 0n), 0n);
              if (changes.length > 0) sums.push({ from: period.from, currency, in: came, out });
            }
          }
          expect(await readStatedSums(database.read, person, periods)).toEqual(sums);
          const kept = await database.read
            .selectFrom("ledger_balances")
            .select(["currency", "balance"])
            .where("user_id", "=", person)
            .execute();
          for (const { currency } of kept) {
            const sum = kept
              .filter((row) => row.currency === currency)
              .reduce((all, { balance }) => all + balance, 0n);
            expect(balances.get(currency) ?? 0n, currency).toBe(sum);
          }
          expect(await firstEntryAt(database.read, person)).toBe(0n);
        },
      ),
      { numRuns: 15 },
    );
  });

  test("someone without an entry has nothing", async () => {
    await database.write((tx) => addCustomers(tx, ["no-one"]));
    expect(await readStatedMonth(database.read, "no-one", { from: 0n, before: 10n })).toEqual({
      openings: new Map(),
      movements: [],
    });
    expect(await firstEntryAt(database.read, "no-one")).toBeUndefined();
    expect(await readStatedSums(database.read, "no-one", [{ from: 0n, before: 10n }])).toEqual([]);
    expect(await readStatedSums(database.read, "no-one", [])).toEqual([]);
  });
});
