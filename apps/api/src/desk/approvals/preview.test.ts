import type { ActPreview, ApprovalRecord } from "@wattle/contracts/approvals";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";

const TABLES = ["outbox", "audit_log", "approvals", "idempotency_keys", "transactions", "events"] as const;

describe.each(DIALECTS)("a preview of an act, on %s", (dialect) => {
  let api: TestApp;
  let finance: TestClient;
  let support: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    finance = (await newStaff(api, "finance")).client;
    support = (await newStaff(api, "support")).client;
  });
  afterAll(() => api.close());

  const preview = (by: TestClient, act: string, input: object) =>
    mutate<ActPreview>(by, "ops.acts.preview", { act, input });
  const counts = async (): Promise<number[]> =>
    Promise.all(
      TABLES.map(async (table) => {
        const rows = await api.services.database.read.selectFrom(table).selectAll().execute();
        return rows.length;
      }),
    );
  const adjusting = (id: string, amount: string) => ({
    id,
    direction: "credit",
    amount,
    currency: "AUD",
    internal_note: "A note of this test",
    idempotency_key: api.services.ids.uuid(),
  });

  test("says what one person changes, and the customer's email without its link", async () => {
    const { id, email } = await newAccount(api);
    const before = await counts();
    const { data } = await preview(support, "ops.customers.unlock", { id });
    expect(data).toEqual({
      title: "Unlock a login",
      subject: `the account of ${email}`,
      details: [],
      changes: [{ what: "Failed logins and wrong codes", before: "Counted", after: "Forgiven", now: false }],
      reads: {
        to: email,
        subject: "Your login was unlocked",
        text: expect.stringContaining("log in") as string,
      },
      reasons: [],
      people: 1,
    });
    expect(await counts()).toEqual(before);
  });

  test("leaves no trace, and takes no key", async () => {
    const input = {
      side: "buy",
      currency: "BTC",
      amount: "0.50000000",
      price: "150000",
      in: "AUD",
      venue: "Test venue",
      idempotency_key: api.services.ids.uuid(),
    };
    const before = await counts();
    const { data } = await preview(finance, "ops.position.recordTrade", input);
    expect(data).toMatchObject({ subject: "a trade with Test venue", reasons: [], people: 1 });
    expect(await counts()).toEqual(before);
    const other = { ...input, amount: "0.25000000" };
    expect((await mutate(finance, "ops.position.recordTrade", other)).status).toBe(200);
    expect((await preview(finance, "ops.position.recordTrade", input)).code).toBe("idempotency_conflict");
  });

  test("promises nothing: an act that changed underneath is judged again", async () => {
    const { id } = await newAccount(api);
    const { client: compliance } = await newStaff(api, "compliance");
    const input = { id, on: ["trading"], internal_note: "A note of this test" };
    const { data } = await preview(compliance, "ops.customers.hold", input);
    expect(data.changes).toMatchObject([{ what: "On hold", before: "None", after: "Trading" }]);
    expect((await mutate(compliance, "ops.customers.hold", input)).status).toBe(200);
    expect((await mutate(compliance, "ops.customers.hold", input)).code).toBe("state_conflict");
    expect((await preview(compliance, "ops.customers.hold", input)).code).toBe("state_conflict");
  });

  test("says why a second person is needed, who then reads the same", async () => {
    const { id, email } = await newAccount(api);
    const input = adjusting(id, "12000.00");
    const { data } = await preview(finance, "ops.ledger.adjust", input);
    expect(data).toMatchObject({ people: 2, reasons: [expect.stringContaining("needs two people")] });
    const asked = await mutate<{ approval: { id: string } }>(finance, "ops.ledger.adjust", input);
    const other = (await newStaff(api, "finance")).client;
    const { id: approval } = asked.data.approval;
    const request = (await query<ApprovalRecord>(other, "ops.approvals.find", { id: approval })).data;
    expect(request.subject).toBe(`the balance of ${email}`);
    const { title, subject, details, changes, reads, reasons } = request;
    expect({
      title,
      subject,
      details,
      changes: changes.map((each) => ({ ...each, now: false })),
      reads,
      reasons,
      people: 2,
    }).toEqual(data);
  });

  test("refuses what the act refuses: another role, a wrong input, a state, the own account", async () => {
    const { id } = await newAccount(api);
    const closedAct = await preview(support, "ops.ledger.adjust", adjusting(id, "20.00"));
    expect(closedAct.code).toBe("forbidden");
    expect((await preview(support, "ops.customers.get", { id })).code).toBe("not_found");
    expect((await preview(support, "ops.no.such", { id })).code).toBe("forbidden");
    expect((await preview(finance, "ops.ledger.adjust", { id })).code).toBe("validation_failed");
    expect((await preview(support, "ops.customers.unlock", { id: "no-one" })).code).toBe("not_found");
  });
});
