import type { UserData } from "@wattle/contracts/accounts";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { NewPasskeyOptions, PasskeyItem, PasskeyRequest } from "@wattle/contracts/passkeys";
import { updateUser } from "@wattle/db/accounts";
import { everythingStored } from "@wattle/db/testing/everything";
import { rolesText } from "@wattle/db/roles";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { addPasskey, Authenticator, type Straying } from "../testing/authenticator.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { newStaff } from "../testing/new-staff.ts";
import { codeAt, turnOnTotp } from "../testing/totp.ts";
import { confirmed, mailsTo, PASSWORD } from "../testing/visitor.ts";

const MINUTE = 60_000;
const ORIGIN = "https://wattle.example";
const INVALID = "That passkey didn't work. Try again.";

describe.each(DIALECTS)("passkeys on %s", (dialect) => {
  let api: TestApp;
  let ips = 0;
  beforeAll(async () => {
    api = await startTestApp({
      dialect,
      confirms: false,
      env: { APP_ORIGIN: ORIGIN, LOG_LEVEL: "info" },
    });
  });
  afterAll(() => api.close());

  /** Someone at an address of their own, so that limits of one test do not reach another. */
  const stranger = (): TestClient => api.client({ ip: `10.8.${(ips += 1) >> 8}.${ips & 255}` });

  /** A customer who has a passkey. */
  const withPasskey = async (counts = true) => {
    const person = await confirmed(api);
    const device = new Authenticator(ORIGIN, { counts });
    const { data, status } = await addPasskey(person.client, device, { name: "Phone" });
    expect(status).toBe(200);
    const { recovery_codes: recoveryCodes, ...passkey } = data;
    return { ...person, device, passkey, recoveryCodes: recoveryCodes ?? [] };
  };

  const loginOptions = async (client = stranger()): Promise<PasskeyRequest> =>
    (await client.post<{ data: PasskeyRequest }>("/login/passkey/options")).body.data;
  const logIn = async (
    device: Authenticator,
    straying: Straying = {},
    client = stranger(),
  ): Promise<Answer<ErrorBody & { data: UserData }>> =>
    client.post("/login/passkey", device.answer(await loginOptions(client), straying));
  const list = async (client: TestClient): Promise<PasskeyItem[]> =>
    (await query<PasskeyItem[]>(client, "passkeys.list")).data;

  const confirmOptions = async (client: TestClient): Promise<PasskeyRequest> =>
    (await mutate<PasskeyRequest>(client, "sessions.confirmOptions")).data;
  const confirm = async (client: TestClient, device: Authenticator, straying: Straying = {}) =>
    mutate<{ confirmed_until: string }>(client, "sessions.confirm", {
      passkey: device.answer(await confirmOptions(client), straying),
    });
  const isConfirmed = async (client: TestClient): Promise<boolean> =>
    (await mutate(client, "passkeys.remove")).code !== "confirmation_required";

  test("a browser is asked for one that verifies its owner, and finds the account by itself", async () => {
    const { client, id, email, device } = await withPasskey();
    const { data } = await mutate<NewPasskeyOptions>(client, "passkeys.registerOptions");
    expect(data).toMatchObject({
      rp: { id: "wattle.example" },
      user: { id: Buffer.from(id).toString("base64url"), name: email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: device.id, type: "public-key", transports: ["internal"] }],
    });
    expect(Buffer.from(data.challenge, "base64url")).toHaveLength(32);
    expect(await loginOptions()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 5 * MINUTE,
      rpId: "wattle.example",
      allowCredentials: [],
      userVerification: "required",
    });
  });

  test("one is added, listed, named, removed, and both are mailed", async () => {
    const { client, email, passkey } = await withPasskey();
    expect(passkey).toEqual({
      id: expect.any(String),
      name: "Phone",
      created_at: new Date(api.clock.now()).toISOString(),
      last_used_at: null,
    });
    expect(await list(client)).toEqual([passkey]);
    const named = await mutate<PasskeyItem>(client, "passkeys.rename", { id: passkey.id, name: " Laptop " });
    expect(named.data).toEqual({ ...passkey, name: "Laptop" });
    expect((await mutate(client, "passkeys.remove", { id: passkey.id })).status).toBe(200);
    expect(await list(client)).toEqual([]);
    const [removed, added] = await mailsTo(api, email);
    expect([added?.subject, removed?.subject]).toEqual(["Passkey added", "Passkey removed"]);
    expect(added?.text).toContain("Phone can now log in to your account without your password.");
    expect(removed?.text).toContain("Laptop can no longer log in to your account.");
  });

  test.each([
    ["", "Name is a required field"],
    ["x".repeat(61), "Use at most 60 characters"],
    ["two\nlines", "Name is not valid."],
  ])("it is not named %j", async (name, message) => {
    const { client, passkey } = await withPasskey();
    const refused = await mutate(client, "passkeys.rename", { id: passkey.id, name });
    expect([refused.code, refused.errors]).toEqual(["validation_failed", { name: [message] }]);
  });

  test.each(["passkeys.rename", "passkeys.remove"])("%s reaches no one else's", async (procedure) => {
    const { passkey, client: owner } = await withPasskey();
    const { client } = await confirmed(api);
    expect((await mutate(client, procedure, { id: passkey.id, name: "Mine" })).code).toBe("not_found");
    expect(await list(owner)).toEqual([passkey]);
  });

  test("an account has ten at most, also where two are added at once", async () => {
    const { client } = await withPasskey();
    for (let had = 1; had < 9; had += 1) await addPasskey(client, new Authenticator(ORIGIN));
    const last = [new Authenticator(ORIGIN), new Authenticator(ORIGIN)];
    const made = [];
    for (const device of last) {
      const { data } = await mutate<NewPasskeyOptions>(client, "passkeys.registerOptions");
      made.push({ ...device.create(data), name: "Key" });
    }
    const added = await Promise.all(made.map((answer) => mutate(client, "passkeys.register", answer)));
    expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const refused = await mutate(client, "passkeys.registerOptions");
    expect([refused.code, refused.errors]).toEqual([
      "validation_failed",
      { name: ["You have 10 passkeys. Remove one first."] },
    ]);
    expect(await list(client)).toHaveLength(10);
  });

  test("it signs in without email and password, as both factors, and its owner sees that", async () => {
    const { email, device, id } = await withPasskey();
    const client = stranger();
    const answer = await logIn(device, {}, client);
    expect([answer.status, answer.body.data.user.email]).toEqual([200, email]);
    expect(await isConfirmed(client)).toBe(true);
    expect((await list(client))[0]?.last_used_at).toBe(new Date(api.clock.now()).toISOString());
    const { data } = await query<{ succeeded: boolean }[]>(client, "sessions.signIns");
    expect(data[0]?.succeeded).toBe(true);
    const sessions = await api.services.database.read
      .selectFrom("sessions")
      .select("two_factor")
      .where("user_id", "=", id)
      .execute();
    expect(sessions.map(({ two_factor: proved }) => proved)).toEqual([1n, 1n]);
    expect(api.log).toContainEqual(
      expect.objectContaining({ event: "sign-in", account: id, kind: "passkey" }),
    );
  });

  test("it signs in where a code would be asked for after the password", async () => {
    const { client, device } = await withPasskey();
    await turnOnTotp(api, client);
    expect((await logIn(device)).status).toBe(200);
  });

  describe("an account that has one", () => {
    const byPassword = (email: string, second_factor?: object, client = stranger()) =>
      client.post<ErrorBody>("/login", { email, password: PASSWORD, second_factor });
    const ASKED = [
      422,
      "second_factor_required",
      { second_factor: ["Use your passkey or a recovery code."] },
    ];

    test("is not opened by its password alone, but by a recovery code with it, once", async () => {
      const { email, recoveryCodes } = await withPasskey();
      expect(recoveryCodes).toHaveLength(10);
      const asked = await byPassword(email);
      expect([asked.status, asked.body.code, asked.body.errors]).toEqual(ASKED);
      const proof = { kind: "recovery", code: recoveryCodes[0] };
      const both = await Promise.all(Array.from({ length: 50 }, () => byPassword(email, proof)));
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    test("gets recovery codes with the first, and keeps them with the next", async () => {
      const { client, email, recoveryCodes } = await withPasskey();
      const { data } = await addPasskey(client, new Authenticator(ORIGIN));
      expect(data.recovery_codes).toBeNull();
      expect((await byPassword(email, { kind: "recovery", code: recoveryCodes[1] })).status).toBe(200);
    });

    test("is opened by its password if the owner says so, and that confirms nothing", async () => {
      const { client, email, device, passkey } = await withPasskey();
      expect((await mutate(client, "passkeys.allowPassword", { allowed: true })).status).toBe(200);
      expect((await mailsTo(api, email))[0]?.subject).toBe("Your password can log in without a passkey");
      const thief = stranger();
      expect((await byPassword(email, undefined, thief)).status).toBe(200);
      for (const [procedure, input] of [
        ["passkeys.remove", { id: passkey.id }],
        ["passkeys.registerOptions", {}],
        ["secondFactor.totpBegin", {}],
        ["passkeys.allowPassword", { allowed: false }],
      ] as const) {
        expect([procedure, (await mutate(thief, procedure, input)).code]).toEqual([
          procedure,
          "confirmation_required",
        ]);
      }
      const confirmedBy = await mutate(thief, "sessions.confirm", { password: PASSWORD });
      expect(confirmedBy.code).toBe("second_factor_required");
      expect((await confirm(thief, device)).status).toBe(200);
      expect((await mutate(thief, "passkeys.allowPassword", { allowed: false })).status).toBe(200);
      expect((await byPassword(email)).body.code).toBe("second_factor_required");
    });

    test("takes the confirmation from sessions that were open before it had one", async () => {
      const { client, email } = await confirmed(api);
      const before = stranger();
      await before.login(email, PASSWORD);
      await addPasskey(client, new Authenticator(ORIGIN));
      expect((await mutate(before, "passkeys.registerOptions")).code).toBe("confirmation_required");
    });

    test("is opened by its password again once the last is removed", async () => {
      const { client, email, passkey, recoveryCodes } = await withPasskey();
      await mutate(client, "passkeys.remove", { id: passkey.id });
      expect((await byPassword(email)).status).toBe(200);
      await addPasskey(client, new Authenticator(ORIGIN));
      const old = await byPassword(email, { kind: "recovery", code: recoveryCodes[0] });
      expect(old.body.code).toBe("second_factor_invalid");
    });

    test("keeps its recovery codes without the app", async () => {
      const { client, email } = await withPasskey();
      const { recoveryCodes } = await turnOnTotp(api, client);
      await mutate(client, "secondFactor.disable");
      expect((await byPassword(email, { kind: "recovery", code: recoveryCodes[0] })).status).toBe(200);
    });
  });

  test("one that does not count its uses works again and again", async () => {
    const { device } = await withPasskey(false);
    for (let uses = 0; uses < 3; uses += 1) expect((await logIn(device)).status).toBe(200);
  });

  const REFUSED: readonly (readonly [string, Straying])[] = [
    ["of another site", { origin: "https://wattle.example.evil.example" }],
    ["of another port", { origin: `${ORIGIN}:8443` }],
    ["of the same host without TLS", { origin: "http://wattle.example" }],
    ["for another host's passkeys", { rpId: "evil.example" }],
    ["to a challenge that was never given out", { challenge: "A".repeat(43) }],
    ["without a fingerprint, a face or a PIN", { userVerified: false }],
    ["within a page of another site", { crossOrigin: true }],
    ["of another kind", { type: "payment.get" }],
  ];

  const REFUSED_AT_LOGIN: typeof REFUSED = [
    ...REFUSED,
    ["that names another account", { userHandle: Buffer.from("someone-else").toString("base64url") }],
    ["that names no account", { userHandle: null }],
  ];

  test.each(REFUSED_AT_LOGIN)("an answer %s does not sign in", async (_case, straying) => {
    const { client, device } = await withPasskey();
    const visitor = stranger();
    const refused = await logIn(device, straying, visitor);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      422,
      "passkey_invalid",
      INVALID,
    ]);
    expect((await visitor.get("/api/users/balance")).status).toBe(401);
    // Its owner sees the failed try, and the passkey still works.
    const { data } = await query<{ succeeded: boolean }[]>(client, "sessions.signIns");
    expect(data.map(({ succeeded }) => succeeded)).toContain(false);
    expect((await logIn(device)).status).toBe(200);
  });

  test.each(REFUSED)("an answer %s confirms nothing", async (_case, straying) => {
    const { client, device } = await withPasskey();
    api.clock.advance(5 * MINUTE);
    const refused = await confirm(client, device, straying);
    expect([refused.status, refused.code, refused.errors]).toEqual([
      422,
      "passkey_invalid",
      { passkey: [INVALID] },
    ]);
    expect(await isConfirmed(client)).toBe(false);
    expect((await confirm(client, device)).status).toBe(200);
    expect(await isConfirmed(client)).toBe(true);
  });

  test.each(
    REFUSED.map(
      ([title, { type, ...straying }]) => [title, type ? { type: "webauthn.get" } : straying] as const,
    ),
  )("an answer %s adds none", async (_case, straying) => {
    const { client } = await confirmed(api);
    const refused = await addPasskey(client, new Authenticator(ORIGIN), { straying });
    expect([refused.status, refused.code]).toEqual([422, "passkey_invalid"]);
    expect(await list(client)).toEqual([]);
  });

  test("an answer counts once, also where it is sent twice at once", async () => {
    const { device } = await withPasskey(false);
    const made = device.answer(await loginOptions());
    const both = await Promise.all(
      [stranger(), stranger()].map((client) => client.post("/login/passkey", made)),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await stranger().post("/login/passkey", made)).status).toBe(422);
  });

  test("a challenge that was answered wrongly is used up as well", async () => {
    const { device } = await withPasskey(false);
    const options = await loginOptions();
    const wrong = device.answer(options, { origin: "https://evil.example" });
    expect((await stranger().post("/login/passkey", wrong)).status).toBe(422);
    expect((await stranger().post("/login/passkey", device.answer(options))).status).toBe(422);
  });

  test("a challenge may be answered for five minutes", async () => {
    const { device } = await withPasskey();
    const [early, late] = [await loginOptions(), await loginOptions()];
    api.clock.advance(5 * MINUTE - 1);
    expect((await stranger().post("/login/passkey", device.answer(early))).status).toBe(200);
    api.clock.advance(1);
    expect((await stranger().post("/login/passkey", device.answer(late))).status).toBe(422);
  });

  test("challenges that were never answered do not pile up", async () => {
    await loginOptions();
    api.clock.advance(5 * MINUTE);
    await loginOptions();
    const kept = await api.services.database.read.selectFrom("passkey_challenges").selectAll().execute();
    expect(kept).toHaveLength(1);
  });

  test("a count that goes back, or stays, shows a copy and is refused", async () => {
    const { device } = await withPasskey();
    expect((await logIn(device)).status).toBe(200);
    device.counter -= 1;
    expect((await logIn(device)).status, "as before").toBe(422);
    device.counter -= 2;
    expect((await logIn(device)).status, "back").toBe(422);
    device.counter += 2;
    expect((await logIn(device)).status, "on").toBe(200);
    device.counter = -1;
    expect((await logIn(device)).status, "no count any more").toBe(422);
  });

  test("a challenge is worth nothing for another purpose, or another session", async () => {
    const { client, device } = await withPasskey();
    const other = stranger();
    await logIn(device, {}, other);
    const sessions = { password: await confirmOptions(other) };
    api.clock.advance(1);
    const confirmWith = (answer: unknown) => mutate(client, "sessions.confirm", { passkey: answer });
    expect((await confirmWith(device.answer(await loginOptions()))).code, "a login's").toBe(
      "passkey_invalid",
    );
    expect((await confirmWith(device.answer(sessions.password))).code, "another session's").toBe(
      "passkey_invalid",
    );
    const own = device.answer(await confirmOptions(client));
    expect((await stranger().post("/login/passkey", own)).status, "a confirmation's").toBe(422);
    expect((await confirmWith(own)).status).toBe(200);
    const { data } = await mutate<NewPasskeyOptions>(other, "passkeys.registerOptions");
    const made = new Authenticator(ORIGIN).create(data);
    expect((await mutate(client, "passkeys.register", made)).code, "another session's").toBe(
      "passkey_invalid",
    );
  });

  test("another customer's passkey confirms nothing", async () => {
    const [anna, ben] = [await withPasskey(), await withPasskey()];
    api.clock.advance(5 * MINUTE);
    expect((await confirm(anna.client, ben.device)).code).toBe("passkey_invalid");
    expect(await isConfirmed(anna.client)).toBe(false);
    expect((await confirm(ben.client, ben.device)).status).toBe(200);
  });

  test("a passkey that another account has is not added a second time", async () => {
    const { device } = await withPasskey();
    const { client } = await confirmed(api);
    expect((await addPasskey(client, device)).code).toBe("passkey_invalid");
    expect(await list(client)).toEqual([]);
  });

  test("it confirms a session for five minutes, and says so", async () => {
    const { client, device } = await withPasskey();
    api.clock.advance(5 * MINUTE);
    expect(await isConfirmed(client)).toBe(false);
    const options = await confirmOptions(client);
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([device.id]);
    const given = await confirm(client, device);
    expect(given.data.confirmed_until).toBe(new Date(api.clock.now() + 5 * MINUTE).toISOString());
    api.clock.advance(5 * MINUTE - 1);
    expect(await isConfirmed(client)).toBe(true);
    api.clock.advance(1);
    expect(await isConfirmed(client)).toBe(false);
  });

  test("it confirms where a code would be asked for", async () => {
    const { client, device } = await withPasskey();
    await turnOnTotp(api, client);
    api.clock.advance(5 * MINUTE);
    expect((await confirm(client, device)).status).toBe(200);
  });

  test("an account without one has no options, and neither proof is asked for by name", async () => {
    const { client } = await confirmed(api);
    expect((await mutate(client, "sessions.confirmOptions")).code).toBe("state_conflict");
    const empty = await mutate(client, "sessions.confirm");
    expect([empty.code, empty.errors]).toEqual([
      "validation_failed",
      { password: ["Password is a required field"] },
    ]);
  });

  test("a removed one neither signs in nor confirms", async () => {
    const { client, device, passkey } = await withPasskey();
    await addPasskey(client, new Authenticator(ORIGIN), { name: "Other" });
    await mutate(client, "passkeys.remove", { id: passkey.id });
    expect((await logIn(device)).body.code).toBe("passkey_invalid");
    expect((await confirm(client, device)).code).toBe("passkey_invalid");
  });

  test("without the last one, and without a code, no session counts as one with both factors", async () => {
    const { client, id, passkey } = await withPasskey();
    const proved = async (): Promise<bigint[]> =>
      (
        await api.services.database.read
          .selectFrom("sessions")
          .select("two_factor")
          .where("user_id", "=", id)
          .execute()
      ).map(({ two_factor: flag }) => flag);
    const { secret } = await turnOnTotp(api, client);
    expect(codeAt(secret, api.clock.now())).toMatch(/^\d{6}$/);
    await mutate(client, "secondFactor.disable");
    expect(await proved(), "the passkey is left").toEqual([1n]);
    await mutate(client, "passkeys.remove", { id: passkey.id });
    expect(await proved()).toEqual([0n]);
  });

  test("a blocked account signs in as it does with its password: to its own data alone", async () => {
    const { client: before, device, id } = await withPasskey();
    const operator = stranger();
    await operator.login("operator@demo.test");
    await mutate(operator, "ops.customers.block", { id, internal_note: "stolen phone" });
    const client = stranger();
    expect((await logIn(device, {}, client)).body.data.user.status).toBe("blocked");
    expect((await client.get<ErrorBody>("/api/users/balance")).body.code).toBe("account_blocked");
    expect((await mutate(client, "passkeys.list")).code).not.toBeUndefined();
    expect((await mutate(before, "passkeys.registerOptions")).code).toBe("account_blocked");
    expect((await mutate(client, "sessions.confirmOptions")).code).toBe("account_blocked");
  });

  test("an account without a role, and a demo account elsewhere, are not let in", async () => {
    const former = await newStaff(api, "support");
    const device = new Authenticator(ORIGIN);
    await addPasskey(former.client, device);
    await api.services.database.write((tx) => updateUser(tx, former.id, { roles: rolesText([]) }));
    expect((await logIn(device)).body.code).toBe("passkey_invalid");

    const demo = stranger();
    await demo.login("nigeria@demo.test");
    const key = new Authenticator(ORIGIN);
    await addPasskey(demo, key);
    expect((await logIn(key)).status).toBe(200);
    const elsewhere = await startTestApp({
      dialect,
      databaseUrl: api.databaseUrl,
      env: { APP_ORIGIN: ORIGIN, DEMO: "false" },
      now: api.clock.now(),
    });
    try {
      const visitor = elsewhere.client();
      const { body } = await visitor.post<{ data: PasskeyRequest }>("/login/passkey/options");
      const refused = await visitor.post<ErrorBody>("/login/passkey", key.answer(body.data));
      expect(refused.body.code).toBe("passkey_invalid");
    } finally {
      await elsewhere.close();
    }
  });

  test("staff sign in with one, and are not remembered", async () => {
    const operator = stranger();
    await operator.login("finance2@demo.test");
    const device = new Authenticator(ORIGIN);
    await addPasskey(operator, device);
    const client = stranger();
    const made = device.answer(await loginOptions(client));
    const answer = await client.post<{ data: UserData }>("/login/passkey", { ...made, remember: true });
    expect([answer.status, answer.body.data.role]).toEqual([200, "finance"]);
    expect(answer.setCookies.find((cookie) => cookie.includes("session="))).not.toContain("Max-Age");
    expect((await query(client, "ops.today")).status).toBe(200);
  });

  test("a customer is remembered where that is asked for", async () => {
    const { device } = await withPasskey();
    const cookieOf = async (remember: boolean | undefined): Promise<string | undefined> => {
      const client = stranger();
      const made = device.answer(await loginOptions(client));
      const { setCookies } = await client.post("/login/passkey", { ...made, remember });
      return setCookies.find((cookie) => cookie.includes("session="));
    };
    expect(await cookieOf(true)).toContain("Max-Age=7776000");
    expect(await cookieOf(undefined)).not.toContain("Max-Age");
  });

  test("ten wrong answers from one address have to wait, and no one else", async () => {
    const { device, email } = await withPasskey();
    const thief = stranger();
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await logIn(device, { userVerified: false }, thief)).status).toBe(422);
    }
    const late = await logIn(device, {}, thief);
    expect([late.status, late.body.code, late.headers["retry-after"]]).toEqual([
      429,
      "too_many_requests",
      "900",
    ]);
    expect((await logIn(device)).status).toBe(200);
    // They are the account's: its password has to wait from there, too.
    const { body } = await thief.post<ErrorBody>("/login", { email, password: PASSWORD });
    expect(body.code).toBe("too_many_requests");
  });

  test("ten wrong confirmations lock it for 15 minutes, right ones count nothing, and the session goes on", async () => {
    const { client, device } = await withPasskey();
    for (let tries = 0; tries < 3; tries += 1) expect((await confirm(client, device)).status).toBe(200);
    const wrong = Array.from({ length: 12 }, () => confirm(client, device, { userVerified: false }));
    const codes = (await Promise.all(wrong)).map(({ code }) => code);
    expect(codes.filter((code) => code === "passkey_invalid")).toHaveLength(10);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(2);
    expect((await confirm(client, device)).code).toBe("too_many_requests");
    expect((await client.get("/api/users/balance")).status).toBe(200);
    api.clock.advance(15 * MINUTE);
    expect((await confirm(client, device)).status).toBe(200);
  });

  test("what is no answer of a browser is refused by its shape, and unknown passkeys like wrong ones", async () => {
    const options = await loginOptions();
    const made = new Authenticator(ORIGIN).answer(options);
    const unknown = await stranger().post<ErrorBody>("/login/passkey", made);
    expect([unknown.status, unknown.body.code, unknown.body.message]).toEqual([
      422,
      "passkey_invalid",
      INVALID,
    ]);
    for (const body of [
      {},
      { ...made, id: "not base64!" },
      { ...made, type: "password" },
      { ...made, response: { ...made.response, signature: "x".repeat(20_000) } },
    ]) {
      const refused = await stranger().post<ErrorBody>("/login/passkey", body);
      expect([refused.status, refused.body.code]).toEqual([422, "validation_failed"]);
    }
    for (const clientDataJSON of ["bnVsbA", "e30", "W10", "AAAA", Buffer.from("{").toString("base64url")]) {
      const refused = await stranger().post<ErrorBody>("/login/passkey", {
        ...made,
        response: { ...made.response, clientDataJSON },
      });
      expect(refused.body.code).toBe("passkey_invalid");
    }
  });

  test("no challenge can be read in the database or the log", async () => {
    const { client } = await withPasskey();
    const given = [await loginOptions(), await confirmOptions(client)].map(({ challenge }) => challenge);
    const stored = await everythingStored(api.services.database, api.databaseUrl);
    for (const challenge of given) {
      expect(stored.includes(challenge)).toBe(false);
      expect(JSON.stringify(api.log).includes(challenge)).toBe(false);
    }
  });
});
