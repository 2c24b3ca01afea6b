import type { Invitation, UserData } from "@wattle/contracts/accounts";
import type { ErrorBody } from "@wattle/contracts/errors";
import { findUserByEmail, findUserById } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { turnOnTotp } from "../testing/totp.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import {
  confirmed,
  freshEmail,
  linkTo,
  mailsTo,
  PASSWORD,
  register,
  registration,
} from "../testing/visitor.ts";

const MINUTE = 60_000;
const NEW_PASSWORD = "Another-Horse8";

describe.each(DIALECTS)("accounts on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    // At this level each request is logged as well.
    api = await startTestApp({ dialect, env: { APP_ORIGIN: "https://wattle.example", LOG_LEVEL: "debug" } });
  });
  afterAll(() => api.close());

  const rowOf = (email: string) => findUserByEmail(api.services.database.read, email);

  describe("registering", () => {
    test("answers login's body with 201, signed in, and mails the link", async () => {
      const { client, email, answer } = await register(api, { country: "NG", middle_name: null });
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.body.data).toSorted()).toEqual([
        "balance",
        "permissions",
        "profile",
        "role",
        "user",
      ]);
      expect(answer.body.data).toMatchObject({
        user: { email, status: "registered", default_country: "NG", email_verified_at: null },
        role: "regular-user",
        permissions: [],
      });
      const { user } = answer.body.data;
      expect((await client.get(`/api/users/${user.id}`)).status).toBe(200);
      const [mail] = await mailsTo(api, email);
      expect(mail).toMatchObject({ subject: "Confirm your email" });
      expect(mail?.text).toContain("https://wattle.example/email/verify?token=");
      expect(mail?.html).toContain("https://wattle.example/email/verify?token=");
    });

    test("an email already registered is refused at email, in any case", async () => {
      const { email } = await register(api);
      const { answer } = await register(api, { email: email.toUpperCase() });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: "email_taken",
        errors: { email: ["This email already has an account."] },
      });
    });

    test("of many registrations of one address at once, one succeeds and one mail leaves", async () => {
      const email = freshEmail();
      const answers = await Promise.all(Array.from({ length: 8 }, () => register(api, { email })));
      const statuses = answers.map(({ answer }) => answer.status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 422)]);
      expect(await mailsTo(api, email)).toHaveLength(1);
    });

    test.each([
      [
        "nothing",
        {},
        { first_name: "First name is a required field", terms: "Terms of Service is a required field" },
      ],
      [
        "a first name of other letters",
        { ...registration(), first_name: "Zoë" },
        { first_name: "Only English letters" },
      ],
      [
        "a long last name",
        { ...registration(), last_name: "A".repeat(16) },
        { last_name: "Must be exactly 15 characters" },
      ],
      ["no real address", { ...registration(), email: "mary@" }, { email: "Email must be a valid email" }],
      [
        "another confirmation",
        { ...registration(), password_confirmation: "x" },
        { password_confirmation: "Passwords do not match" },
      ],
      [
        "terms not accepted",
        { ...registration(), terms: "true" },
        { terms: "Terms of Service is a required field" },
      ],
      ["an unknown country", { ...registration(), country: "XX" }, { country: "Country is not valid." }],
      [
        "a country under sanctions",
        { ...registration(), country: "KP" },
        { country: "We don't serve this country" },
      ],
    ])("refuses %s at its field", async (_what, payload, errors) => {
      const answer = await api.client({ ip: "10.9.0.1" }).post<ErrorBody>("/register", payload);
      expect(answer.status).toBe(422);
      for (const [field, text] of Object.entries(errors)) {
        expect(answer.body.errors?.[field], field).toEqual([text]);
      }
    });

    test.each(["P@ssw0rd1", "Password123!", "Qwerty123!", "Welcome@2024"])(
      "refuses the common password %s",
      async (password) => {
        const { answer } = await register(api, { password, password_confirmation: password });
        expect(answer.status).toBe(422);
        expect(answer.body).toMatchObject({
          code: "password_common",
          errors: { password: [expect.any(String)] },
        });
      },
    );

    test("unknown keys change nothing: no one registers as staff", async () => {
      const { email } = await register(api, {
        role: "admin",
        roles: ["admin"],
        status: "verified",
        permissions: ["deposit-money"],
      });
      expect(await rowOf(email)).toMatchObject({
        roles: '["regular-user"]',
        status: "registered",
        permissions: "[]",
      });
    });

    test("the 61st try of one address within an hour has to wait, refused tries counted", async () => {
      const client = api.client({ ip: "10.7.7.7" });
      for (let attempt = 1; attempt <= 60; attempt += 1) {
        expect((await client.post("/register", {})).status).toBe(422);
      }
      const answer = await client.post<ErrorBody>("/register", registration());
      expect(answer.status).toBe(429);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3500);
      api.clock.advance(61 * MINUTE);
      expect((await client.post("/register", registration())).status).toBe(201);
    });

    test("keeps where the visitor came from, and only that", async () => {
      const utm = {
        utm_source: "letter",
        utmstat: "ng",
        other: "x",
        utm_term: 5,
        utm_medium: "y".repeat(300),
      };
      const { email } = await register(api, { utm });
      expect(JSON.parse((await rowOf(email))?.utm ?? "")).toEqual({ utm_source: "letter", utmstat: "ng" });
    });
  });

  describe("a partner's link", () => {
    test("binds the new account to the partner", async () => {
      const partner = await rowOf("partner@demo.test");
      const { email } = await register(api, { hash: "demo-partner" });
      expect(await rowOf(email)).toMatchObject({ referred_by: partner?.id, referral_hash: "demo-partner" });
    });

    test("that names no one registers without one, and can be told apart beforehand", async () => {
      const { email, answer } = await register(api, { hash: "no-one" });
      expect(answer.status).toBe(201);
      expect(await rowOf(email)).toMatchObject({ referred_by: null, referral_hash: "no-one" });
      const invitation = (hash: string) => query<Invitation>(api.client(), "accounts.invitation", { hash });
      expect((await invitation("no-one")).data).toEqual({ known: false, partner: null });
      expect((await invitation("demo-partner")).data).toEqual({ known: true, partner: "Referring" });
    });

    test.each([
      ["a tagged address of the partner's mailbox", "Partner+second@demo.test"],
      ["a fresh address, signed in as the partner", undefined],
    ])("does not refer oneself: %s", async (_what, email = freshEmail()) => {
      const client = api.client({ ip: "10.6.6.6" });
      if (!email.startsWith("Partner")) await client.login("partner@demo.test");
      const answer = await client.post("/register", registration({ hash: "demo-partner", email }));
      expect(answer.status).toBe(201);
      expect(await rowOf(email)).toMatchObject({ referred_by: null });
    });
  });

  describe("the confirming link", () => {
    test("confirms once and leads into the app", async () => {
      const { client, email } = await register(api);
      const link = await linkTo(api, email);
      const answer = await client.get(link);
      expect(answer.status).toBe(303);
      expect(answer.headers["location"]).toBe("/user-information?email=confirmed");
      expect((await rowOf(email))?.email_verified_at).not.toBeNull();
      expect((await client.get(link)).headers["location"]).toBe("/user-information?email=confirmed");
      expect((await api.client().get(link)).headers["location"]).toBe("/email-not-verify?link=invalid");
    });

    test("is left alone by programs that only look at it", async () => {
      const { client, email } = await register(api);
      await client.send("HEAD", await linkTo(api, email));
      expect((await rowOf(email))?.email_verified_at).toBeNull();
    });

    test.each([
      ["an unknown token", "?token=nonsense"],
      ["no token", ""],
      ["two tokens", "?token=a&token=b"],
      ["a redirect of someone's own", "?token=x&next=https://evil.example&email=%0d%0aSet-Cookie:x"],
    ])("with %s leads to the page that says so, on this site", async (_what, search) => {
      const answer = await api.client().get(`/email/verify${search}`);
      expect(answer.status).toBe(303);
      expect(answer.headers["location"]).toBe("/email-not-verify?link=invalid");
    });

    test("works for an hour and not longer", async () => {
      const { client, email } = await register(api);
      const link = await linkTo(api, email);
      api.clock.advance(60 * MINUTE);
      expect((await client.get(link)).headers["location"]).toBe("/email-not-verify?link=invalid");
    });

    test("is never made from the request's Host, and its token is kept as a hash only", async () => {
      const client = api.client({ ip: "10.5.5.5" });
      const payload = registration();
      await client.post("/register", payload, { host: "evil.example", "x-forwarded-host": "evil.example" });
      const [mail] = await mailsTo(api, payload.email);
      expect(`${mail?.text}${mail?.html}`).not.toContain("evil.example");
      const token = new URL(`http://x${await linkTo(api, payload.email)}`).searchParams.get("token") ?? "";
      const rows = await api.services.database.read.selectFrom("email_tokens").selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.some((row) => Object.values(row).some((value) => String(value).includes(token)))).toBe(
        false,
      );
    });

    test("is sent again on request, with a wait in between", async () => {
      const { client, email } = await register(api);
      const first = await client.post<{ wait_seconds: number }>("/email/resend");
      expect(first.status).toBe(200);
      expect(first.body.wait_seconds).toBe(60);
      expect(await mailsTo(api, email)).toHaveLength(2);
      const second = await client.post("/email/resend");
      expect(second.status).toBe(429);
      expect(second.headers["retry-after"]).toBe("60");
      api.clock.advance(MINUTE + 1);
      expect((await client.post("/email/resend")).status).toBe(200);
      expect((await api.client().post("/email/resend")).status).toBe(401);
    });
  });

  describe("a forgotten password", () => {
    const forgot = (email: string) =>
      api.client({ ip: "10.4.4.4" }).post<{ message: string }>("/forgot-password", { email });

    test("no more than five mails an hour reach one mailbox", async () => {
      const { email } = await register(api);
      const before = (await mailsTo(api, email)).length;
      await Promise.all(Array.from({ length: 7 }, () => forgot(email)));
      expect((await mailsTo(api, email)).length - before).toBe(5);
    });

    test("is replaced by the mailed link: once, ending every session, with notice", async () => {
      const { client, email } = await register(api);
      await forgot(email);
      const link = new URL(`http://x${await linkTo(api, email)}`);
      expect(link.pathname).toBe("/reset-password");
      expect(link.searchParams.get("email")).toBe(email);
      const payload = {
        email,
        token: link.searchParams.get("token"),
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      };
      const wrong = await api
        .client()
        .post<ErrorBody>("/reset-password", { ...payload, email: "customer@demo.test" });
      expect(wrong.body).toMatchObject({ code: "token_invalid", errors: { token: [expect.any(String)] } });
      const common = { ...payload, password: "Password123!", password_confirmation: "Password123!" };
      expect((await api.client().post<ErrorBody>("/reset-password", common)).body.code).toBe(
        "password_common",
      );

      const answer = await api.client().post<{ message: string }>("/reset-password", payload);
      expect(answer.status).toBe(200);
      expect(answer.body.message).toBe("Your password was changed");
      expect((await client.get("/api/users/balance")).status).toBe(401);
      expect((await api.client().post<ErrorBody>("/reset-password", payload)).body.code).toBe(
        "token_invalid",
      );
      await expect(api.client().login(email, PASSWORD)).rejects.toThrow("422");
      await expect(api.client().login(email, NEW_PASSWORD)).resolves.toMatchObject({ user: { email } });
      expect((await mailsTo(api, email)).map(({ subject }) => subject)).toContain(
        "Your password was changed",
      );
      expect((await rowOf(email))?.password_changed_at).toBe(BigInt(api.clock.now()));
    });

    test("the link works for an hour, and two that race for it do not both win", async () => {
      const { email } = await register(api);
      await forgot(email);
      const token = new URL(`http://x${await linkTo(api, email)}`).searchParams.get("token");
      const payload = { email, token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
      const answers = await Promise.all([1, 2, 3].map(() => api.client().post("/reset-password", payload)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
      await forgot(email);
      const late = new URL(`http://x${await linkTo(api, email)}`).searchParams.get("token");
      api.clock.advance(60 * MINUTE);
      const answer = await api.client().post<ErrorBody>("/reset-password", { ...payload, token: late });
      expect(answer.body.code).toBe("token_invalid");
    });

    test("a confirming link is no reset link", async () => {
      const { email } = await register(api);
      const token = new URL(`http://x${await linkTo(api, email)}`).searchParams.get("token");
      const payload = { email, token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
      expect((await api.client().post<ErrorBody>("/reset-password", payload)).body.code).toBe(
        "token_invalid",
      );
    });
  });

  describe("one's own account", () => {
    test("anyone who knows the password can change it; other sessions end and this one stays", async () => {
      const { client, email } = await register(api);
      const elsewhere = api.client();
      await elsewhere.login(email, PASSWORD);
      const change = (current_password: string) =>
        mutate(client, "accounts.changePassword", {
          current_password,
          password: NEW_PASSWORD,
          password_confirmation: NEW_PASSWORD,
        });
      expect((await change("Wrong-Horse1")).errors).toEqual({
        current_password: ["Current password is wrong"],
      });
      expect((await change(PASSWORD)).status).toBe(200);
      expect((await elsewhere.get("/api/users/balance")).status).toBe(401);
      expect((await client.get("/api/currencies")).status).toBe(200);
      expect((await query<UserData | null>(client, "sessions.current")).data).not.toBeNull();
      await expect(api.client().login(email, NEW_PASSWORD)).resolves.toBeDefined();
    });

    test("changing or resetting it leaves two-step login on, and holds withdrawals for a day", async () => {
      const { client, email } = await confirmed(api);
      await turnOnTotp(api, client);
      const password = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
      await mutate(client, "accounts.changePassword", { ...password, current_password: PASSWORD });
      const signIn = () => api.client().post<ErrorBody>("/login", { email, password: NEW_PASSWORD });
      expect((await signIn()).body.code).toBe("second_factor_required");
      await api.client().post("/forgot-password", { email });
      const token = new URL(await linkTo(api, email), "http://localhost").searchParams.get("token");
      await api.client().post("/reset-password", { email, token, ...password });
      expect((await signIn()).body.code).toBe("second_factor_required");
      expect((await mailsTo(api, email))[0]?.text).toContain("Withdrawals are on hold until");
    });

    test("the mail to staff does not speak of withdrawals", async () => {
      const staff = api.client();
      await staff.login("finance2@demo.test");
      await mutate(staff, "accounts.changePassword", {
        current_password: "Wattle-Demo1",
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      });
      const [mail] = await mailsTo(api, "finance2@demo.test");
      expect(mail?.subject).toBe("Your password was changed");
      expect(`${mail?.text} ${mail?.html}`).not.toMatch(/withdraw/i);
    });

    test("guessing the current password ends in a wait", async () => {
      const { client } = await register(api);
      const guess = () =>
        mutate(client, "accounts.changeEmail", { email: freshEmail(), current_password: "Wrong-Horse1" });
      for (let attempt = 1; attempt <= 10; attempt += 1) expect((await guess()).status).toBe(422);
      expect((await guess()).status).toBe(429);
    });

    test("the email address changes once the new one is confirmed; the old one hears of it", async () => {
      const { client, email, id } = await confirmed(api);
      const next = freshEmail();
      const taken = await mutate(client, "accounts.changeEmail", {
        email: "customer@demo.test",
        current_password: PASSWORD,
      });
      expect(taken.errors).toEqual({ email: ["This email already has an account."] });
      expect(
        (await mutate(client, "accounts.changeEmail", { email: next, current_password: PASSWORD })).status,
      ).toBe(200);
      expect((await findUserById(api.services.database.read, id))?.email).toBe(email);
      expect((await client.get(await linkTo(api, next))).headers["location"]).toContain("confirmed");
      expect((await findUserById(api.services.database.read, id))?.email).toBe(next);
      expect((await mailsTo(api, email))[0]?.subject).toBe("Your email was changed");
    });

    test("an address that someone else took meanwhile is not handed over", async () => {
      const { client, email, id } = await confirmed(api);
      const next = freshEmail();
      await mutate(client, "accounts.changeEmail", { email: next, current_password: PASSWORD });
      const link = await linkTo(api, next);
      await register(api, { email: next });
      await client.get(link);
      expect((await findUserById(api.services.database.read, id))?.email).toBe(email);
    });

    test.each([
      ["0412 345 678", "+61412345678"],
      ["+234 803 123 4567", "+2348031234567"],
      ["", null],
    ])("the phone number %j is kept as %j", async (phone, kept) => {
      const { client } = await register(api);
      const { data } = await mutate<UserData>(client, "accounts.updateProfile", { phone });
      expect(data.user.phone).toBe(kept);
    });

    test.each(["12", "not a number", "+61 2 1"])("the phone number %j is refused", async (phone) => {
      const { client } = await register(api);
      const answer = await mutate(client, "accounts.updateProfile", { phone });
      expect(answer.errors).toEqual({ phone: ["Phone is not valid."] });
    });

    test("names and country change before verification and not after; what is left out stays", async () => {
      const { client } = await register(api, { middle_name: "Ann" });
      const { data } = await mutate<UserData>(client, "accounts.updateProfile", {
        first_name: "Maria",
        country: "NG",
      });
      expect(data.user).toMatchObject({ first_name: "Maria", middle_name: "Ann", default_country: "NG" });
      const verified = api.client();
      await verified.login("customer@demo.test");
      expect((await mutate(client, "accounts.updateProfile", { country: "IR" })).errors).toEqual({
        country: ["We don't serve this country"],
      });
      for (const [field, change] of [
        ["country", { country: "NG" }],
        ["first_name", { first_name: "Someone" }],
      ] as const) {
        expect((await mutate(verified, "accounts.updateProfile", change)).errors).toHaveProperty(field);
      }
      const phone = await mutate<UserData>(verified, "accounts.updateProfile", {
        first_name: "Wattle",
        country: "AU",
        phone: "0412 345 678",
      });
      expect(phone.data.user.phone).toBe("+61412345678");
    });

    test("a session's last use is shown, to ten minutes", async () => {
      const { client, email } = await register(api);
      const other = api.client();
      await other.login(email, PASSWORD);
      const lastUses = async (): Promise<Record<string, string>> => {
        const { data } = await query<{ current: boolean; last_used_at: string }[]>(client, "sessions.list");
        return Object.fromEntries(data.map((item) => [item.current ? "own" : "other", item.last_used_at]));
      };
      const signedIn = new Date(api.clock.now()).toISOString();
      api.clock.advance(9 * MINUTE);
      expect(await lastUses()).toEqual({ own: signedIn, other: signedIn });
      api.clock.advance(MINUTE);
      const later = new Date(api.clock.now()).toISOString();
      // The list is read at the same time as the use that asks for it.
      await lastUses();
      expect(await lastUses()).toEqual({ own: later, other: signedIn });
      await Promise.all(Array.from({ length: 5 }, () => other.get("/api/users/balance")));
      expect(await lastUses()).toEqual({ own: later, other: later });
    });

    test("sessions are listed, ended one by one, and everywhere else at once", async () => {
      const { client, email } = await register(api);
      const others = [api.client(), api.client(), api.client()];
      for (const other of others) await other.login(email, PASSWORD);
      interface Item {
        id: string;
        current: boolean;
      }
      const list = async () => (await query<Item[]>(client, "sessions.list")).data;
      const items = await list();
      expect(items).toHaveLength(4);
      expect(items.filter(({ current }) => current)).toHaveLength(1);
      expect(JSON.stringify(items)).not.toContain(client.cookies.get("session"));
      const current = items.find((item) => item.current)?.id;
      expect((await mutate(client, "sessions.end", { id: current })).status).toBe(404);
      expect(
        (await mutate(client, "sessions.end", { id: items.find((item) => !item.current)?.id })).status,
      ).toBe(200);
      const stranger = await register(api);
      expect((await mutate(stranger.client, "sessions.end", { id: current })).status).toBe(404);
      expect((await mutate<{ ended: number }>(client, "sessions.endOthers")).data).toEqual({ ended: 2 });
      expect(await list()).toHaveLength(1);
      expect((await others[0]?.get("/api/users/balance"))?.status).toBe(401);
    });
  });

  test("nothing secret is written into the log", () => {
    const log = JSON.stringify(api.log);
    expect(log).toContain("/email/verify");
    expect(log).not.toMatch(/Correct-Horse|Another-Horse|token=|session=/);
  });
});
