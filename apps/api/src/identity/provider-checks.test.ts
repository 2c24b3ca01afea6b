import { createHmac } from "node:crypto";
import type { IdentityCheckReport, IdentityState, StartedIdentityCheck } from "@wattle/contracts/identity";
import { CHECK_AGAIN } from "@wattle/contracts/identity-checks";
import { updateUser } from "@wattle/db/accounts";
import { listAudit } from "@wattle/db/audit";
import { heldKinds } from "@wattle/db/holds";
import { findIdentity } from "@wattle/db/identity";
import { findIdentityCheck } from "@wattle/db/identity-checks";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { ABOUT, FORM } from "../testing/applicant.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { startSumsub, type StandInSumsub } from "../testing/stand-in-sumsub.ts";
import { confirmed, mailsTo } from "../testing/visitor.ts";
import { lookAtChecks } from "./look-at-checks.ts";

const KEYS = { appToken: "sbx:token", secret: "the-secret", level: "id-and-liveness" };
const WEBHOOK_SECRET = "the-webhook-secret";
const MINUTE = 60_000;

const reviewed = (reviewAnswer: string, more: object = {}, attemptId = "first") => ({
  reviewStatus: "completed",
  attemptId,
  reviewResult: { reviewAnswer, ...more },
});
const GREEN = reviewed("GREEN");
const RETRY = reviewed("RED", {
  reviewRejectType: "RETRY",
  rejectLabels: ["BAD_SELFIE"],
  moderationComment: "Their words.",
});
const FINAL = reviewed("RED", {
  reviewRejectType: "FINAL",
  rejectLabels: ["FORGERY"],
  clientComment: "Secret.",
});

