import type { CustomerHolds } from "@wattle/contracts/holds";
import { findUserById } from "@wattle/db/accounts";
import { heldKinds, listHolds } from "@wattle/db/holds";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { newAccount } from "../testing/in-memory.ts";
import { newStaff } from "../testing/new-staff.ts";
import { openReceivable } from "../transactions/open-receivable.ts";
import { openCase } from "./open-case.ts";

const NOTE = { internal_note: "Payslips seen" };

describe.each(DIALECTS)("closing a case that holds withdrawals, on %s", (dialect) => {
  let api: TestApp;
  let carla: TestClient;
  let customer: string;
  let found: string;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  beforeEach(async () => {
    ({ client: carla } = await newStaff(api, "compliance"));
    customer = await newAccount(api);
    const of = { kind: "monitoring", rule: "in_and_out", customer, holds: true } as const;
    found = await api.services.database.write((tx) => openCase(tx, api.services, of));
  });
  afterAll(() => api.close());

  const close = () =>
    mutate<{ outcome: string }>(carla, "ops.cases.close", { id: found, outcome: "nothing_found", ...NOTE });
  const holdAs = (by: TestClient) =>
    mutate<CustomerHolds>(by, "ops.customers.hold", { id: customer, on: ["withdrawals"], ...NOTE });
  const heldNow = async () => {
    const user = await findUserById(api.services.database.read, customer);
    return user === undefined ? undefined : heldKinds(user);
  };

  test("one person does it, and withdrawals go on", async () => {
    expect(await heldNow()).toEqual(["withdrawals"]);
    expect(await close()).toMatchObject({ status: 200, data: { outcome: "done", id: found } });
    expect(await heldNow()).toEqual([]);
  });

  test("a colleague's own hold, put on meanwhile, lasts", async () => {
    expect(await holdAs(carla)).toMatchObject({ status: 200, data: { on: ["withdrawals"] } });
    const { client: other } = await newStaff(api, "compliance");
    expect((await holdAs(other)).status).toBe(409);
    expect((await close()).status).toBe(200);
    expect(await heldNow()).toEqual(["withdrawals"]);
    const release = { id: customer, on: ["withdrawals"], ...NOTE };
    expect((await mutate(carla, "ops.customers.releaseHold", release)).status).toBe(200);
    expect(await heldNow()).toEqual([]);
    const holds = await listHolds(api.services.database.read, customer);
    expect(holds.map(({ released_at }) => released_at)).not.toContain(null);
  });

  test.each(["system", "clerk"])(
    "a sum that is owed since then keeps its hold, booked by the %s",
    async (id) => {
      const { client: iris } = await newStaff(api, "finance");
      const content = `2026-01-01,1.00,${found}`;
      await mutate(iris, "ops.bankLines.import", { deposit_account_id: "aud-bank-transfer", content });
      const line = await api.services.database.read
        .selectFrom("bank_lines")
        .select("id")
        .where("text", "=", found)
        .executeTakeFirstOrThrow();
      await api.services.database.write((tx) =>
        openReceivable(tx, api.services, {
          user_id: customer,
          currency: "AUD",
          amount: 9_000_00n,
          of: { bank_line_id: line.id },
          destination: houseAccount("suspense", "AUD"),
          description: "Taken back by the bank",
          by: { id },
          note: "Taken back by the bank",
        }),
      );
      expect((await close()).status).toBe(200);
      expect(await heldNow()).toEqual(["withdrawals"]);
    },
  );
});
