import type { CustomerFile, CustomerSummary } from "@wattle/contracts/back-office";
import { listUnhashedAccounts } from "@wattle/db/account-numbers";
import { findBankAccountForBackOffice, updateBankAccount } from "@wattle/db/bank-accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashAccountNumbers } from "../bank-accounts/hash-account-numbers.ts";
import { applicant } from "../testing/applicant.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { newAccount, newBankAccount } from "../testing/in-memory.ts";

const ACCOUNT = {
  currency: "AUD",
  account_name: "Mary",
  bank_name: "Bank of Example",
  bsb: "000-111",
  account_number: "10443310",
};

describe.each(DIALECTS)("the search for customers on %s", (dialect) => {
  let app: TestApp;
  let operator: ReturnType<TestApp["client"]>;
  let one: Awaited<ReturnType<typeof applicant>>;
  let other: Awaited<ReturnType<typeof applicant>>;

  beforeAll(async () => {
    app = await startTestApp({ dialect });
    operator = app.client();
    await operator.login("operator@demo.test");
    [one, other] = [await applicant(app), await applicant(app)];
    await mutate(one.client, "accounts.updateProfile", { phone: "+61491570156" });
    for (const [{ client, id }, bsb] of [
      [one, ACCOUNT.bsb],
      [other, "000-222"],
    ] as const) {
      await mutate(operator, "ops.customers.verify", { id });
      await client.post("/api/users/bank-accounts", { ...ACCOUNT, bsb });
    }
  });
  afterAll(() => app.close());

  const found = async (words: string): Promise<string[]> => {
    const { data } = await query<{ data: CustomerSummary[] }>(operator, "ops.customers.search", {
      query: words,
    });
    return data.data.map(({ id }) => id).toSorted();
  };
  const both = (): string[] => [one.id, other.id].toSorted();

  test.each<[string, string]>([
    ["an account number", "10443310"],
    ["an account number with spaces", "1044 3310"],
    ["an account number with dashes", "1044-33-10"],
    ["a document number", "PA-123 4567"],
    ["a birth date", "1990-02-28"],
  ])("by %s finds all who have it", async (_how, words) => {
    expect(await found(words)).toEqual(both());
  });

  test.each<[string, () => string]>([
    ["an account with its BSB", () => "000-111 1044 3310"],
    ["an account with its BSB in one", () => "00011110443310"],
    ["an identifier", () => one.id],
    ["a phone number with its country", () => "+61 491 570 156"],
    ["a phone number as it is dialled abroad", () => "0011 61 491 570 156"],
    ["a phone number as it is dialled", () => "0491 570 156"],
    ["a phone number in brackets", () => "(0491) 570-156"],
  ])("by %s finds the one who has it", async (_how, words) => {
    expect(await found(words())).toEqual([one.id]);
  });

  test("an account number at another bank makes no two customers one", async () => {
    const { data } = await query<CustomerFile>(operator, "ops.customers.get", { id: one.id });
    expect(data.duplicates).toMatchObject([{ id: other.id, shares: ["date_of_birth", "document_number"] }]);
  });

  describe("where a server of the version before has written", () => {
    let customerId: string;
    let accountId: string;
    beforeAll(async () => {
      customerId = await newAccount(app);
      // It knows no hash of a number alone.
      accountId = await newBankAccount(app, customerId);
    });

    const write = (number: string) =>
      app.services.database.write((tx) =>
        updateBankAccount(tx, customerId, accountId, {
          account_number: app.services.vault.seal("bank_accounts.account_number", accountId, number) as never,
        }),
      );

    test("an account is found by its number once it is hashed", async () => {
      expect(await found("1234567")).toEqual([]);
      await hashAccountNumbers(app.services);
      expect(await found("1234567")).toEqual([customerId]);
      expect(await listUnhashedAccounts(app.services.database.read, "", 10)).toEqual([]);
    });

    test("so is one whose number it changes after that, by both of its numbers", async () => {
      await write("7654321");
      await Promise.all([hashAccountNumbers(app.services), hashAccountNumbers(app.services)]);
      expect(await found("765 4321")).toEqual([customerId]);
      expect(await found("1234567")).toEqual([customerId]);
    });

    test("a number that cannot be opened is logged, and keeps no other from being found", async () => {
      const broken = await newBankAccount(app, customerId);
      const { database } = app.services;
      const row = await findBankAccountForBackOffice(database.read, accountId);
      await database.write((tx) =>
        updateBankAccount(tx, customerId, broken, { account_number: row?.account_number as never }),
      );
      await write("5550001");
      await hashAccountNumbers(app.services);
      expect(await found("5550001")).toEqual([customerId]);
      expect(JSON.stringify(app.log)).toContain("a bank account's number could not be hashed");
      expect(await listUnhashedAccounts(database.read, "", 10)).toMatchObject([{ id: broken }]);
    });
  });
});
