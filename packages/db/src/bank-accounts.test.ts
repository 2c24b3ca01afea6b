import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  deleteBankAccount,
  findBankAccount,
  insertBankAccount,
  listBankAccounts,
  updateBankAccount,
} from "./bank-accounts.ts";
import type { BankAccount } from "./tables.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { testVault } from "./testing/vault.ts";
import { addCustomers, seedCurrencies } from "./testing/fixtures.ts";

const account = (id: string, userId: string, createdAt: bigint): BankAccount => ({
  id,
  user_id: userId,
  currency: "AUD",
  country: "AU",
  account_name: testVault.seal("bank_accounts.account_name", id, "Test Customer"),
  bank_name: testVault.seal("bank_accounts.bank_name", id, "Made Up Bank"),
  bsb: testVault.seal("bank_accounts.bsb", id, "000-000"),
  bank_code: null,
  account_number: testVault.seal("bank_accounts.account_number", id, "12345678"),
  created_at: createdAt,
  updated_at: createdAt,
  held_until: null,
});

const foreign = account("foreign", "bert", 1n);

describe.each(DIALECTS)("bank accounts on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna", "bert"]);
      await insertBankAccount(tx, account("second", "anna", 2n));
      await insertBankAccount(tx, account("first", "anna", 1n));
      await insertBankAccount(tx, foreign);
    });
  });
  afterAll(() => database.close());

  test("a customer's own are listed, oldest first", async () => {
    expect((await listBankAccounts(database.read, "anna")).map(({ id }) => id)).toEqual(["first", "second"]);
  });

  test("another customer's is neither found nor changed", async () => {
    expect(await findBankAccount(database.read, "anna", "foreign")).toBeUndefined();
    const change = (userId: string): Promise<boolean> =>
      database.write((tx) => updateBankAccount(tx, userId, "foreign", { currency: "NGN", held_until: 9n }));
    expect(await change("anna")).toBe(false);
    expect(await findBankAccount(database.read, "bert", "foreign")).toEqual(foreign);
    expect(await change("bert")).toBe(true);
    expect(await findBankAccount(database.read, "bert", "foreign")).toEqual({
      ...foreign,
      currency: "NGN",
      held_until: 9n,
    });
  });

  test("another customer's is not removed, one's own is once", async () => {
    const remove = (userId: string): Promise<boolean> =>
      database.write((tx) => deleteBankAccount(tx, userId, "second"));
    expect(await remove("bert")).toBe(false);
    expect(await remove("anna")).toBe(true);
    expect(await remove("anna")).toBe(false);
    expect((await listBankAccounts(database.read, "anna")).map(({ id }) => id)).toEqual(["first"]);
  });
});
