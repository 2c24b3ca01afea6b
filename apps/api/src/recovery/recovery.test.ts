import type { RecoveryRecord } from "@wattle/contracts/recoveries";
import type { PasskeyRequest } from "@wattle/contracts/passkeys";
import type { ErrorBody } from "@wattle/contracts/errors";
import { beginIdentityCheck } from "@wattle/db/identity-checks";
import { findUserById } from "@wattle/db/accounts";
import { listPasskeys } from "@wattle/db/passkeys";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasAuthenticator } from "../access/second-factor.ts";
import { applicant, PNG, uploadRecovery } from "../testing/applicant.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { addPasskey, Authenticator } from "../testing/authenticator.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { mutateByTwo } from "../testing/second-person.ts";
import type { TestClient } from "../testing/client.ts";
import { runOps } from "../testing/run-ops.ts";
import { codeAt, turnOnTotp } from "../testing/totp.ts";
import { confirmed, mailsTo, PASSWORD, type Mail } from "../testing/visitor.ts";
import { finishRecoveries } from "./finish-recoveries.ts";

const HOUR = 60 * 60_000;

describe.each(DIALECTS)("a lost second factor, on %s", (dialect) => {
  let api: TestApp;
  let compliance: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    compliance = api.client({ returns: true });
    await compliance.login("compliance@demo.test");
  });
  afterAll(() => api.close());

  const ask = (email: string, password = PASSWORD, client = api.client({ ip: "10.8.8.8" })) =>
    mutate<{ message: string }>(client, "recovery.request", { email, password });
  const mailOf = async (email: string, subject: string): Promise<Mail | undefined> =>
    (await mailsTo(api, email)).find((mail) => mail.subject === subject);
  const tokenIn = async (email: string, subject: string): Promise<string> =>
    /token=([\w-]+)/.exec((await mailOf(email, subject))?.text ?? "")?.[1] ?? "none";
  const subjects = async (email: string): Promise<readonly string[]> =>
    (await mailsTo(api, email)).map(({ subject }) => subject);
  const send = (token: string, content = PNG) =>
    uploadRecovery<ErrorBody & { message: string }>(api.client({ ip: "10.8.8.8" }), token, content);
  const sweep = () => finishRecoveries(api.services);
  const open = async (id: string): Promise<RecoveryRecord> => {
    const { data } = await query<{ data: RecoveryRecord[] }>(compliance, "ops.recoveries.list", {
      per_page: 100,
    });
    const found = data.data.find(({ customer }) => customer.id === id);
    if (found === undefined) throw new Error("no recovery of that customer");
    return found;
  };

  /** A customer whose identity form was sent, with two-step login on. */
  async function guarded() {
    const customer = await applicant(api);
    return { ...customer, ...(await turnOnTotp(api, customer.client)) };
  }
  /** … who lost the app and has sent a photo. */
  async function submitted() {
    const customer = await guarded();
    expect((await ask(customer.email)).status).toBe(200);
    expect((await send(await tokenIn(customer.email, "Recover your account"))).status).toBe(201);
    return { ...customer, recovery: await open(customer.id) };
  }
  /** … and for whom two people of staff have said yes. */
  async function waiting() {
    const customer = await submitted();
    await mutateByTwo(api, compliance, "ops.recoveries.approve", { id: customer.recovery.id });
    return customer;
  }
  const statusOf = async (id: string) => (await open(id)).status;
  const isGuarded = (id: string) => hasAuthenticator(api.services.database.read, id);

  test("is taken off 72 hours after two people have compared the photos, and its owner hears of each step", async () => {
    const { email, id, recovery } = await submitted();
    expect(recovery).toMatchObject({ status: "submitted", due_at: null, customer: { email } });
    expect(recovery.documents.map(({ side }) => side)).toEqual(["front", "selfie"]);
    for (const { id: document } of [recovery.photo, ...recovery.documents]) {
      const opened = await compliance.get(`/api/ops/documents/${document}`);
      expect([opened.status, opened.headers["content-type"]]).toEqual([200, "image/png"]);
    }
    const asked = await mutate<{ outcome: string; approval: { reasons: string[] } }>(
      compliance,
      "ops.recoveries.approve",
      { id: recovery.id },
    );
    expect(asked.data).toMatchObject({
      outcome: "awaiting_approval",
      approval: { reasons: ["Every recovery needs two people."] },
    });
    expect(await statusOf(id), "one person alone starts nothing").toBe("submitted");
    await mutateByTwo(api, compliance, "ops.recoveries.approve", { id: recovery.id });
    const due = api.clock.now() + 72 * HOUR;
    expect(await open(id)).toMatchObject({ status: "waiting", due_at: new Date(due).toISOString() });
    expect((await findUserById(api.services.database.read, id))?.withdrawals_held_until).toBe(BigInt(due));
    expect((await mailOf(email, "Account recovery requested"))?.text).toMatch(/\/stop-recovery\?token=/);

    api.clock.set(due - 24 * HOUR);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect((await subjects(email)).filter((each) => each === "Account recovery requested")).toHaveLength(2);
    api.clock.set(due - 1);
    await sweep();
    expect(await isGuarded(id)).toBe(true);
    api.clock.set(due);
    const other = await startTestApp({ dialect, databaseUrl: api.databaseUrl, now: due });
    await Promise.all([sweep(), finishRecoveries(other.services), sweep(), finishRecoveries(other.services)]);
    await other.close();
    expect(await isGuarded(id)).toBe(false);
    expect(await statusOf(id)).toBe("done");
    expect((await subjects(email)).filter((each) => each === "Two-step login is off")).toHaveLength(1);
    const done = await api.services.database.read
      .selectFrom("audit_log")
      .select("id")
      .where("subject", "=", id)
      .where("action", "=", "recovery.done")
      .execute();
    expect(done).toHaveLength(1);
    expect((await api.client().post("/login", { email, password: PASSWORD })).status).toBe(200);
  });

  test("goes with the passkeys: what was added while it was lost logs no one in", async () => {
    const { client, id, recovery } = await submitted();
    const device = new Authenticator(api.services.config.APP_ORIGIN);
    expect((await addPasskey(client, device, { name: "Phone" })).status).toBe(200);
    await mutateByTwo(api, compliance, "ops.recoveries.approve", { id: recovery.id });
    api.clock.advance(72 * HOUR - 1);
    await sweep();
    expect(await listPasskeys(api.services.database.read, id), "until then").toHaveLength(1);
    api.clock.advance(1);
    await sweep();
    expect(await statusOf(id)).toBe("done");
    expect(await listPasskeys(api.services.database.read, id)).toEqual([]);
    const stranger = api.client({ ip: "10.8.9.9" });
    const { body } = await stranger.post<{ data: PasskeyRequest }>("/login/passkey/options");
    const refused = await stranger.post<ErrorBody>("/login/passkey", device.answer(body.data));
    expect(refused.body.code).toBe("passkey_invalid");
  });

  describe("is not taken off", () => {
    test.each(["before staff have looked", "after they agreed"])(
      "where its owner logs in with it %s",
      async (when) => {
        const customer = when === "after they agreed" ? await waiting() : await submitted();
        const { email, id, secret } = customer;
        const stop = await tokenIn(email, "We got your photo");
        const code = codeAt(secret, api.clock.now() + 30_000);
        const answer = await api
          .client()
          .post("/login", { email, password: PASSWORD, second_factor: { kind: "totp", code } });
        expect(answer.status).toBe(200);
        expect(await statusOf(id)).toBe("stopped");
        expect(await subjects(email)).toContain("Account recovery stopped");
        api.clock.advance(72 * HOUR);
        await sweep();
        expect(await isGuarded(id)).toBe(true);
        expect((await mutate(api.client(), "recovery.stop", { token: stop })).code).toBe("token_invalid");
      },
    );

    test.each(["a code", "a recovery code", "a passkey"])(
      "where its owner confirms an open session with %s",
      async (proof) => {
        const { client, email, id, secret, recoveryCodes } = await submitted();
        const device = new Authenticator(api.services.config.APP_ORIGIN);
        await addPasskey(client, device);
        const confirmWith = (given: object) =>
          mutate(client, "sessions.confirm", { password: PASSWORD, ...given });
        expect((await confirmWith({})).code, "the password alone").toBe("second_factor_required");
        expect(await statusOf(id)).toBe("submitted");
        const proofs = {
          "a code": { kind: "totp", code: codeAt(secret, api.clock.now() + 30_000) },
          "a recovery code": { kind: "recovery", code: recoveryCodes[0] },
        };
        const { data } = await mutate<PasskeyRequest>(client, "sessions.confirmOptions");
        const second_factor = proofs[proof as keyof typeof proofs];
        const given = second_factor === undefined ? { passkey: device.answer(data) } : { second_factor };
        expect((await confirmWith(given)).status).toBe(200);
        expect(await statusOf(id)).toBe("stopped");
        expect(await subjects(email)).toContain("Account recovery stopped");
        expect(await isGuarded(id)).toBe(true);
      },
    );

    test.each([
      ["photo", "We got your photo", submitted],
      ["wait", "Account recovery requested", waiting],
    ] as const)("where the link in the mail about the %s stops it", async (_what, subject, prepare) => {
      const { email, id } = await prepare();
      const token = await tokenIn(email, subject);
      await api.client().get(`/stop-recovery?token=${token}`);
      expect(await statusOf(id)).not.toBe("stopped");
      const answers = await Promise.all([1, 2].map(() => mutate(api.client(), "recovery.stop", { token })));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
      expect(await statusOf(id)).toBe("stopped");
      api.clock.advance(72 * HOUR);
      await sweep();
      expect(await isGuarded(id)).toBe(true);
    });

    test("where staff refuse it, also after it was approved", async () => {
      const { email, id, recovery } = await waiting();
      const refused = await mutate<RecoveryRecord>(compliance, "ops.recoveries.reject", {
        id: recovery.id,
        message: "The photo shows someone else.",
        internal_note: "Called the owner",
      });
      expect(refused.data).toMatchObject({ status: "rejected", note: "Called the owner" });
      const mail = await mailOf(email, "We couldn’t recover your account");
      expect(mail?.text).toContain("The photo shows someone else.");
      expect(mail?.text).not.toContain("Called the owner");
      api.clock.advance(72 * HOUR);
      await sweep();
      expect(await isGuarded(id)).toBe(true);
      expect(
        (await mutate(compliance, "ops.recoveries.reject", { id: recovery.id, message: "Again" })).code,
      ).toBe("state_conflict");
    });

    test("where it was stopped before the second person agreed", async () => {
      const { email, id, recovery } = await submitted();
      const asked = await mutate<{ approval: { id: string } }>(compliance, "ops.recoveries.approve", {
        id: recovery.id,
      });
      await mutate(api.client(), "recovery.stop", { token: await tokenIn(email, "We got your photo") });
      const operator = api.client();
      await operator.login("operator@demo.test");
      const decided = await mutate<{ status: string }>(operator, "ops.approvals.approve", {
        id: asked.data.approval.id,
      });
      expect(decided.data.status).toBe("failed");
      expect(await statusOf(id)).toBe("stopped");
    });
  });

  describe("asking for it", () => {
    test("takes the password, as logging in does", async () => {
      const { email } = await guarded();
      for (const [address, password] of [
        [email, "Wrong-Horse1"],
        ["no-one@mail.example", PASSWORD],
      ] as const) {
        const refused = await ask(address, password, api.client({ ip: "10.8.1.1" }));
        expect([refused.code, refused.errors]).toEqual([
          "invalid_credentials",
          { email: ["Wrong email or password."] },
        ]);
      }
      const guesser = api.client({ ip: "10.8.1.2" });
      const codes = [];
      for (let tries = 0; tries < 11; tries += 1)
        codes.push((await ask(email, "Wrong-Horse1", guesser)).code);
      expect(codes.at(-1)).toBe("too_many_requests");
      expect(await subjects(email)).not.toContain("Recover your account");
    });

    test("is not for staff, nor for an account without two-step login", async () => {
      expect((await ask("support@demo.test", "Wattle-Demo1")).code).toBe("forbidden");
      expect((await ask((await confirmed(api)).email)).code).toBe("state_conflict");
    });

    test("mails one link at a time, which works for an hour", async () => {
      const { email } = await guarded();
      await ask(email);
      const first = await tokenIn(email, "Recover your account");
      await ask(email);
      expect((await send(first)).body.errors).toEqual({ token: ["Link no longer works. Get a new one."] });
      const second = await tokenIn(email, "Recover your account");
      api.clock.advance(HOUR);
      expect((await send(second)).body.code).toBe("token_invalid");
    });
  });

  describe("the photo", () => {
    test("that is none is refused and uses no link up; a second one is not taken", async () => {
      const { email, id } = await guarded();
      await ask(email);
      const token = await tokenIn(email, "Recover your account");
      const wrong = await send(token, Buffer.from("no photo"));
      expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ["selfie"]]);
      const answers = await Promise.all([send(token), send(token)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
      expect(await statusOf(id)).toBe("submitted");
      await ask(email);
      const again = await send(await tokenIn(email, "Recover your account"));
      expect([again.status, again.body.code]).toEqual([409, "state_conflict"]);
    });

    test("takes no one's place among those of the identity form", async () => {
      const { client, recovery } = await submitted();
      const identity = await query<{ documents: { id: string }[] }>(client, "identity.get");
      expect(identity.data.documents.map(({ id }) => id)).toEqual(recovery.documents.map(({ id }) => id));
      expect(recovery.documents.map(({ id }) => id)).not.toContain(recovery.photo.id);
    });

    test.each(["", "x".repeat(43)])("with the token %j is refused", async (token) => {
      expect((await send(token)).body.code).toBe("token_invalid");
    });
  });

  test("needs an earlier photo to compare with, here or at the identity provider", async () => {
    const customer = await confirmed(api);
    await turnOnTotp(api, customer.client);
    await ask(customer.email);
    expect((await mailOf(customer.email, "Recover your account"))?.text).not.toMatch(/the one we have/);
    expect((await send(await tokenIn(customer.email, "Recover your account"))).status).toBe(201);
    expect((await mailOf(customer.email, "We got your photo"))?.text).not.toMatch(/the one we have/);
    const { id } = await open(customer.id);
    expect(await mutate(compliance, "ops.recoveries.approve", { id })).toMatchObject({
      code: "state_conflict",
      message: "No earlier photo to compare with",
    });
    const at = BigInt(api.clock.now());
    await api.services.database.write(async (tx) => {
      await beginIdentityCheck(tx, { user_id: customer.id, provider: "sumsub", at, look_at: null });
      await tx
        .updateTable("identity_checks")
        .set({ applicant_id: "applicant-1" })
        .where("user_id", "=", customer.id)
        .execute();
    });
    const checked = await startTestApp({
      dialect,
      databaseUrl: api.databaseUrl,
      now: api.clock.now(),
      env: {
        IDENTITY_PROVIDER: "sumsub",
        SUMSUB_APP_TOKEN: "sbx:token",
        SUMSUB_SECRET_KEY: "the-secret",
        SUMSUB_WEBHOOK_SECRET: "the-webhook-secret",
        SUMSUB_LEVEL: "id-and-liveness",
      },
    });
    const clerk = checked.client();
    await clerk.login("compliance@demo.test");
    expect(await mutate(clerk, "ops.recoveries.approve", { id })).toMatchObject({
      data: { outcome: "awaiting_approval" },
    });
    const waits = await query<{ data: { details: { name: string; value: string }[] }[] }>(
      clerk,
      "ops.approvals.list",
      { status: "pending" },
    );
    expect(waits.data.data[0]?.details).toContainEqual({
      name: "Compare with",
      value: "https://cockpit.sumsub.com/checkus#/applicant/applicant-1/basicInfo",
    });
    await checked.close();
  });

  test("commands list, approve and reject", async () => {
    const { email, recovery } = await submitted();
    const run = (...words: string[]) => runOps(api, ["recoveries", ...words]);
    const listed = await run("list");
    expect([listed.code, listed.out]).toEqual([0, expect.stringContaining(email)]);
    const asked = await run("approve", recovery.id, "--internal-note", "Same person");
    expect([asked.code, asked.out]).toEqual([0, expect.stringContaining("waiting for a second person")]);
    const refused = await run("reject", recovery.id, "--message", "Please send a sharper photo.");
    expect([refused.code, refused.out]).toEqual([0, expect.stringContaining("rejected")]);
    expect((await run("list", "--status", "all")).out).toContain("rejected");
  });
});
