import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { BankTransactionRecord } from "@wattle/contracts/bank-operations";
import type { Transaction, TransactionDetail } from "@wattle/contracts/history";
import type { WithdrawalState } from "@wattle/contracts/withdrawals";
import { listAudit } from "@wattle/db/audit";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { listMail } from "@wattle/db/outbox";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runOps } from "../testing/run-ops.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { untoldStatuses } from "../testing/status-events.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { gate, lockWaits } from "../testing/locks.ts";
import { mutateByTwo } from "../testing/second-person.ts";
import { mutate, query } from "../testing/procedures.ts";

const PATH = "/api/users/transactions";
const ACCOUNTS = "/api/users/bank-accounts";
const DAY = 24 * 60 * 60 * 1000;
const AUSTRALIAN = {
  currency: "AUD",
  account_name: "Wattle Customer",
  bank_name: "Bank of Example",
  bsb: "000-444",
  account_number: "11223344",
};

describe.each(DIALECTS)("withdrawals on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let customerId: string;
  let operator: TestClient;
  /** The bank account that was added 30 days ago. */
  let account: BankAccount;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [customer, operator] = [app.client(), app.client({ returns: true })];
    customerId = (await customer.login("customer@demo.test")).user.id;
    await operator.login("operator@demo.test");
    const accounts = await customer.get<{ data: BankAccount[] }>(ACCOUNTS);
    const [first] = accounts.body.data;
    if (first === undefined) throw new Error("the demo customer has no bank account");
    account = first;
  });
  afterAll(async () => {
    expect(await untoldStatuses(app)).toEqual([]);
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    await app.close();
  });

  const payload = (credit: unknown, bankAccountId: unknown = account.id): object => ({
    balance: { credit, credit_currency: "AUD" },
    debit: credit,
    debit_currency: "AUD",
    transaction_type: "withdraw",
    bank_account_id: bankAccountId,
  });
  const post = (body: object, key?: string): Promise<Answer<{ data: Transaction; code: string }>> =>
    customer.post(PATH, body, key === undefined ? {} : { "idempotency-key": key });
  const request = async (body: object): Promise<Transaction> => {
    const answer = await post(body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const openIds = async (): Promise<string[]> => {
    const rows = await app.services.database.read
      .selectFrom("transactions")
      .select("id")
      .where("user_id", "=", customerId)
      .where("transaction_type", "=", "withdraw")
      .where("status", "=", "requested")
      .execute();
    return rows.map(({ id }) => id);
  };
  const detail = async (id: string): Promise<TransactionDetail> =>
    (await customer.get<{ data: TransactionDetail }>(`${PATH}/${id}`)).body.data;
  const cancel = (id: string, client = customer): Promise<Answer<{ data: TransactionDetail }>> =>
    client.post(`${PATH}/${id}/cancel`);
  const complete = (reference: string, bank_reference = "PAYOUT 1") =>
    mutate<BankTransactionRecord>(operator, "ops.withdrawals.complete", { reference, bank_reference });
  const reject = (reference: string, message = "The account is closed") =>
    mutate<BankTransactionRecord>(operator, "ops.withdrawals.reject", { reference, message });
  const cents = (text: string | undefined): bigint => BigInt((text ?? "0.00").replace(".", ""));
  const available = async (): Promise<bigint> =>
    cents((await customer.get<{ data: Record<string, string> }>("/api/users/balance")).body.data["AUD"]);
  const held = async (): Promise<bigint> =>
    cents((await query<WithdrawalState>(customer, "withdrawals.state")).data?.held["AUD"]);
  const subjects = async (): Promise<string[]> =>
    (await listMail(app.services.database.read, 100)).map(({ subject }) => subject);

  let before: { available: bigint; held: bigint };
  beforeEach(async () => {
    // As many may be open at once, and be cancelled within a day, as one test makes.
    for (const id of await openIds()) await cancel(id);
    app.clock.advance(DAY);
    await customer.login("customer@demo.test");
    await operator.login("operator@demo.test");
    before = { available: await available(), held: await held() };
  });
  /** Change since the test began, in cents. */
  const moved = async (): Promise<{ available: bigint; held: bigint }> => ({
    available: (await available()) - before.available,
    held: (await held()) - before.held,
  });

  test("a requested withdrawal is set aside at once and keeps a copy of the bank account", async () => {
    const withdrawal = await request(payload("120.50"));
    expect(withdrawal).toMatchObject({
      transaction_type: "withdraw",
      status: "requested",
      credit: "120.50",
      debit: "120.50",
      fee: null,
      bank_account_id: account.id,
    });
    expect(await moved()).toEqual({ available: -12050n, held: 12050n });
    expect(await detail(withdrawal.id)).toMatchObject({
      bank_account: { bsb: account.bsb, account_number: account.account_number },
      events: [{ from_status: null, to_status: "requested", actor: "customer" }],
    });
    expect(await subjects()).toContain("Withdrawal requested: 120.50 AUD");
  });

  test("paid out: the money leaves, the bank's reference is in the history, the act in the log", async () => {
    const { id, reference } = await request(payload("80.00"));
    const done = await complete(reference.toLowerCase().replaceAll("-", ""), "ABA 20261");
    expect(done.data).toMatchObject({ status: "completed", bank_reference: "ABA 20261" });
    expect(await moved()).toEqual({ available: -8000n, held: 0n });
    expect(await detail(id)).toMatchObject({
      status: "completed",
      bank_reference: "ABA 20261",
      events: [{}, { to_status: "completed", actor: "operator" }],
    });
    expect(await subjects()).toContain("We’ve paid your withdrawal of 80.00 AUD");
    const audit = await listAudit(app.services.database.read, { subject: id, page: 1, perPage: 5 });
    expect(audit.rows).toMatchObject([{ action: "withdrawal.completed" }]);
    expect((await complete(reference)).code).toBe("state_conflict");
    expect((await reject(reference)).code).toBe("state_conflict");
    expect((await cancel(id)).status).toBe(409);
    expect(await moved()).toEqual({ available: -8000n, held: 0n });
  });

  test("rejected: the money comes back, with the message", async () => {
    const { id, reference } = await request(payload("90.00"));
    expect((await reject(reference)).data).toMatchObject({ status: "rejected" });
    expect(await moved()).toEqual({ available: 0n, held: 0n });
    expect((await detail(id)).events.at(-1)).toMatchObject({ reason: "The account is closed" });
    expect(await subjects()).toContain(`We couldn’t pay your withdrawal ${reference}`);
    expect((await complete(reference)).code).toBe("state_conflict");
  });

  test("cancelled by its customer alone: the money comes back, once", async () => {
    const { id, reference } = await request(payload("70.00"));
    const stranger = app.client();
    await stranger.login("partner@demo.test");
    expect((await cancel(id, stranger)).status).toBe(404);
    const answers = await Promise.all([cancel(id), cancel(id), cancel(id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await moved()).toEqual({ available: 0n, held: 0n });
    expect(await subjects()).toContain(`Withdrawal ${reference} cancelled`);
    expect((await complete(reference)).code).toBe("state_conflict");
  });

  test("an exchange cannot be cancelled", async () => {
    const { body } = await customer.get<{ data: Transaction[] }>(`${PATH}?type=exchange&per_page=1`);
    expect((await cancel(body.data[0]?.id ?? "")).status).toBe(409);
    expect((await cancel("nothing")).status).toBe(404);
  });

  test("cancelling and completing at the same moment does one of the two", async () => {
    const withdrawals: Transaction[] = [];
    for (let count = 0; count < 12; count += 1) withdrawals.push(await request(payload("10.00")));
    const outcomes = await Promise.all(
      withdrawals.map(({ id, reference }) => Promise.all([cancel(id), complete(reference)])),
    );
    let paid = 0n;
    for (const [index, [cancelled, completed]] of outcomes.entries()) {
      expect([cancelled.status, completed.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      if (completed.status === 200) paid += 1000n;
      const { status } = await detail(withdrawals[index]?.id ?? "");
      expect(status).toBe(completed.status === 200 ? "completed" : "cancelled");
    }
    expect(await moved()).toEqual({ available: -paid, held: 0n });
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
  });

  test("two operators who settle at once settle once", async () => {
    const { reference } = await request(payload("15.00"));
    const outcomes = await Promise.all([complete(reference), reject(reference), complete(reference)]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await moved()).held).toBe(0n);
  });

  test("fifty withdrawals racing for one balance pay once", async () => {
    const all = (before.available / 100n).toString();
    const amount = `${all}.${(before.available % 100n).toString().padStart(2, "0")}`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(payload(amount))));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect({ status, code: body.code }).toEqual({ status: 422, code: "insufficient_funds" });
    }
    expect(await moved()).toEqual({ available: -before.available, held: before.available });
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    expect((await cancel(won[0]?.body.data.id ?? "")).status).toBe(200);
    expect(await moved()).toEqual({ available: 0n, held: 0n });
  });

  test("fifty withdrawals under one idempotency key are one, and answer the same", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(payload("25.00"), "once")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await moved()).toEqual({ available: -2500n, held: 2500n });
    expect(await post(payload("26.00"), "once")).toMatchObject({
      status: 409,
      body: { code: "idempotency_conflict" },
    });
    // The repeat is answered also once the withdrawal could no longer be made.
    await cancel(answers[0]?.body.data.id ?? "");
    expect((await post(payload("25.00"), "once")).text).toBe(answers[0]?.text);
    expect(await moved()).toEqual({ available: 0n, held: 0n });
  });

  test("a refused request leaves its idempotency key free", async () => {
    expect((await post(payload("999999999.00"), "too-much")).body.code).toBe("insufficient_funds");
    expect((await post(payload("5.00"), "too-much")).status).toBe(201);
  });

  test.each<[string, () => object, string, string, string]>([
    ["no amount", () => payload(""), "validation_failed", "balance.credit", "Enter amount"],
    ["zero", () => payload("0"), "amount_below_minimum", "balance.credit", "Enter an amount above zero"],
    [
      "no bank account",
      () => payload("5", undefined),
      "validation_failed",
      "bank_account_id",
      "Choose a bank account",
    ],
    [
      "an empty bank account",
      () => payload("5", ""),
      "validation_failed",
      "bank_account_id",
      "Choose a bank account",
    ],
    [
      "an unknown one",
      () => payload("5", "no one's"),
      "validation_failed",
      "bank_account_id",
      "Choose a bank account",
    ],
    [
      "another debit",
      () => ({ ...payload("5.00"), debit: "4.00" }),
      "debit_mismatch",
      "debit",
      "The two amounts must be the same",
    ],
    [
      "crypto",
      () => ({ ...payload("1"), balance: { credit: "1", credit_currency: "BTC" }, debit_currency: "BTC" }),
      "currency_inactive",
      "balance.credit_currency",
      "We don't offer this currency.",
    ],
  ])("%s is refused at its field, and nothing is set aside", async (_says, body, code, field, message) => {
    const refused = await customer.post<{ code: string; errors: Record<string, string[]> }>(PATH, {
      ...body(),
      ...(_says === "no bank account" && { bank_account_id: undefined }),
    });
    expect(refused.status).toBe(422);
    expect(refused.body.code).toBe(code);
    expect(refused.body.errors[field]).toEqual([message]);
    expect(await moved()).toEqual({ available: 0n, held: 0n });
  });

  test("more than the balance is refused with what there is", async () => {
    const refused = await customer.post<{ message: string }>(PATH, payload("250000.01"));
    expect(refused.body.message).toMatch(/^Maximum: [\d,]+\.\d\d AUD$/);
  });

  test("another customer's bank account is as one that does not exist", async () => {
    const nigerian = app.client();
    await nigerian.login("nigeria@demo.test");
    const refused = await nigerian.post<{ errors: object }>(PATH, payload("5.00"));
    expect(refused.body.errors).toEqual({ bank_account_id: ["Choose a bank account"] });
  });

  test("a bank account of another currency is refused", async () => {
    const nigerian = app.client();
    await nigerian.login("nigeria@demo.test");
    const added = await nigerian.post<{ data: BankAccount }>(ACCOUNTS, {
      currency: "NGN",
      account_name: "Naira Customer",
      bank_code: "011",
      account_number: "0000014579",
    });
    app.clock.advance(DAY);
    const refused = await nigerian.post<{ errors: object }>(PATH, payload("5.00", added.body.data.id));
    expect(refused.body.errors).toEqual({ bank_account_id: ["This account can't receive AUD"] });
    const naira = await nigerian.post<{ data: Transaction }>(PATH, {
      balance: { credit: "2500.50", credit_currency: "NGN" },
      transaction_type: "withdraw",
      bank_account_id: added.body.data.id,
    });
    expect(naira.body.data).toMatchObject({ status: "requested", debit: "2500.50", debit_currency: "NGN" });
  });

  test("a bank account is on hold for 24 hours after it was added or changed", async () => {
    const added = await customer.post<{ data: BankAccount }>(ACCOUNTS, AUSTRALIAN);
    const { id } = added.body.data;
    const onHold = async (): Promise<string> => (await post(payload("5.00", id))).body.code;
    expect(await onHold()).toBe("bank_account_on_hold");
    app.clock.advance(DAY - 1);
    expect(await onHold()).toBe("bank_account_on_hold");
    app.clock.advance(1);
    await request(payload("5.00", id));
    await customer.put(`${ACCOUNTS}/${id}`, { ...AUSTRALIAN, account_number: "55667788" });
    expect(await onHold()).toBe("bank_account_on_hold");
    await request(payload("5.00"));
    app.clock.advance(DAY);
    await request(payload("5.00", id));
  });

  test("a bank account changed while a withdrawal to it is pending: the withdrawal keeps it as it was", async () => {
    const added = await customer.post<{ data: BankAccount }>(ACCOUNTS, AUSTRALIAN);
    const { id } = added.body.data;
    app.clock.advance(DAY);
    const pending = await request(payload("35.00", id));
    const racing = Promise.all([
      post(payload("36.00", id)),
      customer.put(`${ACCOUNTS}/${id}`, { ...AUSTRALIAN, account_number: "99999999" }),
    ]);
    const [raced] = await racing;
    expect((await complete(pending.reference)).data).toMatchObject({
      status: "completed",
      bank_account: { account_number: AUSTRALIAN.account_number },
    });
    // Whichever of the two was first: the money goes to the old account, or nowhere.
    if (raced.status === 201) {
      expect((await detail(raced.body.data.id)).bank_account?.account_number).toBe(AUSTRALIAN.account_number);
    } else {
      expect(raced.body.code).toBe("bank_account_on_hold");
    }
  });

  test("nothing is withdrawn for 24 hours after a password change", async () => {
    const changeAt = BigInt(app.clock.now());
    await app.services.database.write((tx) =>
      tx.updateTable("users").set({ password_changed_at: changeAt }).where("id", "=", customerId).execute(),
    );
    const end = new Date(app.clock.now() + DAY).toISOString();
    expect((await query<WithdrawalState>(customer, "withdrawals.state")).data?.held_until).toBe(end);
    expect(await post(payload("5.00"))).toMatchObject({
      status: 422,
      body: { code: "withdrawals_on_hold" },
    });
    app.clock.advance(DAY - 1);
    expect((await post(payload("5.00"))).body.code).toBe("withdrawals_on_hold");
    app.clock.advance(1);
    expect((await query<WithdrawalState>(customer, "withdrawals.state")).data?.held_until).toBeNull();
    await request(payload("5.00"));
  });

  test("only those with the permission may withdraw; what is under way they may still cancel", async () => {
    const { id } = await request(payload("5.00"));
    const setPermissions = (permissions: string): Promise<unknown> =>
      app.services.database.write((tx) =>
        tx.updateTable("users").set({ permissions }).where("id", "=", customerId).execute(),
      );
    await setPermissions('["deposit-money"]');
    expect(await post(payload("5.00"))).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await cancel(id)).status).toBe(200);
    await setPermissions('["deposit-money","withdraw-money"]');
  });

  test.each(["find", "list"])("a customer may not call ops.withdrawals.%s", async (name) => {
    expect((await query(customer, `ops.withdrawals.${name}`, { reference: "x" })).code).toBe("forbidden");
  });

  test.each(["complete", "reject"])("a customer may not call ops.withdrawals.%s", async (name) => {
    const { reference } = await request(payload("5.00"));
    const input = { reference, bank_reference: "x", message: "x" };
    expect((await mutate(customer, `ops.withdrawals.${name}`, input)).code).toBe("forbidden");
  });

  test("completing needs the bank's reference, rejecting a message", async () => {
    const { reference } = await request(payload("5.00"));
    expect((await complete(reference, "  ")).errors).toHaveProperty("bank_reference");
    expect((await reject(reference, " ")).errors).toHaveProperty("message");
    const queue = await query<{ data: BankTransactionRecord[] }>(operator, "ops.withdrawals.list", {
      status: "requested",
      customer: customerId,
      newest_first: true,
      per_page: 1,
    });
    expect(queue.data?.data).toMatchObject([{ reference, customer: { email: "customer@demo.test" } }]);
  });

  describe.each([
    ["a blocked", "block", "unblock", { status: "blocked" }, [403, "account_blocked"]],
    ["a held", "hold", "releaseHold", { on_hold: '["withdrawals"]' }, [422, "account_under_review"]],
  ] as const)("of %s customer", (_which, block, unblock, state, refusal) => {
    const blocking = (act: typeof block | typeof unblock) =>
      mutateByTwo(app, operator, `ops.customers.${act}`, {
        id: customerId,
        on: ["withdrawals"],
        internal_note: "A stolen card",
      });
    const queue = async (input: object): Promise<string[]> => {
      const { data } = await query<{ data: BankTransactionRecord[] }>(operator, "ops.withdrawals.list", {
        customer: customerId,
        per_page: 100,
        ...input,
      });
      return (data?.data ?? []).map(({ reference }) => reference);
    };
    afterEach(() => blocking(unblock));

    test("is left out of what is to be paid, and listed as held back", async () => {
      const { reference } = await request(payload("9.00"));
      expect(await queue({ status: "requested" })).toContain(reference);
      expect(await queue({ held_back: true })).toEqual([]);
      await blocking(block);
      expect(await queue({ status: "requested" })).toEqual([]);
      expect(await queue({ held_back: true })).toContain(reference);
      expect(await queue({})).toContain(reference);
      const listed = (words: string[]) => runOps(app, ["withdrawals", "list", ...words]);
      expect((await listed([])).out).not.toContain(reference);
      expect((await listed(["--held-back"])).out).toContain(reference);
      await blocking(unblock);
      expect(await queue({ status: "requested" })).toContain(reference);
      expect(await queue({ held_back: true })).toEqual([]);
    });

    test("is not paid out, can be rejected, and goes on once that is taken back", async () => {
      const [first, second] = [await request(payload("11.00")), await request(payload("12.00"))];
      expect((await blocking(block)).status).toBe(200);
      const refused = await complete(first.reference);
      expect(refused).toMatchObject({ status: 409, code: "customer_on_hold" });
      expect(refused.message).toBe("Customer on hold. Release it first.");
      const command = ["withdrawals", "complete", first.reference, "--bank-reference", "ABA 7", "--yes"];
      expect(await runOps(app, command)).toMatchObject({
        code: 1,
        error: "Customer on hold. Release it first. (customer_on_hold)",
      });
      expect((await reject(second.reference)).status).toBe(200);
      expect((await complete(second.reference)).code).toBe("state_conflict");
      expect((await blocking(unblock)).status).toBe(200);
      expect(await moved()).toEqual({ available: -1100n, held: 1100n });
      expect((await complete(first.reference)).status).toBe(200);
    });

    test("is not requested or paid out by an act that was under way when that was written", async () => {
      const { reference } = await request(payload("13.00"));
      const { database } = app.services;
      const lock = gate();
      const blocked = database.write(async (tx) => {
        await tx.updateTable("users").set(state).where("id", "=", customerId).execute();
        lock.arrive();
        await lock.opened;
      });
      await lock.arrived;
      // Both have passed their guards and wait for the row that is locked.
      const concurrent = Promise.all([complete(reference), post(payload("14.00"))]);
      await (dialect === "postgres" ? lockWaits(database, 2) : undefined);
      lock.open();
      const [completed, requested] = await concurrent;
      await blocked;
      expect(completed.code).toBe("customer_on_hold");
      expect([requested.status, requested.body.code]).toEqual(refusal);
      await database.write((tx) =>
        tx
          .updateTable("users")
          .set({ status: "verified", on_hold: "[]" })
          .where("id", "=", customerId)
          .execute(),
      );
      expect(await moved()).toEqual({ available: -1300n, held: 1300n });
    });
  });

  test("thirty requests at once leave twenty open, and one may follow once one is settled", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(payload("1.00"))));
    const made = answers.flatMap(({ status, body }) => (status === 201 ? [body.data] : []));
    expect(made).toHaveLength(20);
    expect(await moved()).toEqual({ available: -2000n, held: 2000n });
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: "validation_failed",
        message: "You have 20 pending withdrawals already",
        errors: { "balance.credit": ["You have 20 pending withdrawals already"] },
      });
    }
    expect((await post(payload("1.00"))).status).toBe(422);
    await complete(made[0]?.reference ?? "");
    expect((await post(payload("1.00"))).status).toBe(201);
    expect((await post(payload("1.00"))).status).toBe(422);
  });

  test("twenty a day may be requested and cancelled, also by fifty at once; what was paid counts no more", async () => {
    const paid = await request(payload("1.00"));
    await complete(paid.reference);
    for (let made = 0; made < 15; made += 1) await cancel((await request(payload("1.00"))).id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(payload("1.00"))));
    const made = answers.flatMap(({ status, body }) => (status === 201 ? [body.data] : []));
    expect(made).toHaveLength(5);
    const message = "Limit: 20 withdrawals in 24 hours";
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: "validation_failed",
        message,
        errors: { "balance.credit": [message] },
      });
    }
    for (const { id } of made) await cancel(id);
    expect((await post(payload("1.00"))).body).toMatchObject({ message });
    app.clock.advance(DAY - 1);
    expect((await post(payload("1.00"))).body).toMatchObject({ message });
    app.clock.advance(1);
    expect((await post(payload("1.00"))).status).toBe(201);
  });

  test("customers who withdraw, cancel and are settled all at once leave the books right", async () => {
    const withdrawals = await Promise.all(Array.from({ length: 20 }, () => request(payload("3.00"))));
    await Promise.all(
      withdrawals.map(({ id, reference }, index) => {
        if (index % 3 === 0) return cancel(id);
        return index % 3 === 1 ? complete(reference) : reject(reference);
      }),
    );
    // 7 cancelled, 7 completed, 6 rejected.
    expect(await moved()).toEqual({ available: -7n * 300n, held: 0n });
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
  });
});
