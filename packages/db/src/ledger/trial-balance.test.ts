import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealBooks } from "../book-seals/seal-books.ts";
import { recordExchange } from "../exchange.ts";

import { exchangeRow } from "../history-rows.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, exchangeOf, seedCurrencies } from "../testing/fixtures.ts";
import { testSealKeys } from "../testing/seal-keys.ts";
import { whileTampered } from "../testing/tamper.ts";
import { wholeRound } from "../testing/whole-round.ts";
import { checkLedger, type LedgerMismatch } from "./trial-balance.ts";

describe.each(DIALECTS)("checkLedger on %s", (dialect) => {
  const keys = testSealKeys();
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna"], { AUD: 500n, BTC: 100_000_000n });
      await recordExchange(tx, exchangeRow(exchangeOf("anna", "one")));
    });
    await sealBooks(database, keys, 0n);
  });
  afterAll(() => database.close());

  test("finds nothing in right books and counts them", async () => {
    expect(await checkLedger(database.read)).toEqual({ accounts: 2, entries: 3, mismatches: [] });
    expect(await wholeRound(database.read, keys.keys)).toEqual([]);
  });

  test("works inside a transaction", async () => {
    expect((await database.write((tx) => checkLedger(tx))).mismatches).toEqual([]);
  });

  const anna = "customer:anna:available:AUD";
  test.each<{ description: string; statements: string[]; mismatches: LedgerMismatch[] }>([
    {
      description: "a balance changed by hand",
      statements: [`update ledger_balances set balance = balance + 1 where account_id = '${anna}'`],
      mismatches: [
        { kind: "balance", account: anna, recorded: 149_001n, posted: 149_000n },
        { kind: "currency_sum", currency: "AUD", sum: 1n },
      ],
    },
    {
      description: "a balance that was deleted",
      statements: [`delete from ledger_balances where account_id = '${anna}'`],
      mismatches: [
        { kind: "balance", account: anna, recorded: null, posted: 149_000n },
        { kind: "currency_sum", currency: "AUD", sum: -149_000n },
      ],
    },
    {
      description: "a posting changed by hand",
      statements: ["update ledger_postings set amount = amount + 5 where entry_id = 'opening-anna-AUD'"],
      mismatches: [
        { kind: "balance", account: anna, recorded: 149_000n, posted: 149_005n },
        { kind: "currency_sum", currency: "AUD", sum: -5n },
      ],
    },
    {
      description: "postings that were deleted",
      statements: ["delete from ledger_postings where entry_id = 'opening-anna-AUD'"],
      mismatches: [
        { kind: "balance", account: anna, recorded: 149_000n, posted: 148_500n },
        { kind: "currency_sum", currency: "AUD", sum: 500n },
        { kind: "orphan", table: "ledger_entries", id: "opening-anna-AUD" },
      ],
    },
    {
      description: "an entry that was deleted",
      statements: ["delete from ledger_entries where id = 'entry-one'"],
      mismatches: [
        { kind: "orphan", table: "ledger_postings", id: "entry-one" },
        { kind: "orphan", table: "ledger_postings", id: "entry-one" },
        { kind: "orphan", table: "ledger_postings", id: "entry-one" },
      ],
    },
    {
      description: "an account that was deleted",
      statements: [`delete from ledger_accounts where id = '${anna}'`],
      mismatches: [
        { kind: "orphan", table: "ledger_postings", id: "entry-one" },
        { kind: "orphan", table: "ledger_postings", id: "opening-anna-AUD" },
        { kind: "orphan", table: "ledger_balances", id: anna },
      ],
    },
    {
      description: "an exchange without an entry",
      statements: ["update transactions set entry_id = null"],
      mismatches: [{ kind: "row", table: "transactions", id: "transaction-one" }],
    },
    ...[
      "credit = credit + 1",
      "debit = debit + 1",
      "fee_amount = fee_amount - 1",
      "credit_currency = 'NGN'",
      "debit_currency = 'NGN'",
      "user_id = 'bert'",
      "entry_id = 'opening-anna-AUD'",
    ].map((change) => ({
      description: `an exchange that is not as its entry: ${change}`,
      statements: [`update transactions set ${change} where id = 'transaction-one'`],
      mismatches: [{ kind: "row" as const, table: "transactions" as const, id: "transaction-one" }],
    })),
    {
      description: "a balance without postings",
      statements: [
        `insert into ledger_balances (account_id, currency, user_id, purpose, balance)
         values ('customer:anna:held:AUD', 'AUD', 'anna', 'held', 3)`,
      ],
      mismatches: [
        { kind: "balance", account: "customer:anna:held:AUD", recorded: 3n, posted: null },
        { kind: "currency_sum", currency: "AUD", sum: 3n },
        { kind: "orphan", table: "ledger_balances", id: "customer:anna:held:AUD" },
      ],
    },
  ])("finds $description", async ({ statements, mismatches }) => {
    const [{ mismatches: found }, onward] = await whileTampered(database, statements, async (tx) => [
      await checkLedger(tx),
      await wholeRound(tx, keys.keys),
    ]);
    expect(found).toHaveLength(mismatches.length);
    expect(found).toEqual(expect.arrayContaining(mismatches));
    expect(onward).not.toEqual([]);
  });
});
