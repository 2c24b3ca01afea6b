import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { insertMail, listMail } from "@wattle/db/outbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ageSessions, linkTo, register } from "../testing/visitor.ts";
import { runOps } from "../testing/run-ops.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "../demo/demo-accounts.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate } from "../testing/call-procedure.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { startServer } from "../testing/server-process.ts";

const EVERY_EMAIL = DEMO_ACCOUNTS.map(({ email }) => email);
/** Status and body, without what is different in each answer. */
const essence = ({ status, text }: Answer<unknown>): string =>
  `${status} ${text.replaceAll(/"request_id":"[^"]+"/g, "")}`;

test.each(DIALECTS)("an installation that is no demo has no account at first, on %s", async (dialect) => {
  const api = await startTestApp({ dialect, env: { DEMO: "false" } });
  try {
    expect(await api.services.database.read.selectFrom("users").select("email").execute()).toEqual([]);
  } finally {
    await api.close();
  }
});

describe.each(DIALECTS)("a database that was a demo, on %s", (dialect) => {
  let database: FreshDatabase;
  let demo: TestApp;
  let real: TestApp;
  let signedIn: TestClient;
  let tokens: readonly string[];
  let resetLink: URL;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    demo = await startTestApp({ dialect, databaseUrl: database.url });
    signedIn = demo.client();
    await signedIn.login("customer@demo.test");
    await ageSessions(demo, "customer@demo.test");
    const operator = demo.client();
    await operator.login("operator@demo.test");
    const personal = await mutate<{ token: string }>(signedIn, "tokens.create", {
      name: "Test",
      scopes: ["read", "trade", "withdraw"],
      expires_in_days: 30,
    });
    const service = await mutate<{ token: string }>(operator, "ops.tokens.create", {
      name: "Robot",
      procedures: ["ops.customers.search"],
    });
    tokens = [personal.data.token, service.data.token];
    await demo.client().post("/forgot-password", { email: "customer@demo.test" });
    resetLink = new URL(await linkTo(demo, "customer@demo.test"), "http://wattle.test");
    real = await startTestApp({ dialect, databaseUrl: database.url, env: { DEMO: "false" } });
  });
  afterAll(async () => {
    await demo.close();
    await real.close();
    await database.close();
  });

  const withCookies = (path: string): Promise<Answer<unknown>> =>
    real.client().get(path, { cookie: signedIn.cookies.header });

  test.each(EVERY_EMAIL)("%s does not sign in, and is answered as an unknown address", async (email) => {
    const refused = await real.client().post("/login", { email, password: DEMO_PASSWORD });
    const unknown = await real
      .client()
      .post("/login", { email: `unknown-${email}`, password: DEMO_PASSWORD });
    expect(refused.status).toBe(422);
    expect(essence(refused)).toBe(essence(unknown));
  });

  test("a session from then is none", async () => {
    expect((await signedIn.get("/api/users/balance")).status).toBe(200);
    const refused = await withCookies("/api/users/balance");
    expect(refused.status).toBe(401);
    expect(essence(refused)).toBe(essence(await real.client().get("/api/users/balance")));
  });

  test("a customer's and a service token from then are unknown", async () => {
    const paths = ["/api/users/balance", "/trpc/ops.customers.search?input={}"];
    const call = (api: TestApp, path: string, token: string): Promise<Answer<unknown>> =>
      api.client().get(path, { authorization: `Bearer ${token}` });
    for (const [index, token] of tokens.entries()) {
      const path = paths[index] ?? "";
      expect((await call(demo, path, token)).status).toBe(200);
      const refused = await call(real, path, token);
      expect(refused.status).toBe(401);
      expect(essence(refused)).toBe(essence(await call(real, path, `wat_${"A".repeat(43)}`)));
    }
  });

  test("a reset link from then is unknown, and is not used up", async () => {
    const reset = (token: string | null): Promise<Answer<unknown>> =>
      real.client().post("/reset-password", {
        token,
        email: "customer@demo.test",
        password: "Another-Horse8",
        password_confirmation: "Another-Horse8",
      });
    const refused = await reset(resetLink.searchParams.get("token"));
    expect(refused.status).toBe(422);
    expect(essence(refused)).toBe(essence(await reset("A".repeat(43))));
    await expect(demo.client().login("customer@demo.test")).resolves.toBeDefined();
  });

  test("no reset link is mailed, and the answer says nothing of it", async () => {
    const mails = async (): Promise<number> => (await listMail(database.read, 1000)).length;
    const before = await mails();
    const refused = await real.client().post("/forgot-password", { email: "operator@demo.test" });
    const unknown = await real.client().post("/forgot-password", { email: "unknown@example.com" });
    expect(refused.status).toBe(200);
    expect(essence(refused)).toBe(essence(unknown));
    expect(await mails()).toBe(before);
  });

  test("the command line acts in no demo account's name", async () => {
    const named = await runOps(real, ["audit", "list", "--as", "operator@demo.test"]);
    expect(named).toMatchObject({ code: 2, out: "" });
    expect(named.error).toBe("--as is for demos; log in with: npm run ops -- login EMAIL");
    expect(await runOps(real, ["audit", "list"])).toEqual({
      code: 1,
      out: "",
      error: "log in with: npm run ops -- login EMAIL",
    });
    const login = await runOps(real, ["login", "operator@demo.test"], DEMO_PASSWORD);
    expect([login.code, login.error]).toEqual([
      1,
      "Wrong email or password. (invalid_credentials); email: Wrong email or password.",
    ]);
  });

  test("other accounts sign in", async () => {
    const { answer, client } = await register(real);
    expect(answer.status).toBe(201);
    expect((await client.get("/api/users/balance")).status).toBe(200);
  });

  test("where it is a demo again, its accounts sign in again", async () => {
    for (const email of EVERY_EMAIL) await expect(demo.client().login(email)).resolves.toBeDefined();
  });

  test("the start of the real server says that they are there", async () => {
    await database.write(async (tx) => {
      await tx.deleteFrom("outbox").execute();
      const mail = {
        reply_to: null,
        subject: "",
        body_text: "",
        body_html: "",
        unsubscribe_url: null,
        confidential: 0n,
      } as const;
      for (const recipient of ["customer@demo.test", "someone@wattle.test"])
        await insertMail(tx, { ...mail, id: recipient, recipient, created_at: 2n ** 50n });
    });
    const server = await startServer({ DATABASE_URL: database.url, DEMO: "false" });
    await server.stop();
    expect(server.printed()).toContain(
      `"demo_accounts":${EVERY_EMAIL.length},"dropped_mails":1,"msg":"the database has demo accounts; they cannot log in here"`,
    );
    expect((await listMail(database.read, 10)).map(({ id }) => id)).toEqual(["someone@wattle.test"]);
  });
});

test("the start of a database without demo accounts says nothing", async () => {
  const database = await freshDatabase("sqlite");
  const server = await startServer({ DATABASE_URL: database.url, DEMO: "false" });
  await server.stop();
  await database.close();
  expect(server.printed()).not.toContain("demo_accounts");
});
