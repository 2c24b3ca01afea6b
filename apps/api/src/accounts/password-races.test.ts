import type { ErrorBody } from "@wattle/contracts/errors";
import { newStaff } from "../testing/new-staff.ts";
import { findUserById, updateUser } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RequestContext } from "../context.ts";
import type { Services } from "../services.ts";
import { login } from "../sessions/login.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { createToken } from "../tokens/create-token.ts";
import { changeEmail } from "./change-email.ts";
import { mailLink } from "./email-links.ts";
import { changePassword, resetPassword } from "./set-password.ts";
import { confirmed, freshEmail, linkTo, PASSWORD, register } from "../testing/visitor.ts";

const BY_CHANGE = "Changed-Horse8";
const BY_RESET = "Reset-Horse9";
const twice = (password: string) => ({ password, password_confirmation: password });
const CHANGE = { current_password: PASSWORD, ...twice(BY_CHANGE) };
/** Rounds in which both are let go at once. */
const ROUNDS = 25;

describe.each(DIALECTS)("what races a new password on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterAll(() => api.close());

  let addresses = 0;
  /** The context of a call of the client's; `changes` replace services. */
  const contextOf = (client: TestClient | undefined, changes: Partial<Services> = {}): RequestContext => ({
    services: { ...api.services, ...changes },
    user: null,
    sessionId: client?.cookies.get("session") ?? null,
    proof: null,
    token: null,
    requestId: "test",
    ip: `10.77.0.${(addresses += 1) % 250}`,
    userAgent: null,
    cookie: () => undefined,
    markReplayed: () => undefined,
    setCookie: () => {},
  });
  /** Services whose writes wait for `first`. */
  const writingAfter = (first: () => Promise<unknown>): Partial<Services> => {
    const { database } = api.services;
    return {
      database: {
        ...database,
        dialect,
        read: database.read,
        write: async (work) => {
          await first();
          return database.write(work);
        },
      },
    };
  };

  /** Mails a reset link, as asking for one does. @returns its token */
  async function resetToken(userId: string, email: string): Promise<string> {
    await api.services.database.write((tx) =>
      mailLink(tx, api.services, "reset-password", { userId, firstName: "Mary", email }),
    );
    return new URL(`http://x${await linkTo(api, email)}`).searchParams.get("token") ?? "";
  }

  /** An account with a session, and a link that would reset its password. */
  async function account() {
    const { client, email, answer } = await register(api);
    const { id } = answer.body.data.user;
    const token = await resetToken(id, email);
    const reset = (changes: Partial<Services> = {}) =>
      resetPassword(contextOf(undefined, changes), { email, token, ...twice(BY_RESET) });
    const change = (changes: Partial<Services> = {}) =>
      changePassword(contextOf(client, changes), id, CHANGE);
    return { client, email, id, reset, change };
  }
  const signsIn = async (email: string, password: string): Promise<boolean> =>
    (await api.client({ ip: "10.78.0.1" }).post("/login", { email, password })).status === 200;
  const isSignedIn = async (client: TestClient): Promise<boolean> =>
    (await client.get("/api/users/balance")).status !== 401;

  test("a reset that comes first beats a change whose old password was right when it was checked", async () => {
    const { client, email, reset, change } = await account();
    await expect(change(writingAfter(reset))).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await signsIn(email, BY_RESET)).toBe(true);
    expect(await signsIn(email, BY_CHANGE)).toBe(false);
    expect(await isSignedIn(client)).toBe(false);
  });

  test("a change that comes first makes the mailed link worthless", async () => {
    const { client, email, reset, change } = await account();
    await expect(reset(writingAfter(change))).rejects.toMatchObject({ code: "token_invalid" });
    expect(await signsIn(email, BY_CHANGE)).toBe(true);
    expect(await isSignedIn(client)).toBe(true);
  });

  test("let go at once, one of the two holds and the other changes nothing", async () => {
    const winners: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { client, email, reset, change } = await account();
      // Both wait at their transaction, so that how long hashing takes decides nothing.
      const waiting = Promise.withResolvers<void>();
      let arrived = 0;
      const atOnce = writingAfter(() => {
        arrived += 1;
        if (arrived === 2) waiting.resolve();
        return waiting.promise;
      });
      const pair = round % 2 === 0 ? [reset, change] : [change, reset];
      const outcomes = await Promise.allSettled(pair.map((start) => start(atOnce)));
      const ends = outcomes.map(({ status }) => status);
      expect(ends.toSorted()).toEqual(["fulfilled", "rejected"]);
      const winner = pair[ends.indexOf("fulfilled")] === reset ? "reset" : "change";
      winners.push(winner);
      expect(await signsIn(email, winner === "reset" ? BY_RESET : BY_CHANGE)).toBe(true);
      expect(await signsIn(email, winner === "reset" ? BY_CHANGE : BY_RESET)).toBe(false);
      expect(await isSignedIn(client)).toBe(winner === "change");
    }
    expect(winners).toHaveLength(ROUNDS);
  });

  test("of two changes with one old password, one holds", async () => {
    const { client, email, id } = await account();
    const other = { ...CHANGE, ...twice("Other-Horse7") };
    const outcomes = await Promise.allSettled([
      changePassword(contextOf(client), id, CHANGE),
      changePassword(contextOf(client), id, other),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await signsIn(email, BY_CHANGE)).not.toBe(await signsIn(email, "Other-Horse7"));
  });

  test.each([
    ["before its session is stored", "start"],
    ["after its session was stored", "write"],
  ] as const)("no session with the old password outlives a reset %s", async (_, where) => {
    const { email, id, reset } = await account();
    const { sessions } = api.services;
    const changes =
      where === "write"
        ? writingAfter(reset)
        : {
            sessions: {
              ...sessions,
              start: async (...given: Parameters<typeof sessions.start>) => {
                await reset();
                return sessions.start(...given);
              },
            },
          };
    const ctx = contextOf(undefined, changes);
    await expect(login(ctx, { email, password: PASSWORD })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    const left = await api.services.database.read
      .selectFrom("sessions")
      .select("public_id")
      .where("user_id", "=", id)
      .execute();
    expect(left).toEqual([]);
  });

  test("no API token is made by a session that a reset has ended", async () => {
    const { client, id, reset } = await account();
    const user = await api.services.sessions.read(client.cookies.header, "person");
    if (user === null) throw new Error("not signed in");
    const made = createToken(contextOf(client, writingAfter(reset)), user.user, {
      name: "Late",
      scopes: ["withdraw"],
      addresses: [],
    });
    await expect(made).rejects.toMatchObject({ code: "unauthenticated" });
    const left = await api.services.database.read
      .selectFrom("api_tokens")
      .select("id")
      .where("user_id", "=", id)
      .execute();
    expect(left).toEqual([]);
  });

  test("no link to a new address is mailed for a password that was replaced meanwhile", async () => {
    const { client, id, reset } = await account();
    const next = freshEmail();
    await expect(
      changeEmail(contextOf(client, writingAfter(reset)), id, { email: next, current_password: PASSWORD }),
    ).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(linkTo(api, next)).rejects.toThrow("no link");
  });

  test("an older reset link dies with a newer one, and both with a new password", async () => {
    const { client, email, answer } = await register(api);
    const { id } = answer.body.data.user;
    const tokens = [await resetToken(id, email), await resetToken(id, email)];
    const tryLink = (token: string | undefined) =>
      api.client().post<ErrorBody>("/reset-password", { email, token, ...twice(BY_RESET) });
    expect((await tryLink(tokens[0])).body.code).toBe("token_invalid");
    expect((await mutate(client, "accounts.changePassword", CHANGE)).status).toBe(200);
    expect((await tryLink(tokens[1])).body.code).toBe("token_invalid");
    const fresh = await resetToken(id, email);
    expect((await tryLink(fresh)).status).toBe(200);
  });

  test("of links asked for at once, one works", async () => {
    const { email, answer } = await register(api);
    const { id } = answer.body.data.user;
    await Promise.all(Array.from({ length: 6 }, () => resetToken(id, email)));
    const left = await api.services.database.read
      .selectFrom("email_tokens")
      .select("token_hash")
      .where("user_id", "=", id)
      .where("purpose", "=", "reset-password")
      .execute();
    expect(left).toHaveLength(1);
  });

  describe.each(["a change", "a reset"] as const)("%s of the password", (how) => {
    async function setNew(client: TestClient, id: string, email: string): Promise<void> {
      if (how === "a change") {
        expect((await mutate(client, "accounts.changePassword", CHANGE)).status).toBe(200);
        return;
      }
      const payload = { email, token: await resetToken(id, email), ...twice(BY_RESET) };
      expect((await api.client().post("/reset-password", payload)).status).toBe(200);
    }
    const reaches = async (token: string): Promise<number> =>
      (await api.client().get("/api/users/balance", { authorization: `Bearer ${token}` })).status;

    test("ends all personal tokens of the account and no one else's", async () => {
      const [mine, other] = [await confirmed(api), await confirmed(api)];
      for (const { id } of [mine, other])
        await api.services.database.write((tx) => updateUser(tx, id, { status: "verified" }));
      const make = async ({ client }: typeof mine, scope: string): Promise<string> =>
        (
          await mutate<{ token: string }>(client, "tokens.create", {
            name: "Bot",
            scopes: [scope],
            expires_in_days: 30,
          })
        ).data.token;
      const ended = [await make(mine, "read"), await make(mine, "read")];
      const kept = await make(other, "read");
      expect(await Promise.all([...ended, kept].map(reaches))).toEqual([200, 200, 200]);
      await setNew(mine.client, mine.id, mine.email);
      expect(await Promise.all([...ended, kept].map(reaches))).toEqual([401, 401, 200]);
    });

    test("ends service tokens, and the audit log says so", async () => {
      const { client, email, id } = await newStaff(api, "finance");
      const { data } = await mutate<{ token: string; id: string }>(client, "ops.tokens.create", {
        name: "Importer",
        procedures: ["ops.deposits.list"],
      });
      const calls = async (): Promise<number> =>
        (
          await api
            .client()
            .get("/trpc/ops.deposits.list?input={}", { authorization: `Bearer ${data.token}` })
        ).status;
      expect(await calls()).toBe(200);
      await setNew(client, id, email);
      expect(await calls()).toBe(401);
      const log = await api.services.database.read
        .selectFrom("audit_log")
        .selectAll()
        .where("subject", "=", data.id)
        .execute();
      expect(log.map(({ action, actor }) => [action, actor])).toContainEqual(["token.revoked", id]);
      expect((await findUserById(api.services.database.read, id))?.roles).toBe('["finance"]');
    });
  });
});
