import type { ApprovalRecord, ApprovedRecord, AwaitingApproval } from "@wattle/contracts/approvals";
import type { Adjustment } from "@wattle/contracts/desk";
import type { BankTransactionRecord } from "@wattle/contracts/bank-operations";
import type { Transaction } from "@wattle/contracts/history";
import { updateUser } from "@wattle/db/accounts";
import { insertStaffCredit } from "@wattle/db/approvals";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { insertOnrampOrder } from "@wattle/db/onramp";
import { listMail } from "@wattle/db/outbox";
import { rolesText } from "@wattle/db/roles";
import { DIALECTS } from "@wattle/db/testing/databases";
import { orderUnderReview } from "@wattle/db/testing/fixtures";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CONFIRMATION_MILLISECONDS } from "../../access/confirmation.ts";
import { exactMoney } from "../../amount-text.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query, type Called } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { dismissStaff, newStaff } from "../../testing/new-staff.ts";
import { runOps } from "../../testing/run-ops.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { applicant } from "../../testing/applicant.ts";
import { unitsOf } from "../../testing/units.ts";
import { freshEmail, PASSWORD } from "../../testing/visitor.ts";

const HOUR = 60 * 60_000;
const PATH = "/api/users/transactions";

type Staff = Awaited<ReturnType<typeof newStaff>>;
type Answer<T> = (T & { readonly outcome: "done" }) | AwaitingApproval;

