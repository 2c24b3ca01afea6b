import type { ErrorBody } from "@wattle/contracts/errors";
import type { PasskeyRequest } from "@wattle/contracts/passkeys";
import { findUserByEmail, findUserById } from "@wattle/db/accounts";
import { listKnownPlaces } from "@wattle/db/known-devices";
import { deletePasskeys } from "@wattle/db/passkeys";
import { DIALECTS } from "@wattle/db/testing/databases";
import { insertEndpoint, listEndpoints } from "@wattle/db/webhook-endpoints";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { addPasskey, Authenticator } from "../testing/authenticator.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { codeAt, turnOnTotp } from "../testing/totp.ts";
import { confirmed, freshEmail, linkTo, mailsTo, PASSWORD, register, type Mail } from "../testing/visitor.ts";
import { networkOf } from "../sessions/known-device.ts";
import { endHolds } from "../withdrawals/end-holds.ts";

const HOUR = 60 * 60_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

test.each([
  ["203.0.113.7", "203.0"],
  ["203.0.200.1", "203.0"],
  ["203.1.113.7", "203.1"],
  ["::ffff:203.0.113.7", "203.0"],
  ["2001:db8:1::1", "2001:db8"],
  ["2001:db8:ffff:2::9", "2001:db8"],
  ["2001:db9::1", "2001:db9"],
])("the network of %s is %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

describe.each(DIALECTS)("an account that someone else may be in, on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterAll(() => api.close());

  const named = async (email: string, subject: string): Promise<readonly Mail[]> =>
    (await mailsTo(api, email)).filter((mail) => mail.subject === subject);
  const logins = async (email: string): Promise<number> => (await named(email, "New login")).length;
  const tokenOf = (mail: Mail | undefined): string =>
    /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "no token";
  const logIn = async (client: TestClient, email: string, password = PASSWORD): Promise<void> => {
    const answer = await client.post("/login", { email, password }, { "user-agent": FIREFOX });
    expect(answer.status, answer.text).toBe(200);
  };
  const report = (token: string, client = api.client()) =>
    mutate<{ message: string }>(client, "accounts.reportLogin", { token });
  const undo = (token: string, client = api.client()) =>
    mutate<{ message: string }>(client, "accounts.undoEmailChange", { token });

  describe("a login", () => {
    test("of the device that registered is no news; of another one it is, once", async () => {
      const { client, email } = await register(api);
      await logIn(client, email);
      expect(await logins(email)).toBe(0);
      const other = api.client({ ip: "10.1.200.1" });
      await logIn(other, email);
      const [mail] = await named(email, "New login");
      expect(mail?.text).toContain("Someone logged in with Firefox on Windows.");
      expect(mail?.text).toContain("From 10.1.200.1, ");
      expect(mail?.text).toMatch(/http\S+\/not-me\?token=[\w-]{43}/);
      await logIn(other, email);
      expect(await logins(email)).toBe(1);
    });

    test("of a known device in another network is news, once", async () => {
      const { client, email } = await register(api);
      const abroad = async (ip: string): Promise<void> => {
        const visitor = api.client({ ip });
        visitor.cookies.set("device", client.cookies.get("device") ?? "");
        await logIn(visitor, email);
      };
      await abroad("198.51.100.9");
      expect(await logins(email)).toBe(1);
      await abroad("198.51.7.7");
      expect(await logins(email)).toBe(1);
    });

    test("has a cookie out of scripts' reach, of which only a hash is kept", async () => {
      const { client, answer } = await register(api);
      const cookie = answer.setCookies.find((each) => each.startsWith("device="));
      expect(cookie).toMatch(/^device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
      const { id } = answer.body.data.user;
      const places = await listKnownPlaces(api.services.database.read, id);
      expect(places.map(({ kind }) => kind)).toEqual(["device", "network"]);
      expect(JSON.stringify(places.map(({ mark }) => mark))).not.toContain(client.cookies.get("device"));
    });

    test("with a cookie that someone made up gets one of ours", async () => {
      const { email } = await register(api);
      const client = api.client();
      client.cookies.set("device", "short");
      await logIn(client, email);
      expect(client.cookies.get("device")).toMatch(/^[\w-]{43}$/);
    });

    test("a device is known to each account apart", async () => {
      const [one, two] = [await register(api), await register(api)];
      const shared = api.client({ ip: "10.1.9.9" });
      await logIn(shared, one.email);
      await logIn(shared, two.email);
      expect([await logins(one.email), await logins(two.email)]).toEqual([1, 1]);
    });

    test("a refused one is no news", async () => {
      const { email } = await register(api);
      await api.client().post("/login", { email, password: "Wrong-Horse1" });
      expect(await logins(email)).toBe(0);
    });

    test("the mail to staff does not speak of withdrawals", async () => {
      for (const ip of ["10.1.1.1", "10.1.1.2"]) await api.client({ ip }).login("support@demo.test");
      const [mail] = await named("support@demo.test", "New login");
      expect(mail?.text).toContain("logs out every device.");
      expect(mail?.text).not.toMatch(/withdraw/i);
    });
  });

  describe("“This wasn’t me”", () => {
    /** A customer of the demo, a thief's login, and the link that was mailed about it. */
    async function robbed(email: string) {
      const owner = api.client();
      const { user } = await owner.login(email);
      const thief = api.client({ ip: "198.51.100.66" });
      await thief.login(email);
      return { owner, thief, id: user.id, token: tokenOf((await named(email, "New login"))[0]) };
    }

    test("ends sessions and tokens, holds withdrawals for a day, and mails a reset", async () => {
      const email = "customer@demo.test";
      const { owner, thief, token } = await robbed(email);
      const { data } = await mutate<{ token: string }>(thief, "tokens.create", {
        name: "x",
        scopes: ["read"],
      });
      const accounts = await thief.get<{
        data: { id: string; currency: string; held_until: string | null }[];
      }>("/api/users/bank-accounts");
      const account = accounts.body.data.find((each) => each.currency === "AUD" && each.held_until === null);
      const withdraw = (client: TestClient) =>
        client.post<ErrorBody & { data: { reference: string } }>("/api/users/transactions", {
          transaction_type: "withdraw",
          balance: { credit: "10.00", credit_currency: "AUD" },
          bank_account_id: account?.id,
        });
      const pending = await withdraw(thief);
      expect(pending.status, pending.text).toBe(201);

      expect((await report(token)).data).toEqual({
        message: "Every device is logged out. Check your inbox.",
      });
      for (const client of [owner, thief]) expect((await client.get("/api/users/balance")).status).toBe(401);
      const byToken = await api.client().get("/api/users/balance", { authorization: `Bearer ${data.token}` });
      expect(byToken.status).toBe(401);
      expect((await mailsTo(api, email))[0]?.subject).toBe("Reset your password");

      await owner.login(email);
      expect((await withdraw(owner)).body.code).toBe("withdrawals_on_hold");
      const state = await query<{ held_until: string; held_because: string }>(owner, "withdrawals.state");
      expect(state.data).toMatchObject({
        held_until: new Date(api.clock.now() + 24 * HOUR).toISOString(),
        held_because: "safety",
      });
      const finance = api.client({ returns: true });
      await finance.login("finance@demo.test");
      const pay = () =>
        mutate(finance, "ops.withdrawals.complete", {
          reference: pending.body.data.reference,
          bank_reference: "x1",
        });
      expect((await pay()).code, "what the thief has asked for is not paid").toBe("customer_on_hold");
      api.clock.advance(24 * HOUR - 1);
      await endHolds(api.services);
      expect((await pay()).code).toBe("customer_on_hold");
      api.clock.advance(1);
      await Promise.all([endHolds(api.services), endHolds(api.services)]);
      expect((await pay()).status).toBe(200);
      expect((await withdraw(owner)).status).toBe(201);
    });

    test("works once, from any browser, and the device is new when it comes back", async () => {
      const email = "nigeria@demo.test";
      const { thief, token } = await robbed(email);
      const before = await logins(email);
      const answers = await Promise.all([1, 2, 3].map(() => report(token)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
      expect((await report(token)).errors).toEqual({ token: ["Link no longer works. Get a new one."] });
      await thief.login(email);
      expect(await logins(email)).toBe(before + 1);
    });

    test("is for a person: looking at the link changes nothing", async () => {
      const { owner, token } = await robbed("partner@demo.test");
      await api.client().get(`/not-me?token=${token}`);
      await api.client().send("HEAD", `/not-me?token=${token}`);
      await api.client().get(`/trpc/accounts.reportLogin?input=${JSON.stringify({ token })}`);
      expect((await owner.get("/api/users/balance")).status).toBe(200);
    });

    test("takes passkeys off that were added since, and leaves earlier ones", async () => {
      const { client, email } = await register(api);
      const [own, thiefs] = [1, 2].map(() => new Authenticator(api.services.config.APP_ORIGIN));
      if (own === undefined || thiefs === undefined) throw new Error("two were made");
      await addPasskey(client, own, { name: "Own" });
      await mutate(client, "passkeys.allowPassword", { allowed: true });
      api.clock.advance(1);
      const thief = api.client({ ip: "10.66.6.6" });
      await logIn(thief, email);
      expect((await mutate(thief, "passkeys.registerOptions")).code).toBe("confirmation_required");
      // Someone who could confirm the session as well.
      await api.services.database.write((tx) =>
        tx
          .updateTable("sessions")
          .set({ confirmed_at: BigInt(api.clock.now()) })
          .execute(),
      );
      await addPasskey(thief, thiefs, { name: "Thief’s" });
      const [mail] = await named(email, "New login");
      expect((await report(tokenOf(mail))).status).toBe(200);
      const statusOf = async (device: Authenticator): Promise<number> => {
        const { body } = await api.client().post<{ data: PasskeyRequest }>("/login/passkey/options");
        return (await api.client().post("/login/passkey", device.answer(body.data))).status;
      };
      expect([await statusOf(thiefs), await statusOf(own)]).toEqual([422, 200]);
      const [removed, ...others] = await named(email, "Passkey removed");
      expect(removed?.text).toContain("Thief’s can no longer log in to your account.");
      expect(others).toEqual([]);
    });

    test("removes webhooks that were added since, and leaves earlier ones", async () => {
      const email = "nigeria@demo.test";
      const { id } = (await findUserByEmail(api.services.database.read, email)) ?? { id: "" };
      const own = { id: "own", user_id: id, url: "https://shop.example/own", events: "[]", created_at: 0n };
      const secret = api.services.vault.seal("webhook_endpoints.secret", own.id, "whsec_");
      await api.services.database.write((tx) => insertEndpoint(tx, { ...own, secret }));
      const thief = api.client({ ip: "198.51.100.77" });
      await thief.login(email);
      const added = { url: "https://shop.example/thief", events: ["*"] };
      expect((await thief.post("/api/webhooks", added)).status).toBe(201);
      const [made] = await named(email, "New webhook: shop.example");
      expect(made?.text).toContain("https://shop.example/thief");
      expect((await report(tokenOf((await named(email, "New login"))[0]))).status).toBe(200);
      const left = await listEndpoints(api.services.database.read, id);
      expect(left.map(({ url }) => url)).toEqual([own.url]);
      const removed = await named(email, "Webhook removed: shop.example");
      expect(removed.map(({ text }) => text.includes("https://shop.example/thief"))).toEqual([true]);
    });

    test.each<[string, (thief: TestClient, id: string) => Promise<{ readonly status: number }>]>([
      [
        "address",
        (thief, id) => thief.put(`/api/webhooks/${id}`, { url: "https://shop.example/thief", events: ["*"] }),
      ],
      ["secret", (thief, id) => thief.post(`/api/webhooks/${id}/secret`)],
    ])("removes an earlier webhook whose %s was changed since", async (_what, change) => {
      const email = "nigeria@demo.test";
      const owner = api.client();
      const { user } = await owner.login(email);
      const hook = { url: "https://shop.example/changed", events: ["*"] };
      const { body } = await owner.post<{ data: { id: string } }>("/api/webhooks", hook);
      api.clock.advance(1);
      const thief = api.client({ ip: "198.51.100.78" });
      await thief.login(email);
      expect((await change(thief, body.data.id)).status).toBeLessThan(300);
      expect((await report(tokenOf((await named(email, "New login"))[0]))).status).toBe(200);
      const left = await listEndpoints(api.services.database.read, user.id);
      expect(left.map(({ id }) => id)).not.toContain(body.data.id);
    });

    test("takes a thief's passkey off by whichever of the mails that the thief has caused", async () => {
      const { email } = await register(api);
      const device = new Authenticator(api.services.config.APP_ORIGIN);
      const thief = api.client({ ip: "10.77.7.7" });
      api.clock.advance(1);
      await logIn(thief, email);
      api.clock.advance(1);
      await addPasskey(thief, device, { name: "Thief’s" });
      await mutate(thief, "passkeys.allowPassword", { allowed: true });
      api.clock.advance(1);
      await logIn(api.client({ ip: "10.88.8.8" }), email);
      const [latest, first] = await named(email, "New login");
      expect(first).toBeDefined();
      expect((await report(tokenOf(latest))).status).toBe(200);
      const { body } = await api.client().post<{ data: PasskeyRequest }>("/login/passkey/options");
      expect((await api.client().post("/login/passkey", device.answer(body.data))).status).toBe(422);
    });

    /** A customer, the link of a mail about a second login, and ways to log in that the owner has. */
    async function waysIn() {
      const { client, email } = await confirmed(api);
      await logIn(api.client({ ip: "198.51.100.66" }), email);
      const token = tokenOf((await named(email, "New login"))[0]);
      const device = new Authenticator(api.services.config.APP_ORIGIN);
      await addPasskey(client, device);
      await mutate(client, "passkeys.allowPassword", { allowed: true });
      const byPasskey = async (by = api.client()) => {
        const { body } = await by.post<{ data: PasskeyRequest }>("/login/passkey/options");
        return by.post<ErrorBody>("/login/passkey", device.answer(body.data));
      };
      const byPassword = (more: object = {}) =>
        api.client().post<ErrorBody>("/login", { email, password: PASSWORD, ...more });
      const byCode = async () => {
        const { secret } = await turnOnTotp(api, client);
        const code = codeAt(secret, api.clock.now() + 30_000);
        return () => byPassword({ second_factor: { kind: "totp", code } });
      };
      const user = await findUserByEmail(api.services.database.read, email);
      return { client, email, token, device, byPasskey, byPassword, byCode, id: user?.id ?? "" };
    }
    /** Does something after a login was checked, before it starts its session. */
    const beforeTheSession = (act: () => Promise<unknown>): void => {
      const { sessions } = api.services;
      const start = sessions.start.bind(sessions);
      vi.spyOn(sessions, "start").mockImplementationOnce(async (...given) => {
        await act();
        return start(...given);
      });
    };

    test.each(["password", "code", "passkey"])("ends a login by %s that is under way", async (way) => {
      const { email, token, byPassword, byCode, byPasskey } = await waysIn();
      const logsIn = way === "password" ? byPassword : way === "code" ? await byCode() : byPasskey;
      beforeTheSession(() => report(token));
      expect((await logsIn()).body.code, email).toBe("invalid_credentials");
    });

    test("a factor that is taken off meanwhile logs no one in", async () => {
      const { client, id, byCode, byPasskey } = await waysIn();
      beforeTheSession(() => api.services.database.write((tx) => deletePasskeys(tx, id)));
      expect((await byPasskey()).body.code).toBe("invalid_credentials");
      const logsIn = await byCode();
      beforeTheSession(() => mutate(client, "secondFactor.disable"));
      expect((await logsIn()).body.code).toBe("invalid_credentials");
    });

    test("a passkey that is taken off while it confirms a session confirms nothing", async () => {
      const { client, id, device } = await waysIn();
      const { data } = await mutate<PasskeyRequest>(client, "sessions.confirmOptions");
      const { database } = api.services;
      const write = database.write.bind(database);
      let right = 0;
      // The challenge is the first that is right, the passkey's answer the second.
      const spy = vi.spyOn(database, "write").mockImplementation(async (work, ...more) => {
        const done = await write(work, ...more);
        right += Number((done as unknown) === true);
        if (right === 2) await write((tx) => deletePasskeys(tx, id));
        return done;
      });
      try {
        const answer = await mutate(client, "sessions.confirm", { passkey: device.answer(data) });
        expect([answer.code, right]).toEqual(["passkey_invalid", 2]);
      } finally {
        spy.mockRestore();
      }
    });

    const NEW_PASSWORD = "Another-Horse8";
    /** Sets a new password by a mailed link. */
    const reset = async (email: string): Promise<void> => {
      await api.client().post("/forgot-password", { email });
      const token = new URL(await linkTo(api, email), "http://wattle.test").searchParams.get("token");
      const password = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
      const answer = await api.client().post("/reset-password", { email, token, ...password });
      expect(answer.status, answer.text).toBe(200);
    };
    const logInBy = async (device: Authenticator): Promise<number> => {
      const { body } = await api.client().post<{ data: PasskeyRequest }>("/login/passkey/options");
      return (await api.client().post("/login/passkey", device.answer(body.data))).status;
    };

    test("a passkey that a thief adds before the new password is taken off with it", async () => {
      const { email, token, device: own } = await waysIn();
      api.clock.advance(1);
      await report(token);
      const thiefs = new Authenticator(own.origin);
      const thief = api.client();
      await thief.login(email, PASSWORD);
      await addPasskey(thief, thiefs, { name: "Thief’s" });
      await reset(email);
      expect(await logInBy(thiefs)).toBe(422);
      expect((await named(email, "Passkey removed")).map(({ text }) => text).join()).toContain(
        "Thief’s can no",
      );
    });

    test.each([
      ["proved a factor from before the thief: a later reset leaves a later passkey", 8 * 24 * HOUR, 200],
      ["proved a factor that the thief may have set up: it does not", 1, 422],
    ])("a password changed by who %s", async (_case, age, status) => {
      const { client, email } = await confirmed(api);
      const { secret } = await turnOnTotp(api, client);
      const withCode = async (password: string): Promise<TestClient> => {
        api.clock.advance(30_000);
        const second_factor = { kind: "totp", code: codeAt(secret, api.clock.now()) };
        const by = api.client({ ip: "198.51.100.66" });
        const answer = await by.post("/login", { email, password, second_factor });
        expect(answer.status, answer.text).toBe(200);
        return by;
      };
      api.clock.advance(age);
      await withCode(PASSWORD);
      expect((await report(tokenOf((await named(email, "New login"))[0]))).status).toBe(200);
      const owner = await withCode(PASSWORD);
      const change = {
        current_password: PASSWORD,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      };
      expect((await mutate(owner, "accounts.changePassword", change)).status).toBe(200);
      const later = new Authenticator(api.services.config.APP_ORIGIN);
      await addPasskey(await withCode(NEW_PASSWORD), later, { name: "Later" });
      await reset(email);
      expect(await logInBy(later)).toBe(status);
    });

    test("leaves two-step login on", async () => {
      const { client, email } = await confirmed(api);
      await logIn(api.client({ ip: "198.51.100.66" }), email);
      await turnOnTotp(api, client);
      expect((await report(tokenOf((await named(email, "New login"))[0]))).status).toBe(200);
      const answer = await api.client().post<ErrorBody>("/login", { email, password: PASSWORD });
      expect(answer.body.code).toBe("second_factor_required");
    });

    test.each([
      ["an unknown token", () => "x".repeat(43)],
      ["a text of 300 letters", () => "x".repeat(300)],
      ["an empty one", () => ""],
    ])("%s is refused", async (_what, token) => {
      expect((await report(token())).status).toBe(422);
      expect((await undo(token())).status).toBe(422);
    });

    test("a week later the link is worth nothing", async () => {
      const { token } = await robbed("unverified@demo.test");
      api.clock.advance(7 * 24 * HOUR);
      expect((await report(token)).code).toBe("token_invalid");
    });
  });

  describe("a change of the email address", () => {
    const ask = (client: TestClient, email: string) =>
      mutate(client, "accounts.changeEmail", { email, current_password: PASSWORD });
    const emailOf = async (id: string): Promise<string | undefined> =>
      (await findUserById(api.services.database.read, id))?.email;
    /** An account whose address someone changes and confirms. */
    async function changed() {
      const { client, email, id } = await confirmed(api);
      const next = freshEmail();
      await ask(client, next);
      const asked = tokenOf((await named(email, "Your email is about to change"))[0]);
      await client.get(await linkTo(api, next));
      const done = tokenOf((await named(email, "Your email was changed"))[0]);
      return { client, email, id, next, asked, done };
    }

    test("is mailed to both addresses, and stopped from the old one before it is confirmed", async () => {
      const { client, email, id } = await confirmed(api);
      const next = freshEmail();
      await ask(client, next);
      const [mail] = await named(email, "Your email is about to change");
      expect(mail?.text).toContain(next);
      const link = await linkTo(api, next);
      expect((await undo(tokenOf(mail))).status).toBe(200);
      await api.client().get(link);
      expect(await emailOf(id)).toBe(email);
      expect((await client.get(`/api/users/${id}`)).status).toBe(401);
    });

    test.each(["asked", "done"] as const)("is undone by the link mailed when it was %s", async (which) => {
      const { client, email, id, next, ...tokens } = await changed();
      expect(await emailOf(id)).toBe(next);
      const answers = await Promise.all([1, 2].map(() => undo(tokens[which])));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
      const user = await findUserById(api.services.database.read, id);
      expect(user).toMatchObject({ email, withdrawals_held_until: BigInt(api.clock.now() + 24 * HOUR) });
      expect((await client.get(`/api/users/${id}`)).status).toBe(401);
      const [restored] = await named(next, "Your email change was undone");
      expect(restored?.text).toContain(`You log in with ${email}.`);
      expect(await named(email, "Your email change was undone")).toHaveLength(1);
      expect((await mailsTo(api, email)).map(({ subject }) => subject)).toContain("Reset your password");
      expect((await undo(tokens.asked)).code, "the other link is used up with it").toBe("token_invalid");
      expect((await undo(tokens.done)).code).toBe("token_invalid");
    });

    test("can be undone for 72 hours and no longer", async () => {
      const { done } = await changed();
      api.clock.advance(72 * HOUR);
      expect((await undo(done)).code).toBe("token_invalid");
      const later = await changed();
      api.clock.advance(72 * HOUR - 1);
      expect((await undo(later.done)).status).toBe(200);
    });

    test("a second change is undone with the first, and undoing it does not save it", async () => {
      const { client, email, id, next, done } = await changed();
      api.clock.advance(1);
      const third = freshEmail();
      await ask(client, third);
      await client.get(await linkTo(api, third));
      const second = tokenOf((await named(next, "Your email was changed"))[0]);
      expect((await undo(second)).status, "by the link to the second address").toBe(200);
      expect(await emailOf(id)).toBe(next);
      expect((await undo(done)).status).toBe(200);
      expect(await emailOf(id)).toBe(email);
    });

    test("the old address is kept for its owner until then", async () => {
      const { client, email, id, done } = await changed();
      const { answer } = await register(api, { email });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        422,
        expect.stringContaining("email_taken"),
      ]);
      const stranger = await confirmed(api);
      expect((await ask(stranger.client, email)).code).toBe("email_taken");
      expect((await ask(client, email)).status, "the owner may change it back").toBe(200);
      expect((await undo(done)).status).toBe(200);
      expect(await emailOf(id)).toBe(email);
    });

    test("of an address that was never confirmed the old one hears nothing: it may be a stranger's", async () => {
      const { client, email } = await register(api);
      const next = freshEmail();
      await ask(client, next);
      await client.get(await linkTo(api, next));
      expect((await mailsTo(api, email)).map(({ subject }) => subject)).toEqual(["Confirm your email"]);
    });
  });
});
