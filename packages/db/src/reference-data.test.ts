/** The small tables around an exchange: currencies, fees, the house's bank accounts, keys and secrets. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepAppSecret } from "./app-secrets.ts";
import { openDatabase } from "./database.ts";
import {
  insertCurrencyIfNone,
  insertPairIfNone,
  listCurrencies,
  listPairs,
  saveCurrency,
  savePair,
} from "./markets.ts";
import { insertSigningKeyIfNone, listSigningKeys, retireSigningKey } from "./signing-keys.ts";
import { listSystemBankAccounts, upsertSystemBankAccount } from "./system-bank-accounts.ts";
import { HOUSE_PURPOSES, type SystemBankAccount } from "./tables.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { currencyRow, seedCurrencies } from "./testing/fixtures.ts";
import { testVault } from "./testing/vault.ts";

describe.each(DIALECTS)("reference data on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(seedCurrencies);
  });
  afterAll(() => database.close());

  test("currencies come in their order, each with the house's accounts, and what is known stays", async () => {
    const eth = { ...currencyRow("ETH", "crypto"), full_name: "Ethereum", active: 0n, position: -1n };
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
      [...HOUSE_PURPOSES].toSorted().map((purpose) => `house:${purpose}:ETH`),
    );
  });

  test("a pair that is set stays, and a saved one is replaced", async () => {
    const terms = { spread_bp: 0n, active: 1n, record_prices: 1n };
    const sale = { currency_from: "BTC", currency_to: "AUD", percent: "1.00", ...terms };
    const purchase = { currency_from: "AUD", currency_to: "BTC", percent: "0.5", ...terms };
    await database.write((tx) => insertPairIfNone(tx, sale));
    await database.write((tx) => insertPairIfNone(tx, { ...sale, percent: "2.00" }));
    await database.write((tx) => insertPairIfNone(tx, purchase));
    expect(await listPairs(database.read)).toEqual([purchase, sale]);
    const dearer = { ...sale, percent: "3.00", spread_bp: 20n, active: 0n };
    await database.write((tx) => savePair(tx, dearer));
    expect(await listPairs(database.read)).toEqual([purchase, dearer]);
  });

  test("a saved currency is replaced, but never its kind", async () => {
    const ltc = { ...currencyRow("LTC", "crypto"), full_name: "Litecoin" };
    await database.write((tx) => saveCurrency(tx, ltc));
    await database.write((tx) => saveCurrency(tx, { ...ltc, active: 0n, position: 9n }));
    await database.write((tx) => saveCurrency(tx, { ...ltc, kind: "fiat", full_name: "Changed" }));
    const kept = (await listCurrencies(database.read)).find(({ code }) => code === "LTC");
    expect(kept).toEqual({ ...ltc, active: 0n, position: 9n });
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
    const key = (kid: string, at: bigint) => ({
      kid,
      public_jwk: "{}",
      private_pkcs8: testVault.seal("signing_keys.private_pkcs8", kid, kid),
      created_at: at,
    });
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
    const secret = (name: string, plain: string) => testVault.seal("app_secrets.value", name, plain);
    const other = await openDatabase(database.url);
    const kept = await Promise.all(
      [database, other, database, other].map((process, n) =>
        process.write((tx) =>
          keepAppSecret(tx, { name: "app", value: secret("app", `candidate-${n}`), createdAt: 1n }),
        ),
      ),
    );
    expect(new Set(kept).size).toBe(1);
    expect(kept.map((value) => testVault.open("app_secrets.value", "app", value))[0]).toMatch(/^candidate-/);
    const own = secret("mail", "its own");
    const another = await database.write((tx) =>
      keepAppSecret(tx, { name: "mail", value: own, createdAt: 1n }),
    );
    expect(another).toBe(own);
    await other.close();
  });
});
