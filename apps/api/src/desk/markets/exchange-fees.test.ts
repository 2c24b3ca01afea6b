import type { ExchangeFee } from "@wattle/contracts/exchange";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../../testing/exchanges.ts";
import { runOps } from "../../testing/run-ops.ts";

describe.each(DIALECTS)("what an exchange costs, on %s", (dialect) => {
  let app: TestApp;
  let operator: TestClient;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [operator, customer] = [app.client(), app.client()];
    await operator.login("operator@demo.test");
    await customer.login("customer@demo.test");
  });
  afterAll(() => app.close());

  const set = (amount: unknown, from = "BTC", to = "AUD") =>
    mutate<ExchangeFee>(operator, "ops.exchangeFees.set", {
      currency_from: from,
      currency_to: to,
      amount,
    });

  test("new rates have it within seconds, and a held one keeps what it promised", async () => {
    const held = await holdRate(customer);
    expect((await set("0.250")).data).toEqual({ currency_from: "BTC", currency_to: "AUD", amount: "0.25" });
    app.clock.advance(5_000);
    expect((await holdRate(customer)).fee).toBe("0.25");
    expect((await holdRate(customer, "AUD", "BTC")).fee).toBe("1");
    const answer = await postExchange(customer, payloadOf(held, "0.01"));
    expect(answer.body.data).toMatchObject({ status: "completed", fee: "1" });
    const { data } = await query<{ data: { action: string; subject: string; details: unknown }[] }>(
      operator,
      "ops.audit.list",
      { per_page: "1" },
    );
    expect(data.data[0]).toMatchObject({
      action: "exchange_fee.set",
      subject: "BTC/AUD",
      details: { to: "0.25" },
    });
  });

  test.each(["100", "-1", "1e1", "0.00001", "", "1,5", "NaN", 1, null])("%j is no fee", async (amount) => {
    expect((await set(amount)).code).toBe("validation_failed");
  });

  test.each([
    ["BTC", "ETH"],
    ["AUD", "USD"],
    ["btc", "AUD"],
  ])("%s to %s is no pair", async (from, to) => {
    expect((await set("1", from, to)).code).toBe("not_found");
  });

  test("only operators set it", async () => {
    const input = { currency_from: "BTC", currency_to: "AUD", amount: "0" };
    expect((await mutate(customer, "ops.exchangeFees.set", input)).status).toBe(403);
  });

  test("the command line does the same", async () => {
    const ops = (...words: string[]) => runOps(app, words);
    expect((await ops("fees", "set", "ngn", "eth", "1.75")).code).toBe(0);
    expect((await ops("fees", "list")).out).toMatch(/NGN +ETH +1\.75/);
    expect(await ops("fees", "set", "NGN", "ETH", "175")).toMatchObject({
      code: 1,
      error: expect.stringContaining("Enter 0 to 99.9999"),
    });
  });
});
