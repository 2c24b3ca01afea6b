import type { ErrorBody } from "@wattle/contracts/errors";
import type { NewPasskeyOptions, PasskeyItem, PasskeyRequest } from "@wattle/contracts/passkeys";
import type { SecondFactorStatus } from "@wattle/contracts/second-factor";
import type { WriteTx } from "@wattle/db/database";
import { DIALECTS } from "@wattle/db/testing/databases";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectedOf, PROCEDURES } from "../testing/access-matrix.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { addPasskey, Authenticator } from "../testing/authenticator.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { newStaff } from "../testing/new-staff.ts";
import { runOps } from "../testing/run-ops.ts";
import { codeAt, turnOnTotp } from "../testing/totp.ts";
import { deleteSecondFactor } from "@wattle/db/second-factors";
import { terminalCall } from "../desk/commands/call-context.ts";
import { createServiceToken } from "../tokens/create-token.ts";
import { linkTo, PASSWORD, register } from "../testing/visitor.ts";

const ORIGIN = "https://wattle.example";
const NEEDED = "second_factor_setup_required";
const OWN_LOGIN = /^(?:secondFactor|passkeys|sessions)\./;

describe.each(DIALECTS)("staff who must have a second factor, on %s", (dialect) => {
  let api: TestApp;
  let state: string;
  beforeAll(async () => {
    state = mkdtempSync(path.join(tmpdir(), "wattle-state-"));
    api = await startTestApp({
      dialect,
      confirms: false,
      env: { APP_ORIGIN: ORIGIN, STAFF_SECOND_FACTOR: "required", APPROVALS: "off", XDG_STATE_HOME: state },
    });
  });
  afterAll(async () => {
    await api.close();
    rmSync(state, { recursive: true, force: true });
  });

  const codeOf = async (client: TestClient, { name, type }: (typeof PROCEDURES)[number]) =>
    (await (type === "query" ? query : mutate)(client, name)).code;
  const today = async (client: TestClient) => (await query(client, "ops.today")).code ?? "in";
  const logIn = async (email: string, second_factor?: object): Promise<TestClient> => {
    const client = api.client();
    expect((await client.post("/login", { email, password: PASSWORD, second_factor })).status).toBe(200);
    return client;
  };
  const status = async (client: TestClient) =>
    (await query<SecondFactorStatus>(client, "secondFactor.status")).data;

  /** Staff with a passkey, and a session of theirs that was opened by the password, before there was one. */
  async function withPasskey() {
    const member = await newStaff(api, "admin");
    const unproved = await logIn(member.email);
    const device = new Authenticator(ORIGIN);
    const { data } = await addPasskey(member.client, device);
    const { recovery_codes: _codes, ...passkey } = data;
    return { ...member, device, passkey, unproved };
  }

  const reached = PROCEDURES.filter(({ audience }) => !audience.startsWith("anyone")).filter(
    (procedure) => expectedOf(procedure, "admin") === "in",
  );

  test("reach nothing without one but their own login, procedure by procedure", async () => {
    const { client } = await newStaff(api, "admin");
    const open: string[] = [];
    for (const procedure of reached) {
      if ((await codeOf(client, procedure)) !== NEEDED) open.push(procedure.name);
    }
    expect(open).toEqual(reached.map(({ name }) => name).filter((name) => OWN_LOGIN.test(name)));
    const document = await client.get<ErrorBody>("/api/ops/documents/01900000-0000-7000-8000-000000000000");
    expect([document.status, document.body.code, document.body.message]).toEqual([
      403,
      NEEDED,
      "Set up two-step login to continue.",
    ]);
  });

  test("reach everything once two-step login is on, and again after a login with a code", async () => {
    const { client, email } = await newStaff(api, "admin");
    expect(await today(client)).toBe(NEEDED);
    expect((await status(client)).needed_first).toBe(true);
    const { secret } = await turnOnTotp(api, client);
    expect((await status(client)).needed_first).toBe(false);
    expect(await today(client)).toBe("in");
    const code = codeAt(secret, api.clock.now() + 30_000);
    expect(await today(await logIn(email, { kind: "totp", code }))).toBe("in");
  });

  test("set the first one up within an hour of a mailed link: a password that someone knows later opens nothing", async () => {
    const { client, email } = await newStaff(api, "admin");
    const now = api.clock.now();
    try {
      api.clock.advance(60 * 60_000 - 1);
      const late = await logIn(email);
      expect((await mutate(late, "secondFactor.totpBegin")).status).toBe(200);
      api.clock.advance(1);
      for (const [act, input] of [
        ["secondFactor.totpBegin", {}],
        ["secondFactor.totpConfirm", { code: "123456" }],
        ["passkeys.registerOptions", {}],
      ] as const) {
        const refused = await mutate(late, act, input);
        expect([act, refused.status, refused.message]).toEqual([
          act,
          403,
          "Reset your password, then set it up.",
        ]);
      }
      await late.post("/forgot-password", { email });
      const token = new URL(await linkTo(api, email), ORIGIN).searchParams.get("token");
      const password = { password: "Another-Horse8", password_confirmation: "Another-Horse8" };
      expect((await late.post("/reset-password", { token, email, ...password })).status).toBe(200);
      const again = api.client();
      await again.login(email, "Another-Horse8");
      await turnOnTotp(api, again);
      expect(await today(again)).toBe("in");
      expect((await query(client, "ops.today")).code).toBe("unauthenticated");
    } finally {
      api.clock.set(now);
    }
  });

  test("keep one: the last is not taken off, one of two is", async () => {
    const { client, passkey } = await withPasskey();
    const remove = (id: string) => mutate(client, "passkeys.remove", { id });
    const kept = { status: 409, code: "state_conflict", message: "Staff need one. Add another first." };
    expect(await remove(passkey.id)).toMatchObject(kept);
    await turnOnTotp(api, client);
    expect((await remove(passkey.id)).status).toBe(200);
    expect(await mutate(client, "secondFactor.disable")).toMatchObject(kept);
    await addPasskey(client, new Authenticator(ORIGIN));
    expect((await mutate(client, "secondFactor.disable")).status).toBe(200);
    expect(await today(client)).toBe("in");
  });

  describe("a service token", () => {
    /** Makes one as if staff did not need a second factor; the calls by it are judged as they must have one. */
    const callBy = async (client: TestClient, addresses: readonly string[] = []) => {
      const session = await api.services.sessions.read(client.cookies.header, "person");
      if (session === null) throw new Error("no session");
      const input = { name: "Robot", procedures: ["ops.today"], addresses: [...addresses] };
      const ctx = terminalCall(api.services, { ...session, token: null });
      const made = await createServiceToken(ctx, session.user, input, ["ops.today"]);
      const headers = { authorization: `Bearer ${made.token}` };
      return async () => {
        const { status, body } = await api
          .client()
          .get<{ error?: { message: string } }>("/trpc/ops.today", headers);
        return status === 200 ? "in" : body.error?.message;
      };
    };
    const UNPROVED = "Made without two-step login. Renew it.";

    test("that was made without one does not work, also once its maker has one", async () => {
      const { client } = await newStaff(api, "support");
      const call = await callBy(client);
      expect(await call()).toBe(UNPROVED);
      await turnOnTotp(api, client);
      expect(await call()).toBe(UNPROVED);
    });

    test("that was made without one says nothing of it where it does not work anyway", async () => {
      const { client, id } = await newStaff(api, "support");
      const call = await callBy(client, ["192.0.2.0/24"]);
      expect(await call(), "from another address").toBe("This token can't be used from this IP.");
      const expires_at = BigInt(api.clock.now());
      const expire = (tx: WriteTx) =>
        tx.updateTable("api_tokens").set({ expires_at }).where("user_id", "=", id).execute();
      await api.services.database.write(expire);
      expect(await call(), "expired").toBe("This user is unauthorized.");
    });

    test("that was made with one works as long as its maker has one", async () => {
      const { client, id } = await newStaff(api, "support");
      await turnOnTotp(api, client);
      const call = await callBy(client);
      expect(await call()).toBe("in");
      await api.services.database.write((tx) => deleteSecondFactor(tx, id));
      expect(await call()).toBe(UNPROVED);
    });
  });

  test("reach everything by a passkey, and a password alone proves nothing", async () => {
    const { client, device, unproved, email } = await withPasskey();
    expect(await today(client)).toBe("in");
    expect(await today(unproved)).toBe(NEEDED);
    const confirmed = await mutate(unproved, "sessions.confirm", { password: PASSWORD });
    expect([confirmed.code, await today(unproved)]).toEqual(["second_factor_required", NEEDED]);
    const again = await api.client().post<ErrorBody>("/login", { email, password: PASSWORD });
    expect(again.body.code).toBe("second_factor_required");
    const { data } = await mutate<PasskeyRequest>(unproved, "sessions.confirmOptions");
    await mutate(unproved, "sessions.confirm", { passkey: device.answer(data) });
    expect(await today(unproved), "confirmed by the passkey").toBe("in");
    const visitor = api.client();
    const { body } = await visitor.post<{ data: PasskeyRequest }>("/login/passkey/options");
    expect((await visitor.post("/login/passkey", device.answer(body.data))).status, email).toBe(200);
    expect(await today(visitor)).toBe("in");
  });

  test.each([
    ["secondFactor.totpBegin", {}],
    ["secondFactor.totpConfirm", { code: "123456" }],
    ["passkeys.registerOptions", {}],
    ["passkeys.remove", { id: "the passkey" }],
  ])("do not change their factors by the password alone: %s", async (procedure, input) => {
    const { client, passkey, unproved } = await withPasskey();
    const given = "id" in input ? { id: passkey.id } : input;
    expect((await mutate(unproved, procedure, given)).code).toBe("confirmation_required");
    expect((await query<PasskeyItem[]>(client, "passkeys.list")).data).toEqual([passkey]);
  });

  test("do not add a passkey that was begun before they had one", async () => {
    const { client, email } = await newStaff(api, "support");
    const thief = await logIn(email);
    const { data } = await mutate<NewPasskeyOptions>(thief, "passkeys.registerOptions");
    await turnOnTotp(api, client);
    const made = new Authenticator(ORIGIN).create(data);
    expect((await mutate(thief, "passkeys.register", made)).code).toBe("confirmation_required");
    expect(await today(thief)).toBe(NEEDED);
  });

  test("start afresh where they are invited again: what they had proves nothing any more", async () => {
    const admin = await withPasskey();
    const { email, id, device } = await withPasskey();
    expect((await mutate(admin.client, "ops.staff.remove", { id })).status).toBe(200);
    // The newest mail is the invitation, not the one about the passkey.
    api.clock.advance(1);
    await mutate(admin.client, "ops.staff.invite", { email, roles: ["admin"] });
    const token = new URL(await linkTo(api, email), ORIGIN).searchParams.get("token");
    const client = api.client();
    const person = { first_name: "Nora", last_name: "New", password: PASSWORD };
    const accepted = await mutate(client, "staff.accept", {
      ...person,
      token,
      password_confirmation: PASSWORD,
    });
    expect(accepted.status).toBe(200);
    expect(await status(client)).toMatchObject({ passkeys: 0, needed_first: true });
    const { body } = await api.client().post<{ data: PasskeyRequest }>("/login/passkey/options");
    expect((await api.client().post("/login/passkey", device.answer(body.data))).status).toBe(422);
    expect((await addPasskey(client, new Authenticator(ORIGIN))).status).toBe(200);
    expect(await today(client)).toBe("in");
  });

  test("at the command line log in with a code", async () => {
    const { client, email } = await newStaff(api, "support");
    const ops = (...words: string[]) => runOps(api, ["customers", "list", ...words]);
    await runOps(api, ["login", email], PASSWORD);
    expect(await ops()).toMatchObject({ code: 1, error: `Set up two-step login to continue. (${NEEDED})` });
    const { secret } = await turnOnTotp(api, client);
    await runOps(api, ["login", email], PASSWORD, codeAt(secret, api.clock.now() + 30_000));
    expect(await ops()).toMatchObject({ code: 0 });
  });

  test("are staff alone: customers choose for themselves", async () => {
    const { client } = await register(api);
    expect((await status(client)).needed_first).toBe(false);
    expect((await client.get("/api/users/balance")).status).toBe(200);
  });
});
