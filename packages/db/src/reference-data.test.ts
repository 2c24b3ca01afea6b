/** The small tables around an exchange: currencies, fees, the house's bank accounts, keys and secrets. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepAppSecret } from "./app-secrets.ts";
import {
  insertCurrencyIfNone,
  insertExchangeFeeIfNone,
  listCurrencies,
  listExchangeFees,
} from "./currencies.ts";
import { openDatabase } from "./database.ts";
import { insertSigningKeyIfNone, listSigningKeys, retireSigningKey } from "./signing-keys.ts";
import { listSystemBankAccounts, upsertSystemBankAccount } from "./system-bank-accounts.ts";
import type { SystemBankAccount } from "./tables.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { seedCurrencies } from "./testing/fixtures.ts";

describe.each(DIALECTS)("reference data on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(seedCurrencies);
  });
  afterAll(() => database.close());

  test("currencies come in their order, each with the house's accounts, and what is known stays", async () => {
    const eth = { code: "ETH", kind: "crypto", full_name: "Ethereum", active: 0n, position: -1n } as const;
    await database.write((tx) => insertCurrencyIfNone(tx, eth));
    await database.write((tx) => insertCurrencyIfNone(tx, { ...eth, full_name: "Changed", active: 1n }));
    const currencies = await listCurrencies(database.read);
    expect(currencies.map(({ code }) => code)).toEqual(["ETH", "AUD", "NGN", "BTC"]);
    expect(currencies[0]).toEqual(eth);
    const accounts = await database.read
      .selectFrom("ledger_accounts")
      .select("id")
      .where("currency", "=", "ETH")
      .orderBy("id")
      .execute();
    expect(accounts.map(({ id }) => id)).toEqual(
      ["adjustments", "bank", "fees", "onramp", "trading"].map((purpose) => `house:${purpose}:ETH`),
    );
  });

  test("a fee that is set stays", async () => {
    const fee = { currency_from: "BTC", currency_to: "AUD", percent: "1.00" };
    await database.write((tx) => insertExchangeFeeIfNone(tx, fee));
    await database.write((tx) => insertExchangeFeeIfNone(tx, { ...fee, percent: "2.00" }));
    await database.write((tx) =>
      insertExchangeFeeIfNone(tx, { currency_from: "AUD", currency_to: "BTC", percent: "0.5" }),
    );
    expect(await listExchangeFees(database.read)).toEqual([
      { currency_from: "AUD", currency_to: "BTC", percent: "0.5" },
      fee,
    ]);
  });

  test("the house's active bank accounts are listed, and replaced by id", async () => {
    const account: SystemBankAccount = {
      id: "payid",
      currency: "AUD",
      method: "payid",
      bank_name: "Made Up Bank",
      account_name: "Wattle",
      bsb: null,
      account_number: null,
      payid: "pay@wattle.test",
      bank_code: null,
      active: 1n,
    };
    await database.write(async (tx) => {
      await upsertSystemBankAccount(tx, account);
      await upsertSystemBankAccount(tx, { ...account, id: "closed", active: 0n });
      await upsertSystemBankAccount(tx, {
        ...account,
        id: "naira",
        currency: "NGN",
        method: "bank_transfer",
      });
      await upsertSystemBankAccount(tx, { ...account, bank_name: "Another Bank" });
    });
    const listed = await listSystemBankAccounts(database.read);
    expect(listed.map(({ id, bank_name }) => [id, bank_name])).toEqual([
      ["payid", "Another Bank"],
      ["naira", "Made Up Bank"],
    ]);
  });

  test("processes that start at once agree on one signing key; a retired one makes room and stays known", async () => {
    const other = await openDatabase(database.url);
    const key = (kid: string, at: bigint) => ({ kid, public_jwk: "{}", private_pkcs8: kid, created_at: at });
    await Promise.all(
      [database, other].map((process, n) =>
        process.write((tx) => insertSigningKeyIfNone(tx, key(`first-${n}`, 1n))),
      ),
    );
    const [first, ...more] = await listSigningKeys(database.read);
    if (first === undefined) throw new Error("no key was kept");
    expect(more).toEqual([]);
    await database.write(async (tx) => {
      expect(await retireSigningKey(tx, first.kid, 5n)).toBe(true);
      expect(await retireSigningKey(tx, first.kid, 6n)).toBe(false);
      await insertSigningKeyIfNone(tx, key("second", 7n));
    });
    const keys = await listSigningKeys(database.read);
    expect(keys.map(({ kid, retired_at }) => [kid, retired_at])).toEqual([
      [first.kid, 5n],
      ["second", null],
    ]);
    await other.close();
  });

  test("processes that start at once agree on one secret", async () => {
    const other = await openDatabase(database.url);
    const kept = await Promise.all(
      [database, other, database, other].map((process, n) =>
        process.write((tx) => keepAppSecret(tx, { name: "app", value: `candidate-${n}`, createdAt: 1n })),
      ),
    );
    expect(new Set(kept).size).toBe(1);
    expect(kept[0]).toMatch(/^candidate-/);
    const another = await database.write((tx) =>
      keepAppSecret(tx, { name: "mail", value: "its own", createdAt: 1n }),
    );
    expect(another).toBe("its own");
    await other.close();
  });
});
