import type { AuditRecord } from "@wattle/contracts/desk";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { runOps } from "../../testing/run-ops.ts";
import { codeAt, turnOnTotp } from "../../testing/totp.ts";
import { confirmed, linkTo, mailsTo, PASSWORD } from "../../testing/visitor.ts";

describe.each(DIALECTS)("who gets into a customer's account, on %s", (dialect) => {
  let api: TestApp;
  let compliance: TestClient;
  beforeAll(async () => {
    // All processes share one store, so limits that a command resets are reset for the server.
    api = await startTestApp({ dialect, env: { LIMITS_URL: "database:" } });
    compliance = api.client();
    await compliance.login("compliance@demo.test");
  });
  afterAll(() => api.close());

  const newestAct = async (subject: string): Promise<AuditRecord | undefined> => {
    const admin = api.client();
    await admin.login("operator@demo.test");
    return (await query<{ data: AuditRecord[] }>(admin, "ops.audit.list", { subject })).data.data[0];
  };
  const failTenTimes = async (client: TestClient, email: string): Promise<void> => {
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await client.post("/login", { email, password: "Wrong-Pass1" })).status).toBe(422);
    }
  };

  test.each(["the desk", "a command"])("%s forgives failed logins", async (by) => {
    const { email, id } = await confirmed(api);
    const [stranger, other] = [api.client({ ip: "10.7.7.7" }), await confirmed(api)];
    await failTenTimes(stranger, email);
    await failTenTimes(stranger, other.email);
    expect((await stranger.post("/login", { email, password: PASSWORD })).status).toBe(429);
    if (by === "a command") expect((await runOps(api, ["customers", "unlock", email])).code).toBe(0);
    else expect((await mutate(compliance, "ops.customers.unlock", { id })).status).toBe(200);
    expect((await stranger.post("/login", { email, password: PASSWORD })).status).toBe(200);
    expect((await stranger.post("/login", { email: other.email, password: PASSWORD })).status).toBe(429);
    expect(await newestAct(id)).toMatchObject({ action: "customer.unlocked" });
    await failTenTimes(stranger, email);
    expect((await stranger.post("/login", { email, password: PASSWORD })).status, "it counts again").toBe(
      429,
    );
  });

  test("the customer reads of it, and one member of staff does it twenty times a day", async () => {
    const { client } = await newStaff(api, "support");
    const { email, id } = await newAccount(api);
    const unlock = (by = client) => mutate(by, "ops.customers.unlock", { id });
    for (let times = 0; times < 20; times += 1) expect((await unlock()).status).toBe(200);
    expect((await unlock()).code).toBe("too_many_requests");
    expect((await unlock(compliance)).status, "someone else").toBe(200);
    const mails = (await mailsTo(api, email)).filter(({ subject }) => subject === "Your login was unlocked");
    expect(mails).toHaveLength(21);
  });

  test("and wrong login codes", async () => {
    const { client, email, id } = await confirmed(api);
    const { secret } = await turnOnTotp(api, client);
    const withCode = async (code: string) =>
      (
        await api
          .client({ ip: "10.7.7.8" })
          .post("/login", { email, password: PASSWORD, second_factor: { kind: "totp", code } })
      ).status;
    for (let tries = 0; tries < 10; tries += 1) expect(await withCode("12345")).toBe(422);
    expect(await withCode(codeAt(secret, api.clock.now() + 30_000))).toBe(429);
    expect((await mutate(compliance, "ops.customers.unlock", { id })).status).toBe(200);
    expect(await withCode(codeAt(secret, api.clock.now() + 30_000))).toBe(200);
  });

  test("the confirmation email is sent again, until the address is confirmed or the account closed", async () => {
    const { client } = await newStaff(api, "support");
    const { email, id } = await newAccount(api, { email_verified_at: null });
    const resend = (by = client) => mutate(by, "ops.customers.resendConfirmation", { id });
    expect((await resend()).status).toBe(200);
    expect((await runOps(api, ["customers", "resend-confirmation", email])).code).toBe(0);
    expect(await newestAct(id)).toMatchObject({ action: "customer.confirmation_sent" });
    for (let times = 1; times < 20; times += 1) expect((await resend()).status).toBe(200);
    expect((await resend()).code).toBe("too_many_requests");
    const sent = await mailsTo(api, email);
    expect(sent.map(({ subject }) => subject)).toEqual(Array(21).fill(sent[0]?.subject));
    expect((await api.client().get(await linkTo(api, email))).status).toBe(303);
    expect((await resend(compliance)).code).toBe("state_conflict");
    const leaving = await newAccount(api, { email_verified_at: null });
    expect((await mutate(leaving.client, "closing.close")).status).toBe(200);
    const input = { id: leaving.id };
    expect((await mutate(compliance, "ops.customers.resendConfirmation", input)).code).toBe("state_conflict");
  });

  test("sessions and tokens are ended, and the log says how many", async () => {
    const client = api.client();
    const { user } = await client.login("nigeria@demo.test");
    const { data } = await mutate<{ token: string }>(client, "tokens.create", {
      name: "Bot",
      scopes: ["read"],
    });
    const byToken = async (): Promise<number> =>
      (await api.client().get("/api/users/balance", { authorization: `Bearer ${data.token}` })).status;
    expect((await mutate(compliance, "ops.customers.endSessions", { id: user.id })).data).toEqual({
      ended: 1,
    });
    expect((await client.get("/api/users/balance")).status).toBe(401);
    expect(await byToken(), "a token is no session").toBe(200);
    expect((await mutate(compliance, "ops.customers.endTokens", { id: user.id })).data).toEqual({ ended: 1 });
    expect(await byToken()).toBe(401);
    expect(await newestAct(user.id)).toMatchObject({
      action: "customer.tokens_ended",
      details: { tokens: 1 },
    });
    expect((await runOps(api, ["customers", "end-tokens", "nigeria@demo.test"])).code).toBe(0);
  });

  test.each(["unlock", "resendConfirmation", "endSessions", "endTokens"])(
    "%s knows no account of staff, and no one",
    async (act) => {
      const { user } = await api.client().login("finance@demo.test");
      for (const id of [user.id, "no-one"]) {
        expect((await mutate(compliance, `ops.customers.${act}`, { id })).code).toBe("not_found");
      }
    },
  );
});
