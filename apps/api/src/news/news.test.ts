import type { Transaction } from "@wattle/contracts/history";
import { NEWS_OVERLAP_MILLISECONDS, type NewsAnswer } from "@wattle/contracts/news";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { mutate, query } from "../testing/procedures.ts";

describe.each(DIALECTS)("news on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let operator: TestClient;
  const since = async (at: number, client = customer): Promise<NewsAnswer> => {
    const { data, message } = await query<NewsAnswer>(client, "news.since", {
      since: new Date(at).toISOString(),
    });
    if (data === undefined) throw new Error(message);
    return data;
  };
  const announce = async (): Promise<Transaction> => {
    const answer = await customer.post<{ data: Transaction }>("/api/users/transactions", {
      balance: { credit: "25.00", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    return answer.body.data;
  };
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [customer, operator] = [app.client(), app.client({ returns: true })];
    await customer.login("customer@demo.test");
    await operator.login("operator@demo.test");
  });
  afterAll(() => app.close());

  test("a confirmed deposit is news to its owner alone, the owner's own acts are none", async () => {
    const start = app.clock.now();
    const { reference, id } = await announce();
    expect((await since(start)).items.filter((item) => item.transaction_id === id)).toEqual([]);
    await mutate(operator, "ops.deposits.confirm", { reference, amount: "25.00" });
    const { items } = await since(start);
    expect(items.filter((item) => item.transaction_id === id)).toMatchObject([
      { status: "completed", debit: "25.00", debit_currency: "AUD", reference },
    ]);
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    expect((await since(start, stranger)).items).toEqual([]);
  });

  test("a reader that was away misses nothing, and knows what it has seen by its id", async () => {
    const [first, second] = [await announce(), await announce()];
    let asked = app.clock.now();
    const seen = new Set<string>();
    const look = async (): Promise<string[]> => {
      const { now, items } = await since(asked);
      asked = Date.parse(now);
      const fresh = items.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      return fresh.map(({ reference }) => reference);
    };
    await look();
    await mutate(operator, "ops.deposits.confirm", { reference: first.reference, amount: "25.00" });
    expect(await look()).toEqual([first.reference]);
    expect(await look()).toEqual([]);
    // Away for an hour, in which something happens.
    await mutate(operator, "ops.deposits.confirm", { reference: second.reference, amount: "25.00" });
    app.clock.advance(60 * 60_000);
    expect(await look()).toEqual([second.reference]);
    expect(await look()).toEqual([]);
    app.clock.advance(2 * NEWS_OVERLAP_MILLISECONDS);
    expect(await look()).toEqual([]);
  });

  test("more changes within a minute than one answer holds are all read", async () => {
    app.clock.advance(2 * NEWS_OVERLAP_MILLISECONDS);
    let asked = app.clock.now();
    const expected = new Set<string>();
    for (let made = 0; made < 105; made++) {
      const { reference } = await announce();
      expected.add(reference);
      app.clock.advance(100);
      await mutate(operator, "ops.deposits.confirm", { reference, amount: "25.00" });
    }
    const seen = new Set<string>();
    for (let question = 0; question < 2; question++) {
      const { now, items } = await since(asked);
      asked = Date.parse(now);
      for (const { reference } of items) seen.add(reference);
    }
    expect(seen).toEqual(expected);
  });
});
