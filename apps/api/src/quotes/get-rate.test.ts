import type { ErrorBody } from "@wattle/contracts/errors";
import type { HeldRate } from "@wattle/contracts/quotes";
import { DIALECTS } from "@wattle/db/testing/databases";
import { parseRate } from "@wattle/exchange-core/rate";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { RateUnavailableError } from "../prices/rate-service.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";

describe.each(DIALECTS)("held rates on %s", (dialect) => {
  let api: TestApp;
  let guest: TestClient;
  let customer: TestClient;
  let nigerian: TestClient;

  beforeAll(async () => {
    api = await startTestApp({ dialect });
    [guest, customer, nigerian] = [api.client(), api.client(), api.client()];
    await customer.login("customer@demo.test");
    await nigerian.login("nigeria@demo.test");
  });
  afterAll(() => api.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const ask = (client: TestClient, from: unknown, to: unknown, credit: unknown = 1) =>
    client.post<ErrorBody>("/api/get-rate", { credit_currency: from, debit_currency: to, credit });

  test("a rate is an answer without an envelope, held for 45 seconds", async () => {
    const held = await holdRate(guest);
    expect(held).toEqual({
      rate: expect.stringMatching(/^\d+(\.\d+)?$/),
      timestamp: expect.any(Number),
      hash: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{86}$/),
      issued_at: new Date(api.clock.now()).toISOString(),
      expires_at: new Date(api.clock.now() + 45_000).toISOString(),
      fee: "1",
      spread: "0",
      min: expect.stringMatching(/^0\.\d{8}$/),
      max: expect.stringMatching(/^0\.\d{8}$/),
      credit_currency: "BTC",
      debit_currency: "AUD",
    });
    expect(Number.isInteger(held.timestamp)).toBe(true);
    // Simulated prices start at 150000 and stay within 30 %.
    expect(Number(held.rate)).toBeGreaterThan(105_000);
    expect(Number(held.rate)).toBeLessThan(195_000);
  });

  test.each([
    ["BTC", "AUD"],
    ["AUD", "BTC"],
    ["ETH", "AUD"],
    ["AUD", "ETH"],
    ["BTC", "NGN"],
    ["NGN", "ETH"],
  ])("a guest may ask for %s in %s", async (from, to) => {
    const held = await holdRate(guest, from, to);
    expect([held.credit_currency, held.debit_currency]).toEqual([from, to]);
  });

  test("fiat limits are unchanged; crypto limits are worth no less and no more", async () => {
    expect(await holdRate(guest, "AUD", "BTC")).toMatchObject({ min: "100.00", max: "100000.00" });
    expect(await holdRate(guest, "NGN", "BTC")).toMatchObject({ min: "100000.00", max: "5000000.00" });
    const selling = await holdRate(guest);
    const cents = (credit: string): bigint =>
      BigInt(String(payloadOf(selling, credit).debit).replace(".", ""));
    expect(cents(selling.min)).toBeGreaterThanOrEqual(100_00n);
    expect(cents(selling.max)).toBeLessThanOrEqual(100_000_00n);
  });

  test("asking writes nothing, and each quote is another", async () => {
    const write = vi.spyOn(api.services.database, "write");
    const hashes = new Set<string>();
    for (let asked = 0; asked < 20; asked++) hashes.add((await holdRate(customer)).hash);
    expect(hashes.size).toBe(20);
    expect(write).not.toHaveBeenCalled();
  });

  test("the quote names who asked: the customer, or a guest", async () => {
    const claims = (held: HeldRate) =>
      JSON.parse(Buffer.from(held.hash.split(".")[1] ?? "", "base64url").toString()) as { sub: string };
    const { user } = await customer.login("customer@demo.test");
    expect(claims(await holdRate(customer)).sub).toBe(user.id);
    expect(claims(await holdRate(guest)).sub).toBe("guest");
  });

  test("the published keys verify it, from outside", async () => {
    const { body: keys, status } = await guest.get<JSONWebKeySet>("/.well-known/jwks.json");
    expect(status).toBe(200);
    for (const key of keys.keys) {
      expect(key).toEqual({
        kty: "OKP",
        crv: "Ed25519",
        x: expect.any(String),
        kid: expect.any(String),
        use: "sig",
        alg: "EdDSA",
      });
    }
    const held = await holdRate(guest);
    const { payload } = await compactVerify(held.hash, createLocalJWKSet(keys));
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>;
    expect(claims).toMatchObject({
      rate: held.rate,
      fee: held.fee,
      min: held.min,
      max: held.max,
      credit_currency: "BTC",
      debit_currency: "AUD",
      timestamp: held.timestamp,
      sub: "guest",
      jti: expect.any(String),
    });
    expect(Math.round(Number(claims["exp"]) * 1000)).toBe(Date.parse(held.expires_at));
    expect(Math.round(Number(claims["iat"]) * 1000)).toBe(Date.parse(held.issued_at));
  });

  test("any process of the deployment honours it, also one that starts later", async () => {
    const held = await holdRate(customer);
    const other = await startTestApp({ dialect, databaseUrl: api.databaseUrl, now: api.clock.now() });
    try {
      expect((await other.client().get("/.well-known/jwks.json")).text).toBe(
        (await guest.get("/.well-known/jwks.json")).text,
      );
      const client = other.client();
      await client.login("customer@demo.test");
      expect((await postExchange(client, payloadOf(held, "0.01"))).status).toBe(201);
      // Here it was issued, there it was used.
      const again = await postExchange(customer, payloadOf(held, "0.01"));
      expect(again.status).toBe(409);
      expect(again.body).toMatchObject({ code: "quote_used" });
    } finally {
      await other.close();
    }
  });

  test.each([
    ["the same currency twice", "BTC", "BTC", "debit_currency", "pair_unsupported"],
    ["two crypto currencies", "BTC", "ETH", "debit_currency", "pair_unsupported"],
    ["two fiat currencies", "AUD", "NGN", "debit_currency", "pair_unsupported"],
    ["an inactive fiat currency", "BTC", "USD", "debit_currency", "currency_inactive"],
    ["an inactive crypto currency", "BTH", "AUD", "credit_currency", "currency_inactive"],
    ["an unknown currency", "BTC", "EUR", "debit_currency", "validation_failed"],
    ["lower case", "btc", "AUD", "credit_currency", "validation_failed"],
    ["a currency named like an object's part", "BTC", "__proto__", "debit_currency", "validation_failed"],
    ["a number", 5, "AUD", "credit_currency", "validation_failed"],
    ["a list", "BTC", ["AUD"], "debit_currency", "validation_failed"],
    ["nothing", undefined, "AUD", "credit_currency", "validation_failed"],
    ["null", "BTC", null, "debit_currency", "validation_failed"],
  ])("%s has no rate", async (_, from, to, field, code) => {
    const answer = await ask(guest, from, to);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe(code);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  test.each([1, "1", "1.0", "1.00000000"])("credit %j is one unit", async (credit) => {
    expect((await ask(guest, "BTC", "AUD", credit)).status).toBe(200);
  });

  test.each([2, 0, -1, 1.5, "", "01", "1e0", "one", null, true, [1], {}, undefined])(
    "credit %j is not one unit",
    async (credit) => {
      const answer = await guest.post<ErrorBody>("/api/get-rate", {
        credit_currency: "BTC",
        debit_currency: "AUD",
        ...(credit !== undefined && { credit }),
      });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveProperty("credit");
    },
  );

  test.each(["1e0", "1E0", "10e-1", "0.1e+1"])("credit %s is one unit as a JSON number", async (credit) => {
    const body = `{"credit_currency":"BTC","debit_currency":"AUD","credit":${credit}}`;
    expect((await guest.post("/api/get-rate", body)).status).toBe(200);
  });

  test("a number a little above one, equal to it only as a float, is not one unit", async () => {
    const answer = await guest.post(
      "/api/get-rate",
      '{"credit_currency":"BTC","debit_currency":"AUD","credit":1.00000000000000000001}',
    );
    expect(answer.status).toBe(422);
  });

  test.each([
    ["BTC", "NGN", "debit_currency"],
    ["NGN", "BTC", "credit_currency"],
  ])("%s in %s is refused to a customer who is not Nigerian", async (from, to, field) => {
    const answer = await ask(customer, from, to);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe("currency_inactive");
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
    expect((await ask(nigerian, from, to)).status).toBe(200);
  });

  test("a Nigerian keeps AUD next to NGN", async () => {
    expect(await holdRate(nigerian, "AUD", "BTC")).toMatchObject({ min: "100.00", max: "100000.00" });
  });

  test("without a fresh price there is no rate: 503 'Get rate failed', over REST and tRPC", async () => {
    vi.spyOn(api.services.rates, "current").mockRejectedValue(
      new RateUnavailableError("BTC", "AUD", [
        { source: "simulated", kind: "stale", message: "the price is 500 s old" },
      ]),
    );
    for (const [from, to] of [
      ["BTC", "AUD"],
      ["AUD", "BTC"],
    ]) {
      const answer = await ask(guest, from, to);
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ code: "rate_unavailable", message: "Get rate failed" });
      expect(answer.text).not.toContain("stale");
    }
    const trpc = await guest.post<{ error: { message: string; data: ErrorBody } }>("/trpc/quotes.getRate", {
      credit_currency: "BTC",
      debit_currency: "AUD",
      credit: 1,
    });
    expect(trpc.status).toBe(503);
    expect(trpc.body.error.message).toBe("Get rate failed");
    const cards = await guest.get<ErrorBody>("/api/rates");
    expect(cards.status).toBe(503);
    expect(cards.body.message).toBe("Get rate failed");
    const ready = await guest.get<{ status: string; checks: object }>("/readyz");
    expect([ready.status, ready.body.status]).toEqual([200, "degraded"]);
    expect(ready.body.checks).toMatchObject({ database: "ok", rates: "failed" });
  });

  describe("with a gap between bid and ask and a spread of 25 basis points", () => {
    const setSpread = (spread: bigint) =>
      api.services.database.write(async (tx) => {
        await tx
          .updateTable("exchange_fees")
          .set({ spread_bp: spread })
          .where("currency_from", "in", ["BTC", "AUD"])
          .execute();
      });
    beforeAll(async () => {
      await setSpread(25n);
      api.clock.advance(10_000);
    });
    afterAll(async () => {
      await setSpread(0n);
      api.clock.advance(10_000);
    });
    beforeEach(() => {
      const [bid, price] = [parseRate("149900"), parseRate("150100")];
      if (bid === undefined || price === undefined) throw new Error("no rates");
      const timestamp = Math.floor(api.clock.now() / 1000);
      vi.spyOn(api.services.rates, "current").mockResolvedValue({
        bid,
        ask: price,
        timestamp,
        source: "kraken",
      });
    });

    test("a customer sells at the bid less the spread, and is shown what both cost", async () => {
      expect(await holdRate(customer, "BTC", "AUD")).toMatchObject({ rate: "149525.25", spread: "0.3165" });
    });

    test("a customer buys at the ask plus the spread", async () => {
      // 1 / 150475.25, rounded down.
      expect(await holdRate(customer, "AUD", "BTC")).toMatchObject({
        rate: "0.00000664561115532288532",
        spread: "0.3169",
      });
    });

    test("the exchange is at that rate", async () => {
      const held = await holdRate(customer, "BTC", "AUD");
      const done = await postExchange(customer, payloadOf(held, "0.01"));
      expect([done.status, done.body.data]).toMatchObject([201, { rate: "149525.25", debit: "1480.29" }]);
    });

    test("the cards show the bid, and with the fee what a seller gets", async () => {
      const { body } = await guest.get<{ data: object[] }>("/api/rates?symbols=BTC&in=AUD");
      expect(body.data).toEqual([
        expect.objectContaining({ symbol: "BTC", rate: "149900", rate_with_fee: "148029.99" }),
      ]);
    });
  });

  test("an exchange goes on at the held rate when the price is gone", async () => {
    const held = await holdRate(customer);
    vi.spyOn(api.services.rates, "current").mockRejectedValue(new RateUnavailableError("BTC", "AUD", []));
    expect((await postExchange(customer, payloadOf(held, "0.01"))).status).toBe(201);
  });

  test("a new fee applies to new quotes, a held one keeps its own", async () => {
    const held = await holdRate(customer, "ETH", "AUD");
    await api.services.database.write((tx) =>
      tx
        .updateTable("exchange_fees")
        .set({ percent: "2.50" })
        .where("currency_from", "=", "ETH")
        .where("currency_to", "=", "AUD")
        .execute(),
    );
    api.clock.advance(10_000);
    const next = await holdRate(customer, "ETH", "AUD");
    expect([held.fee, next.fee]).toEqual(["1", "2.5"]);
    const answer = await postExchange(customer, payloadOf(held, "1"));
    expect(answer.status).toBe(201);
    expect(answer.body.data.fee).toBe("1");
  });
});
