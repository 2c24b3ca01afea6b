import type { HistoryPage, Transaction, TransactionDetail } from "@wattle/contracts/history";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";

const PATH = "/api/users/transactions";

describe.each(DIALECTS)("searching and filtering the history on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let stranger: TestClient;
  let deposit: Transaction;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [customer, stranger] = [app.client(), app.client()];
    await customer.login("customer@demo.test");
    await stranger.login("nigeria@demo.test");
    const announced = await customer.post<{ data: Transaction }>(PATH, {
      balance: { credit: "1234.50", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    deposit = announced.body.data;
  });
  afterAll(() => app.close());

  const find = async (search: string, more = "", client = customer): Promise<Transaction[]> => {
    const answer = await client.get<HistoryPage>(`${PATH}?search=${encodeURIComponent(search)}${more}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.meta.total).toBe(answer.body.data.length);
    return answer.body.data;
  };

  test.each<[string, (reference: string) => string]>([
    ["unchanged", (reference) => reference],
    ["in lower case with spaces", (reference) => ` ${reference.toLowerCase().replaceAll("-", " ")} `],
    ["without dashes", (reference) => reference.replaceAll("-", "")],
    ["its first half", (reference) => reference.slice(0, 6)],
    ["dashes in other places", (reference) => `${reference.slice(0, 2)}-${reference.slice(2, 7)}`],
  ])("a reference %s finds its row", async (_how, typed) => {
    expect((await find(typed(deposit.reference))).map(({ id }) => id)).toEqual([deposit.id]);
  });

  test.each(["1234.50", "1,234.50", "1234.5", "AUD 1,234.50", "1234.50 AUD", " 1234.50 "])(
    "the amount %j finds its row",
    async (typed) => {
      expect((await find(typed)).map(({ id }) => id)).toContain(deposit.id);
    },
  );

  test("an amount of crypto is found on either side", async () => {
    const rows = await find("0.02");
    expect(rows).toMatchObject([{ credit: "0.02000000", credit_currency: "BTC" }]);
    const [row] = rows;
    expect((await find(row?.debit ?? "")).map(({ id }) => id)).toContain(row?.id);
  });

  test.each(["1234.50 BTC", "1234.51", "nothing", "ABC", "%", "' or 1=1 --", "1e3", "-5", "\0"])(
    "%j finds nothing",
    async (typed) => {
      expect(await find(typed)).toEqual([]);
    },
  );

  test("spaces alone are no search", async () => {
    const { body } = await customer.get<HistoryPage>(`${PATH}?search=%20%20&per_page=1`);
    expect(body.meta.total).toBeGreaterThan(20);
  });

  test("a search goes with the filters, and sees own rows only", async () => {
    expect(await find("1234.50", "&type=exchange")).toEqual([]);
    expect(await find("1234.50", "&status=awaiting_payment&type=deposit")).toHaveLength(1);
    expect(await find(deposit.reference, "", stranger)).toEqual([]);
  });

  test("a text that is too long, an unknown status and a wrong day are refused at their fields", async () => {
    const refused = await customer.get<{ errors: object }>(
      `${PATH}?search=${"1".repeat(41)}&status=lost&from=yesterday`,
    );
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      search: ["Search for fewer characters"],
      status: ["Choose a status"],
      from: ["Enter a date as YYYY-MM-DD"],
    });
  });

  test("the status filter shows what is pending", async () => {
    const { body } = await customer.get<HistoryPage>(`${PATH}?status=awaiting_payment`);
    expect(body).toMatchObject({ data: [{ id: deposit.id }], meta: { total: 1 } });
  });

  test("days are whole, both ends included", async () => {
    const day = deposit.created_at.slice(0, 10);
    const ids = async (range: string): Promise<string[]> =>
      (await customer.get<HistoryPage>(`${PATH}?type=deposit&${range}`)).body.data.map(({ id }) => id);
    expect(await ids(`from=${day}&to=${day}`)).toContain(deposit.id);
    const after = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    expect(await ids(`from=${after}`)).not.toContain(deposit.id);
    const at = deposit.created_at;
    expect(await ids(`from=${at}&to=${at}`)).toContain(deposit.id);
  });

  test("one row is read by its owner alone", async () => {
    const own = await customer.get<{ data: TransactionDetail }>(`${PATH}/${deposit.id}`);
    expect(own.body.data.reference).toBe(deposit.reference);
    expect((await stranger.get(`${PATH}/${deposit.id}`)).status).toBe(404);
    expect((await customer.get(`${PATH}/none`)).status).toBe(404);
    expect((await app.client().get(`${PATH}/${deposit.id}`)).status).toBe(401);
  });
});
