import type { CoinPayee } from "@wattle/contracts/coin-payees";
import { updateUser } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadRecovery } from "./testing/applicant.ts";
import { confirmed, freshEmail, linkTo, mailsTo, PASSWORD } from "./testing/visitor.ts";
import { createSecurityLog, SECURITY_EVENTS } from "./security-log.ts";
import { startTestApp, type TestApp } from "./testing/app-for-test.ts";
import { askingOf, codeOf, exchange, exchangeOf, registerApp } from "./testing/authorizing.ts";
import { addPasskey, Authenticator } from "./testing/authenticator.ts";
import { turnOnTotp } from "./testing/totp.ts";
import { coinWallet } from "./testing/coin-wallet.ts";
import { mutate, query } from "./testing/call-procedure.ts";
import { mutateByTwo, secondPerson } from "./testing/second-person.ts";
import type { TestClient } from "./testing/client.ts";

const NEW_PASSWORD = "Another-Horse8";
const AUSTRALIAN = {
  currency: "AUD",
  account_name: "Mary Visitor",
  bank_name: "Bank of Example",
  bsb: "000-222",
  account_number: "12345678",
};

describe.each(DIALECTS)("the log of security events on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect, env: { LOG_LEVEL: "info" } });
  });
  afterAll(() => api.close());

  const eventsSince = (line: number) => api.log.slice(line).filter(({ event }) => event !== undefined);
  const namesSince = (line: number) => eventsSince(line).map(({ event }) => event);

  /** A verified customer at an address of its own. */
  async function customer() {
    const { client, email, id } = await confirmed(api);
    await api.services.database.write((tx) => updateUser(tx, id, { status: "verified" }));
    return { client, email, id };
  }

  test("each is a line at info that says what, who, where and in which request", async () => {
    const { email, id } = await customer();
    const start = api.log.length;
    const client = api.client({ ip: "203.0.113.9" });
    const answer = await client.post(
      "/login",
      { email, password: PASSWORD },
      { "user-agent": "Fire\u00adfox" },
    );
    expect(answer.status).toBe(200);
    const [line] = eventsSince(start);
    expect(line).toMatchObject({
      level: 30,
      event: "sign-in",
      account: id,
      address: "203.0.113.9",
      user_agent: "Firefox",
      request_id: expect.stringMatching(/^[\w-]{20,}$/),
    });
  });

  test("a life of an account: every event, once each and in order", async () => {
    await secondPerson(api);
    const start = api.log.length;
    const operator = api.client();
    await operator.login("operator@demo.test");
    const { client, email, id } = await customer();
    await client.post("/logout");
    await client.post("/login", { email, password: "Wrong-Horse1" });
    await client.login(email, PASSWORD);
    const made = await mutate<{ id: string }>(client, "tokens.create", { name: "Bot", scopes: ["read"] });
    await mutate(client, "tokens.revoke", { id: made.data.id });
    const { id: app } = (await registerApp(client)).body.result.data;
    const payload = exchangeOf(app, await codeOf(client, askingOf(app)));
    for (let times = 0; times < 2; times++) await exchange(api.client(), payload);
    await mutate(client, "apps.remove", { id: app });
    await api.client().get("/api/users/balance", { authorization: `Bearer wat_${"x".repeat(43)}` });
    const added = await client.post<{ data: { id: string } }>("/api/users/bank-accounts", AUSTRALIAN);
    const path = `/api/users/bank-accounts/${added.body.data.id}`;
    await client.put(path, AUSTRALIAN);
    await client.put(path, { ...AUSTRALIAN, account_number: "12345679" });
    await client.delete(path);
    const wallet = coinWallet("of a life");
    const { data: payee } = await mutate<CoinPayee>(client, "coinPayees.add", {
      currency: "BTC",
      address: wallet.address,
      label: "Odd-marker-wallet",
      whose: "mine",
      wallet: "self_hosted",
    });
    const signature = wallet.sign(payee.proof_message ?? "");
    await mutate(client, "coinPayees.prove", { id: payee.id, signature });
    await mutate(client, "coinPayees.remove", { id: payee.id });
    await mutate(client, "coins.setSending", { on: true });
    await mutate(client, "coins.setSending", { on: false });
    const next = freshEmail();
    await mutate(client, "accounts.changeEmail", { email: next, current_password: "Wrong-Horse1" });
    await mutate(client, "accounts.changeEmail", { email: next, current_password: PASSWORD });
    await client.get(await linkTo(api, next));
    await mutate(client, "sessions.endOthers");
    const { secret, recoveryCodes } = await turnOnTotp(api, client);
    const recovery = (code = "") => ({ password: PASSWORD, second_factor: { kind: "recovery", code } });
    await mutate(client, "sessions.confirm", recovery("wrong"));
    await mutate(client, "sessions.confirm", recovery(recoveryCodes[0]));
    const renewed = await mutate<{ recovery_codes: string[] }>(client, "secondFactor.newRecoveryCodes");
    const linkIn = async (to: string, subject: string): Promise<string | undefined> =>
      /token=([\w-]+)/.exec(
        (await mailsTo(api, to)).find((mail) => mail.subject === subject)?.text ?? "",
      )?.[1];
    await mutate(client, "recovery.request", { email: next, password: PASSWORD });
    await uploadRecovery(client, (await linkIn(next, "Recover your account")) ?? "");
    await mutate(client, "recovery.stop", { token: await linkIn(next, "We got your photo") });
    await mutate(client, "secondFactor.disable");
    const device = new Authenticator(api.services.config.APP_ORIGIN);
    const { data: passkey } = await addPasskey(client, device, { name: "Odd-marker-phone" });
    await mutate(client, "passkeys.allowPassword", { allowed: true });
    await mutate(client, "passkeys.remove", { id: passkey.id });
    const twice = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    await mutate(client, "accounts.changePassword", { current_password: PASSWORD, ...twice });
    await client.post("/forgot-password", { email: next });
    const token = new URL(`http://x${await linkTo(api, next)}`).searchParams.get("token");
    await client.post("/reset-password", { email: next, token, ...twice });
    await mutate(client, "accounts.undoEmailChange", {
      token: await linkIn(email, "Your email was changed"),
    });
    await api.client({ ip: "198.51.100.1" }).login(email, NEW_PASSWORD);
    await mutate(client, "accounts.reportLogin", { token: await linkIn(email, "New login") });
    await mutate(operator, "ops.customers.block", { id, internal_note: "Odd-marker-note" });
    await mutateByTwo(api, operator, "ops.customers.unblock", { id });
    await mutateByTwo(api, operator, "ops.customers.erase", { id, internal_note: "Odd-marker-note" });
    const guess = { email: freshEmail(), password: "Wrong-Horse1" };
    for (let attempt = 0; attempt < 11; attempt += 1) await client.post("/login", guess);

    const names = namesSince(start);
    expect(names.slice(0, -11)).toEqual([
      "sign-in",
      "account-opened",
      "sign-out",
      "sign-in-failed",
      "sign-in",
      "token-made",
      "token-revoked",
      "app-registered",
      "app-allowed",
      "token-made",
      "app-code-reused",
      "app-removed",
      "token-refused",
      "bank-account-added",
      "bank-account-changed",
      "bank-account-removed",
      "coin-payee-added",
      "coin-payee-proved",
      "coin-payee-removed",
      "coin-sending-on",
      "coin-sending-off",
      "password-check-failed",
      "email-change-asked",
      "email-changed",
      "sessions-ended",
      "second-factor-on",
      "second-factor-failed",
      "session-confirmed",
      "recovery-codes-made",
      "recovery-asked",
      "recovery-submitted",
      "recovery-stopped",
      "second-factor-off",
      "passkey-added",
      "password-alone",
      "passkey-removed",
      "password-changed",
      "password-reset-asked",
      "password-reset",
      "email-change-undone",
      "sign-in",
      "login-reported",
      "account-blocked",
      "account-unblocked",
      "account-closed",
    ]);
    expect(names.slice(-11)).toEqual([...Array<string>(10).fill("sign-in-failed"), "limit-hit"]);
    expect(new Set(names)).toEqual(new Set(SECURITY_EVENTS));

    const text = JSON.stringify(eventsSince(start));
    for (const code of [secret, ...recoveryCodes, ...renewed.data.recovery_codes]) {
      expect(text).not.toContain(code);
    }
    for (const hidden of [PASSWORD, NEW_PASSWORD, "Wrong-Horse1", email, next, "12345679", token ?? ""]) {
      expect(text).not.toContain(hidden);
    }
    expect(text).not.toContain("Odd-marker-");
  });

  test("tries at one address can be distinguished from those at another, known or not, without the addresses", async () => {
    const { email } = await customer();
    const start = api.log.length;
    const client = api.client({ ip: "203.0.113.10" });
    const other = freshEmail();
    for (const each of [email, other, email.toUpperCase()])
      await client.post("/login", { email: each, password: "Wrong-Horse1" });
    const hashes = eventsSince(start).map(({ email_hash }) => email_hash);
    expect(hashes).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
      hashes[0],
    ]);
    expect(hashes[1]).not.toBe(hashes[0]);
    expect(JSON.stringify(api.log.slice(start))).not.toContain(other);
  });

  describe("the customer's own last logins", () => {
    interface SignIn {
      readonly succeeded: boolean;
      readonly ip: string;
      readonly user_agent: string | null;
      readonly created_at: string;
    }
    const own = async (client: TestClient): Promise<readonly SignIn[]> =>
      (await query<SignIn[]>(client, "sessions.signIns")).data;

    test("say when, from where, with what and whether it worked, newest first", async () => {
      const { client, email } = await customer();
      const thief = api.client({ ip: "203.0.113.66" });
      api.clock.advance(60_000);
      await thief.post("/login", { email, password: "Wrong-Horse1" }, { "user-agent": "curl/8" });
      expect(await own(client)).toMatchObject([
        {
          succeeded: false,
          ip: "203.0.113.66",
          user_agent: "curl/8",
          created_at: new Date(api.clock.now()).toISOString(),
        },
        { succeeded: true },
      ]);
    });

    test("are no one else's, and a try at an unknown address leaves nothing", async () => {
      const { client } = await customer();
      const count = async (): Promise<number> =>
        (await api.services.database.read.selectFrom("sign_ins").select("id").execute()).length;
      const before = await count();
      await api.client().post("/login", { email: freshEmail(), password: PASSWORD });
      expect(await count()).toBe(before);
      expect(await own(client)).toHaveLength(1);
      expect((await query(api.client(), "sessions.signIns")).code).toBe("unauthenticated");
    });

    test("are bounded: a flood of failures pushes no success out", async () => {
      const { client, email } = await customer();
      for (let attempt = 0; attempt < 25; attempt += 1) {
        const thief = api.client({ ip: `203.0.113.${100 + (attempt % 3)}` });
        await thief.post("/login", { email, password: "Wrong-Horse1" });
      }
      const rows = await own(client);
      expect(rows.filter(({ succeeded }) => succeeded)).toHaveLength(1);
      expect(rows.filter(({ succeeded }) => !succeeded)).toHaveLength(20);
    });
  });
});

test("without the secret a hashed address cannot be found by trying addresses", () => {
  const hashWith = (secret: string): unknown => {
    const lines: unknown[] = [];
    createSecurityLog({ info: (line: unknown) => void lines.push(line) }, secret).note(
      { requestId: "r", ip: "192.0.2.1", userAgent: null },
      "sign-in-failed",
      { email: "mary@mail.example" },
    );
    return (lines[0] as { email_hash: string }).email_hash;
  };
  expect(hashWith("one secret of more than thirty-two letters")).toBe(
    hashWith("one secret of more than thirty-two letters"),
  );
  expect(hashWith("one secret of more than thirty-two letters")).not.toBe(
    hashWith("two secret of more than thirty-two letters"),
  );
});
