import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { AuditRecord } from "@wattle/contracts/desk";
import type { CreatedServiceToken } from "@wattle/contracts/tokens";
import { listAudit } from "@wattle/db/audit";
import type { Dialect } from "@wattle/db/database";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CONFIRMATION_MILLISECONDS } from "../../access/confirmation.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { runOps, type OpsOutcome } from "../../testing/run-ops.ts";
import { codeAt, turnOnTotp } from "../../testing/totp.ts";
import { freshEmail, PASSWORD, register } from "../../testing/visitor.ts";

const NOT_LOGGED_IN = { code: 1, out: "", error: "log in with: npm run ops -- login EMAIL" };
const HOUR = 60 * 60_000;

let api: TestApp;
const state = mkdtempSync(path.join(tmpdir(), "wattle-state-"));
const start = async (dialect: Dialect): Promise<void> => {
  api = await startTestApp({ dialect, env: { DEMO: "false", XDG_STATE_HOME: state } });
};
const stop = (): Promise<void> => api.close();
// No one is logged in at first.
afterEach(() => rmSync(path.join(state, "wattle"), { recursive: true, force: true }));
afterAll(() => rmSync(state, { recursive: true, force: true }));

const ops = (...words: string[]): Promise<OpsOutcome> => runOps(api, words);

const login = (email: string, password = PASSWORD): Promise<OpsOutcome> =>
  runOps(api, ["login", email], password);