describe.each(DIALECTS)("a check by an identity provider on %s", (dialect) => {
  let api: TestApp;
  let sumsub: StandInSumsub;
  beforeAll(async () => {
    sumsub = await startSumsub(KEYS);
    api = await startTestApp({
      dialect,
      env: {
        IDENTITY_PROVIDER: "sumsub",
        SUMSUB_APP_TOKEN: KEYS.appToken,
        SUMSUB_SECRET_KEY: KEYS.secret,
        SUMSUB_WEBHOOK_SECRET: WEBHOOK_SECRET,
        SUMSUB_LEVEL: KEYS.level,
        SUMSUB_API_URL: sumsub.url,
      },
    });
  });
  beforeEach(() => sumsub.fail(undefined));
  afterAll(async () => {
    await api.close();
    await sumsub.close();
  });

  const stateOf = async (client: TestClient): Promise<IdentityState> => {
    const { data, message } = await query<IdentityState>(client, "identity.get");
    if (data === undefined) throw new Error(message);
    return data;
  };
  const start = (client: TestClient) => mutate<StartedIdentityCheck>(client, "identity.startCheck");
  const checkOf = (id: string) => findIdentityCheck(api.services.database.read, id);
  const acts = async (subject: string) =>
    (await listAudit(api.services.database.read, { subject, page: 1, perPage: 50 })).rows.map(
      ({ action }) => action,
    );
  const webhook = (
    customer: string,
    { secret = WEBHOOK_SECRET, path = "/identity/webhooks/sumsub", type = "applicantReviewed" } = {},
  ) => {
    const body = JSON.stringify({ type, externalUserId: customer, reviewResult: { reviewAnswer: "GREEN" } });
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    return api.client().send("POST", path, {
      headers: {
        "content-type": "application/json",
        "x-payload-digest": digest,
        "x-payload-digest-alg": "HMAC_SHA256_HEX",
      },
      body,
    });
  };
  const look = () => lookAtChecks(api.services);
  /** The provider says this, and a webhook says that there is news. */
  const tell = async (id: string, review: object, info: object = {}): Promise<void> => {
    sumsub.review(id, review, {}, info);
    expect((await webhook(id)).status).toBe(200);
    await look();
  };
  /** Someone with a whole form, who was led to the provider. */
  async function atProvider() {
    const visitor = await confirmed(api);
    await mutate(visitor.client, "identity.save", { ...FORM, about: ABOUT });
    const started = await start(visitor.client);
    expect(started.status, started.message).toBe(200);
    return visitor;
  }

  test("starts once the form is right, and keeps nothing while the provider is away", async () => {
    const { client, id } = await confirmed(api);
    expect((await stateOf(client)).check).toEqual({ provider: "sumsub", state: "none" });
    const early = await start(client);
    expect(early).toMatchObject({ status: 422, code: "validation_failed" });
    expect(Object.keys(early.errors ?? {})).toContain("about.purpose");
    expect(early.errors).not.toHaveProperty("front");
    await mutate(client, "identity.save", { ...FORM, about: ABOUT });
    sumsub.fail(500);
    expect(await start(client)).toMatchObject({
      status: 503,
      message: "ID checks are down. Try again soon.",
    });
    expect(await checkOf(id)).toBeUndefined();
    sumsub.fail(undefined);
    const { data } = await start(client);
    expect(data?.url).toMatch(/^https:\/\/in\.sumsub\.com\/websdk\/p\//);
    expect(sumsub.links.at(-1)).toMatchObject({ userId: id, levelName: KEYS.level });
    expect(await stateOf(client)).toMatchObject({ status: "registered", check: { state: "started" } });
  });

  test("only once the provider has answered the form can be sent, photos or not", async () => {
    const { client } = await atProvider();
    const sent = await mutate(client, "identity.send");
    expect(sent).toMatchObject({ status: 422, errors: { check: ["Check your ID first"] } });
  });

  test("GREEN brings the form to the desk, and verifies no one by itself", async () => {
    const { client, id } = await atProvider();
    await tell(id, { reviewStatus: "pending" });
    expect(await stateOf(client)).toMatchObject({ status: "registered", check: { state: "checking" } });
    await tell(id, GREEN);
    expect(await stateOf(client)).toMatchObject({ status: "pending", check: { state: "done" } });
    expect(await checkOf(id)).toMatchObject({
      state: "approved",
      applicant_id: sumsub.applicantOf(id),
      look_at: null,
    });
    expect(await acts(id)).toEqual(["identity.sent", "identity.checked", "identity.checked"]);
    expect((await start(client)).code).toBe("state_conflict");
  });

  test("RED for good waits at the desk, and the customer reads nothing of it", async () => {
    const { client, id, email } = await atProvider();
    const before = (await mailsTo(api, email)).length;
    await tell(id, FINAL);
    const state = await stateOf(client);
    expect(state).toMatchObject({ status: "pending", reason: null, check: { state: "done" } });
    expect(JSON.stringify(state)).not.toMatch(/declined|FORGERY|Secret/);
    expect(await checkOf(id)).toMatchObject({ state: "declined" });
    expect(await mailsTo(api, email)).toHaveLength(before);
  });

  test("RED that may retry goes back to the customer once, in our words", async () => {
    const { client, id, email } = await atProvider();
    await tell(id, RETRY);
    expect(await stateOf(client)).toMatchObject({
      status: "rejected",
      reason: CHECK_AGAIN,
      check: { state: "retry" },
    });
    const back = async () =>
      (await mailsTo(api, email)).filter(({ subject }) => subject === "We couldn’t verify your identity yet");
    expect(await back()).toHaveLength(1);
    expect((await back())[0]?.text).not.toMatch(/Their words|BAD_SELFIE/);
    await start(client);
    await tell(id, RETRY);
    expect(await back()).toHaveLength(1);
    await tell(id, { ...RETRY, attemptId: "second" });
    expect(await back()).toHaveLength(2);
    await tell(id, { ...GREEN, attemptId: "third" });
    expect(await stateOf(client)).toMatchObject({ status: "pending", reason: null });
  });

  test("a form that was changed into a wrong one meanwhile waits for its owner, who sends it then", async () => {
    const { client, id } = await atProvider();
    await mutate(client, "identity.save", { city: "" });
    await tell(id, GREEN);
    expect(await stateOf(client)).toMatchObject({ status: "registered", check: { state: "done" } });
    await mutate(client, "identity.save", { city: "Sampleton" });
    expect((await mutate(client, "identity.send")).status).toBe(200);
    expect((await stateOf(client)).status).toBe("pending");
  });

  test.each(["pending", "verified", "blocked"] as const)(
    "of someone %s an outcome is only kept",
    async (status) => {
      const { client, id } = await atProvider();
      await tell(id, GREEN);
      await api.services.database.write((tx) => updateUser(tx, id, { status }));
      await tell(id, { ...RETRY, attemptId: "later" });
      expect(await checkOf(id)).toMatchObject({ state: "retry" });
      const { body } = await client.get<{ data?: { user: { status: string } }; code?: string }>(
        `/api/users/${id}`,
      );
      expect(body.data?.user.status ?? body.code).toBe(status);
    },
  );

  test("an approval that is taken back from someone verified opens a case and holds withdrawals, without a word to the customer", async () => {
    const { client, id, email } = await atProvider();
    await tell(id, GREEN);
    await api.services.database.write((tx) => updateUser(tx, id, { status: "verified" }));
    const mails = (await mailsTo(api, email)).length;
    const { read } = api.services.database;
    const casesNow = () => read.selectFrom("cases").selectAll().where("customer_id", "=", id).execute();
    // Approved once more, and looked at again: that takes nothing back.
    await tell(id, { ...GREEN, attemptId: "second" });
    await tell(id, { reviewStatus: "pending", attemptId: "later" });
    expect(await casesNow()).toEqual([]);
    await tell(id, { ...FINAL, attemptId: "later" });
    const cases = await casesNow();
    expect(cases).toMatchObject([{ kind: "monitoring", rule: "lost_approval", holds: 1n, closed_at: null }]);
    const user = await read.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(heldKinds(user)).toEqual(["withdrawals"]);
    expect((await mailsTo(api, email)).length).toBe(mails);
    expect(JSON.stringify((await client.get(`/api/users/${id}`)).body)).not.toMatch(/approval|withdrawals/);
  });

  test("Verify is refused if the answer that the clerk saw is not the newest", async () => {
    const { id } = await atProvider();
    await tell(id, GREEN);
    const clerk = api.client();
    await clerk.login("compliance@demo.test");
    const seen = async () =>
      (await query<IdentityCheckReport | null>(clerk, "ops.customers.identityCheck", { id })).data
        ?.changed_at;
    const answer_at = await seen();
    api.clock.advance(1000);
    await tell(id, { ...FINAL, attemptId: "later" });
    const verify = async (at: string | undefined) =>
      mutate(clerk, "ops.customers.verify", { id, ...(at !== undefined && { answer_at: at }) });
    expect(await verify(answer_at)).toMatchObject({
      code: "state_conflict",
      message: "Look again: there is a new answer",
    });
    expect((await verify(await seen())).status).toBe(200);
  });

  test("of a closed account no one is asked, and an answer that was under way is not kept", async () => {
    const closed = await atProvider();
    expect((await mutate(closed.client, "closing.close")).status).toBe(200);
    const leaving = await atProvider();
    const { identityProvider } = api.services;
    if (identityProvider === undefined) throw new Error("no provider");
    const asked: string[] = [];
    const provider = {
      ...identityProvider,
      read: async (customer: string) => {
        asked.push(customer);
        if (customer === leaving.id) expect((await mutate(leaving.client, "closing.close")).status).toBe(200);
        return identityProvider.read(customer);
      },
    };
    for (const { id } of [closed, leaving]) {
      sumsub.review(id, RETRY);
      await webhook(id);
    }
    await lookAtChecks({ ...api.services, identityProvider: provider });
    expect(asked).toContain(leaving.id);
    expect(asked).not.toContain(closed.id);
    for (const { id } of [closed, leaving]) {
      const check = await checkOf(id);
      expect(check?.found ?? null).toBeNull();
      expect(check?.look_at ?? null).toBeNull();
    }
  });

  describe("at the desk", () => {
    const staff = async (email: string): Promise<TestClient> => {
      const client = api.client();
      await client.login(email);
      return client;
    };
    const reportOf = async (id: string) =>
      (
        await query<IdentityCheckReport | null>(
          await staff("compliance@demo.test"),
          "ops.customers.identityCheck",
          { id },
        )
      ).data;

    test("compliance reads what the provider says, and support does not", async () => {
      const { client, id } = await atProvider();
      await tell(id, FINAL);
      expect(await reportOf(id)).toMatchObject({
        provider: "sumsub",
        state: "declined",
        found: {
          name: "Mary Applicant",
          birth_date: "1990-02-28",
          document: "PASSPORT, AUS",
          document_number: "PA1234567",
        },
        differs: [],
        labels: ["FORGERY"],
        url: `https://cockpit.sumsub.com/checkus#/applicant/${sumsub.applicantOf(id)}/basicInfo`,
      });
      const support = await staff("support@demo.test");
      expect((await query(support, "ops.customers.identityCheck", { id })).code).toBe("forbidden");
      const file = await query(support, "ops.customers.get", { id });
      expect(file.status).toBe(200);
      expect(JSON.stringify(file.data)).not.toMatch(/FORGERY|declined|identity\.checked/);
      expect((await query(client, "ops.customers.identityCheck", { id })).code).toBe("forbidden");
    });

    test.each<[string, object, IdentityCheckReport["differs"]]>([
      ["the same name in capitals and another order", { firstName: "APPLICANT", lastName: "MARY" }, []],
      ["the same name with accents", { firstName: "Màry", lastName: "Applicánt" }, []],
      ["another name", { firstName: "Robert", lastName: "Stone" }, ["name"]],
      ["a relative's name", { firstName: "Mario" }, ["name"]],
      ["a name more", { firstName: "Mary Ann" }, ["name"]],
      ["a spelling of the name", { firstName: "Marie" }, ["name"]],
      ["another day of birth", { dob: "1991-02-28" }, ["birth_date"]],
      ["a number with spaces", { idDocs: [{ number: "pa 123-4567" }] }, []],
      ["another number", { idDocs: [{ number: "PA7654321" }] }, ["document_number"]],
      [
        "nothing",
        { firstName: null, lastName: null, dob: null, idDocs: null },
        ["name", "birth_date", "document_number"],
      ],
    ])("%s on the document: staff see what differs", async (_what, info, differs) => {
      const { client, id } = await atProvider();
      await tell(id, GREEN, info);
      expect((await stateOf(client)).status).toBe("pending");
      expect((await reportOf(id))?.differs).toEqual(differs);
    });

    const sendBack = async (id: string, message = "The photo is blurred. Take it again in good light.") => {
      const sent = await mutate(await staff("compliance@demo.test"), "ops.customers.reject", { id, message });
      expect(sent.status, sent.message).toBe(200);
      return message;
    };

    test.each<[string, object]>([
      ["approved", GREEN],
      ["declined", FINAL],
      ["approved at another level", { ...GREEN, levelName: "another" }],
    ])("someone %s whom staff send back is checked again", async (_what, first) => {
      const { client, id } = await atProvider();
      await tell(id, first);
      const reason = await sendBack(id);
      expect(await stateOf(client)).toMatchObject({ status: "rejected", reason, check: { state: "retry" } });
      expect((await mutate(client, "identity.send")).errors).toEqual({ check: ["Check your ID first"] });
      const started = await start(client);
      expect(started.status, started.message).toBe(200);
      await tell(id, first);
      expect(await stateOf(client)).toMatchObject({
        status: "rejected",
        reason,
        check: { state: "started" },
      });
      await tell(id, { reviewStatus: "pending", attemptId: "second" });
      await tell(id, first);
      expect(await stateOf(client)).toMatchObject({ status: "rejected", check: { state: "checking" } });
      await tell(id, { ...GREEN, attemptId: "second" });
      expect(await stateOf(client)).toMatchObject({
        status: "pending",
        reason: null,
        check: { state: "done" },
      });
      expect(await checkOf(id)).toMatchObject({ state: "approved", look_at: null });
    });

    test.each<[string, object]>([
      ["approval", { ...GREEN, attemptId: "second" }],
      ["invitation to retry", { ...RETRY, attemptId: "second" }],
    ])("no %s takes the place of staff's message before the customer starts again", async (_what, next) => {
      const { client, id, email } = await atProvider();
      await tell(id, GREEN);
      const reason = await sendBack(id);
      const before = { acts: await acts(id), mails: (await mailsTo(api, email)).length };
      await tell(id, next);
      api.clock.advance(60 * MINUTE);
      await look();
      expect(await stateOf(client)).toMatchObject({ status: "rejected", reason, check: { state: "retry" } });
      expect({ acts: await acts(id), mails: (await mailsTo(api, email)).length }).toEqual(before);
    });

    test("an answer that is under way while staff send the identity back is none", async () => {
      const { client, id } = await atProvider();
      await tell(id, GREEN);
      sumsub.review(id, { ...GREEN, attemptId: "second" });
      await webhook(id);
      const { identityProvider } = api.services;
      if (identityProvider === undefined) throw new Error("no provider");
      const overtaken = {
        ...identityProvider,
        read: async (customer: string) => {
          const answer = await identityProvider.read(customer);
          await sendBack(id);
          await start(client);
          return answer;
        },
      };
      await lookAtChecks({ ...api.services, identityProvider: overtaken });
      expect(await stateOf(client)).toMatchObject({ status: "rejected", check: { state: "started" } });
    });

    test("the provider sends an identity back as staff do: support sees the act, and what was sent is kept", async () => {
      const { id } = await atProvider();
      await tell(id, RETRY);
      expect(await acts(id)).toEqual(["customer.rejected", "identity.checked"]);
      const file = await query(await staff("support@demo.test"), "ops.customers.get", { id });
      expect(JSON.stringify(file.data)).toMatch(/customer\.rejected/);
      expect(await findIdentity(api.services.database.read, id)).toMatchObject({
        decided_by: "system:identity-provider",
        decided_at: expect.any(BigInt),
        sent_back: expect.any(String),
      });
    });

    test("of someone who was never led to it, there is nothing", async () => {
      const { id } = await confirmed(api);
      expect(await reportOf(id)).toBeNull();
    });
  });

  describe("a webhook", () => {
    test("says nothing by itself: what the API says counts", async () => {
      const { client, id } = await atProvider();
      sumsub.review(id, { reviewStatus: "init" });
      expect((await webhook(id)).status).toBe(200);
      await look();
      expect(await stateOf(client)).toMatchObject({ status: "registered", check: { state: "started" } });
    });

    test("that is signed by someone else makes no one ask", async () => {
      const { client, id } = await atProvider();
      sumsub.review(id, GREEN);
      expect((await webhook(id, { secret: KEYS.secret })).status).toBe(401);
      await look();
      expect((await stateOf(client)).status).toBe("registered");
    });

    test("of no one we led there, of no customer or of another provider changes nothing", async () => {
      const { client, id } = await confirmed(api);
      await mutate(client, "identity.save", { ...FORM, about: ABOUT });
      sumsub.review(id, GREEN);
      for (const customer of [id, "stranger", "x".repeat(100)]) {
        expect((await webhook(customer)).status, customer).toBe(200);
      }
      expect((await webhook(id, { path: "/identity/webhooks/veriff" })).status).toBe(404);
      await look();
      expect(await checkOf(id)).toBeUndefined();
      expect((await stateOf(client)).status).toBe("registered");
    });

    test("that comes again, or late, changes nothing", async () => {
      const { client, id } = await atProvider();
      await tell(id, GREEN);
      const before = { check: await checkOf(id), acts: await acts(id), state: await stateOf(client) };
      for (const type of ["applicantReviewed", "applicantPending", "applicantCreated"]) {
        expect((await webhook(id, { type })).status).toBe(200);
        api.clock.advance(1);
        await look();
      }
      const { asked_at: _, ...check } = { ...before.check };
      expect({ check: await checkOf(id), acts: await acts(id), state: await stateOf(client) }).toMatchObject({
        ...before,
        check,
      });
    });
  });

  test("an outcome of which no webhook tells is asked for, at first every two minutes and then by the hour", async () => {
    const { client, id } = await atProvider();
    sumsub.review(id, GREEN);
    await look();
    expect((await stateOf(client)).check?.state).toBe("started");
    sumsub.fail(429);
    api.clock.advance(2 * MINUTE);
    await look();
    expect((await stateOf(client)).check?.state).toBe("started");
    sumsub.fail(undefined);
    await look();
    expect((await stateOf(client)).check?.state).toBe("started");
    api.clock.advance(2 * MINUTE);
    await look();
    expect((await stateOf(client)).status).toBe("pending");
  });

  test("a question that waits for its answer holds up no other", async () => {
    const someone = [await atProvider(), await atProvider()];
    for (const { id } of someone) {
      sumsub.review(id, GREEN);
      await webhook(id);
    }
    const { identityProvider } = api.services;
    if (identityProvider === undefined) throw new Error("no provider");
    const other = Promise.withResolvers<void>();
    let calls = 0;
    const slow = {
      ...identityProvider,
      read: async (customer: string) => {
        calls += 1;
        if (calls === 1) await other.promise;
        else other.resolve();
        return identityProvider.read(customer);
      },
    };
    await lookAtChecks({ ...api.services, identityProvider: slow });
    for (const { client } of someone) expect((await stateOf(client)).status).toBe("pending");
  });

  test("the answer to an older question is none", async () => {
    const { client, id } = await atProvider();
    sumsub.review(id, { reviewStatus: "pending" });
    await webhook(id);
    const { identityProvider } = api.services;
    if (identityProvider === undefined) throw new Error("no provider");
    // While the first question waits for its answer, a second one is asked and answered.
    const overtaken = {
      ...identityProvider,
      read: async (customer: string) => {
        const old = await identityProvider.read(customer);
        await tell(id, GREEN);
        return old;
      },
    };
    await lookAtChecks({ ...api.services, identityProvider: overtaken });
    expect(await checkOf(id)).toMatchObject({ state: "approved" });
    expect((await stateOf(client)).status).toBe("pending");
  });
});

test.each([...DIALECTS])(
  "without a provider there is nothing to start and no webhook, on %s",
  async (dialect) => {
    const api = await startTestApp({ dialect });
    const { client } = await confirmed(api);
    await mutate(client, "identity.save", { ...FORM, about: ABOUT });
    expect((await mutate(client, "identity.startCheck")).code).toBe("state_conflict");
    expect((await query<IdentityState>(client, "identity.get")).data?.check).toBeNull();
    expect((await api.client().send("POST", "/identity/webhooks/sumsub", { body: "{}" })).status).toBe(404);
    await api.close();
  },
);
