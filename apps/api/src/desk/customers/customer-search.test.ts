import type { CustomerFile, CustomerSummary } from "@wattle/contracts/desk";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applicant } from "../../testing/applicant.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";

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

  test("by each number that an account had, it is found", async () => {
    const [account] = (await one.client.get<{ data: { id: string }[] }>("/api/users/bank-accounts")).body
      .data;
    const changed = { ...ACCOUNT, account_number: "7654321" };
    expect(await one.client.put(`/api/users/bank-accounts/${account?.id}`, changed)).toMatchObject({
      status: 200,
    });
    expect(await found("765 4321")).toEqual([one.id]);
    expect(await found(ACCOUNT.account_number)).toEqual(both());
  });

  test("by an account number of the demo's customer, that customer is found", async () => {
    const { data } = await query<{ data: CustomerSummary[] }>(operator, "ops.customers.search", {
      query: "8765 4321",
    });
    expect(data.data.map(({ email }) => email)).toContain("customer@demo.test");
  });

  test("each customer found has its holds and how many notes it has", async () => {
    await mutate(operator, "ops.customers.hold", {
      id: other.id,
      on: ["withdrawals"],
      internal_note: "Call first.",
    });
    await mutate(operator, "ops.customers.note", { id: other.id, text: "Called twice." });
    const { data } = await query<{ data: object[] }>(operator, "ops.customers.search", { query: "10443310" });
    expect(data.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: other.id, on_hold: ["withdrawals"], notes: 1 }),
        expect.objectContaining({ id: one.id, on_hold: [], notes: 0 }),
      ]),
    );
  });

  test("an account number at another bank makes no two customers one", async () => {
    const { data } = await query<CustomerFile>(operator, "ops.customers.get", { id: one.id });
    expect(data.duplicates).toMatchObject([{ id: other.id, shares: ["date_of_birth", "document_number"] }]);
  });
});