describe.each(DIALECTS)("who acts at the command line of %s", (dialect) => {
  beforeAll(() => start(dialect));
  afterAll(stop);

  const newestAct = async (): Promise<Partial<AuditRecord> | undefined> => {
    const { rows } = await listAudit(api.services.database.read, { page: 1, perPage: 1 });
    return rows[0] && { actor: rows[0].actor, action: rows[0].action };
  };

  test("without anyone logged in every act is refused in one line, and what concerns the machine is not", async () => {
    for (const words of [
      ["customers", "list"],
      ["ledger", "adjust", "x@y.example", "credit", "1", "AUD"],
      ["audit", "list"],
      ["fees", "list"],
      ["staff", "list"],
      ["switches", "set", "trading", "pause"],
    ])
      expect(await ops(...words), words.join(" ")).toEqual(NOT_LOGGED_IN);
    expect((await ops("ledger", "check")).code).toBe(0);
    expect((await ops("keys", "status")).code).toBe(0);
    expect((await ops("logout")).out).toBe("no one was logged in");
  });

  test("someone who logs in acts as oneself until logging out, and the log names the person", async () => {
    const { email, id } = await newStaff(api, "admin");
    const { id: customer } = (await register(api)).answer.body.data.user;
    expect((await login(email)).out).toContain(email);
    expect((await ops("customers", "role", customer, "partner")).code).toBe(0);
    expect(await newestAct()).toEqual({ actor: id, action: "approval.requested" });
    expect((await ops("logout")).out).toBe("logged out");
    expect(await ops("customers", "list")).toEqual(NOT_LOGGED_IN);
  });

  test("what is kept is a session's identifier that no one else can read", async () => {
    const { email } = await newStaff(api, "support");
    await login(email);
    await login(email);
    const folder = path.join(state, "wattle");
    const [file, ...others] = readdirSync(folder).map((name) => path.join(folder, name));
    expect(others).toEqual([]);
    expect(statSync(file ?? "").mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(file ?? "", "utf8")).not.toContain(PASSWORD);
  });

  test("acts are judged by the roles of who is logged in", async () => {
    const { email } = await newStaff(api, "support");
    await login(email);
    expect((await ops("customers", "list")).code).toBe(0);
    const refused = await ops("switches", "set", "trading", "pause");
    expect([refused.code, refused.error]).toEqual([1, "You don't have access to this. (forbidden)"]);
  });

  test("being removed, or not coming back for long, ends it", async () => {
    const admin = await newStaff(api, "admin");
    const { email, id } = await newStaff(api, "support");
    await login(email);
    await mutate(admin.client, "ops.staff.remove", { id });
    const ended = { ...NOT_LOGGED_IN, error: `your login has ended; ${NOT_LOGGED_IN.error}` };
    expect(await ops("customers", "list")).toEqual(ended);
    await login(admin.email);
    expect((await ops("customers", "list")).code).toBe(0);
    const now = api.clock.now();
    api.clock.advance(HOUR);
    expect(await ops("customers", "list")).toEqual(ended);
    api.clock.set(now);
  });

  test("someone with two-step login is asked for a code, of the app or for recovery", async () => {
    const { client, email } = await newStaff(api, "support");
    const { secret, recoveryCodes } = await turnOnTotp(api, client);
    api.clock.advance(30_000);
    const withCode = (...code: string[]) => runOps(api, ["login", email], PASSWORD, ...code);
    for (const code of [[], ["00000x"], ["000 00"]]) {
      expect((await withCode(...code)).error).toContain("second_factor_invalid");
    }
    expect(await ops("customers", "list")).toEqual(NOT_LOGGED_IN);
    expect((await withCode(codeAt(secret, api.clock.now()))).out).toContain(email);
    expect((await ops("customers", "list")).code).toBe(0);
    expect((await withCode(recoveryCodes[0] ?? "")).out).toContain(email);
  });

  test("what needs a confirmation asks who is there again, with the code of two-step login, and goes on", async () => {
    const { client, email } = await newStaff(api, "admin");
    const { secret, recoveryCodes } = await turnOnTotp(api, client);
    const first = await newStaff(api, "finance");
    const { id: customer } = (await register(api)).answer.body.data.user;
    const asked = await mutate<AwaitingApproval>(first.client, "ops.ledger.adjust", {
      id: customer,
      direction: "credit",
      amount: "10.00",
      currency: "AUD",
      internal_note: "Counted wrong",
    });
    const words = ["approvals", "approve", asked.data.approval.id, "--yes"];
    api.clock.advance(30_000);
    await runOps(api, ["login", email], PASSWORD, codeAt(secret, api.clock.now()));
    api.clock.advance(CONFIRMATION_MILLISECONDS);
    expect(await runOps({ ...api, terminal: false }, words)).toEqual({
      code: 1,
      out: "",
      error: `Confirm it's you to continue. (confirmation_required); ${NOT_LOGGED_IN.error}`,
    });
    expect((await runOps(api, words, "wrong-Horse7", "00000x")).error).toContain("invalid_credentials");
    expect((await runOps(api, words, PASSWORD, "00000x")).error).toContain("second_factor_invalid");
    expect((await runOps(api, words, PASSWORD, recoveryCodes[0] ?? "")).out).toMatch(/status +approved/);
    // It is the session that is confirmed: the next command asks no more.
    expect((await ops("staff", "invite", freshEmail(), "support")).out).toContain(
      "waiting for a second person",
    );
  });

  test.each([
    ["a wrong password", "wrong-Horse7", "invalid_credentials"],
    ["none", "", "invalid_credentials"],
  ])("%s logs no one in", async (_what, password, code) => {
    const { email } = await newStaff(api, "admin");
    const refused = await login(email, password);
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining(code)]);
    expect(await ops("customers", "list")).toEqual(NOT_LOGGED_IN);
  });

  test("nor does a customer's password", async () => {
    const { email } = await register(api);
    expect((await login(email)).error).toContain("forbidden");
    expect(await ops("customers", "list")).toEqual(NOT_LOGGED_IN);
  });

  test("a service token acts as its maker, by what it names", async () => {
    const { client, id } = await newStaff(api, "admin");
    const { id: customer } = (await register(api)).answer.body.data.user;
    const { data } = await mutate<CreatedServiceToken>(client, "ops.tokens.create", {
      name: "Script",
      procedures: ["ops.customers.search", "ops.customers.setRole"],
    });
    const config = { ...api.services.config, WATTLE_OPS_TOKEN: data.token };
    const byToken = (...words: string[]) => runOps({ ...api, services: { ...api.services, config } }, words);
    expect((await byToken("customers", "role", customer, "partner")).code).toBe(0);
    expect(await newestAct()).toEqual({ actor: id, action: "approval.requested" });
    expect((await byToken("audit", "list")).error).toContain("This token can't call this procedure.");
    await mutate(client, "ops.tokens.revoke", { id: data.id });
    expect((await byToken("customers", "list")).error).toContain("unauthenticated");
  });
});

