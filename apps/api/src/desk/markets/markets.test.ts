import type { CurrencyMaps } from "@wattle/contracts/currencies";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { MarketList } from "@wattle/contracts/market-inputs";
import type { CurrencyRecord, PairRecord } from "@wattle/contracts/market-records";
import type { RateCard } from "@wattle/contracts/rates";
import { DIALECTS } from "@wattle/db/testing/databases";
import { describe, expect, test } from "vitest";
import { startTestApp } from "../../testing/app-for-test.ts";
import { twoProcesses } from "../../testing/two-processes.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { holdRate, payloadOf, postExchange } from "../../testing/exchanges.ts";
import { runOps } from "../../testing/run-ops.ts";

describe.each(DIALECTS)("currencies and pairs as rows, on %s", (dialect) => {
  const two = twoProcesses(dialect);

  const setCurrency = (input: object) =>
    mutate<CurrencyRecord>(two.operator, "ops.markets.setCurrency", input);
  const setPair = (input: object) => mutate<PairRecord>(two.operator, "ops.markets.setPair", input);

  test("a coin added to a running installation is exchanged in another process within five seconds", async () => {
    const added = await setCurrency({ code: "LTC", kind: "crypto", full_name: "Litecoin" });
    expect(added.data).toMatchObject({ code: "LTC", short_name: "LTC", shown_decimals: 8, active: true });
    await setPair({ from: "LTC", to: "AUD", fee: "0.5" });
    await setPair({ from: "AUD", to: "LTC", fee: "0.5" });
    two.pass();

    const { body } = await two.customer.get<CurrencyMaps>("/api/currencies");
    expect(body.crypto["LTC"]).toEqual({ full_name: "Litecoin", short_name: "LTC", active: true });
    const cards = await two.customer.get<{ data: RateCard[] }>("/api/rates?symbols=LTC");
    expect(cards.body.data[0]?.symbol).toBe("LTC");

    const held = await holdRate(two.customer, "AUD", "LTC");
    expect(held).toMatchObject({ fee: "0.5", min: "100.00", max: "100000.00" });
    const bought = await postExchange(two.customer, payloadOf(held, "1000.00"));
    expect(bought.status).toBe(201);
    const { data } = (await two.customer.get<{ data: Record<string, string> }>("/api/users/balance")).body;
    expect(data["LTC"]).toBe(bought.body.data.debit);
    expect(bought.body.data.debit).toMatch(/^\d+\.\d{8}$/);
    const csv = await two.customer.get("/api/users/transactions.csv");
    expect(csv.text).toContain("LTC");
  });

  test("a coin goes on chain with its amounts, and off it again", async () => {
    const chain = {
      network: "bitcoin",
      deposit_min: "0.00010000",
      withdrawal_min: "0.00100000",
      withdrawal_fee: "0.00000000",
    };
    const { data } = await query<MarketList>(two.operator, "ops.markets.list");
    const before = data.currencies.find(({ code }) => code === "BTC");
    expect(before?.chain).toEqual({
      network: "bitcoin",
      deposit_min: "0.00005000",
      withdrawal_min: "0.00050000",
      withdrawal_fee: "0.00005000",
    });
    expect(data.currencies.find(({ code }) => code === "ETH")?.chain).toEqual({
      network: "ethereum",
      deposit_min: "0.00100000",
      withdrawal_min: "0.01000000",
      withdrawal_fee: "0.00100000",
    });
    expect((await setCurrency({ code: "BTC", chain })).data.chain).toEqual(chain);
    expect((await setCurrency({ code: "BTC", position: before?.position })).data.chain).toEqual(chain);
    expect((await setCurrency({ code: "BTC", chain: null })).data.chain).toBeNull();
    expect((await setCurrency({ code: "BTC", chain: before?.chain })).data.chain).toEqual(before?.chain);
  });

  test.each([
    ["an unknown network", "BTC", { network: "dogecoin" }, "network"],
    ["a minimum of zero", "BTC", { deposit_min: "0" }, "deposit_min"],
    ["nine decimals", "BTC", { withdrawal_fee: "0.000000001" }, "withdrawal_fee"],
    ["money", "AUD", {}, "network"],
  ])("%s is refused at the chain's field", async (_what, code, changes, field) => {
    const chain = { network: "bitcoin", deposit_min: "1", withdrawal_min: "1", withdrawal_fee: "1" };
    const answer = await setCurrency({ code, chain: { ...chain, ...changes } });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer)).toContain(`"chain.${field}"`);
  });

  test("the process that changes a market knows it at once", async () => {
    await setCurrency({ code: "ADA", kind: "crypto", full_name: "Cardano" });
    await setPair({ from: "ADA", to: "AUD", fee: "0.25" });
    expect((await holdRate(two.operator, "ADA", "AUD")).fee).toBe("0.25");
    await setPair({ from: "ADA", to: "AUD", fee: "0.5" });
    expect((await holdRate(two.operator, "ADA", "AUD")).fee).toBe("0.5");
    await setPair({ from: "ADA", to: "AUD", active: false });
    await setCurrency({ code: "ADA", active: false });
  });

  test("switched off, it leaves the choices; balance, history and a held rate stay", async () => {
    const held = await holdRate(two.customer, "LTC", "AUD");
    await setCurrency({ code: "LTC", active: false });
    two.pass();
    const refused = await two.customer.post<ErrorBody>("/api/get-rate", {
      credit_currency: "LTC",
      debit_currency: "AUD",
      credit: 1,
    });
    expect([refused.status, refused.body.code]).toEqual([422, "currency_inactive"]);
    const { body } = await two.customer.get<CurrencyMaps>("/api/currencies");
    expect(body.crypto["LTC"]?.active).toBe(false);
    expect(
      (await two.customer.get<{ data: Record<string, string> }>("/api/users/balance")).body.data,
    ).toHaveProperty("LTC");
    const sold = await postExchange(two.customer, payloadOf(held, held.min));
    expect(sold.status).toBe(201);
    expect((await runOps(two.app, ["ledger", "check"])).code).toBe(0);
  });

  test("what is left out of a change stays, and the audit log has both sides", async () => {
    const before = (await setCurrency({ code: "ETH", position: 7 })).data;
    const after = (await setCurrency({ code: "ETH", full_name: "Ether" })).data;
    expect(after).toEqual({ ...before, full_name: "Ether" });
    const pair = (await setPair({ from: "ETH", to: "AUD", spread_bp: 25 })).data;
    expect((await setPair({ from: "ETH", to: "AUD", active: false })).data).toEqual({
      ...pair,
      active: false,
    });
    const { data } = await query<{ data: { action: string; subject: string; details: unknown }[] }>(
      two.operator,
      "ops.audit.list",
      { per_page: "1" },
    );
    expect(data.data[0]).toMatchObject({
      action: "market.pair_set",
      subject: "ETH/AUD",
      details: { before: { active: true }, after: { active: false, spread_bp: 25 } },
    });
  });

  test.each([
    ["min above max", { code: "AUD", exchange_min: "500.00", exchange_max: "400.00" }, "exchange_min"],
    ["one limit without the other", { code: "AUD", deposit_max: null }, "deposit_max"],
    ["a minimum of zero", { code: "AUD", exchange_min: "0.00" }, "exchange_min"],
    ["three decimals of a fiat currency", { code: "AUD", exchange_min: "1.001" }, "exchange_min"],
    [
      "no minimum for a fiat currency",
      { code: "FJD", kind: "fiat", full_name: "Fiji Dollar" },
      "exchange_min",
    ],
    ["limits of a coin", { code: "BTC", exchange_min: "1", exchange_max: "2" }, "exchange_min"],
    ["an unknown kind", { code: "XAU", kind: "metal", full_name: "Gold" }, "kind"],
    ["no kind for a new one", { code: "XAU", full_name: "Gold" }, "kind"],
    ["no name for a new one", { code: "XAU", kind: "crypto" }, "full_name"],
    ["another kind for one that is there", { code: "BTC", kind: "fiat" }, "kind"],
    ["a code in small letters", { code: "ltc", kind: "crypto", full_name: "Litecoin" }, "code"],
    ["a code of one letter", { code: "L", kind: "crypto", full_name: "Litecoin" }, "code"],
    ["a code with a space", { code: "L TC", kind: "crypto", full_name: "Litecoin" }, "code"],
    ["nine shown decimals", { code: "BTC", shown_decimals: 9 }, "shown_decimals"],
    ["three shown decimals of a fiat currency", { code: "AUD", shown_decimals: 3 }, "shown_decimals"],
    [
      "deposits of a currency without a bank format",
      {
        code: "FJD",
        kind: "fiat",
        full_name: "Fiji Dollar",
        exchange_min: "1.00",
        exchange_max: "2.00",
        deposit_min: "1.00",
        deposit_max: "2.00",
      },
      "deposit_min",
    ],
    ["a country that is none", { code: "AUD", residents_of: "XX" }, "residents_of"],
  ])("a currency with %s is refused at the field", async (_description, input, field) => {
    const answer = await setCurrency(input);
    expect(answer.code).toBe("validation_failed");
    expect(Object.keys(answer.errors ?? {})).toContain(field);
  });

  test.each([
    ["a fee over 50 %", { from: "BTC", to: "AUD", fee: "50.0001" }, "fee"],
    ["a fee of five decimals", { from: "BTC", to: "AUD", fee: "1.00001" }, "fee"],
    ["a negative fee", { from: "BTC", to: "AUD", fee: "-1" }, "fee"],
    ["no fee for a new pair", { from: "BTH", to: "AUD" }, "fee"],
    ["two fiats", { from: "AUD", to: "NGN", fee: "1" }, "to"],
    ["two coins", { from: "BTC", to: "ETH", fee: "1" }, "to"],
    ["an unknown currency", { from: "DOGE", to: "AUD", fee: "1" }, "from"],
    ["a spread over 1,000 basis points", { from: "BTC", to: "AUD", spread_bp: 1_001 }, "spread_bp"],
    ["a negative spread", { from: "BTC", to: "AUD", spread_bp: -1 }, "spread_bp"],
  ])("a pair with %s is refused at the field", async (_description, input, field) => {
    const answer = await setPair(input);
    expect(answer.code).toBe("validation_failed");
    expect(Object.keys(answer.errors ?? {})).toContain(field);
  });

  test("a currency is only for the residents of its country, wherever it is named", async () => {
    await setCurrency({
      code: "NZD",
      kind: "fiat",
      full_name: "New Zealand Dollar",
      residents_of: "NZ",
      exchange_min: "100.00",
      exchange_max: "50000.00",
    });
    await setPair({ from: "BTC", to: "NZD", fee: "1" });
    two.pass();
    const own = await two.customer.get<CurrencyMaps>("/api/currencies");
    expect(own.body.fiat).not.toHaveProperty("NZD");
    const guest = await two.other.client().get<CurrencyMaps>("/api/currencies");
    expect(guest.body.fiat).toHaveProperty("NZD");
    const refused = await two.customer.get<ErrorBody>("/api/rates?symbols=BTC&in=NZD");
    expect([refused.status, refused.body.code]).toEqual([422, "currency_inactive"]);
  });

  test("the command line adds, changes and lists", async () => {
    expect(
      (await runOps(two.app, ["markets", "currency", "XRP", "--kind", "crypto", "--name", "Ripple"])).code,
    ).toBe(0);
    expect((await runOps(two.app, ["markets", "pair", "XRP", "AUD", "--fee", "2"])).code).toBe(0);
    const { out } = await runOps(two.app, ["markets", "list", "--json"]);
    expect((JSON.parse(out) as MarketList).currencies).toContainEqual(
      expect.objectContaining({ code: "XRP", priced: true }),
    );
    expect((await runOps(two.app, ["markets", "pairs"])).out).toContain("XRP/AUD");
    expect((await runOps(two.app, ["markets", "currency", "XRP", "--active", "maybe"])).code).toBe(2);
    expect((await runOps(two.app, ["markets", "pair", "XRP", "AUD", "--fee", "99"])).code).toBe(1);
  });

  test("the list says which currency no price source knows", async () => {
    const { data } = await query<MarketList>(two.operator, "ops.markets.list", undefined);
    expect(data.currencies.every(({ priced }) => priced)).toBe(true);
    const kraken = await startTestApp({
      dialect: "sqlite",
      env: { RATE_SOURCE: "kraken", KRAKEN_URL: "http://127.0.0.1:9" },
    });
    const staff = kraken.client();
    await staff.login("operator@demo.test");
    const list = await query<MarketList>(staff, "ops.markets.list", undefined);
    expect(list.data.currencies.filter(({ priced }) => !priced).map(({ code }) => code)).toEqual([
      "NGN",
      "BTH",
    ]);
    const nigerian = kraken.client();
    await nigerian.login("nigeria@demo.test");
    const answer = await nigerian.post<ErrorBody>("/api/users/transactions", {
      transaction_type: "deposit",
      balance: { credit: "5000.00", credit_currency: "NGN" },
      payment_method: "bank_transfer",
    });
    expect([answer.status, answer.body.code]).toEqual([422, "currency_inactive"]);
    await kraken.close();
  });
});
