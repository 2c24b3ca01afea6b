import type { PortfolioSeries } from "@wattle/contracts/portfolio";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { query } from "../testing/procedures.ts";

const HISTORY = "/api/users/transactions";

describe.each(DIALECTS)("costly reads on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    await customer.login("customer@demo.test");
  });
  afterAll(() => app.close());

  const series = async (client = customer): Promise<PortfolioSeries> => {
    const { data, message } = await query<PortfolioSeries>(client, "portfolio.series", { range: "24h" });
    if (data === undefined) throw new Error(message);
    return data;
  };
  const newest = ({ points }: PortfolioSeries): string | undefined => points.at(-1)?.at;

  test("the same one is kept for a minute, and then read again", async () => {
    const first = await series();
    app.clock.advance(50_000);
    expect(await series()).toEqual(first);
    app.clock.advance(10_000);
    expect(newest(await series())).not.toBe(newest(first));
  });

  test("another account's, and one with another input, is an answer of its own", async () => {
    const own = await series();
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    expect((await series(stranger)).home).not.toBe(own.home);
    const { data } = await query<PortfolioSeries>(customer, "portfolio.series", { range: "7d" });
    expect(data?.range).toBe("7d");
  });

  test("one that is refused is not kept", async () => {
    for (let asked = 0; asked < 2; asked += 1)
      expect((await query(customer, "portfolio.series", { range: "2y" })).code).toBe("validation_failed");
  });

  const deposit = async (): Promise<string> => {
    const answer = await customer.post<{ data: { id: string } }>(HISTORY, {
      balance: { credit: "25.00", credit_currency: "AUD" },
      debit: "25.00",
      debit_currency: "AUD",
      transaction_type: "deposit",
      payment_method: "payid",
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data.id;
  };
  let opened = "";
  test.each([
    [
      "an exchange",
      async () =>
        void (await postExchange(customer, payloadOf(await holdRate(customer, "AUD", "BTC"), "100.00"))),
    ],
    [
      "an exchange back",
      async () =>
        void (await postExchange(customer, payloadOf(await holdRate(customer, "BTC", "AUD"), "0.001"))),
    ],
    ["a deposit that is started", async () => void (opened = await deposit())],
    ["a deposit that is cancelled", async () => void (await customer.post(`${HISTORY}/${opened}/cancel`))],
  ])("after %s none is kept", async (_what, change) => {
    const before = await series();
    app.clock.advance(1000);
    expect(await series()).toEqual(before);
    await change();
    expect(newest(await series())).not.toBe(newest(before));
  });

  test("fifty at once: ten are answered, the others are told when to come back, over tRPC and REST alike", async () => {
    const own = app.client();
    await own.login("customer@demo.test");
    const ask = { tRPC: "/trpc/history.list?input={}", REST: HISTORY };
    for (const [transport, path] of Object.entries(ask)) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => own.get(path)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200).length, transport).toBeGreaterThanOrEqual(10);
      expect(refused.length, transport).toBeGreaterThan(0);
      for (const { headers } of refused) expect(Number(headers["retry-after"]), transport).toBeGreaterThan(0);
    }
    expect((await own.get(HISTORY)).status).toBe(200);
  });

  test("a CSV file that has begun is sent whole amid as many reads as there may be", async () => {
    const [file, ...others] = await Promise.all([
      customer.get<string>(`${HISTORY}.csv`),
      ...Array.from({ length: 20 }, () => customer.get(`${HISTORY}-tax.csv`)),
    ]);
    expect(file.status).toBe(200);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });
});
