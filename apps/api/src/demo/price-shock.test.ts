import type { ErrorBody } from "@wattle/contracts/errors";
import type { SwitchRecord } from "@wattle/contracts/switches";
import { DIALECTS } from "@wattle/db/testing/databases";
import { describe, expect, test } from "vitest";
import { startTestApp } from "../testing/app-for-test.ts";
import { twoProcesses } from "../testing/two-processes.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";

const ASK = { credit_currency: "BTC", debit_currency: "AUD", credit: 1 };

describe.each(DIALECTS)("a price that is ten times too low, on %s", (dialect) => {
  const two = twoProcesses(dialect);

  const shock = (factor: unknown, symbol = "BTC") =>
    two.app.client().post<ErrorBody>("/dev/price", { symbol, in: "AUD", factor });

  test("is held for no one, stops the market in every process, and goes on when staff say so", async () => {
    const held = await holdRate(two.customer);
    await holdRate(two.app.client());
    expect((await shock("0.1")).status).toBe(200);
    two.pass();

    const asked = await two.app.client().post<ErrorBody>("/api/get-rate", ASK);
    expect([asked.status, asked.body.code]).toEqual([503, "rate_unavailable"]);
    expect((await two.app.client().get<ErrorBody>("/api/rates?symbols=BTC")).status).toBe(503);
    two.pass();
    const refused = await postExchange(two.customer, payloadOf(held, "0.01"));
    expect([refused.status, refused.body]).toMatchObject([503, { code: "paused" }]);
    expect((await two.other.client().post<ErrorBody>("/api/get-rate", ASK)).status).toBe(503);
    await expect(holdRate(two.customer, "ETH", "AUD")).resolves.toBeDefined();

    const { data } = await query<SwitchRecord[]>(two.operator, "ops.switches.list");
    expect(data.find(({ what }) => what === "pair:BTC/AUD")).toMatchObject({
      paused: true,
      set_by: "system",
      reason: expect.stringMatching(/^Price moved over 10% in a minute \(source: simulated [\d.]+\)$/),
    });
    const log = await query<{ data: object[] }>(two.operator, "ops.audit.list", { subject: "pair:BTC/AUD" });
    expect(log.data.data).toEqual([expect.objectContaining({ actor: "system", action: "switch.set" })]);

    await shock(1);
    two.pass();
    await mutate(two.operator, "ops.switches.set", { what: "pair:BTC/AUD", paused: false });
    two.pass();
    await expect(holdRate(two.customer)).resolves.toBeDefined();
    await expect(holdRate(two.app.client())).resolves.toBeDefined();
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
