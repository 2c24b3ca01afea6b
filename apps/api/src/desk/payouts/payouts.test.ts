import { localDay } from "@wattle/contracts/days";
import type { AuditLine } from "@wattle/contracts/desk";
import type { BankLine } from "@wattle/contracts/bank-lines";
import { updateUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { addPersonalHashes } from "@wattle/db/personal-hashes";
import type { Transaction } from "@wattle/contracts/history";
import type { WithdrawalsPage } from "@wattle/contracts/bank-operations";
import type { Payout, PayoutSummary } from "@wattle/contracts/payouts";
import type { ActPreview, ApprovedRecord, AwaitingApproval } from "@wattle/contracts/approvals";
import { checkAba } from "@wattle/contracts/testing/check-aba";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { listMail } from "@wattle/db/outbox";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { CONFIRMATION_MILLISECONDS } from "../../access/confirmation.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { untoldStatuses } from "../../testing/status-events.ts";
import { PAYING_ACCOUNT, requestWithdrawal } from "../../testing/bank-orders.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { callAs, newAccount, newBankAccount } from "../../testing/in-memory.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { runOps } from "../../testing/run-ops.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { unitsOf } from "../../testing/units.ts";
import { mailsTo, PASSWORD } from "../../testing/visitor.ts";

const PATH = "/api/users/transactions";

type Staff = Awaited<ReturnType<typeof newStaff>>;

describe.each(DIALECTS)("payout runs on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let customerId: string;
  let compliance: Staff;
  let fiona: Staff;
  let frank: Staff;
  /** The importer: someone else uses the lines. */
  let iris: Staff;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    ({
      user: { id: customerId },
    } = await customer.login("customer@demo.test"));
    [fiona, frank, iris] = [
      await newStaff(app, "finance"),
      await newStaff(app, "finance"),
      await newStaff(app, "finance"),
    ];
    compliance = await newStaff(app, "compliance");
    await mutateByTwo(app, fiona.client, "ops.depositAccounts.set", PAYING_ACCOUNT);
  });
  afterEach(async () => {
    // Other tests must not pay the leftovers of a test.
    await app.services.database.write(async (tx) => {
      await tx
        .updateTable("transactions")
        .set({ payout_batch_id: null })
        .where("status", "=", "requested")
        .execute();
    });
    for (const { reference, status } of await history()) {
      const message = "Not in this test";
      if (status === "requested")
        await mutate(fiona.client, "ops.withdrawals.reject", { reference, message });
    }
  });
  afterAll(async () => {
    expect(await untoldStatuses(app)).toEqual([]);
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    await app.close();
  });

  const history = async (): Promise<Transaction[]> =>
    (await customer.get<{ data: Transaction[] }>(`${PATH}?type=withdraw&per_page=100`)).body.data;
  const withdraw = (credit: string): Promise<Transaction> => requestWithdrawal(customer, credit);
  const create = (by = fiona, more: object = {}) =>
    mutate<Payout>(by.client, "ops.payouts.create", { currency: "AUD", ...more });
  const act = <T = Payout>(by: Staff, verb: string, id: string, more: object = {}) =>
    mutate<T>(by.client, `ops.payouts.${verb}`, { id, ...more });
  const file = (id: string) => act<{ filename: string; content: string }>(fiona, "file", id);
  const release = (id: string) => mutateByTwo<Payout>(app, fiona.client, "ops.payouts.release", { id });
  const balance = async (): Promise<string | undefined> =>
    (await customer.get<{ data: Record<string, string> }>("/api/users/balance")).body.data["AUD"];
  const statusOf = async ({ id }: Transaction): Promise<string> =>
    (await customer.get<{ data: Transaction }>(`${PATH}/${id}`)).body.data.status;

  test("no one pays a withdrawal of the own mailbox: in a batch, by asking, approving, sending, or alone", async () => {
    const row = await withdraw("10.00");
    const be = (email: string) => app.services.database.write((tx) => updateUser(tx, customerId, { email }));
    const own = fiona.email.replace("@", "+me@");
    const complete = { reference: row.reference, bank_reference: "B1" };
    try {
      await be(own);
      expect((await create()).code, "nothing else is to be paid").toBe("own_act");
      expect((await mutate(fiona.client, "ops.withdrawals.complete", complete)).code).toBe("own_act");
      const payee = await newAccount(app);
      const credit = { id: payee, direction: "credit", amount: "10.00", currency: "AUD", internal_note: "x" };
      await mutateByTwo(app, fiona.client, "ops.ledger.adjust", credit);
      const { data: other } = await callAs<Transaction>(app, payee, "withdrawals.request", {
        balance: { credit: "10.00", credit_currency: "AUD" },
        transaction_type: "withdraw",
        bank_account_id: await newBankAccount(app, payee),
      });
      const { data: without } = await create();
      expect(without).toMatchObject({
        rows: [{ reference: other.reference }],
        left_out: [
          { reference: row.reference, reason: "It goes to your own email address. Someone else pays it." },
        ],
      });
      expect((await act(fiona, "cancel", without.id)).status).toBe(200);
      const { data: batch } = await create(frank);
      expect(batch).toMatchObject({ count: 2, left_out: [] });
      expect((await act(fiona, "release", batch.id)).code).toBe("own_act");
      const asked = (await act<AwaitingApproval>(frank, "release", batch.id)).data.approval.id;
      expect((await mutate(fiona.client, "ops.approvals.approve", { id: asked })).code).toBe("own_act");
      const third = await newStaff(app, "finance");
      const approved = await mutate<ApprovedRecord>(third.client, "ops.approvals.approve", { id: asked });
      expect(approved.data, "it went on waiting").toMatchObject({ status: "approved" });
      await file(batch.id);
      expect((await act(fiona, "sent", batch.id)).code).toBe("own_act");
      expect((await act(frank, "sent", batch.id)).data).toMatchObject({ status: "sent" });
    } finally {
      await be("customer@demo.test");
    }
  });

  test("withdrawals are paid by one file, and one that bounces is back on the balance", async () => {
    const before = await balance();
    const [first, second] = [await withdraw("10.00"), await withdraw("20.50")];
    const { data: batch } = await create();
    expect(batch).toMatchObject({ status: "open", count: 2, total: "30.50", currency: "AUD" });
    expect(batch.rows.map(({ reference }) => reference)).toEqual([first.reference, second.reference]);
    expect((await file(batch.id)).code).toBe("state_conflict");

    const asked = await act<AwaitingApproval>(fiona, "release", batch.id);
    expect(asked.data).toMatchObject({
      outcome: "awaiting_approval",
      approval: { reasons: ["Every release of a payout batch needs two people."] },
    });
    const { id } = asked.data.approval;
    expect((await mutate(fiona.client, "ops.approvals.approve", { id })).code).toBe("own_act");
    const approved = await mutate<ApprovedRecord>(frank.client, "ops.approvals.approve", { id });
    expect(approved.data).toMatchObject({
      status: "approved",
      result: { status: "released", released_by: frank.id },
    });
    const logged = async (subject: string, action: string) =>
      (await query<{ data: AuditLine[] }>(fiona.client, "ops.audit.list", { subject, action })).data.data[0];
    expect(await logged(batch.id, "payout.created")).toMatchObject({
      actor_name: fiona.email,
      second_name: null,
    });
    expect(await logged(batch.id, "payout.released")).toMatchObject({
      actor_name: fiona.email,
      second_name: frank.email,
    });
    expect(await logged(id, "approval.approved")).toMatchObject({
      actor_name: frank.email,
      second_name: fiona.email,
    });

    const { data: written } = await file(batch.id);
    expect(written.filename).toMatch(/^payout-AUD-\d{8}-[0-9a-f]{8}\.aba$/);
    const { problems, payments, foot } = checkAba(written.content);
    expect(problems).toEqual([]);
    expect(payments.map((payment) => payment["lodgement reference"])).toEqual([
      first.reference,
      second.reference,
    ]);
    expect(foot["credit total"]).toBe("0000003050");
    expect((await file(batch.id)).data).toEqual(written);

    // The first customer's email, and that another one like it goes out.
    const sending = { act: "ops.payouts.sent", input: { id: batch.id } };
    const { data: preview } = await mutate<ActPreview>(fiona.client, "ops.acts.preview", sending);
    expect(preview.reads?.to).toMatch(/^\S+@\S+ and 1 more$/);
    expect((await act(fiona, "sent", batch.id)).data).toMatchObject({
      status: "sent",
      count: 2,
      total: "30.50",
    });
    expect([await statusOf(first), await statusOf(second)]).toEqual(["completed", "completed"]);
    const told = await mailsTo(app, preview.reads?.to?.split(" ")[0] ?? "");
    expect(told.map(({ subject }) => subject)).toContain(preview.reads?.subject);
    expect((await act(fiona, "sent", batch.id)).code).toBe("state_conflict");

    const message = "The account is closed.";
    const returned = await mutate<{ outcome: string; status: string }>(
      fiona.client,
      "ops.withdrawals.return",
      {
        reference: second.reference,
        message,
      },
    );
    expect(returned.data).toMatchObject({ outcome: "done", status: "returned" });
    expect(unitsOf(before, "AUD") - unitsOf(await balance(), "AUD")).toBe(1000n);
    const detail = await customer.get<{ data: { status: string; events: { reason: string | null }[] } }>(
      `${PATH}/${second.id}`,
    );
    expect(detail.body.data).toMatchObject({ status: "returned" });
    expect(detail.body.data.events.at(-1)?.reason).toBe(message);
    const mails = await listMail(app.services.database.read, 10);
    expect(mails.map(({ subject }) => subject)).toContain("Your bank returned 20.50 AUD");
    const again = await mutate(frank.client, "ops.withdrawals.return", {
      reference: second.reference,
      message,
    });
    expect(again.code).toBe("state_conflict");
  });

  test("releasing takes a confirmation within five minutes, of who asks and of who approves", async () => {
    await withdraw("10.00");
    const { id } = (await create()).data;
    const began = app.clock.now();
    const [asker, approver] = await Promise.all(
      [fiona, frank].map(async ({ email }) => {
        const client = app.client({ confirms: false });
        await client.login(email, PASSWORD);
        return client;
      }),
    );
    if (asker === undefined || approver === undefined) throw new Error("no one is there");
    const statusNow = async (): Promise<string> =>
      (await query<Payout>(fiona.client, "ops.payouts.get", { id })).data.status;
    const release = () => mutate<AwaitingApproval>(asker, "ops.payouts.release", { id });
    app.clock.advance(CONFIRMATION_MILLISECONDS);
    expect((await release()).code).toBe("confirmation_required");
    const waiting = await query<{ data: object[] }>(fiona.client, "ops.approvals.list", {
      status: "pending",
    });
    expect(waiting.data.data).toEqual([]);
    await mutate(asker, "sessions.confirm", { password: PASSWORD });
    const asked = (await release()).data.approval.id;
    const approve = () => mutate<ApprovedRecord>(approver, "ops.approvals.approve", { id: asked });
    expect([(await approve()).code, await statusNow()]).toEqual(["confirmation_required", "open"]);
    await mutate(approver, "sessions.confirm", { password: PASSWORD });
    expect([(await approve()).data.status, await statusNow()]).toEqual(["approved", "released"]);
    app.clock.set(began);
  });

  test("a return of a large sum needs a second person", async () => {
    const large = await withdraw("12000.00");
    await mutateByTwo(app, fiona.client, "ops.withdrawals.complete", {
      reference: large.reference,
      bank_reference: "B1",
    });
    const input = { reference: large.reference, message: "Account closed" };
    const asked = await mutate<AwaitingApproval>(fiona.client, "ops.withdrawals.return", input);
    expect(asked.data.outcome).toBe("awaiting_approval");
    expect(await statusOf(large)).toBe("completed");
    const { id } = asked.data.approval;
    await mutate(frank.client, "ops.approvals.approve", { id });
    expect(await statusOf(large)).toBe("returned");
  });

  test("in a batch it is not cancelled, completed, rejected nor put into another; taken out it is free again", async () => {
    const row = await withdraw("5.00");
    const { data: batch } = await create();
    const detail = await customer.get<{ data: { being_paid: boolean } }>(`${PATH}/${row.id}`);
    expect(detail.body.data.being_paid).toBe(true);
    const cancelled = await customer.post<{ code: string; message: string }>(`${PATH}/${row.id}/cancel`);
    expect(cancelled.body).toMatchObject({
      code: "state_conflict",
      message: "We're paying it now. Too late to cancel.",
    });
    const { reference } = row;
    const completed = await mutate(fiona.client, "ops.withdrawals.complete", {
      reference,
      bank_reference: "B",
    });
    expect(completed.code).toBe("state_conflict");
    expect((await mutate(fiona.client, "ops.withdrawals.reject", { reference, message: "No" })).code).toBe(
      "state_conflict",
    );
    expect((await create(frank)).errors).toEqual({ currency: ["No withdrawals to pay"] });

    const typed = reference.toLowerCase().replaceAll("-", " ");
    expect((await act(fiona, "remove", batch.id, { reference: typed })).data).toMatchObject({ count: 0 });
    expect((await act(fiona, "remove", batch.id, { reference })).code).toBe("not_found");
    expect((await act(fiona, "release", batch.id)).code).toBe("state_conflict");
    expect((await customer.post(`${PATH}/${row.id}/cancel`)).status).toBe(200);
    expect((await act(fiona, "cancel", batch.id)).data).toMatchObject({ status: "cancelled", count: 0 });
  });

  test("a cancelled batch gives its withdrawals back, a released one is not cancelled", async () => {
    const row = await withdraw("6.00");
    const { data: first } = await create();
    expect((await act(frank, "cancel", first.id)).data.status).toBe("cancelled");
    const { data: second } = await create();
    expect(second.rows).toHaveLength(1);
    await release(second.id);
    expect((await act(fiona, "cancel", second.id)).code).toBe("state_conflict");
    expect((await act(fiona, "remove", second.id, { reference: row.reference })).status).toBe(200);
  });

  test("withdrawals of held or blocked customers are left out, and held back once they are in", async () => {
    const hold = (verb: string) =>
      mutate(compliance.client, `ops.customers.${verb}`, {
        id: customerId,
        on: ["withdrawals"],
        internal_note: "Look",
      });
    const row = await withdraw("7.00");
    await hold("hold");
    expect((await create()).errors).toEqual({ currency: ["No withdrawals to pay"] });
    await hold("releaseHold");
    const { data: batch } = await create();
    await hold("hold");
    const { data } = await query<Payout>(fiona.client, "ops.payouts.get", { id: batch.id });
    expect(data.rows[0]).toMatchObject({ payable: false });
    expect(data.rows[0]?.warnings).toContain("The customer is blocked or on hold");
    expect((await act(fiona, "release", batch.id)).code).toBe("customer_on_hold");
    await hold("releaseHold");
    await release(batch.id);
    await hold("hold");
    expect((await file(batch.id)).code).toBe("customer_on_hold");
    expect((await act(fiona, "remove", batch.id, { reference: row.reference })).data.count).toBe(0);
    await hold("releaseHold");
  });

  test("what changed after it was asked for is not released", async () => {
    const rows = [await withdraw("8.00"), await withdraw("9.00")];
    const { data: batch } = await create();
    const asked = await act<AwaitingApproval>(fiona, "release", batch.id);
    await act(frank, "remove", batch.id, { reference: rows[0]?.reference });
    const { id } = asked.data.approval;
    const approved = await mutate<ApprovedRecord>(frank.client, "ops.approvals.approve", { id });
    expect(approved.data).toMatchObject({ status: "failed", result: null });
    expect((await query<Payout>(fiona.client, "ops.payouts.get", { id: batch.id })).data.status).toBe("open");
  });

  test("what is looked at: a name that is not the customer's, and a first payment", async () => {
    await withdraw("4.00");
    const { data: batch } = await create();
    await app.services.database.write((tx) =>
      tx.updateTable("users").set({ last_name: "Someone" }).where("id", "=", customerId).execute(),
    );
    const { data } = await query<Payout>(fiona.client, "ops.payouts.get", { id: batch.id });
    const asked = await act<AwaitingApproval>(fiona, "release", batch.id);
    expect((await mailsTo(app, frank.email)).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(
        /\w+ \w+ wants to release a payout batch: 1 payout, 4\.00 AUD\. One needs a look: account in another name\./,
      ),
    );
    await mutate(fiona.client, "ops.approvals.withdraw", { id: asked.data.approval.id });
    await app.services.database.write((tx) =>
      tx.updateTable("users").set({ last_name: "Customer" }).where("id", "=", customerId).execute(),
    );
    expect(data.rows[0]?.warnings).toContain("Account in another name");
  });

  const DAY = 24 * 60 * 60 * 1000;

  test("a payee whose name the bank's file can't have is taken out before the batch is released", async () => {
    const payee = await newAccount(app);
    const credit = { id: payee, direction: "credit", amount: "30.00", currency: "AUD", internal_note: "x" };
    await mutateByTwo(app, fiona.client, "ops.ledger.adjust", credit);
    const withdrawTo = async (name: string): Promise<Transaction> => {
      const { data } = await callAs<Transaction>(app, payee, "withdrawals.request", {
        balance: { credit: "10.00", credit_currency: "AUD" },
        transaction_type: "withdraw",
        bank_account_id: await newBankAccount(app, payee, name),
      });
      return data;
    };
    const asked = [await withdrawTo("王小明"), await withdrawTo("Mary 王"), await withdrawTo("Łukasz Żak")];
    const nameless = asked[0]?.reference;
    const { data: batch } = await create();
    expect(batch.rows.map(({ warnings }) => warnings.filter((each) => each.includes("file")))).toEqual([
      ["The bank's file can't have this name"],
      ["The bank's file says “Mary”"],
      [],
    ]);
    expect(await act(fiona, "release", batch.id)).toMatchObject({
      status: 422,
      code: "validation_failed",
      errors: { id: [`Take out ${nameless}: unusable name`] },
    });
    expect((await act(fiona, "remove", batch.id, { reference: nameless })).status).toBe(200);
    expect((await release(batch.id)).status).toBe(200);
    const { content } = (await file(batch.id)).data;
    expect(checkAba(content).payments.map((payment) => payment["account title"])).toEqual([
      "Mary",
      "Lukasz Zak",
    ]);
    await act(fiona, "sent", batch.id);
    expect(await callAs(app, payee, "history.cancel", { id: asked[0]?.id })).toMatchObject({ ok: true });
  });

  test("a batch without what is to be looked at has the rest; where there is none, none is made", async () => {
    const addedDaysAgo = (days: number, of: Transaction) =>
      app.services.database.write((tx) =>
        tx
          .updateTable("bank_accounts")
          .set({ created_at: BigInt(app.services.clock.now() - days * DAY) })
          .where("id", "=", of.bank_account_id ?? "")
          .execute(),
      );
    const known = await withdraw("4.60");
    const { data: added } = await callAs<Transaction>(app, customerId, "withdrawals.request", {
      balance: { credit: "4.70", credit_currency: "AUD" },
      transaction_type: "withdraw",
      bank_account_id: await newBankAccount(app, customerId),
    });
    await addedDaysAgo(30, known);
    await addedDaysAgo(2, added);
    const without = { with_unusual: false };
    const { data: batch } = await create(fiona, without);
    expect(batch).toMatchObject({ count: 1, rows: [{ reference: known.reference }], left_out: [] });
    expect(await create(fiona, without)).toMatchObject({
      code: "validation_failed",
      errors: { currency: ["No withdrawals to pay"] },
    });
    const { data: rest } = await create();
    expect(rest.rows.map(({ reference }) => reference)).toEqual([added.reference]);
  });
  test.each<
    [
      string,
      string,
      (tx: WriteTx, row: Transaction & { readonly account: string }, now: number) => Promise<unknown>,
    ]
  >([
    [
      "an account that another customer has, too",
      "2 customers have this account",
      async (tx, { account }) => {
        const numbers = account.replaceAll(/\D/g, "");
        const hashes = app.services.searchHashes.list("bank_account", numbers);
        for (const id of [customerId, fiona.id]) await addPersonalHashes(tx, id, "bank_account", hashes);
      },
    ],
    [
      "an account that was changed since it was paid to",
      "First payment to this account",
      (tx, row, now) =>
        tx
          .updateTable("bank_accounts")
          .set({ updated_at: BigInt(now + 1) })
          .where("id", "=", row.bank_account_id ?? "")
          .execute(),
    ],
    [
      "an account that was added three days ago",
      "The account was added 3 days ago",
      (tx, row, now) =>
        tx
          .updateTable("bank_accounts")
          .set({ created_at: BigInt(now - 3 * DAY) })
          .where("id", "=", row.bank_account_id ?? "")
          .execute(),
    ],
    [
      "a customer whose identity is no longer verified",
      "The customer is rejected",
      (tx) => tx.updateTable("users").set({ status: "rejected" }).where("id", "=", customerId).execute(),
    ],
  ])("what is looked at: %s", async (_case, warning, change) => {
    const row = await withdraw("4.50");
    const { data: batch } = await create();
    const looked = async () =>
      (await query<Payout>(fiona.client, "ops.payouts.get", { id: batch.id })).data.rows[0];
    const { database, clock } = app.services;
    if (warning.startsWith("First")) {
      // Paid to once before, so that this is not the first.
      await database.write((tx) =>
        tx
          .updateTable("bank_accounts")
          .set({ updated_at: 0n })
          .where("id", "=", row.bank_account_id ?? "")
          .execute(),
      );
    }
    const before = await looked();
    expect(before?.warnings).not.toContain(warning);
    await database.write((tx) => change(tx, { ...row, account: before?.account ?? "" }, clock.now()));
    expect((await looked())?.warnings).toContain(warning);
    const listed = await query<WithdrawalsPage>(fiona.client, "ops.withdrawals.list", {
      customer: customerId,
      newest_first: true,
      per_page: 1,
    });
    expect(listed.data.data).toMatchObject([
      { reference: row.reference, warnings: expect.arrayContaining([warning]) as string[] },
    ]);
    await database.write((tx) =>
      tx.updateTable("users").set({ status: "verified" }).where("id", "=", customerId).execute(),
    );
    const lists = async (customer: string) =>
      (await query<{ data: Payout[] }>(fiona.client, "ops.payouts.list", { customer })).data.data.map(
        ({ id }) => id,
      );
    expect(await lists(customerId)).toContain(batch.id);
    expect(await lists(fiona.id)).toEqual([]);
  });

  test("members of staff who create at once share the withdrawals out, each to one batch", async () => {
    const rows = [await withdraw("1.00"), await withdraw("2.00"), await withdraw("3.00")];
    const answers = await Promise.all([fiona, frank, fiona, frank].map((by) => create(by)));
    const paid = answers.flatMap(({ data }) => data?.rows.map(({ reference }) => reference) ?? []);
    expect(paid.toSorted()).toEqual(rows.map(({ reference }) => reference).toSorted());
  });

  test("a customer who cancels while it is taken into a batch either keeps it or has it paid", async () => {
    for (let round = 0; round < 6; round += 1) {
      const row = await withdraw("1.00");
      const [cancelled, created] = await Promise.all([customer.post(`${PATH}/${row.id}/cancel`), create()]);
      const isIn = created.data?.rows.some(({ reference }) => reference === row.reference) ?? false;
      const { data } = isIn
        ? await query<Payout>(fiona.client, "ops.payouts.get", { id: created.data.id })
        : { data: undefined };
      expect([cancelled.status === 200, data?.rows.length ?? 0]).toEqual(isIn ? [false, 1] : [true, 0]);
      expect(await statusOf(row)).toBe(isIn ? "requested" : "cancelled");
      if (!isIn) continue;
      await act(fiona, "cancel", created.data.id);
      expect((await customer.post(`${PATH}/${row.id}/cancel`)).status).toBe(200);
    }
  });

  test.each([["bank_abbreviation"], ["user_number"], ["remitter"]])(
    "without %s there is no file, and the answer names it",
    async (setting) => {
      await withdraw("1.00");
      const { data: batch } = await create();
      await release(batch.id);
      await mutateByTwo(app, fiona.client, "ops.depositAccounts.set", { ...PAYING_ACCOUNT, [setting]: "" });
      const refused = await file(batch.id);
      expect(refused.errors).toEqual({ [setting]: ["Set this on the deposit account first"] });
      await mutateByTwo(app, fiona.client, "ops.depositAccounts.set", PAYING_ACCOUNT);
      expect(checkAba((await file(batch.id)).data.content).problems).toEqual([]);
    },
  );

  test.each([
    ["bank_abbreviation", "cba"],
    ["user_number", "1234567"],
    ["trace_bsb", "000111"],
    ["trace_account_number", "123"],
    ["remitter", "A remitter of more than 16"],
  ])("a wrong %s is refused: %s", async (setting, value) => {
    const answer = await mutate(fiona.client, "ops.depositAccounts.set", {
      ...PAYING_ACCOUNT,
      [setting]: value,
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.errors ?? {})).toEqual([setting]);
  });

  test("customers are not told what banks need", async () => {
    const { body } = await customer.get<{ data: object[] }>("/api/users/system-bank-accounts");
    expect(JSON.stringify(body)).not.toContain("301500");
  });

  const today = (): string => localDay(app.clock.now(), "Australia/Sydney");
  /** Imports a line, and finds it again. */
  const onStatement = async (amount: string, text: string): Promise<BankLine> => {
    const content = `${today()},${amount},${text}`;
    await mutate(iris.client, "ops.bankLines.import", { deposit_account_id: "aud-bank-transfer", content });
    return lineOf(text);
  };
  const lineOf = async (text: string): Promise<BankLine> => {
    const found = await query<{ data: BankLine[] }>(fiona.client, "ops.bankLines.list", { text });
    const [line] = found.data.data;
    if (line === undefined) throw new Error(`no line has the text ${text}`);
    return line;
  };
  const paidByHand = async (amount: string): Promise<Transaction> => {
    const row = await withdraw(amount);
    const paid = { reference: row.reference, bank_reference: "By hand" };
    await mutate(fiona.client, "ops.withdrawals.complete", paid);
    return row;
  };
  const giveBack = ({ reference }: Transaction) =>
    mutate(fiona.client, "ops.withdrawals.return", { reference, message: "The account is closed." });

  test("a total alone does not settle a batch that was not called sent: staff do, and complete it", async () => {
    const row = await withdraw("31.00");
    const { data: batch } = await create();
    await release(batch.id);
    expect(await onStatement("-31.00", "before its file is taken")).toMatchObject({ status: "unmatched" });
    await file(batch.id);
    const early = await lineOf("before its file is taken");
    await mutate(fiona.client, "ops.bankLines.ownMoney", { id: early.id, internal_note: "Test" });
    const line = await onStatement("-31.00", "direct entry");
    expect(line).toMatchObject({ status: "proposed", proposal: { payout_id: batch.id, certain: false } });
    expect(line.proposal?.reasons).toContain("Not marked as sent yet.");
    expect(await statusOf(row)).toBe("requested");
    const settled = await mutate<BankLine>(fiona.client, "ops.bankLines.payout", { id: line.id });
    expect(settled.data).toMatchObject({ status: "payout", matched_id: batch.id });
    expect(await statusOf(row)).toBe("completed");
    expect((await query<Payout>(fiona.client, "ops.payouts.get", { id: batch.id })).data.status).toBe(
      "settled",
    );
    expect((await act(fiona, "sent", batch.id)).code).toBe("state_conflict");
  });

  test("a withdrawal that was paid on its own is found by its reference, going out and coming back", async () => {
    const row = await paidByHand("32.00");
    const out = await onStatement("-32.00", `PAY ${row.reference}`);
    expect(out).toMatchObject({ status: "payout", matched_id: row.id });
    await giveBack(row);
    const back = await onStatement("32.00", `RTN ${row.reference}`);
    expect(back).toMatchObject({ status: "payout", matched_id: row.id });
    expect((await mutate(fiona.client, "ops.bankLines.return", { id: back.id, message: "x" })).code).toBe(
      "state_conflict",
    );
  });

  test("a return by hand uses the line that it is proposed for", async () => {
    const row = await paidByHand("33.00");
    expect(await onStatement("33.00", `RTN ${row.reference}`)).toMatchObject({ status: "proposed" });
    expect((await giveBack(row)).status).toBe(200);
    expect(await lineOf(`RTN ${row.reference}`)).toMatchObject({ status: "payout", matched_id: row.id });
  });

  test("one that comes back uses one line, also where another payment names it; which one is never guessed", async () => {
    const row = await paidByHand("33.50");
    const bounce = await onStatement("33.50", `RTN ${row.reference}`);
    const other = await onStatement("33.50", `NEW PAYMENT ${row.reference}`);
    await mutate(fiona.client, "ops.bankLines.credit", { id: bounce.id });
    expect([await statusOf(row), (await lineOf(bounce.text)).status]).toEqual(["returned", "payout"]);
    expect((await lineOf(other.text)).status).not.toBe("payout");

    const second = await paidByHand("33.60");
    const both = [
      await onStatement("33.60", `RTN ${second.reference}`),
      await onStatement("33.60", `AGAIN ${second.reference}`),
    ];
    expect((await giveBack(second)).status).toBe(200);
    for (const { text } of both) expect((await lineOf(text)).status).not.toBe("payout");
  });

  test("a line that has no more than the amount of a return is not used for it unseen", async () => {
    const row = await paidByHand("33.70");
    const line = await onStatement("33.70", "TAX RETURN");
    expect(line.proposal).toMatchObject({ kind: "bounced", found_by: "amount" });
    expect((await giveBack(row)).status).toBe(200);
    expect((await lineOf(line.text)).status).not.toBe("payout");
  });

  test("staff say which payout a line shows, where its amount is that of the payout", async () => {
    const row = await paidByHand("34.00");
    const settle = ({ id }: BankLine, more: object = {}) =>
      mutate<BankLine>(fiona.client, "ops.bankLines.payout", { id, ...more });
    const reference = row.reference;
    const other = await onStatement("-34.01", "another amount");
    expect((await settle(other, { reference })).errors).toEqual({
      reference: ["The line has another amount"],
    });
    expect((await settle(other)).errors).toEqual({ reference: ["Name a batch or a withdrawal"] });
    const line = await onStatement("-34.00", "by its amount alone");
    expect(line).toMatchObject({ status: "proposed", proposal: { kind: "payout", found_by: "amount" } });
    const run = await runOps(app, ["bank-lines", "payout", line.id, "--as", "finance@demo.test"]);
    expect([run.code, run.out]).toEqual([0, expect.stringContaining(row.id)]);
    expect((await settle(await onStatement("-34.00", "a second time"), { reference })).code).toBe(
      "state_conflict",
    );
  });

  test("batches are listed newest first, and from the command line", async () => {
    await withdraw("1.50");
    const run = (line: string, ...typed: string[]) =>
      runOps(app, [...line.split(" "), "--as", "finance@demo.test"], ...typed);
    // The same preview as at the desk, and nothing is done without a yes.
    const asked = await run("payouts create aud", "no");
    expect(asked).toMatchObject({ code: 1, out: "" });
    expect(asked.error).toMatch(/act +Create a payout batch[\s\S]*Batch +None → Open/);
    const created = await run("payouts create aud --json");
    const { id } = JSON.parse(created.out) as Payout;
    const listed = await query<{ data: PayoutSummary[] }>(fiona.client, "ops.payouts.list", { limit: 1 });
    expect(listed.data.data).toMatchObject([{ id, status: "open", total: "1.50" }]);
    expect((await run(`payouts list --status open`)).out).toContain(id);
    expect((await run(`payouts get ${id}`)).out).toContain("1.50");
    expect((await run(`payouts release ${id}`)).out).toContain("waiting for a second person");
    expect((await run(`payouts file ${id}`)).code).toBe(1);
    expect((await run(`payouts cancel ${id}`)).out).toContain("cancelled");
    expect((await create()).status).toBe(200);
  });
});