describe.each(DIALECTS)("an installation without staff, on %s", (dialect) => {
  beforeEach(() => start(dialect));
  afterEach(stop);

  test("the first of staff gets a link, which is printed, and later ones do not", async () => {
    const first = await ops("staff", "first", "Boss@Wattle.example", "--json");
    const { link } = JSON.parse(first.out) as { link: string };
    const token = new URL(link).searchParams.get("token");
    const client = api.client();
    const person = {
      first_name: "Bo",
      last_name: "Boss",
      password: PASSWORD,
      password_confirmation: PASSWORD,
    };
    expect(await mutate(client, "staff.accept", { token, ...person })).toMatchObject({
      status: 200,
      data: { role: "admin", user: { email: "boss@wattle.example" } },
    });
    const refused = await ops("staff", "first", "other@wattle.example");
    expect([refused.code, refused.error]).toEqual([
      1,
      "There is staff already. Ask an admin. (state_conflict)",
    ]);
    await login("boss@wattle.example");
    expect((await ops("staff", "invite", "sue@wattle.example", "support", "finance")).out).toMatch(
      /support, finance/,
    );
    expect((await ops("staff", "invite", "sue@wattle.example", "partner")).code).toBe(2);
    expect((await ops("staff", "list")).out).toMatch(/boss@wattle\.example.*\n.*sue@wattle\.example/);
    expect((await ops("staff", "remove", "sue@wattle.example")).code).toBe(0);
    expect((await ops("staff", "roles", "boss@wattle.example", "support")).error).toContain("own_act");
    const added = JSON.parse(
      (await ops("staff", "add-admin", "other@wattle.example", "--json")).out,
    ) as object;
    expect(added).toMatchObject({ link: expect.stringContaining("/teamaccess/invitation?token=") });
  });

  test("of two links for a first one the later works, and none for a customer's address", async () => {
    const tokenOf = async (email: string): Promise<string | null> =>
      new URL(
        (JSON.parse((await ops("staff", "first", email, "--json")).out) as { link: string }).link,
      ).searchParams.get("token");
    const [early, late] = [await tokenOf("one@wattle.example"), await tokenOf("two@wattle.example")];
    const person = {
      first_name: "Bo",
      last_name: "Boss",
      password: PASSWORD,
      password_confirmation: PASSWORD,
    };
    expect((await mutate(api.client(), "staff.accept", { token: early, ...person })).code).toBe(
      "token_invalid",
    );
    const { email } = await register(api);
    expect((await ops("staff", "first", email)).error).toContain("email_taken");
    expect((await ops("staff", "first", "nowhere")).error).toContain("validation_failed");
    expect((await mutate(api.client(), "staff.accept", { token: late, ...person })).status).toBe(200);
  });
});

test("in a demo anyone acts as anyone of staff, and there is no first one to make", async () => {
  const api = await startTestApp({ dialect: "sqlite" });
  try {
    expect((await runOps(api, ["staff", "list"])).out).toContain("operator@demo.test");
    expect((await runOps(api, ["staff", "list", "--as", "support@demo.test"])).error).toContain("forbidden");
    expect((await runOps(api, ["staff", "list", "--as", "customer@demo.test"])).code).toBe(2);
    expect((await runOps(api, ["staff", "first", "boss@wattle.example"])).error).toContain("state_conflict");
  } finally {
    await api.close();
  }
});
