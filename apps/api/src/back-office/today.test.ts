import type { StaffRole } from "@wattle/contracts/accounts";
import type { Today } from "@wattle/contracts/today";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applicant } from "../testing/applicant.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";

describe.each(DIALECTS)("what waits for staff on %s", (dialect) => {
  let api: TestApp;
  let admin: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    admin = api.client();
    await admin.login("operator@demo.test");
  });
  afterAll(() => api.close());

  const queuesOf = async (client = admin) => (await query<Today>(client, "ops.today")).data.queues;

  test("each queue with its length and the oldest of it", async () => {
    const empty = { count: 0, oldest_at: null };
    expect(await queuesOf()).toEqual(
      ["identities", "deposits", "withdrawals", "enquiries", "switches"].map((queue) => ({
        queue,
        ...empty,
      })),
    );
    const since = new Date(api.clock.now()).toISOString();
    await applicant(api);
    const customer = api.client();
    await customer.login("customer@demo.test");
    const deposit = {
      transaction_type: "deposit",
      payment_method: "payid",
      balance: { credit: "10.00", credit_currency: "AUD" },
      debit: "10.00",
      debit_currency: "AUD",
    };
    for (let index = 0; index < 2; index += 1)
      expect((await customer.post("/api/users/transactions", deposit)).status).toBe(201);
    await api
      .client()
      .post("/api/support", { name: "Mary", email: "m@mail.example", message: "Hello, who are you?" });
    await mutate(admin, "ops.switches.set", { what: "sign-ups", paused: true });
    api.clock.advance(60_000);
    expect((await customer.post("/api/users/transactions", deposit)).status).toBe(201);
    expect(await queuesOf()).toEqual([
      { queue: "identities", count: 1, oldest_at: since },
      { queue: "deposits", count: 3, oldest_at: since },
      { queue: "withdrawals", ...empty },
      { queue: "enquiries", count: 1, oldest_at: since },
      { queue: "switches", count: 1, oldest_at: since },
    ]);
  });

  test.each<[StaffRole, readonly string[]]>([
    ["support", ["enquiries", "switches"]],
    ["compliance", ["identities", "switches"]],
    ["finance", ["deposits", "withdrawals", "switches"]],
  ])("%s sees %s", async (role, queues) => {
    const client = api.client();
    await client.login(`${role}@demo.test`);
    expect((await queuesOf(client)).map(({ queue }) => queue)).toEqual(queues);
  });
});
