import type { CurrencyMaps } from "@wattle/contracts/currencies";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { ExchangeFee } from "@wattle/contracts/exchange";
import type { RateCard } from "@wattle/contracts/rates";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";

describe.each(DIALECTS)("currencies, fees and prices on %s", (dialect) => {
  let api: TestApp;
  const clients: Record<"guest" | "customer" | "nigerian", TestClient | undefined> = {
    guest: undefined,
    customer: undefined,
    nigerian: undefined,
  };
  const as = (who: keyof typeof clients): TestClient => {
    const client = clients[who];
    if (client === undefined) throw new Error(`${who} is not there yet`);
    return client;
  };

  beforeAll(async () => {
    api = await startTestApp({ dialect });
    for (const who of ["guest", "customer", "nigerian"] as const) clients[who] = api.client();
    await as("customer").login("customer@demo.test");
    await as("nigerian").login("nigeria@demo.test");
  });
  afterAll(() => api.close());

  test("currencies come as bare maps by code", async () => {
    const answer = await as("guest").get<CurrencyMaps>("/api/currencies");
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["fiat", "crypto"]);
    expect(answer.body.fiat["AUD"]).toEqual({
      full_name: "Australian Dollar",
      short_name: "AUD",
      active: true,
    });
    expect(answer.body.crypto["BTC"]).toEqual({ full_name: "Bitcoin", short_name: "BTC", active: true });
    expect(answer.body.crypto["ETH"]?.active).toBe(true);
  });

  test.each([
    ["guest", true],
    ["customer", false],
    ["nigerian", true],
  ] as const)("a %s is shown NGN: %s", async (who, shown) => {
    const currencies = await as(who).get<CurrencyMaps>("/api/currencies");
    expect(Object.keys(currencies.body.fiat).includes("NGN")).toBe(shown);
    expect(Object.keys(currencies.body.fiat)).toContain("AUD");
    const fees = await as(who).get<{ data: ExchangeFee[] }>("/api/exchange-fees");
    expect(fees.status).toBe(200);
    expect(fees.body.data.some(({ currency_from }) => currency_from === "NGN")).toBe(shown);
    expect((await as(who).get("/api/rates?symbols=BTC&in=NGN")).status).toBe(shown ? 200 : 422);
  });

  test("each pair of fiat and crypto has its fee, in percent", async () => {
    const { body } = await as("guest").get<{ data: ExchangeFee[] }>("/api/exchange-fees");
    expect(body.data).toContainEqual({ currency_from: "BTC", currency_to: "AUD", amount: "1" });
    expect(body.data).toHaveLength(8);
  });

  test("price cards: both currencies in AUD unless asked otherwise, the fee taken off, two decimals", async () => {
    const answer = await as("guest").get<{ data: RateCard[] }>("/api/rates");
    expect(answer.status).toBe(200);
    expect(answer.body.data.map(({ symbol }) => symbol)).toEqual(["BTC", "ETH"]);
    for (const card of answer.body.data) {
      expect(Object.keys(card).toSorted()).toEqual([
        "change_24h",
        "rate",
        "rate_with_fee",
        "symbol",
        "timestamp",
      ]);
      expect(card.rate_with_fee).toMatch(/^\d+\.\d\d$/);
      expect(Number(card.rate_with_fee)).toBeCloseTo(Number(card.rate) * 0.99, 1);
    }
    expect((await as("guest").get<{ data: RateCard[] }>("/api/rates?symbols=ETH")).body.data).toHaveLength(1);
    expect(
      (await as("guest").get<{ data: RateCard[] }>("/api/rates?symbols=BTC,BTC")).body.data,
    ).toHaveLength(1);
  });

  test.each([
    ["symbols=", "symbols"],
    ["symbols=DOGE", "symbols"],
    ["symbols=AUD", "symbols"],
    ["symbols=BTH", "symbols"],
    ["symbols=BTC&in=BTC", "in"],
    ["symbols=BTC&in=USD", "in"],
    ["symbols=BTC&in=XXX", "in"],
    [`symbols=${"BTC,".repeat(100)}BTC`, "symbols"],
  ])("/api/rates?%s is refused at its field", async (query, field) => {
    const answer = await as("guest").get<ErrorBody>(`/api/rates?${query}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {}).some((name) => name.startsWith(field))).toBe(true);
  });
});