describe.each(DIALECTS)("a second person, on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  let customerId: string;
  /** Ask and approve. They are new for each test, so that other tests' credits don't count. */
  let fiona: Staff;
  let frank: Staff;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  beforeEach(async () => {
    // A day later, amounts that earlier tests moved for the customer no longer count.
    api.clock.advance(24 * HOUR);
    customer = api.client();
    ({
      user: { id: customerId },
    } = await customer.login("customer@demo.test"));
    [fiona, frank] = [await newStaff(api, "finance"), await newStaff(api, "finance")];
    await api.services.database.write((tx) =>
      tx
        .updateTable("transactions")
        .set({ status: "cancelled" })
        .where("status", "=", "awaiting_payment")
        .execute(),
    );
  });
  // Each request is mailed to all who may approve it.
  afterEach(() => dismissStaff(api));
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  const announce = async (credit: string, code = "AUD"): Promise<Transaction> => {
    const answer = await customer.post<{ data: Transaction }>(PATH, {
      balance: { credit, credit_currency: code },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const confirm = (by: Staff, reference: string, amount: string) =>
    mutate<Answer<BankTransactionRecord>>(by.client, "ops.deposits.confirm", { reference, amount });
  const adjustment = (more: object = {}) => ({
    id: customerId,
    direction: "credit",
    amount: "10.00",
    currency: "AUD",
    internal_note: "Counted wrong",
    ...more,
  });
  const adjust = (by: Staff, more: object = {}) =>
    mutate<Answer<Adjustment>>(by.client, "ops.ledger.adjust", adjustment(more));
  /** The request that an answer says waits. */
  const waiting = ({ data, message }: Called<Answer<unknown>>): AwaitingApproval["approval"] => {
    if (data?.outcome !== "awaiting_approval") throw new Error(`nothing waits: ${message}`);
    return data.approval;
  };
  const approve = (by: Staff, id: string) =>
    mutate<ApprovedRecord>(by.client, "ops.approvals.approve", { id });
  const reject = (by: Staff, id: string, reason = "Not ours") =>
    mutate<ApprovalRecord>(by.client, "ops.approvals.reject", { id, reason });
  const withdraw = (by: Staff, id: string) =>
    mutate<ApprovalRecord>(by.client, "ops.approvals.withdraw", { id });
  const listed = async (by: Staff, status?: string): Promise<ApprovalRecord[]> =>
    (
      await query<{ data: ApprovalRecord[] }>(by.client, "ops.approvals.list", {
        per_page: 100,
        ...(status !== undefined && { status }),
      })
    ).data.data;
  const recordOf = async (id: string): Promise<ApprovalRecord | undefined> =>
    (await listed(fiona)).find((record) => record.id === id);
  const balance = async (): Promise<string | undefined> =>
    (await customer.get<{ data: Record<string, string> }>("/api/users/balance")).body.data["AUD"];
  const statusOf = async ({ id }: Transaction): Promise<string> =>
    (await customer.get<{ data: Transaction }>(`${PATH}/${id}`)).body.data.status;
  const hasCredited = (by: Pick<Staff, "id">, worth: bigint, agoMilliseconds = 0, to: string | null = null) =>
    api.services.database.write((tx) =>
      insertStaffCredit(tx, {
        id: api.services.ids.uuid(),
        user_id: by.id,
        customer_id: to,
        worth,
        credited_at: BigInt(api.clock.now() - agoMilliseconds),
      }),
    );

  describe("deposits credited by hand", () => {
    const PERCENT = "The amount differs from the planned one by more than 10%.";
    const THOUSAND = "The amount differs from the planned one by more than 1,000.00 AUD.";
    const LIMIT = "10,000.00 AUD or more needs two people.";
    test.each([
      ["what was announced", "800.00", "800.00", []],
      ["10 % more", "800.00", "880.00", []],
      ["a cent more than 10 % more", "800.00", "880.01", [PERCENT]],
      ["10 % less", "800.00", "720.00", []],
      ["a cent less than 10 % less", "800.00", "719.99", [PERCENT]],
      ["1,000.00 less, below 10 %", "10500.00", "9500.00", []],
      ["a cent more than 1,000.00 less", "10500.00", "9499.99", [THOUSAND]],
      ["1,000.00 more", "12000.00", "13000.00", [LIMIT]],
      ["a cent more than 1,000.00 more", "12000.00", "13000.01", [THOUSAND, LIMIT]],
      ["a cent below the limit", "9999.99", "9999.99", []],
      ["the limit", "10000.00", "10000.00", [LIMIT]],
    ])("%s: %s announced, %s came", async (_what, announced, came, reasons) => {
      const deposit = await announce(announced);
      const answer = await confirm(fiona, deposit.reference, came);
      if (reasons.length === 0) {
        expect(answer.data).toMatchObject({ outcome: "done", status: "completed", credit: came });
        return;
      }
      const approval = waiting(answer);
      expect(approval).toMatchObject({ act: "ops.deposits.confirm", reasons });
      expect(Date.parse(approval.expires_at) - api.clock.now()).toBe(72 * HOUR);
      expect(await statusOf(deposit)).toBe("awaiting_payment");
      const approved = await approve(frank, approval.id);
      expect(approved.data).toMatchObject({ status: "approved", result: { outcome: "done", credit: came } });
      expect(await statusOf(deposit)).toBe("completed");
    });

    test("80,000,000.00 credited on an announced 800.00 credits nothing until someone else says so", async () => {
      const [deposit, before] = [await announce("800.00"), await balance()];
      const { id, reasons } = waiting(await confirm(fiona, deposit.reference, "80000000.00"));
      expect(reasons).toHaveLength(5);
      expect((await approve(fiona, id)).code).toBe("own_act");
      expect((await reject(frank, id)).data).toMatchObject({ status: "rejected", note: "Not ours" });
      expect(await balance()).toBe(before);
      expect(await statusOf(deposit)).toBe("awaiting_payment");
    });

    test("naira count by what they are worth", async () => {
      const nigerian = api.client();
      await nigerian.login("nigeria@demo.test");
      const { body } = await nigerian.post<{ data: Transaction }>(PATH, {
        balance: { credit: "5000.00", credit_currency: "NGN" },
        transaction_type: "deposit",
        payment_method: "bank_transfer",
      });
      const small = await confirm(fiona, body.data.reference, "999999999.00");
      expect(waiting(small).reasons).toContain(LIMIT);
    });
  });

  describe("what one person credits in a day", () => {
    const DAILY = "One person would move more than 50,000.00 AUD alone within 24 hours.";
    test.each([
      ["to the limit", 4_999_900n, 0, []],
      ["a cent above it", 4_999_901n, 0, [DAILY]],
      ["24 hours ago counts no more", 4_999_901n, 24 * HOUR, []],
      ["a millisecond less than that does", 4_999_901n, 24 * HOUR - 1, [DAILY]],
    ])("%s", async (_what, before, ago, reasons) => {
      await hasCredited(fiona, before, ago);
      const deposit = await announce("1.00");
      const answer = await confirm(fiona, deposit.reference, "1.00");
      if (reasons.length === 0) expect(answer.data.outcome).toBe("done");
      else expect(waiting(answer).reasons).toEqual(reasons);
      // Someone else's credits are counted apart.
      const other = await announce("1.00");
      expect((await confirm(frank, other.reference, "1.00")).data.outcome).toBe("done");
    });

    test("what a second person has approved is not among them", async () => {
      const large = await announce("60000.00");
      const { id } = waiting(await confirm(fiona, large.reference, "60000.00"));
      expect((await approve(frank, id)).data.status).toBe("approved");
      const small = await announce("1.00");
      expect((await confirm(fiona, small.reference, "1.00")).data.outcome).toBe("done");
    });

    test("twenty credits at once do not pass the limit together", async () => {
      await hasCredited(fiona, 4_500_000n);
      const deposits: Transaction[] = [];
      for (let made = 0; made < 20; made += 1) deposits.push(await announce("900.00"));
      const answers = await Promise.all(deposits.map(({ reference }) => confirm(fiona, reference, "900.00")));
      // 45,000.00 before, and 5 × 900.00; a sixth would be 50,400.00.
      expect(answers.filter(({ data }) => data?.outcome === "done")).toHaveLength(5);
      expect(answers.filter(({ data }) => data?.outcome === "awaiting_approval")).toHaveLength(15);
    });
  });

  describe("what single persons move for one customer in a day", () => {
    const WHOLE =
      "More than 50,000.00 AUD would be moved for one customer within 24 hours, each time by one person.";

    test("counts what anyone has moved alone, and each customer apart", async () => {
      const someone = { id: api.services.ids.uuid() };
      await hasCredited(someone, 4_999_900n, 0, api.services.ids.uuid());
      const other = await announce("1.00");
      expect((await confirm(fiona, other.reference, "1.00")).data.outcome).toBe("done");
      await hasCredited(someone, 4_999_900n, 0, customerId);
      const deposit = await announce("2.00");
      const { id: request, reasons } = waiting(await confirm(fiona, deposit.reference, "2.00"));
      expect(reasons).toEqual([WHOLE]);
      expect((await approve(frank, request)).data.status).toBe("approved");
    });
  });

  test("fifty people who credit one customer at once do not pass the day's limit together", async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => newStaff(api, "finance")));
    const deposits: Transaction[] = [];
    for (let made = 0; made < 10; made += 1) deposits.push(await announce("6000.00"));
    const calls = people.map((by, place) => {
      const { reference } = deposits[place % 10] as Transaction;
      return confirm(by, reference, "6000.00");
    });
    const outcomes = (await Promise.all(calls)).map(({ data, code }) => data?.outcome ?? code);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(8);
    // Clerks who read a deposit before another one credited it may ask for something that is already done.
    for (const outcome of outcomes)
      expect(["done", "awaiting_approval", "state_conflict"]).toContain(outcome);
  });

  describe("who decides", () => {
    test("an adjustment is done by two: both are in the log and on the entry of the books", async () => {
      const before = Number(await balance());
      const { id, reasons } = waiting(await adjust(fiona));
      expect(reasons).toEqual(["Every balance adjustment needs two people."]);
      expect(Number(await balance())).toBe(before);
      const { data } = await approve(frank, id);
      expect(data).toMatchObject({
        status: "approved",
        proposed_by: { id: fiona.id },
        decided_by: { id: frank.id },
        result: { outcome: "done", balance: (before + 10).toFixed(2) },
      });
      const entry = await api.services.database.read
        .selectFrom("ledger_entries")
        .select(["created_by", "approved_by"])
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(1n)
        .executeTakeFirst();
      expect(entry).toEqual({ created_by: fiona.id, approved_by: frank.id });
      const log = await query<{ data: object[] }>(fiona.client, "ops.audit.list", { per_page: 3 });
      expect(log.data.data).toMatchObject([
        { action: "ledger.adjusted", actor: fiona.id, details: { approved_by: frank.id } },
        { action: "approval.approved", actor: frank.id, subject: id, details: { requested_by: fiona.id } },
        { action: "approval.requested", actor: fiona.id, subject: id },
      ]);
    });

    test("an operator credits himself twice: neither as the one who asks, nor as the one who approves", async () => {
      const email = fiona.email.replace("@", "+self@");
      const { id } = await applicant(api);
      await api.services.database.write((tx) => updateUser(tx, id, { email, status: "verified" }));
      expect(await adjust(fiona, { id })).toMatchObject({ status: 403, code: "own_act" });
      const asked = waiting(await adjust(frank, { id }));
      expect(await approve(fiona, asked.id)).toMatchObject({ status: 403, code: "own_act" });
      expect(await reject(fiona, asked.id)).toMatchObject({ status: 403, code: "own_act" });
      const other = await mutate((await newStaff(api, "compliance")).client, "ops.customers.block", {
        id,
        internal_note: "Odd",
      });
      expect(other.status).toBe(200);
      expect((await recordOf(asked.id))?.status).toBe("pending");
    });

    test("nothing is done to an account of the own email address, with one person either", async () => {
      const officer = await newStaff(api, "compliance");
      const { id } = await applicant(api);
      const email = officer.email.replace("@", "+me@").toUpperCase();
      await api.services.database.write((tx) => updateUser(tx, id, { email }));
      expect(await mutate(officer.client, "ops.customers.verify", { id })).toMatchObject({
        status: 403,
        code: "own_act",
      });
    });

    test("the one who asks neither approves nor rejects; others do not withdraw", async () => {
      const { id } = waiting(await adjust(fiona));
      expect(await approve(fiona, id)).toMatchObject({ status: 403, code: "own_act" });
      expect(await reject(fiona, id)).toMatchObject({ status: 403, code: "own_act" });
      expect(await withdraw(frank, id)).toMatchObject({ status: 403, code: "forbidden" });
      expect((await withdraw(fiona, id)).data).toMatchObject({ status: "withdrawn" });
    });

    test.each(["ops.approvals.approve", "ops.approvals.reject"])(
      "no token is a second person: %s",
      async (act) => {
        const { id } = waiting(await adjust(fiona));
        const token = { name: "Desk", procedures: [act] };
        const refused = await mutate(frank.client, "ops.tokens.create", token);
        expect([refused.status, refused.code]).toEqual([422, "validation_failed"]);
        // One that was made before says so.
        const made = await mutate<{ id: string; token: string }>(frank.client, "ops.tokens.create", {
          ...token,
          procedures: ["ops.approvals.list"],
        });
        await api.services.database.write((tx) =>
          tx
            .updateTable("api_tokens")
            .set({ procedures: JSON.stringify([act]) })
            .where("id", "=", made.data.id)
            .execute(),
        );
        const authorization = { authorization: `Bearer ${made.data.token}` };
        const byToken = await api.client().post<object>(`/trpc/${act}`, { id, reason: "No" }, authorization);
        expect(byToken.body).toMatchObject({ error: { data: { code: "forbidden" } } });
        expect((await recordOf(id))?.status).toBe("pending");
      },
    );

    test("without the act's role no one ends a request that can no longer be done", async () => {
      const text = `FROM ${fiona.id}`;
      const content = `2026-11-20,10000.00,${text}`;
      await mutate(fiona.client, "ops.bankLines.import", {
        deposit_account_id: "aud-bank-transfer",
        content,
      });
      const lines = await query<{ data: { id: string }[] }>(fiona.client, "ops.bankLines.list", { text });
      const line = lines.data.data[0]?.id;
      const asked = { id: line, customer: customerId };
      const { id } = waiting(await mutate<Answer<object>>(fiona.client, "ops.bankLines.credit", asked));
      await mutateByTwo(api, fiona.client, "ops.bankLines.return", { id: line, message: "Sent back." });
      const other = await newStaff(api, "compliance");
      expect(await approve(other, id)).toMatchObject({ status: 403, code: "forbidden" });
      expect((await recordOf(id))?.status).toBe("pending");
      expect((await approve(frank, id)).data.status).toBe("failed");
    });

    test("a second account with the same mailbox is not a second person", async () => {
      const { id } = waiting(await adjust(fiona));
      await api.services.database.write((tx) =>
        updateUser(tx, frank.id, { email: fiona.email.replace("@", "+2@") }),
      );
      expect(await approve(frank, id)).toMatchObject({ status: 403, code: "own_act" });
      expect(await reject(frank, id)).toMatchObject({ status: 403, code: "own_act" });
      const record = (await listed(frank, "pending")).find((each) => each.id === id);
      expect(record).toMatchObject({ may_decide: false });
      await withdraw(fiona, id);
    });

    test("what a token asks for waits for someone other than its maker", async () => {
      const made = await mutate<{ token: string }>(fiona.client, "ops.tokens.create", {
        name: "Desk",
        procedures: ["ops.ledger.adjust"],
      });
      const authorization = { authorization: `Bearer ${made.data.token}` };
      const asked = await api
        .client()
        .post<{ result: { data: AwaitingApproval } }>("/trpc/ops.ledger.adjust", adjustment(), authorization);
      const { id } = asked.body.result.data.approval;
      expect((await approve(fiona, id)).code).toBe("own_act");
      expect((await approve(frank, id)).data.status).toBe("approved");
    });

    test("a balance is shown as it is when someone looks, and as it was once it is decided", async () => {
      const { id: payee } = await applicant(api);
      const [asked, other] = [
        waiting(await adjust(fiona, { id: payee })),
        waiting(await adjust(fiona, { id: payee, amount: "2000.50" })),
      ];
      const changes = async (): Promise<ApprovalRecord["changes"]> =>
        (await query<ApprovalRecord>(frank.client, "ops.approvals.find", { id: asked.id })).data.changes;
      const balanceOf = (before: string, after: string, now: boolean) => [
        { what: "AUD balance", before: `${before} AUD`, after: `${after} AUD`, now },
      ];
      expect(await changes()).toEqual(balanceOf("0.00", "10.00", true));
      await approve(frank, other.id);
      expect(await changes()).toEqual(balanceOf("2,000.50", "2,010.50", true));
      expect((await recordOf(asked.id))?.changes, "in the list").toEqual(balanceOf("0.00", "10.00", false));
      await reject(frank, asked.id);
      expect(await changes()).toEqual(balanceOf("0.00", "10.00", false));
    });

    test("approving takes a confirmation within five minutes, and rejecting none", async () => {
      const thief = api.client({ confirms: false });
      await thief.login(frank.email, PASSWORD);
      const before = await balance();
      const [asked, other] = [waiting(await adjust(fiona)), waiting(await adjust(fiona))];
      api.clock.advance(CONFIRMATION_MILLISECONDS);
      const refused = await mutate(thief, "ops.approvals.approve", { id: asked.id });
      expect([refused.status, refused.code]).toEqual([403, "confirmation_required"]);
      expect([(await recordOf(asked.id))?.status, await balance()]).toEqual(["pending", before]);
      expect((await mutate(thief, "ops.approvals.reject", { id: other.id, reason: "No" })).status).toBe(200);
      await mutate(thief, "sessions.confirm", { password: PASSWORD });
      api.clock.advance(CONFIRMATION_MILLISECONDS - 1);
      const done = await mutate<ApprovedRecord>(thief, "ops.approvals.approve", { id: asked.id });
      expect(done.data.status).toBe("approved");
      expect(unitsOf(await balance(), "AUD") - unitsOf(before, "AUD")).toBe(1000n);
    });

    test.each(["support", "compliance"] as const)("%s does not decide about money", async (role) => {
      const other = await newStaff(api, role);
      const { id } = waiting(await adjust(fiona));
      expect(await approve(other, id)).toMatchObject({ status: 403, code: "forbidden" });
      expect(await reject(other, id)).toMatchObject({ status: 403, code: "forbidden" });
      expect((await listed(other, "pending")).find((record) => record.id === id)).toMatchObject({
        own: false,
        may_decide: false,
      });
    });

    test("of two approvers at once one wins, and the other reads who it was", async () => {
      const before = Number(await balance());
      const { id } = waiting(await adjust(fiona));
      const third = await newStaff(api, "finance");
      const answers = await Promise.all([approve(frank, id), approve(third, id)]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      expect(answers.find(({ status }) => status === 409)).toMatchObject({
        code: "state_conflict",
        message: "Already approved by Stella",
      });
      expect(Number(await balance())).toBe(before + 10);
    });

    test("mail goes to those who may approve, and not to the one who asks", async () => {
      const [other, admin] = [await newStaff(api, "support"), await newStaff(api, "admin")];
      const { id } = waiting(await adjust(fiona));
      const mails = (await listMail(api.services.database.read, 50)).filter(
        ({ subject }) => subject === "Approval needed: Adjust a balance",
      );
      const newest = (email: string) => mails.filter(({ recipient }) => recipient === email).length;
      expect([newest(frank.email), newest(admin.email)]).toEqual([1, 1]);
      expect([newest(fiona.email), newest(other.email)]).toEqual([0, 0]);
      const mail = mails.find(({ recipient }) => recipient === frank.email);
      const text = api.services.vault.open("outbox.body_text", mail?.id ?? "", mail?.body_text as never);
      expect(text).toContain("wants to adjust a balance: the balance of customer@demo.test.");
      expect(text).toContain(`/teamaccess/approvals?id=${id}`);
      expect(text).toContain("Reasons: Every balance adjustment needs two people.");
      expect(text).toMatch(/Expires .*Sydney time\./);
      expect(text).not.toContain("Counted wrong");
      await withdraw(fiona, id);
    });
  });

  describe("a request that cannot be approved", () => {
    test("expires after 72 hours, to the millisecond", async () => {
      const { id } = waiting(await adjust(fiona));
      const late = waiting(await adjust(fiona));
      const [began, before] = [api.clock.now(), await balance()];
      const staffNow = async (): Promise<Staff> => newStaff(api, "finance");
      try {
        api.clock.set(began + 72 * HOUR - 1);
        expect((await approve(await staffNow(), id)).data?.status).toBe("approved");
        api.clock.set(began + 72 * HOUR);
        const other = await staffNow();
        for (const decided of [await approve(other, late.id), await reject(other, late.id)]) {
          expect(decided).toMatchObject({
            status: 409,
            code: "state_conflict",
            message: "This request has expired. Ask again.",
          });
        }
        expect((await listed(other, "expired")).map((record) => record.id)).toContain(late.id);
        expect((await listed(other, "pending")).map((record) => record.id)).not.toContain(late.id);
      } finally {
        api.clock.set(began);
      }
      expect(Number(await balance())).toBe(Number(before) + 10);
    });

    test.each(["approved", "rejected", "withdrawn"] as const)("is %s already", async (end) => {
      const { id } = waiting(await adjust(fiona));
      if (end === "approved") await approve(frank, id);
      if (end === "rejected") await reject(frank, id);
      if (end === "withdrawn") await withdraw(fiona, id);
      const before = await balance();
      for (const again of [await approve(frank, id), await reject(frank, id), await withdraw(fiona, id)]) {
        expect(again).toMatchObject({ code: "state_conflict", message: `Already ${end} by Stella` });
      }
      expect((await recordOf(id))?.status).toBe(end);
      expect(await balance()).toBe(before);
    });

    test("is unknown", async () => {
      for (const decide of [approve, reject, withdraw]) {
        expect(await decide(frank, "no-such-request")).toMatchObject({ status: 404, code: "not_found" });
      }
    });

    test.each([
      ["credited by someone else", "ops.deposits.confirm", { amount: "100.00" }, "This has changed."],
      ["returned", "ops.deposits.return", { message: "Recalled" }, "It is: the deposit is returned."],
    ])("because the deposit was %s meanwhile: it fails and says why", async (_what, act, more, why) => {
      const { reference } = await announce("100.00");
      const { id } = waiting(await confirm(fiona, reference, "500.00"));
      expect((await mutate(frank.client, act, { reference, ...more })).status).toBe(200);
      const before = await balance();
      const failed = await approve(frank, id);
      expect(failed.data).toMatchObject({ status: "failed", result: null });
      expect(failed.data.note).toEqual(expect.stringContaining(why));
      expect((await approve(frank, id)).message).toBe("Already failed by Stella");
      expect(await balance()).toBe(before);
    });

    test("because the customer cancelled the deposit, or was blocked, meanwhile", async () => {
      const deposit = await announce("100.00");
      const asked = waiting(await confirm(fiona, deposit.reference, "500.00"));
      await customer.post(`${PATH}/${deposit.id}/cancel`);
      expect(await statusOf(deposit)).toBe("cancelled");
      expect((await approve(frank, asked.id)).data.status).toBe("failed");
      const { id } = await applicant(api);
      const officer = await newStaff(api, "admin");
      const adjusting = waiting(await adjust(fiona, { id }));
      await mutate(officer.client, "ops.customers.block", { id, internal_note: "Odd" });
      const failed = await approve(frank, adjusting.id);
      expect(failed.data.status).toBe("failed");
      expect(failed.data.note).toEqual(expect.stringContaining("It is: the account is blocked."));
    });

    test("because the one who asked may no longer do it", async () => {
      const { id } = waiting(await adjust(fiona));
      await api.services.database.write((tx) => updateUser(tx, fiona.id, { roles: rolesText(["support"]) }));
      const failed = await approve(frank, id);
      expect(failed.data).toMatchObject({
        status: "failed",
        note: "The person who asked may no longer do this.",
      });
    });

    test("because a debit takes more than is left", async () => {
      const { id } = await applicant(api);
      const credit = waiting(await adjust(fiona, { id, amount: "5.00" }));
      await approve(frank, credit.id);
      const debits = [
        waiting(await adjust(fiona, { id, direction: "debit", amount: "4.00" })),
        waiting(await adjust(fiona, { id, direction: "debit", amount: "4.00" })),
      ];
      const [done, failed] = [
        await approve(frank, debits[0]?.id ?? ""),
        await approve(frank, debits[1]?.id ?? ""),
      ];
      expect([done.data.status, failed.data.status]).toEqual(["approved", "failed"]);
      expect(failed.data.note).toEqual(expect.stringContaining("Not enough in your balance."));
    });
  });

  describe("other acts of two", () => {
    test("an unblock; of another block than the one that was meant it fails", async () => {
      const { id } = await applicant(api);
      const [one, two] = [await newStaff(api, "compliance"), await newStaff(api, "compliance")];
      const block = (note: string) => mutate(one.client, "ops.customers.block", { id, internal_note: note });
      const unblock = () => mutate<Answer<object>>(one.client, "ops.customers.unblock", { id });
      await block("Odd");
      const [first, second] = [waiting(await unblock()), waiting(await unblock())];
      expect((await approve(two, first.id)).data.status).toBe("approved");
      await block("A court order");
      expect((await approve(two, second.id)).data.status).toBe("failed");
      expect((await unblock()).data.outcome).toBe("awaiting_approval");
    });

    test("a role grant; taking the role away needs one", async () => {
      const { id } = await applicant(api);
      const [one, two] = [await newStaff(api, "admin"), await newStaff(api, "admin")];
      const setRole = (role: string) =>
        mutate<Answer<object>>(one.client, "ops.customers.setRole", { id, role });
      const asked = waiting(await setRole("partner"));
      expect((await approve(two, asked.id)).data).toMatchObject({ result: { role: "partner" } });
      expect((await setRole("regular-user")).data.outcome).toBe("done");
    });

    test.each([
      ["0.001", "done"],
      ["0.1", "awaiting_approval"],
    ])("a credit of a card payment under review: %s BTC is %s", async (crypto_amount, outcome) => {
      const id = api.services.ids.uuid();
      const now = BigInt(api.clock.now());
      await api.services.database.write((tx) => insertOnrampOrder(tx, orderUnderReview(id, customerId, now)));
      const input = { id, decision: "credit", crypto_amount, internal_note: "As the provider says" };
      const answer = await mutate<Answer<object>>(fiona.client, "ops.onramp.resolve", input);
      expect(answer.data.outcome).toBe(outcome);
      if (outcome === "done") return;
      expect((await approve(frank, waiting(answer).id)).data.status).toBe("approved");
    });

    test("each change of a deposit account", async () => {
      const key = { currency: "AUD", method: "post_billpay" };
      const close = () => mutate<Answer<object>>(fiona.client, "ops.depositAccounts.close", key);
      const [first, second] = [waiting(await close()), waiting(await close())];
      expect(first.reasons).toEqual(["Every change of a deposit account needs two people."]);
      expect((await approve(frank, first.id)).data.status).toBe("approved");
      expect((await approve(frank, second.id)).data.status).toBe("failed");
    });

    test("a change of a deposit account says each field that is another one", async () => {
      const account = { account_name: "Client Money", bank_name: "Bank of Example", bsb: "000-000" };
      const set = async (account_number: string): Promise<string> => {
        const input = { currency: "AUD", method: "bank_transfer", ...account, account_number };
        return waiting(await mutate<Answer<object>>(fiona.client, "ops.depositAccounts.set", input)).id;
      };
      await approve(frank, await set("20000001"));
      expect(await recordOf(await set("20000002"))).toMatchObject({
        changes: [{ what: "Account number", before: "20000001", after: "20000002", now: false }],
        details: expect.arrayContaining([{ name: "Account name", value: "Client Money" }]) as unknown,
      });
    });

    test("roles of staff: more of them, not fewer; and no one invites another address of the own", async () => {
      const [one, two, member] = [
        await newStaff(api, "admin"),
        await newStaff(api, "admin"),
        await newStaff(api, "support"),
      ];
      const setRoles = (roles: readonly string[]) =>
        mutate<Answer<object>>(one.client, "ops.staff.setRoles", { id: member.id, roles });
      const more = waiting(await setRoles(["support", "finance"]));
      expect((await approve(fiona, more.id)).code).toBe("forbidden");
      expect((await approve(two, more.id)).data.result).toMatchObject({ roles: ["support", "finance"] });
      expect((await setRoles(["support"])).data.outcome).toBe("done");
      const invite = (email: string) =>
        mutate<Answer<object>>(one.client, "ops.staff.invite", { email, roles: ["finance"] });
      expect((await invite(one.email.replace("@", "+finance@"))).code).toBe("own_act");
      expect(waiting(await invite(freshEmail())).reasons).toEqual(["Every role grant needs two people."]);
      const approvers = waiting(await invite(two.email.replace("@", "+finance@")));
      expect((await approve(two, approvers.id)).code).toBe("own_act");
    });
  });

  test("the same request under its key waits once, and is answered as done once it is", async () => {
    const idempotency_key = `key-${fiona.id}`;
    const before = Number(await balance());
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(fiona, { idempotency_key })));
    const ids = new Set(answers.map((answer) => waiting(answer).id));
    expect(ids.size).toBe(1);
    expect((await adjust(fiona, { idempotency_key, amount: "11.00" })).code).toBe("idempotency_conflict");
    await approve(frank, [...ids][0] ?? "");
    expect((await adjust(fiona, { idempotency_key })).data.outcome).toBe("done");
    expect(Number(await balance())).toBe(before + 10);
  });

  test("staff read what is to be done, and the database does not say it to others", async () => {
    const before = unitsOf(await balance(), "AUD");
    const money = (units: bigint): string => exactMoney(units, "AUD");
    const { id } = waiting(await adjust(fiona, { amount: "2500.00", message: "A correction" }));
    expect((await listed(frank, "pending")).find((record) => record.id === id)).toMatchObject({
      title: "Adjust a balance",
      subject: "the balance of customer@demo.test",
      details: [
        { name: "Customer", value: "Wattle Customer" },
        { name: "Amount", value: "+2,500.00 AUD" },
        { name: "Message", value: "A correction" },
        { name: "Internal note", value: "Counted wrong" },
      ],
      changes: [{ what: "AUD balance", before: money(before), after: money(before + 250_000n) }],
      own: false,
      may_decide: true,
    });
    expect(await recordOf(id)).toMatchObject({ own: true, may_decide: false });
    const row = await api.services.database.read
      .selectFrom("approvals")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    expect(
      JSON.stringify(row, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain("Counted wrong");
  });

  test.each([
    ["no reason", undefined],
    ["an empty one", "  "],
    ["control characters", "a\u0007b"],
    ["10,000 letters", "x".repeat(10_000)],
  ])("a rejection with %s is refused at its field", async (_what, reason) => {
    const { id } = waiting(await adjust(fiona));
    const refused = await mutate(frank.client, "ops.approvals.reject", { id, reason });
    expect(refused).toMatchObject({ status: 422, code: "validation_failed" });
    expect(refused.errors).toHaveProperty("reason");
    expect((await recordOf(id))?.status).toBe("pending");
  });

  test("the command line lists, rejects and withdraws", async () => {
    const ops = (...words: string[]) => runOps(api, words);
    const [first, second] = [waiting(await adjust(fiona)), waiting(await adjust(fiona))];
    expect((await ops("approvals", "list", "--as", frank.email, "--per-page", "100")).out).toContain(
      first.id,
    );
    const rejected = await ops("approvals", "reject", first.id, "--reason", "Twice", "--as", frank.email);
    expect(rejected).toMatchObject({ code: 0, error: "" });
    expect(rejected.out).toContain("Twice");
    expect((await ops("approvals", "withdraw", second.id, "--as", fiona.email)).code).toBe(0);
    const late = await ops("approvals", "approve", second.id, "--as", frank.email);
    expect(late).toMatchObject({ code: 1, error: expect.stringContaining("Already withdrawn by Stella") });
  });

  test("what was decided stays decided, and is not deleted", async () => {
    const { id } = waiting(await adjust(fiona));
    await reject(frank, id);
    const { database } = api.services;
    await expect(
      database.write((tx) =>
        tx.updateTable("approvals").set({ status: "pending" }).where("id", "=", id).execute(),
      ),
    ).rejects.toThrow("approvals is append-only");
    await expect(
      database.write((tx) => tx.deleteFrom("approvals").where("id", "=", id).execute()),
    ).rejects.toThrow("approvals is append-only");
  });
});

describe("a firm of one", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect: "sqlite", env: { APPROVALS: "off" } });
  });
  afterAll(() => api.close());

  test("does everything alone, and every list of requests says so", async () => {
    const { client } = await newStaff(api, "admin");
    const { id } = await applicant(api);
    const done = await mutate<Answer<Adjustment>>(client, "ops.ledger.adjust", {
      id,
      direction: "credit",
      amount: "99000.00",
      currency: "AUD",
      internal_note: "Opening balance",
    });
    expect(done.data).toMatchObject({ outcome: "done", balance: "99000.00" });
    const { data } = await query<{ required: boolean }>(client, "ops.approvals.list", {});
    expect(data.required).toBe(false);
  });

  test("does nothing to an account of the own email address either", async () => {
    const { client, email } = await newStaff(api, "admin");
    const { id } = await applicant(api);
    await api.services.database.write((tx) =>
      updateUser(tx, id, { email: email.replace("@", "+own@"), status: "blocked" }),
    );
    expect((await mutate(client, "ops.customers.unblock", { id })).code).toBe("own_act");
  });
});
