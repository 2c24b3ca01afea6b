import { parseAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { recordPrices } from "@wattle/db/prices";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adjustBalance } from "./ledger/adjust-balance.ts";
import { runAct } from "../testing/second-person.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { RateUnavailableError } from "../prices/rate-service.ts";
import { worthAtHome } from "../prices/worth-at-home.ts";

const MINUTE = 60_000;

describe.each(DIALECTS)("what an amount is worth while no source gives a price, on %s", (dialect) => {
  let api: TestApp;
  let services: TestApp["services"];
  let customer: string;
  let recordedAt: string;
  beforeAll(async () => {
    api = await startTestApp({ dialect, env: { ADJUSTMENT_LIMIT: "5000.00" } });
    customer = (await api.client().login("nigeria@demo.test")).user.id;
    const current = (symbol: string, currency: string) =>
      Promise.reject(new RateUnavailableError(symbol, currency, []));
    services = { ...api.services, rates: { ...api.services.rates, current } };
    await api.services.database.write(async (tx) => {
      await tx.deleteFrom("price_points").execute();
      const at = BigInt(api.clock.now() - MINUTE);
      recordedAt = new Date(Number(at)).toISOString();
      for (const [currency, rate] of [
        ["AUD", "100000"],
        ["NGN", "100000000"],
      ] as const) {
        await recordPrices(tx, [
          { symbol: "BTC", currency, rate, recorded_at: at },
          { symbol: "BTC", currency, rate: "1", recorded_at: at - 10n },
        ]);
      }
    });
  });
  afterAll(() => api.close());

  test.each([
    ["12.34", "AUD", 1234n, []],
    ["0.01", "BTC", 100_000n, ["BTC/AUD 100000"]],
    ["0.00000001", "BTC", 1n, ["BTC/AUD 100000"]],
    ["1000.01", "NGN", 101n, ["BTC/AUD 100000", "BTC/NGN 100000000"]],
  ])("%s %s is worth %s cents by the last recorded prices", async (text, code, units, prices) => {
    const currency = currencyOf(code);
    const amount = currency && parseAmount(text, currency);
    if (currency === undefined || amount?.ok !== true) throw new Error(`${text} ${code} is no amount`);
    expect(await worthAtHome(services, amount.amount, currency)).toEqual({
      units,
      recordedPrices: prices.map((price) => `${price} of ${recordedAt}`),
    });
  });

  test("a coin that never had a price has none", async () => {
    const currency = currencyOf("ETH");
    if (currency === undefined) throw new Error("there is no ETH");
    await expect(worthAtHome(services, 1n as never, currency)).rejects.toMatchObject({
      code: "rate_unavailable",
    });
  });

  const adjust = (amount: string, currency: string) =>
    runAct(services, { id: "cli" }, adjustBalance, {
      id: customer,
      direction: "credit",
      amount,
      currency,
      internal_note: "A correction" as never,
    });

  test("an adjustment is made by them, its limit holds, and the log says which they were", async () => {
    await adjust("0.01", "BTC");
    await expect(adjust("0.06", "BTC")).rejects.toMatchObject({ code: "amount_above_maximum" });
    await adjust("4000.00", "NGN");
    const rows = await api.services.database.read
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "ledger.adjusted")
      .where("subject", "=", customer)
      .orderBy("id")
      .execute();
    expect(
      rows.map(({ details }) => (JSON.parse(details) as { recorded_prices?: unknown }).recorded_prices),
    ).toEqual([
      [`BTC/AUD 100000 of ${recordedAt}`],
      [`BTC/AUD 100000 of ${recordedAt}`, `BTC/NGN 100000000 of ${recordedAt}`],
    ]);
  });
});
