import type { ErrorBody } from "@wattle/contracts/errors";
import type { SwitchRecord } from "@wattle/contracts/switches";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { startTwoProcesses } from "../testing/two-processes.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";

const ASK = { credit_currency: "BTC", debit_currency: "AUD", credit: 1 };

describe.each(DIALECTS)("a price that is ten times too low, on %s", (dialect) => {
  let app: TestApp;
  let other: TestApp;
  let operator: TestClient;
  let customer: TestClient;
  let pass: () => void;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ app, other, operator, customer, pass, close } = await startTwoProcesses(dialect));
  });
  afterAll(() => close());

  const shock = (factor: unknown, symbol = "BTC") =>
    app.client().post<ErrorBody>("/dev/price", { symbol, in: "AUD", factor });

  test("is held for no one, stops the market in every process, and goes on when staff say so", async () => {
    const held = await holdRate(customer);
    await holdRate(app.client());
    expect((await shock("0.1")).status).toBe(200);
    pass();

    const asked = await app.client().post<ErrorBody>("/api/get-rate", ASK);
    expect([asked.status, asked.body.code]).toEqual([503, "rate_unavailable"]);
    expect((await app.client().get<ErrorBody>("/api/rates?symbols=BTC")).status).toBe(503);
    pass();
    const refused = await postExchange(customer, payloadOf(held, "0.01"));
    expect([refused.status, refused.body]).toMatchObject([503, { code: "paused" }]);
    expect((await other.client().post<ErrorBody>("/api/get-rate", ASK)).status).toBe(503);
    await expect(holdRate(customer, "ETH", "AUD")).resolves.toBeDefined();

    const { data } = await query<SwitchRecord[]>(operator, "ops.switches.list");
    expect(data.find(({ what }) => what === "pair:BTC/AUD")).toMatchObject({
      paused: true,
      set_by: "system",
      reason: expect.stringMatching(/^simulated [\d.]+ is more than 10 % away from the last minute$/),
    });
    const log = await query<{ data: object[] }>(operator, "ops.audit.list", { subject: "pair:BTC/AUD" });
    expect(log.data.data).toEqual([expect.objectContaining({ actor: "system", action: "switch.set" })]);

    await shock(1);
    pass();
    await mutate(operator, "ops.switches.set", { what: "pair:BTC/AUD", paused: false });
    pass();
    await expect(holdRate(customer)).resolves.toBeDefined();
    await expect(holdRate(app.client())).resolves.toBeDefined();
  });

  test.each([0, -1, "1e3", "abc", null, 1001])("the factor %j is refused", async (factor) => {
    const answer = await shock(factor);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {})).toEqual(["factor"]);
  });
});

test("prices are shocked in a demo only", async () => {
  const app = await startTestApp({ dialect: "sqlite", env: { DEMO: "false" } });
  const answer = await app.client().post("/dev/price", { symbol: "BTC", in: "AUD", factor: "0.1" });
  await app.close();
  expect(answer.status).toBe(404);
});
