import type { LastHour, RatesStatus } from "@wattle/contracts/rates-status";
import { recordPrices } from "@wattle/db/prices";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RateUnavailableError } from "../../prices/rate-service.ts";
import type { SourceStatus } from "../../prices/source-health.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { runOps } from "../../testing/run-ops.ts";
import { turnMarket } from "../../audit/turn-market.ts";
import { readRatesStatus } from "./read-rates-status.ts";

describe.each(DIALECTS)("the state of the price sources on %s", (dialect) => {
  let api: TestApp;
  let operator: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    operator = api.client();
    await operator.login("operator@demo.test");
  });
  afterAll(() => api.close());

  const status = async (): Promise<RatesStatus> =>
    (await query<RatesStatus>(operator, "ops.rates.status")).data;

  test("says when each has answered, also where no one has asked yet", async () => {
    const now = new Date(api.clock.now()).toISOString();
    expect(await status()).toEqual({
      sources: [
        {
          name: "simulated",
          state: "answering",
          last_answer_at: now,
          age: 0,
          last_error: null,
          resting_until: null,
        },
      ],
      paused: [],
    });
    api.clock.advance(3000);
    expect((await status()).sources).toMatchObject([{ age: 3, last_answer_at: now }]);
  });

  const at = 1_800_000_000_000;
  const failure = { at: at - 1000, kind: "timeout", message: "no complete answer within 3000 ms" } as const;
  test.each<[string, Partial<SourceStatus>, object]>([
    ["unasked", {}, { state: "unasked", age: null, last_error: null }],
    ["answering", { lastSuccessAt: at - 2000 }, { state: "answering", age: 2 }],
    [
      "failing, after it has answered",
      { lastSuccessAt: at - 61_000, lastFailure: failure },
      { state: "failing", age: 61, last_error: { kind: "timeout", message: failure.message } },
    ],
    [
      "answering again, with its last error",
      { lastSuccessAt: at, lastFailure: failure },
      { state: "answering", age: 0, last_error: { kind: "timeout" } },
    ],
    [
      "resting",
      { lastFailure: failure, restingUntil: at + 4000 },
      { state: "resting", age: null, resting_until: new Date(at + 4000).toISOString() },
    ],
  ])("a source that is %s", async (_what, known, expected) => {
    const source = {
      name: "kraken",
      lastSuccessAt: undefined,
      lastFailure: undefined,
      restingUntil: undefined,
      ...known,
    } as const;
    const rates = {
      ...api.services.rates,
      current: () => Promise.reject(new RateUnavailableError("BTC", "AUD", [])),
      status: () => [source],
    };
    const found = await readRatesStatus({ ...api.services, rates, clock: { now: () => at } });
    expect(found.sources).toMatchObject([{ name: "kraken", ...expected }]);
  });

  test("names the pairs that the system has paused, and no others", async () => {
    await turnMarket(api.services, "pair:ETH/AUD", { paused: true, reason: "two sources differ" });
    await mutate(operator, "ops.switches.set", { what: "pair:BTC/NGN", paused: true });
    await mutate(operator, "ops.switches.set", { what: "deposits", paused: true });
    expect((await status()).paused).toEqual([
      { pair: "ETH/AUD", reason: "two sources differ", since: new Date(api.clock.now()).toISOString() },
    ]);
    const line = await runOps(api, ["rates", "status"]);
    expect([line.code, line.error]).toEqual([0, ""]);
    for (const text of ["simulated", "answering", "ETH/AUD", "two sources differ"])
      expect(line.out).toContain(text);
    await mutate(operator, "ops.switches.set", { what: "pair:ETH/AUD", paused: false });
    expect((await status()).paused).toEqual([]);
  });

  test("the last hour has a price for each minute that has one, and none for the others", async () => {
    const hour = (input: object) => query<LastHour>(operator, "ops.rates.lastHour", input);
    api.clock.advance(60_000 - (api.clock.now() % 60_000) + 100 * 60_000);
    // Nothing was done for so long that the session has ended.
    await operator.login("operator@demo.test");
    const now = api.clock.now();
    const at = (minutesAgo: number): bigint => BigInt(now - minutesAgo * 60_000);
    const point = (minutesAgo: number, rate: string) => ({
      symbol: "ETH",
      currency: "NGN",
      recorded_at: at(minutesAgo),
      rate,
    });
    await api.services.database.write((tx) =>
      recordPrices(tx, [point(60, "1"), point(59, "5000.5"), point(2, "5001"), point(1, "5002")]),
    );
    const { points, ...pair } = (await hour({ symbol: "ETH", in: "NGN" })).data;
    expect(pair).toEqual({ symbol: "ETH", in: "NGN" });
    expect(points.map(({ at: when }) => Date.parse(when))).toEqual(
      Array.from({ length: 59 }, (_, minute) => Number(at(59 - minute))),
    );
    expect(points.filter(({ rate }) => rate !== null)).toEqual(
      [59, 2, 1].map((ago, index) => ({
        at: new Date(Number(at(ago))).toISOString(),
        rate: ["5000.5", "5001", "5002"][index],
      })),
    );
    // A minute's price is visible as soon as it is recorded.
    await api.services.database.write((tx) => recordPrices(tx, [point(0, "5003")]));
    expect((await hour({ symbol: "ETH", in: "NGN" })).data.points).toHaveLength(60);
    expect((await hour({ symbol: "AUD", in: "NGN" })).errors).toHaveProperty("symbol");
    expect((await hour({ symbol: "ETH", in: "BTC" })).errors).toHaveProperty("in");
  });

  test("is for staff alone", async () => {
    const customer = api.client();
    await customer.login("customer@demo.test");
    expect((await query(customer, "ops.rates.status")).code).toBe("forbidden");
    expect((await query(api.client(), "ops.rates.status")).code).toBe("unauthenticated");
  });
});
