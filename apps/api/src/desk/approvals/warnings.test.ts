import type { ApprovalRecord, AwaitingApproval } from "@wattle/contracts/approvals";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { PAYING_ACCOUNT } from "../../testing/bank-orders.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { mailsTo, PASSWORD } from "../../testing/visitor.ts";

describe.each(DIALECTS)("who approves is warned, on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterAll(() => api.close());

  const at = async (email: string, ip: string, device?: string): Promise<TestClient> => {
    const client = api.client({ ip });
    if (device !== undefined) client.cookies.set("device", device);
    await client.login(email, PASSWORD);
    return client;
  };
  const ask = async (by: TestClient, procedure: string, input: object): Promise<string> => {
    const { data, message } = await mutate<AwaitingApproval>(by, procedure, input);
    expect(data?.outcome, message).toBe("awaiting_approval");
    return data.approval.id;
  };
  const adjust = (by: TestClient, id: string) =>
    ask(by, "ops.ledger.adjust", {
      id,
      direction: "credit",
      amount: "10.00",
      currency: "AUD",
      internal_note: "Counted wrong",
    });
  const warningsFor = async (client: TestClient, id: string): Promise<readonly string[]> =>
    (await query<ApprovalRecord>(client, "ops.approvals.find", { id })).data.warnings;
  const newest = async (action: string): Promise<object | undefined> => {
    const { client } = await newStaff(api, "admin");
    const { data } = await query<{ data: { details: object }[] }>(client, "ops.audit.list", { action });
    return data.data[0]?.details;
  };

  test("of a customer whose name looks like another's: at the desk, in the mail and in the log", async () => {
    const twin = await newAccount(api, { first_name: "Carmen", last_name: "Illes" });
    await newAccount(api, { first_name: "Carmen", last_name: "illes" });
    const about = await newAccount(api, { first_name: "Carrnen", last_name: "IIles" });
    const [fiona, frank] = [await newStaff(api, "finance"), await newStaff(api, "finance")];
    const id = await adjust(await at(fiona.email, "10.1.0.1"), about.id);
    const warning = `Carrnen IIles looks like Carmen Illes, ${twin.email}.`;
    expect(await warningsFor(frank.client, id)).toContain(warning);
    expect((await mailsTo(api, frank.email))[0]?.text).toContain(warning);
    expect(await newest("approval.requested")).toMatchObject({
      looks_alike: expect.arrayContaining([twin.id]),
    });
    const plain = await newAccount(api, { first_name: "Unlike", last_name: "Anyone" });
    const other = await adjust(await at(fiona.email, "10.1.0.1"), plain.id);
    expect(await warningsFor(await at(frank.email, "10.9.0.9"), other)).not.toContainEqual(
      expect.stringContaining("look"),
    );
  });

  test("of a payee whose name looks like someone's", async () => {
    const customer = await newAccount(api, { first_name: "Sara", last_name: "Cox" });
    const fiona = await newStaff(api, "finance");
    const frank = await newStaff(api, "finance");
    const account = { ...PAYING_ACCOUNT, account_name: "Sara C0x" };
    const id = await ask(fiona.client, "ops.depositAccounts.set", account);
    expect(await warningsFor(frank.client, id)).toContain(`Sara C0x looks like Sara Cox, ${customer.email}.`);
  });

  test.each([
    { shared: "device", ip: "10.2.0.2", device: true },
    { shared: "network address", ip: "10.2.0.1", device: false },
  ])("of a colleague who shares a $shared with the one who asks", async ({ shared, ip, device }) => {
    const about = await newAccount(api, { first_name: "Nora", last_name: "Quist" });
    const [fiona, frank] = [await newStaff(api, "finance"), await newStaff(api, "finance")];
    const stranger = await newStaff(api, "finance");
    const asking = await at(fiona.email, "10.2.0.1");
    // Test clients come from one address unless they say otherwise.
    await mutate(asking, "sessions.endOthers");
    const id = await adjust(asking, about.id);
    const deciding = await at(frank.email, ip, device ? asking.cookies.get("device") : undefined);
    await mutate(deciding, "sessions.endOthers");
    const warning = `You and Stella share a ${shared}.`;
    expect(await warningsFor(deciding, id)).toEqual([warning]);
    const elsewhere = await at(stranger.email, "10.3.0.3");
    await mutate(elsewhere, "sessions.endOthers");
    expect(await warningsFor(elsewhere, id)).toEqual([]);
    const again = await adjust(asking, about.id);
    expect((await mailsTo(api, frank.email)).map(({ text }) => text)[0]).toContain(`Check first: ${warning}`);
    expect((await mailsTo(api, stranger.email)).map(({ text }) => text)[0]).not.toContain("Check first");
    expect((await mutate(deciding, "ops.approvals.approve", { id })).status).toBe(200);
    expect(await newest("approval.approved")).toMatchObject({ people_share: [shared] });
    expect((await mutate(elsewhere, "ops.approvals.approve", { id: again })).status).toBe(200);
    expect(await newest("approval.approved")).not.toHaveProperty("people_share");
  });
});
