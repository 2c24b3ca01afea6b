import type { AwaitingApproval } from "@wattle/contracts/approvals";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { UserData } from "@wattle/contracts/accounts";
import type { Adjustment, AuditRecord, CustomerFile, CustomerSummary } from "@wattle/contracts/desk";
import type { Transaction } from "@wattle/contracts/history";
import { UNDO_MILLISECONDS } from "@wattle/contracts/choices";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { listDueMail, listMail } from "@wattle/db/outbox";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailsTo, register } from "../testing/visitor.ts";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import { applicant, FORM, upload } from "../testing/applicant.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { mutateByTwo, runOpsByTwo } from "../testing/second-person.ts";
import type { TestClient } from "../testing/client.ts";
import { newStaff } from "../testing/new-staff.ts";
import { runCommand } from "./commands/run-command.ts";

describe.each(DIALECTS)("the desk on %s", (dialect) => {
  let api: TestApp;
  let operator: TestClient;
  let operatorId: string;
  let uploads: string;
  beforeAll(async () => {
    uploads = mkdtempSync(path.join(tmpdir(), "wattle-uploads-"));
    api = await startTestApp({ dialect, env: { UPLOAD_DIR: uploads, ADJUSTMENT_LIMIT: "5000.00" } });
    operator = api.client();
    operatorId = (await operator.login("operator@demo.test")).user.id;
  });
  afterAll(async () => {
    await api.close();
    rmSync(uploads, { recursive: true, force: true });
  });

  const auditOf = async (subject: string): Promise<readonly AuditRecord[]> =>
    (await query<{ data: AuditRecord[] }>(operator, "ops.audit.list", { subject })).data.data;
  const own = async (client: TestClient, id: string): Promise<UserData> =>
    (await client.get<{ data: UserData }>(`/api/users/${id}`)).body.data;

  test.each([
    ["ops.customers.search", "query", {}],
    ["ops.customers.get", "query", { id: "x" }],
    ["ops.customers.verify", "mutation", { id: "x" }],
    ["ops.customers.unverify", "mutation", { id: "x" }],
    ["ops.customers.reject", "mutation", { id: "x", message: "r" }],
    ["ops.customers.block", "mutation", { id: "x", internal_note: "r" }],
    ["ops.customers.unblock", "mutation", { id: "x" }],
    ["ops.customers.setRole", "mutation", { id: "x", role: "partner" }],
    ["ops.customers.setPermissions", "mutation", { id: "x", permissions: [] }],
    ["ops.customers.endSessions", "mutation", { id: "x" }],
    ["ops.customers.openDocument", "mutation", { id: "x" }],
    [
      "ops.ledger.adjust",
      "mutation",
      { id: "x", direction: "credit", currency: "AUD", amount: "1", internal_note: "r" },
    ],
    ["ops.support.list", "query", {}],
    ["ops.support.markHandled", "mutation", { reference: "x" }],
    ["ops.support.find", "query", { reference: "x" }],
    ["ops.support.assignees", "query", {}],
    ["ops.support.assign", "mutation", { reference: "x" }],
    ["ops.support.reopen", "mutation", { reference: "x" }],
    ["ops.support.reply", "mutation", { reference: "x", message: "r" }],
    ["ops.audit.list", "query", {}],
  ])("%s is for staff alone", async (procedure, type, input) => {
    const customer = api.client();
    await customer.login("customer@demo.test");
    for (const [client, code] of [
      [api.client(), "unauthenticated"],
      [customer, "forbidden"],
    ] as const) {
      const answer = await (type === "query" ? query : mutate)(client, procedure, input);
      expect(answer.code).toBe(code);
    }
  });

  test("customers are found by part of their address or name, and by status", async () => {
    const search = async (input: object) =>
      (
        await query<{ data: CustomerSummary[]; meta: { total: number } }>(
          operator,
          "ops.customers.search",
          input,
        )
      ).data;
    expect((await search({ query: "NIGERIA@" })).data.map(({ email }) => email)).toEqual([
      "nigeria@demo.test",
    ]);
    expect((await search({ query: "unproven identity" })).data.map(({ email }) => email)).toEqual([
      "unverified@demo.test",
    ]);
    expect((await search({ status: "blocked" })).data.map(({ email }) => email)).toEqual([
      "blocked@demo.test",
    ]);
    expect((await search({ query: "no such person" })).meta.total).toBe(0);
    expect((await search({ per_page: 2 })).data).toHaveLength(2);
  });

  test("a verified customer may deposit and withdraw, hears of it, and is in the log", async () => {
    const { client, email, id } = await applicant(api);
    const file = (await query<CustomerFile>(operator, "ops.customers.get", { id })).data;
    expect(file).toMatchObject({ user: { status: "pending" }, identity: { form: { city: FORM.city } } });
    expect(file.identity.documents).toHaveLength(2);
    expect((await mutate(operator, "ops.customers.verify", { id })).status).toBe(200);
    expect(await own(client, id)).toMatchObject({
      user: { status: "verified" },
      permissions: ["deposit-money", "withdraw-money"],
    });
    expect((await mailsTo(api, email))[0]?.subject).toBe("You’re verified");
    expect((await auditOf(id))[0]).toMatchObject({
      actor: operatorId,
      action: "customer.verified",
      details: { from: "pending", to: "verified" },
    });
    expect((await mutate(operator, "ops.customers.verify", { id })).code).toBe("state_conflict");
  });

  test("verifying is taken back for ten seconds, for which its email waits, and not once that is due", async () => {
    const { client, email, id } = await applicant(api);
    const { clock, services } = api;
    const subjects = async (): Promise<(string | undefined)[]> =>
      (await mailsTo(api, email)).map(({ subject }) => subject);
    const due = async (): Promise<number> => {
      const ids = await listDueMail(services.database.read, BigInt(clock.now()), 1000);
      const verified = (await listMail(services.database.read, 1000)).filter(
        ({ recipient, subject }) => recipient === email && subject === "You’re verified",
      );
      return verified.filter((mail) => ids.includes(mail.id)).length;
    };
    await mutate(operator, "ops.customers.verify", { id });
    clock.advance(UNDO_MILLISECONDS);
    expect([await due(), (await subjects()).includes("You’re verified")]).toEqual([0, true]);
    expect((await mutate(operator, "ops.customers.unverify", { id })).status).toBe(200);
    expect(await subjects()).not.toContain("You’re verified");
    expect(await own(client, id)).toMatchObject({ user: { status: "pending" }, permissions: [] });
    expect((await auditOf(id))[0]).toMatchObject({ action: "customer.unverified" });
    const file = (await query<CustomerFile>(operator, "ops.customers.get", { id })).data;
    expect(file.identity).toMatchObject({ decided_at: null, decision: null });
    expect((await mutate(operator, "ops.customers.unverify", { id })).code).toBe("state_conflict");

    await mutate(operator, "ops.customers.verify", { id });
    clock.advance(UNDO_MILLISECONDS + 2_000);
    expect(await due()).toBe(1);
    expect(await mutate(operator, "ops.customers.unverify", { id })).toMatchObject({
      code: "state_conflict",
      message: OWN_MESSAGES.emailLeft,
    });
    expect((await own(client, id)).user).toMatchObject({ status: "verified" });
    // The command line of other tests has a clock of its own.
    clock.advance(-2 * UNDO_MILLISECONDS - 2_000);
  });

  test("two operators who decide at once do not both", async () => {
    const { id } = await applicant(api);
    const answers = await Promise.all([
      mutate(operator, "ops.customers.verify", { id }),
      mutate(operator, "ops.customers.reject", { id, message: "Blurred" }),
      mutate(operator, "ops.customers.verify", { id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await auditOf(id)).filter(({ action }) => action.startsWith("customer."))).toHaveLength(1);
  });

  test("a rejected customer reads why, corrects the form and sends it again", async () => {
    const { client, email, id } = await applicant(api);
    expect((await mutate(operator, "ops.customers.reject", { id, message: "  " })).errors).toHaveProperty(
      "message",
    );
    await mutate(operator, "ops.customers.reject", { id, message: "The photo is blurred" });
    expect((await query<{ status: string; reason: string }>(client, "identity.get")).data).toMatchObject({
      status: "rejected",
      reason: "The photo is blurred",
    });
    const [mail] = await mailsTo(api, email);
    expect(mail?.text).toContain("The photo is blurred");
    expect((await upload(client, "front")).status).toBe(201);
    expect((await mutate(client, "identity.send")).status).toBe(200);
    expect((await own(client, id)).user).toMatchObject({ status: "pending", status_reason: null });
  });

  test("a block closes everything but one's own data and logging out; unblocking restores what was", async () => {
    const { client, id } = await applicant(api);
    await mutate(operator, "ops.customers.verify", { id });
    await mutate(operator, "ops.customers.block", { id, internal_note: "Court order" });
    expect((await own(client, id)).user).toMatchObject({ status: "blocked", status_reason: null });
    expect((await query(operator, "ops.customers.get", { id })).data).toMatchObject({
      block_reason: "Court order",
    });
    expect((await client.get("/api/users/balance")).status).toBe(403);
    expect((await mutate(client, "accounts.updateProfile", { phone: "" })).code).toBe("account_blocked");
    expect((await mutate(operator, "ops.customers.block", { id, internal_note: "again" })).code).toBe(
      "state_conflict",
    );
    await mutateByTwo(api, operator, "ops.customers.unblock", { id });
    expect((await own(client, id)).user).toMatchObject({ status: "verified", status_reason: null });
    expect((await client.get("/api/users/balance")).status).toBe(200);
    expect((await auditOf(id)).map(({ action }) => action).slice(0, 2)).toEqual([
      "customer.unblocked",
      "customer.blocked",
    ]);
  });

  test("role, permissions and sessions are the desk's to change", async () => {
    const { client, id } = await applicant(api);
    await mutate(operator, "ops.customers.verify", { id });
    await mutateByTwo(api, operator, "ops.customers.setRole", { id, role: "partner" });
    const link = (await own(client, id)).profile.partner_link;
    expect(link).toMatch(/\/register\/[\w-]{12}$/);
    await mutateByTwo(api, operator, "ops.customers.setRole", { id, role: "regular-user" });
    expect((await own(client, id)).profile.partner_link).toBeNull();
    await mutateByTwo(api, operator, "ops.customers.setRole", { id, role: "partner" });
    expect((await own(client, id)).profile.partner_link).toBe(link);
    for (const act of ["setRole", "block", "get"])
      expect(
        (
          await (act === "get" ? query : mutate)(operator, `ops.customers.${act}`, {
            id: operatorId,
            role: "partner",
            internal_note: "Staff are not customers",
          })
        ).code,
      ).toBe("not_found");
    await mutate(operator, "ops.customers.setPermissions", { id, permissions: ["deposit-money"] });
    expect((await own(client, id)).permissions).toEqual(["deposit-money"]);
    expect((await mutate<{ ended: number }>(operator, "ops.customers.endSessions", { id })).data.ended).toBe(
      1,
    );
    expect((await client.get("/api/users/balance")).status).toBe(401);
    expect((await auditOf(id)).map(({ action }) => action).slice(0, 2)).toEqual([
      "customer.signed_out",
      "customer.permissions",
    ]);
  });

  describe("adjusting a balance", () => {
    const adjust = (id: string, changes: Readonly<Record<string, unknown>> = {}) =>
      mutateByTwo<Adjustment>(api, operator, "ops.ledger.adjust", {
        id,
        direction: "credit",
        currency: "AUD",
        amount: "1000.50",
        internal_note: "A correction",
        message: "Opening balance",
        ...changes,
      });

    test("credits and debits, with a history row, a log line and books that balance", async () => {
      const { client, id } = await applicant(api);
      await mutate(operator, "ops.customers.verify", { id });
      const credited = await adjust(id);
      expect(credited.data).toMatchObject({
        balance: "1000.50",
        transaction: {
          transaction_type: "adjustment",
          credit: "0.00",
          debit: "1000.50",
          debit_currency: "AUD",
          note: "Opening balance",
        },
      });
      expect((await adjust(id, { direction: "debit", amount: "0.50" })).data.balance).toBe("1000.00");
      const { body } = await client.get<{ data: Transaction[] }>("/api/users/transactions");
      expect(body.data.map(({ credit, debit }) => [credit, debit])).toEqual([
        ["0.50", "0.00"],
        ["0.00", "1000.50"],
      ]);
      expect(await auditOf(id)).toContainEqual(
        expect.objectContaining({
          actor: operatorId,
          action: "ledger.adjusted",
          details: expect.objectContaining({
            amount: "1000.50",
            message: "Opening balance",
            internal_note: "A correction",
          }),
        }),
      );
      expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    });

    test.each([
      ["no internal note", { internal_note: " " }, 422, "validation_failed", "internal_note"],
      ["zero", { amount: "0" }, 422, "amount_below_minimum", "amount"],
      ["a negative amount", { amount: "-1" }, 422, "validation_failed", "amount"],
      ["more decimals than the currency has", { amount: "1.005" }, 422, "validation_failed", "amount"],
      ["more than the setting", { amount: "5000.01" }, 422, "amount_above_maximum", "amount"],
      [
        "bitcoin worth more than the setting",
        { currency: "BTC", amount: "1" },
        422,
        "amount_above_maximum",
        "amount",
      ],
      ["more than there is", { direction: "debit", amount: "4999" }, 422, "insufficient_funds", "amount"],
      ["naira of an Australian", { currency: "NGN", amount: "5" }, 422, "currency_inactive", "currency"],
    ])("refuses %s, and nothing moves", async (_what, changes, status, code, field) => {
      const { answer } = await register(api);
      const { id } = answer.body.data.user;
      const refused = await adjust(id, changes);
      expect(refused).toMatchObject({ status, code });
      expect(refused.errors).toHaveProperty(field);
      expect((await auditOf(id)).filter(({ action }) => action === "ledger.adjusted")).toEqual([]);
      expect((await query<CustomerFile>(operator, "ops.customers.get", { id })).data.balance).toMatchObject({
        AUD: "0.00",
      });
    });

    test("the setting holds for naira and bitcoin by their price, and lets less through", async () => {
      const nigerian =
        (
          await query<{ data: CustomerSummary[] }>(operator, "ops.customers.search", {
            query: "nigeria@demo.test",
          })
        ).data.data[0]?.id ?? "";
      expect((await adjust(nigerian, { currency: "NGN", amount: "4000000.00" })).status).toBe(200);
      expect((await adjust(nigerian, { currency: "NGN", amount: "9000000.00" })).code).toBe(
        "amount_above_maximum",
      );
      expect((await adjust(nigerian, { currency: "BTC", amount: "0.01" })).status).toBe(200);
    });

    test("the same key adjusts once, also at the same time; another payload with it is refused", async () => {
      const { answer } = await register(api);
      const { id } = answer.body.data.user;
      const key = { idempotency_key: `key-${id}` };
      const answers = await Promise.all([1, 2, 3, 4].map(() => adjust(id, key)));
      expect(new Set(answers.map(({ data }) => data.transaction.reference)).size).toBe(1);
      expect((await adjust(id, key)).data.balance).toBe("1000.50");
      expect((await adjust(id, { ...key, amount: "1" })).code).toBe("idempotency_conflict");
    });
  });

  test("an enquiry is listed, handled once, and then no longer open", async () => {
    const { body } = await api.client().post<{ data: { reference: string } }>("/api/support", {
      name: "Mary Ann",
      email: "m@mail.example",
      message: "Hello, is anyone there?",
    });
    const { reference } = body.data;
    const open = async (): Promise<string[]> =>
      (await query<{ data: { reference: string }[] }>(operator, "ops.support.list", {})).data.data.map(
        (row) => row.reference,
      );
    expect(await open()).toContain(reference);
    const typed = reference.toLowerCase().replaceAll("-", " ");
    expect((await mutate(operator, "ops.support.markHandled", { reference: typed })).data).toMatchObject({
      reference,
      handled_by: operatorId,
    });
    expect((await mutate(operator, "ops.support.markHandled", { reference })).code).toBe("state_conflict");
    expect((await mutate(operator, "ops.support.markHandled", { reference: "AAAA-AAAA-AAAA" })).code).toBe(
      "not_found",
    );
    expect(await open()).not.toContain(reference);
    expect((await mutate(operator, "ops.support.reopen", { reference: typed })).data).toMatchObject({
      reference,
      handled_at: null,
      handled_by: null,
    });
    expect((await mutate(operator, "ops.support.reopen", { reference })).code).toBe("state_conflict");
    expect(await open()).toContain(reference);
  });

  test("an enquiry is taken, given to who may answer it, and back, by what each saw", async () => {
    const { body } = await api.client().post<{ data: { reference: string } }>("/api/support", {
      name: "Mary Ann",
      email: "m@mail.example",
      message: "Hello, who answers me?",
    });
    const { reference } = body.data;
    const isListed = async (assigned: string): Promise<boolean> =>
      (
        await query<{ data: { reference: string }[] }>(operator, "ops.support.list", { assigned })
      ).data.data.some((row) => row.reference === reference);
    const listed = async (): Promise<boolean[]> => [await isListed("me"), await isListed("none")];
    const assign = (input: object) =>
      mutate<{ id: string }>(operator, "ops.support.assign", { reference, ...input });
    const own = "operator@demo.test";
    const colleague = "support@demo.test";
    expect(await listed()).toEqual([false, true]);
    expect((await query(operator, "ops.support.assignees")).data).toEqual(
      expect.arrayContaining([own, colleague]),
    );
    expect((await query(operator, "ops.support.assignees")).data).not.toContain("finance@demo.test");

    const taken = await assign({});
    expect(taken.data).toMatchObject({ assigned_to: own });
    expect(await listed()).toEqual([true, false]);
    expect((await assign({})).code).toBe("state_conflict");
    expect((await assign({ to: colleague, from: null })).code).toBe("state_conflict");
    expect((await assign({ to: colleague, from: own })).data).toMatchObject({ assigned_to: colleague });
    expect(await listed()).toEqual([false, false]);
    for (const to of ["finance@demo.test", "customer@demo.test", "unknown@demo.test"]) {
      expect([to, (await assign({ to })).code]).toEqual([to, "validation_failed"]);
    }
    expect((await assign({ to: null })).data).toMatchObject({ assigned_to: null });
    expect(await listed()).toEqual([false, true]);
    expect((await auditOf(taken.data.id)).map(({ action }) => action)).toEqual([
      "enquiry.assigned",
      "enquiry.assigned",
      "enquiry.assigned",
    ]);
    await mutate(operator, "ops.support.markHandled", { reference });
    expect((await assign({})).code).toBe("state_conflict");
    expect((await query(operator, "ops.support.find", { reference })).data).toMatchObject({
      assigned_to: null,
      handled_by: operatorId,
    });
  });

  describe("the command line", () => {
    async function ops(...words: string[]): Promise<{ code: number; out: string; error: string }> {
      const out: string[] = [];
      const error: string[] = [];
      const config = readConfig({
        NODE_ENV: "test",
        DATABASE_URL: api.databaseUrl,
        UPLOAD_DIR: uploads,
        ADJUSTMENT_LIMIT: "5000.00",
        DATA_KEYS: TEST_DATA_KEYS,
        LOG_LEVEL: "silent",
      });
      const installation = { config: () => config, clock: api.clock, open: () => createServices(config) };
      const code = await runCommand(words, installation, {
        out: (text) => void out.push(text),
        error: (text) => void error.push(text),
        askSecret: () => Promise.resolve(""),
        ask: () => Promise.resolve("yes"),
      });
      return { code, out: out.join("\n"), error: error.join("\n") };
    }

    test("takes a customer from a sent form to money to trade with, as the operator that is named", async () => {
      const { email, id } = await applicant(api);
      expect((await ops("customers", "list", "--status", "pending")).out).toContain(email);
      expect((await ops("customers", "get", email)).out).toContain(FORM.street);
      expect((await ops("customers", "verify", email, "--as", "operator@demo.test")).code).toBe(0);
      const adjusted = await ops(
        "ledger",
        "adjust",
        email,
        "credit",
        "250",
        "aud",
        "--internal-note",
        "Welcome",
        "--json",
      );
      const asked = JSON.parse(adjusted.out) as AwaitingApproval;
      expect(asked.outcome).toBe("awaiting_approval");
      const { id: request } = asked.approval;
      expect((await ops("approvals", "list")).out).toContain(request);
      expect((await ops("approvals", "approve", request)).error).toContain("own_act");
      const { email: second } = await newStaff(api, "finance");
      const approved = await ops("approvals", "approve", request, "--as", second, "--json");
      expect(JSON.parse(approved.out)).toMatchObject({ status: "approved", result: { balance: "250.00" } });
      expect((await auditOf(id)).filter(({ actor }) => actor === operatorId)).toHaveLength(2);
      const log = await ops("audit", "list", email);
      expect(log.out).toContain("ledger.adjusted");
    });

    test("rejects, blocks, unblocks, gives role and permissions, signs out", async () => {
      const { client, email, id } = await applicant(api);
      expect((await ops("customers", "reject", email, "--message", "Blurred")).out).toContain("rejected");
      expect((await ops("customers", "block", id, "--internal-note", "Odd")).out).toContain("blocked");
      const byTwo = (...words: string[]) => runOpsByTwo(api, words);
      expect((await byTwo("customers", "unblock", id)).out).toContain('"rejected"');
      expect((await byTwo("customers", "role", email, "partner")).out).toContain('"partner"');
      await ops("customers", "permissions", email, "withdraw-money");
      expect((await ops("customers", "get", email)).out).toMatch(/permissions +withdraw-money$/m);
      expect((await ops("customers", "sign-out", email)).out).toMatch(/ended\s+1/);
      expect((await client.get(`/api/users/${id}`)).status).toBe(401);
    });

    test("copies a document into a file of its own, and the log knows", async () => {
      const { client, id } = await applicant(api);
      const { data } = await query<{ documents: { id: string; bytes: number }[] }>(client, "identity.get");
      const [document] = data.documents;
      const out = path.join(uploads, "copy.png");
      expect((await ops("customers", "document", document?.id ?? "", "--out", out)).code).toBe(0);
      expect(readFileSync(out)).toHaveLength(document?.bytes ?? 0);
      rmSync(out);
      expect((await auditOf(id))[0]?.action).toBe("document.read");
    });

    test("lists and handles enquiries", async () => {
      const { body } = await api.client().post<{ data: { reference: string } }>("/api/support", {
        name: "Mary Ann",
        email: "m@mail.example",
        message: "Hello, are you there?",
      });
      const { reference } = body.data;
      expect((await ops("support", "list")).out).toContain(reference);
      expect((await ops("support", "assign", reference, "support@demo.test")).out).toContain(
        "support@demo.test",
      );
      expect((await ops("support", "list", "--assigned", "none")).out).not.toContain(reference);
      expect((await ops("support", "assign", reference, "none")).code).toBe(0);
      expect((await ops("support", "assign", reference)).code).toBe(0);
      expect((await ops("support", "list", "--assigned", "me")).out).toContain(reference);
      expect((await ops("support", "handle", reference)).code).toBe(0);
      expect((await ops("support", "handle", reference)).code).toBe(1);
      expect((await ops("support", "reopen", reference)).code).toBe(0);
      expect((await ops("support", "reopen", reference)).code).toBe(1);
    });

    test("checks the books", async () => {
      const result = await ops("ledger", "check");
      expect(result.code).toBe(0);
    });

    test.each([
      ["help", ["--help"], 0],
      ["nothing", [], 0],
      ["an unknown command", ["customers", "praise"], 2],
      ["an unknown option", ["customers", "list", "--colour"], 2],
      ["a missing note", ["customers", "block", "customer@demo.test"], 2],
      ["an unknown customer", ["customers", "get", "unknown@demo.test"], 2],
      ["someone who is no operator", ["customers", "list", "--as", "customer@demo.test"], 2],
      [
        "a refusal",
        ["ledger", "adjust", "customer@demo.test", "credit", "9999999", "AUD", "--internal-note", "x"],
        1,
      ],
    ])("answers %s with its exit code", async (_what, words, code) => {
      const result = await ops(...words);
      expect(result.code).toBe(code);
      expect(`${result.out}${result.error}`).not.toBe("");
    });
  });
});
