import type { ErrorBody } from "@wattle/contracts/errors";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import {
  balanceOf,
  historyTotal,
  holdRate,
  payloadOf,
  postExchange,
  type ExchangePayload,
} from "../testing/exchanges.ts";

describe.each(DIALECTS)("repeated exchanges on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  let nextKey = 0;
  const newKey = (): string => `key-${++nextKey}`;

  beforeAll(async () => {
    api = await startTestApp({ dialect });
    customer = api.client();
    await customer.login("customer@demo.test");
  });
  afterAll(() => api.close());

  async function executed(key: string): Promise<{ payload: ExchangePayload; text: string }> {
    const payload = payloadOf(await holdRate(customer), "0.01");
    const answer = await postExchange(customer, payload, key);
    expect(answer.status).toBe(201);
    return { payload, text: answer.text };
  }

  async function expectOnce(work: () => Promise<void>): Promise<void> {
    const before = [await balanceOf(customer), await historyTotal(customer)];
    await work();
    expect([await balanceOf(customer), await historyTotal(customer)]).toEqual(before);
  }

  test("the same key and payload gets the first answer again, to the byte", async () => {
    const key = newKey();
    const { payload, text } = await executed(key);
    api.clock.advance(1000);
    await expectOnce(async () => {
      for (let repeat = 0; repeat < 3; repeat++) {
        const again = await postExchange(customer, payload, key);
        expect(again.status).toBe(201);
        expect(again.text).toBe(text);
      }
    });
  });

  test("neither the order of the payload's keys nor the spelling of a JSON number nor unknown keys make it another", async () => {
    const key = newKey();
    const { payload, text } = await executed(key);
    const body = `{"hash":"${payload.hash}","note":"x","transaction_type":"exchange","debit_currency":"AUD","debit":"${String(payload.debit)}","balance":{"credit_currency":"BTC","credit":1e-2}}`;
    await expectOnce(async () => {
      const again = await postExchange(customer, body, key);
      expect(again.status).toBe(201);
      expect(again.text).toBe(text);
    });
  });

  test("after the quote ran out the first answer still comes", async () => {
    const key = newKey();
    const { payload, text } = await executed(key);
    api.clock.advance(3_600_000);
    await expectOnce(async () => {
      const again = await postExchange(customer, payload, key);
      expect(again.status).toBe(201);
      expect(again.text).toBe(text);
    });
  });

  test("after the quote ran out another payload under its key is still a conflict", async () => {
    const key = newKey();
    const { payload } = await executed(key);
    api.clock.advance(3_600_000);
    const { status, body } = await postExchange(customer, { ...payload, debit: "1.00" }, key);
    expect([status, body]).toMatchObject([409, { code: "idempotency_conflict" }]);
  });

  test("another process on the same database gives the first answer too", async () => {
    const key = newKey();
    const { payload, text } = await executed(key);
    const other = await startTestApp({ dialect, databaseUrl: api.databaseUrl, now: api.clock.now() });
    try {
      const client = other.client();
      await client.login("customer@demo.test");
      const again = await postExchange(client, payload, key);
      expect(again.status).toBe(201);
      expect(again.text).toBe(text);
    } finally {
      await other.close();
    }
  });

  test.each([
    ["another amount at the same quote", "0.02", false],
    ["another quote", "0.01", true],
  ])(
    "the same key with %s is a conflict, and the payload stays executable under its own key",
    async (_, credit, newQuote) => {
      const key = newKey();
      const { payload } = await executed(key);
      const held = await holdRate(customer);
      const other = payloadOf(newQuote ? held : { ...held, hash: payload.hash }, credit);
      await expectOnce(async () => {
        const answer = await customer.post<ErrorBody>("/api/users/transactions", other, {
          "idempotency-key": key,
        });
        expect(answer.status).toBe(409);
        expect(answer.body).toMatchObject({
          code: "idempotency_conflict",
          errors: { idempotency_key: [expect.any(String)] },
        });
      });
      if (newQuote) expect((await postExchange(customer, other, newKey())).status).toBe(201);
    },
  );

  test("the used quote under another key, or none, is used", async () => {
    const { payload } = await executed(newKey());
    await expectOnce(async () => {
      for (const key of [newKey(), undefined]) {
        const answer = await postExchange(customer, payload, key);
        expect(answer.status).toBe(409);
        expect(answer.body).toMatchObject({ code: "quote_used" });
      }
    });
  });

  test("a key of a refused exchange is not used up", async () => {
    const key = newKey();
    const held = await holdRate(customer);
    const good = payloadOf(held, "0.01");
    for (const bad of [
      { ...good, debit: "1.00" },
      { ...good, debit: "1e5" },
      payloadOf(held, "0.00000001"),
    ]) {
      expect((await postExchange(customer, bad, key)).status).toBe(422);
    }
    expect((await postExchange(customer, good, key)).status).toBe(201);
  });

  test("a key whose quote turned out to be used is not used up either", async () => {
    const { payload } = await executed(newKey());
    const key = newKey();
    expect((await postExchange(customer, payload, key)).status).toBe(409);
    expect((await postExchange(customer, payloadOf(await holdRate(customer), "0.01"), key)).status).toBe(201);
  });

  test("two customers may use the same key", async () => {
    const key = newKey();
    await executed(key);
    const nigerian = api.client();
    await nigerian.login("nigeria@demo.test");
    const held = await holdRate(nigerian, "BTC", "AUD");
    expect((await postExchange(nigerian, payloadOf(held, "0.01"), key)).status).toBe(201);
  });

  test.each([
    ["the longest", "k".repeat(255), 201],
    ["every kind of visible character", "!~:/#[]{}|e", 201],
    ["one too long", "k".repeat(256), 422],
    ["with a space inside", "a b", 422],
    ["empty", "", 422],
  ])("a key that is %s", async (_, key, status) => {
    const answer = await postExchange(customer, payloadOf(await holdRate(customer), "0.01"), key);
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.body).toHaveProperty("errors.idempotency_key");
  });

  test("a key inside the REST body is not looked at", async () => {
    const key = newKey();
    await executed(key);
    const payload = { ...payloadOf(await holdRate(customer), "0.01"), idempotency_key: key };
    expect((await postExchange(customer, payload)).status).toBe(201);
  });
});
