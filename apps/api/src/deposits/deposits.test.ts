import { localDay } from "@wattle/contracts/days";
import type { BankTransactionRecord } from "@wattle/contracts/bank-operations";
import type { Transaction, TransactionDetail } from "@wattle/contracts/history";
import { DEPOSIT_DAYS } from "@wattle/contracts/deposit-limits";
import { listAudit } from "@wattle/db/audit";
import { listCustomerNotes } from "@wattle/db/customer-notes";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { listMail } from "@wattle/db/outbox";
import { findSystemBankAccount, upsertSystemBankAccount } from "@wattle/db/system-bank-accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runOps } from "../testing/run-ops.ts";
import { readReference } from "../reference.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { untoldStatuses } from "../testing/status-events.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { mutate, query } from "../testing/procedures.ts";
import { startDepositExpiry } from "./deposit-expiry.ts";
import { expireOverdueDeposits } from "./settle-deposit.ts";

const PATH = "/api/users/transactions";
const DAY = 24 * 60 * 60 * 1000;

const payload = (credit: unknown, currency = "AUD", method = "bank_transfer"): object => ({
  balance: { credit, credit_currency: currency },
  debit: credit,
  debit_currency: currency,
  transaction_type: "deposit",
  payment_method: method,
});

describe.each(DIALECTS)("deposits on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let nigerian: TestClient;
  let operator: TestClient;
  let colleague: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [customer, nigerian] = [app.client(), app.client()];
    [operator, colleague] = [app.client({ returns: true }), app.client({ returns: true })];
    await customer.login("customer@demo.test");
    await nigerian.login("nigeria@demo.test");
    await operator.login("operator@demo.test");
    await colleague.login("operator@demo.test");
  });
  afterAll(async () => {
    expect(await untoldStatuses(app)).toEqual([]);
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    await app.close();
  });

  const announce = async (body: object, client = customer): Promise<Transaction> => {
    const answer = await client.post<{ data: Transaction }>(PATH, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const balance = async (client = customer, code = "AUD"): Promise<string | undefined> =>
    (await client.get<{ data: Record<string, string> }>("/api/users/balance")).body.data[code];
  const detail = async (id: string, client = customer): Promise<TransactionDetail> =>
    (await client.get<{ data: TransactionDetail }>(`${PATH}/${id}`)).body.data;
  const confirm = (reference: string, amount: string, client = operator) =>
    mutate<BankTransactionRecord>(client, "ops.deposits.confirm", { reference, amount });
  const mailTo = async (email: string): Promise<string[]> =>
    (await listMail(app.services.database.read, 50))
      .filter(({ recipient }) => recipient === email)
      .map(({ subject }) => subject);

  let before: string | undefined;
  beforeEach(async () => {
    // As many may be open at once as one test makes.
    await app.services.database.write((tx) =>
      tx
        .updateTable("transactions")
        .set({ status: "cancelled" })
        .where("status", "=", "awaiting_payment")
        .execute(),
    );
    before = await balance();
  });
  const since = async (): Promise<string> => {
    const cents = (text: string | undefined): bigint => BigInt((text ?? "0").replace(".", ""));
    return String(cents(await balance()) - cents(before));
  };

  test("an announced deposit awaits payment under a reference and moves nothing", async () => {
    const deposit = await announce(payload("500.50"));
    expect(deposit).toEqual({
      id: deposit.id,
      transaction_type: "deposit",
      status: "awaiting_payment",
      credit: "500.50",
      credit_currency: "AUD",
      debit: "500.50",
      debit_currency: "AUD",
      rate: null,
      fee: null,
      fee_amount: null,
      fee_currency: null,
      converted: null,
      reference: deposit.reference,
      bill_reference: null,
      payment_method: "bank_transfer",
      bank_account_id: null,
      coin_payee_id: null,
      txid: null,
      note: null,
      created_at: new Date(app.clock.now()).toISOString(),
      updated_at: new Date(app.clock.now()).toISOString(),
    });
    expect(deposit.reference).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    expect(readReference(deposit.reference)).toBe(deposit.reference);
    expect(await since()).toBe("0");
    expect(await detail(deposit.id)).toMatchObject({
      ...deposit,
      announced: null,
      expires_at: new Date(app.clock.now() + DEPOSIT_DAYS * DAY).toISOString(),
      bank_account: null,
      events: [{ from_status: null, to_status: "awaiting_payment", actor: "customer", reason: null }],
    });
    const list = await customer.get<{ data: Transaction[] }>(`${PATH}?per_page=1`);
    expect(list.body.data).toEqual([deposit]);
  });

  test.each([
    ["as a JSON number", { balance: { credit: 20, credit_currency: "AUD" }, payment_method: "payid" }],
    ["without a debit", { balance: { credit: "20", credit_currency: "AUD" }, payment_method: "payid" }],
    [
      "with unknown keys",
      { ...payload("20.00", "AUD", "post_billpay"), status: "completed", user_id: "x", reference: "x" },
    ],
  ])("may be written %s", async (_how, body) => {
    const deposit = await announce({ transaction_type: "deposit", ...body });
    expect(deposit).toMatchObject({ status: "awaiting_payment", credit: "20.00", debit: "20.00" });
  });

  test("a Nigerian customer deposits naira, and dollars", async () => {
    expect(await announce(payload("150000.00", "NGN"), nigerian)).toMatchObject({ credit_currency: "NGN" });
    expect(await announce(payload("100.00"), nigerian)).toMatchObject({ credit_currency: "AUD" });
  });

  test.each<[string, object, string, string, string]>([
    ["no amount", payload(""), "validation_failed", "balance.credit", "Enter amount"],
    ["no balance", { ...payload("1"), balance: undefined }, "validation_failed", "balance", "Enter amount"],
    ["zero", payload("0.00"), "amount_below_minimum", "balance.credit", "Enter an amount above zero"],
    ["too little", payload("0.99"), "amount_below_minimum", "balance.credit", "Minimum: 1.00 AUD"],
    [
      "too much",
      payload("1000000.01"),
      "amount_above_maximum",
      "balance.credit",
      "Maximum: 1,000,000.00 AUD",
    ],
    [
      "too many decimals",
      payload("1.001"),
      "validation_failed",
      "balance.credit",
      "Too many decimals for this currency",
    ],
    ["a negative amount", payload("-5"), "validation_failed", "balance.credit", "Enter a positive amount"],
    [
      "crypto",
      payload("1", "BTC"),
      "currency_inactive",
      "balance.credit_currency",
      "We don't offer this currency.",
    ],
    [
      "an inactive currency",
      payload("5", "USD"),
      "currency_inactive",
      "balance.credit_currency",
      "We don't offer this currency.",
    ],
    [
      "naira from Australia",
      payload("5000", "NGN"),
      "currency_inactive",
      "balance.credit_currency",
      "We don't offer this currency.",
    ],
    [
      "another debit",
      { ...payload("50.00"), debit: "50.01" },
      "debit_mismatch",
      "debit",
      "The two amounts must be the same",
    ],
    [
      "another currency to get",
      { ...payload("50.00"), debit_currency: "BTC" },
      "pair_unsupported",
      "debit_currency",
      "We don't offer this currency pair.",
    ],
    [
      "an unknown payment method",
      payload("50.00", "AUD", "cash"),
      "validation_failed",
      "payment_method",
      "Choose a payment method",
    ],
    [
      "the on-ramp",
      payload("50.00", "AUD", "onramp"),
      "validation_failed",
      "payment_method",
      "Choose a payment method",
    ],
  ])("%s is refused at its field", async (_says, body, code, field, message) => {
    const refused = await customer.post<{ code: string; errors: Record<string, string[]> }>(PATH, body);
    expect(refused.status).toBe(422);
    expect(refused.body.code).toBe(code);
    expect(refused.body.errors[field]).toEqual([message]);
  });

  test("a payment method that is not offered for the currency is refused", async () => {
    const refused = await nigerian.post(PATH, payload("5000.00", "NGN", "payid"));
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { payment_method: ["Not offered for NGN"] } },
    });
  });

  test("an unknown kind of transaction is refused at transaction_type", async () => {
    for (const transaction_type of ["gift", "adjustment", undefined, 5, "constructor"]) {
      const refused = await customer.post<{ errors: object }>(PATH, { ...payload("5"), transaction_type });
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toHaveProperty("transaction_type", ["Choose a transaction type"]);
    }
  });

  test("only those with the permission may announce", async () => {
    expect((await app.client().post(PATH, payload("5"))).status).toBe(401);
    const unverified = app.client();
    await unverified.login("unverified@demo.test");
    expect(await unverified.post(PATH, payload("5"))).toMatchObject({
      status: 403,
      body: { code: "identity_unverified" },
    });
    const partner = app.client();
    const { user } = await partner.login("partner@demo.test");
    await app.services.database.write((tx) =>
      tx.updateTable("users").set({ permissions: '["withdraw-money"]' }).where("id", "=", user.id).execute(),
    );
    expect(await partner.post(PATH, payload("5"))).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
  });

  test("the same idempotency key announces once, another payload under it conflicts", async () => {
    const post = (body: object, key: string): Promise<Answer<{ data: Transaction }>> =>
      customer.post<{ data: Transaction }>(PATH, body, { "idempotency-key": key });
    const key = "deposit-once";
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(payload("75.00"), key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await post({ ...payload("75"), debit: undefined }, key)).body.data).toEqual(
      answers[0]?.body.data,
    );
    expect(await post(payload("75.01"), key)).toMatchObject({
      status: 409,
      body: { code: "idempotency_conflict" },
    });
  });

  test("the repeat is answered also once limits would refuse it", async () => {
    const post = (key: string): Promise<Answer<{ data: Transaction }>> =>
      customer.post<{ data: Transaction }>(PATH, payload("76.00"), { "idempotency-key": key });
    const first = await post("before-the-limit");
    const { database } = app.services;
    const limit = (deposit_min: bigint | null) =>
      database.write((tx) =>
        tx.updateTable("currencies").set({ deposit_min }).where("code", "=", "AUD").execute(),
      );
    const { deposit_min: before } = await database.read
      .selectFrom("currencies")
      .select("deposit_min")
      .where("code", "=", "AUD")
      .executeTakeFirstOrThrow();
    try {
      await limit(100_00n);
      app.clock.advance(10_000);
      expect((await post("after-the-limit")).status).toBe(422);
      expect(await post("before-the-limit")).toMatchObject({ status: 201, text: first.text });
    } finally {
      await limit(before);
      app.clock.advance(10_000);
    }
  });

  test("an operator finds it by its reference however it is typed, and confirms what really came", async () => {
    const deposit = await announce(payload("500.00", "AUD", "payid"));
    const typed = ` ${deposit.reference.toLowerCase().replaceAll("-", " ")}`;
    const found = await query<BankTransactionRecord>(operator, "ops.deposits.find", { reference: typed });
    expect(found.data).toMatchObject({ id: deposit.id, customer: { email: "customer@demo.test" } });

    const confirmed = await mutate<BankTransactionRecord>(operator, "ops.deposits.confirm", {
      reference: typed,
      amount: "450.25",
      bank_reference: "NPP 123",
    });
    expect(confirmed.data).toMatchObject({
      status: "completed",
      credit: "450.25",
      debit: "450.25",
      announced: "500.00",
      bank_reference: "NPP 123",
      events: [{ to_status: "awaiting_payment" }, { to_status: "completed", actor: "operator" }],
    });
    expect(await since()).toBe("45025");
    expect(await detail(deposit.id)).toMatchObject({ status: "completed", announced: "500.00" });
    expect(await mailTo("customer@demo.test")).toContain("450.25 AUD has arrived");
    const audit = await listAudit(app.services.database.read, { subject: deposit.id, page: 1, perPage: 5 });
    expect(audit.rows.map(({ action }) => action)).toEqual(["deposit.confirmed"]);
    expect(JSON.parse(audit.rows[0]?.details ?? "")).toMatchObject({
      announced: "500.00 AUD",
      arrived: "450.25 AUD",
    });

    const again = await confirm(deposit.reference, "450.25");
    expect(again).toMatchObject({ status: 409, code: "state_conflict" });
    expect(await since()).toBe("45025");
  });

  test("two operators who confirm at once credit once", async () => {
    const deposits = await Promise.all(Array.from({ length: 8 }, () => announce(payload("10.00"))));
    const outcomes = await Promise.all(
      deposits.flatMap(({ reference }) => [
        confirm(reference, "10.00", operator),
        confirm(reference, "10.00", colleague),
        confirm(reference, "10.00", operator),
      ]),
    );
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(deposits.length);
    expect(outcomes.filter(({ code }) => code === "state_conflict")).toHaveLength(deposits.length * 2);
    expect(await since()).toBe("8000");
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
  });

  test("a deposit that is not paid expires by itself; money that comes later is credited all the same", async () => {
    const deposit = await announce(payload("60.00"));
    const paid = await announce(payload("61.00"));
    await confirm(paid.reference, "61.00");
    app.clock.advance(DEPOSIT_DAYS * DAY - 1);
    await expireOverdueDeposits(app.services);
    expect((await detail(deposit.id)).status).toBe("awaiting_payment");
    app.clock.advance(1);
    const swept = await Promise.all([
      expireOverdueDeposits(app.services),
      expireOverdueDeposits(app.services),
    ]);
    expect(swept[0] + swept[1]).toBeGreaterThan(0);
    expect(await detail(deposit.id)).toMatchObject({
      status: "expired",
      events: [{}, { from_status: "awaiting_payment", to_status: "expired", actor: "system" }],
    });
    expect((await detail(paid.id)).status).toBe("completed");

    expect((await confirm(deposit.reference, "60.00")).data).toMatchObject({ status: "completed" });
    expect(await since()).toBe("12100");
    expect((await confirm(deposit.reference, "60.00")).code).toBe("state_conflict");
  });

  test("expiring and confirming at the same moment credits at most once, and never loses the payment", async () => {
    const deposits = await Promise.all(Array.from({ length: 6 }, () => announce(payload("5.00"))));
    app.clock.advance(DEPOSIT_DAYS * DAY);
    const [outcomes] = await Promise.all([
      Promise.all(deposits.map(({ reference }) => confirm(reference, "5.00"))),
      expireOverdueDeposits(app.services),
    ]);
    for (const [index, deposit] of deposits.entries()) {
      if (outcomes[index]?.status === 200) continue;
      expect(outcomes[index]?.code).toBe("state_conflict");
      expect((await confirm(deposit.reference, "5.00")).status).toBe(200);
    }
    expect(await since()).toBe("3000");
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
  });

  test("the sweep runs at once and again after each wait, and stops", async () => {
    const deposit = await announce(payload("7.00"));
    const waits: (() => void)[] = [];
    const timer = (run: () => void): (() => void) => {
      waits.push(run);
      return () => void waits.splice(waits.indexOf(run), 1);
    };
    const stop = startDepositExpiry(app.services, timer);
    await expect.poll(() => waits.length).toBe(1);
    expect((await detail(deposit.id)).status).toBe("awaiting_payment");
    app.clock.advance(DEPOSIT_DAYS * DAY);
    waits.shift()?.();
    await expect.poll(() => waits.length).toBe(1);
    expect((await detail(deposit.id)).status).toBe("expired");
    await stop();
    expect(waits).toEqual([]);
  });

  test("the customer cancels an unpaid one, once; what comes anyway is credited", async () => {
    const deposit = await announce(payload("30.00"));
    const cancel = (client: TestClient): Promise<Answer<{ data: TransactionDetail }>> =>
      client.post<{ data: TransactionDetail }>(`${PATH}/${deposit.id}/cancel`);
    expect((await cancel(nigerian)).status).toBe(404);
    expect((await cancel(customer)).body.data).toMatchObject({
      status: "cancelled",
      events: [{}, { to_status: "cancelled", actor: "customer" }],
    });
    expect((await cancel(customer)).status).toBe(409);
    expect((await confirm(deposit.reference, "30.00")).status).toBe(200);
    expect(await since()).toBe("3000");
    expect((await cancel(customer)).status).toBe(409);
  });

  test("a payment is returned: uncredited without a trace in the books, credited by a reversing entry, once", async () => {
    const returned = (reference: string, message = "Another name on the payment") =>
      mutate<BankTransactionRecord>(operator, "ops.deposits.return", { reference, message });
    const uncredited = await announce(payload("40.00"));
    expect((await returned(uncredited.reference)).data).toMatchObject({
      status: "returned",
      events: [{}, { to_status: "returned", reason: "Another name on the payment" }],
    });
    expect(await since()).toBe("0");

    const credited = await announce(payload("41.00"));
    await confirm(credited.reference, "41.00");
    const answers = await Promise.all([returned(credited.reference), returned(credited.reference)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await since()).toBe("0");
    expect(await mailTo("customer@demo.test")).toContain(`Your deposit ${credited.reference} was returned`);
    const reversing = await app.services.database.read
      .selectFrom("ledger_entries")
      .select("reverses_entry_id")
      .where("description", "=", `Return of deposit ${credited.reference}`)
      .execute();
    expect(reversing).toHaveLength(1);
    expect(reversing[0]?.reverses_entry_id).not.toBeNull();
  });

  test("a payment that was returned and comes again is credited again, and can be returned again", async () => {
    const returned = (reference: string) =>
      mutate<BankTransactionRecord>(operator, "ops.deposits.return", { reference, message: "Recalled" });
    for (const first of ["returned", "credited, then returned"]) {
      const { id, reference } = await announce(payload("43.00"));
      if (first !== "returned") await confirm(reference, "43.00");
      expect((await returned(reference)).status).toBe(200);
      expect((await confirm(reference, "42.50")).data).toMatchObject({
        status: "completed",
        credit: "42.50",
      });
      expect(await since()).toBe("4250");
      expect((await confirm(reference, "42.50")).code).toBe("state_conflict");
      expect((await returned(reference)).status).toBe(200);
      expect((await detail(id)).status).toBe("returned");
      expect(await since()).toBe("0");
    }
  });

  test("a request to credit one says which, however its reference was typed", async () => {
    const { reference } = await announce(payload("44.00"));
    await confirm(reference.toLowerCase().replaceAll("-", " "), "4400.00");
    const { data } = await query<{ data: { act: string; input_id: string }[] }>(
      operator,
      "ops.approvals.list",
      { status: "pending" },
    );
    expect(data?.data).toContainEqual(
      expect.objectContaining({ act: "ops.deposits.confirm", input_id: reference }),
    );
  });

  describe("one bank reference credits once", () => {
    let bankReference = "";
    beforeEach(() => {
      bankReference = `NPP ${app.services.ids.uuid()}`;
    });
    const confirmAs = (reference: string, bank_reference: string, client = operator) =>
      mutate<BankTransactionRecord>(client, "ops.deposits.confirm", {
        reference,
        amount: "50.00",
        bank_reference,
      });
    const announceTwo = async (): Promise<[Transaction, Transaction]> => [
      await announce(payload("50.00")),
      await announce(payload("50.00")),
    ];

    test.each<[string, (reference: string) => string]>([
      ["word for word", (reference) => reference],
      ["in another case", (reference) => reference.toLowerCase()],
      ["spaced otherwise", (reference) => `  ${reference.replace(" ", "   ")} `],
      ["without its dashes", (reference) => reference.replaceAll("-", "")],
      ["with other punctuation", (reference) => `#${reference.replaceAll("-", "/")}.`],
      ["in full width", (reference) => reference.replace("NPP", "ＮＰＰ")],
    ])("%s", async (_how, written) => {
      const [first, second] = await announceTwo();
      expect((await confirmAs(first.reference, bankReference)).status).toBe(200);
      const text = `Already credited to ${first.reference}`;
      expect(await confirmAs(second.reference, written(bankReference))).toMatchObject({
        status: 422,
        code: "validation_failed",
        message: text,
        errors: { bank_reference: [text] },
      });
      expect(text.length).toBeLessThanOrEqual(40);
      expect((await detail(second.id)).status).toBe("awaiting_payment");
      expect(await since()).toBe("5000");
      expect((await confirmAs(first.reference, bankReference)).code).toBe("state_conflict");
    });

    test("by hand and by the command line alike", async () => {
      const [first, second] = await announceTwo();
      const words = (reference: string): string[] =>
        ["deposits", "confirm", reference, "50.00", "--bank-reference"].concat(bankReference);
      expect((await runOps(app, words(first.reference))).code).toBe(0);
      const refused = await runOps(app, words(second.reference));
      expect(refused.code).toBe(1);
      expect(refused.error).toContain(`bank_reference: Already credited to ${first.reference}`);
    });

    test("also where two operators credit two deposits with it at once", async () => {
      const deposits = await Promise.all(Array.from({ length: 6 }, () => announce(payload("50.00"))));
      const outcomes = await Promise.all(
        deposits.map(({ reference }, index) =>
          confirmAs(reference, bankReference, index % 2 === 0 ? operator : colleague),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, errors } of outcomes.filter((outcome) => outcome.status !== 200)) {
        expect(status).toBe(422);
        expect(errors).toHaveProperty("bank_reference");
      }
      expect(await since()).toBe("5000");
    });

    test("but once for each deposit account", async () => {
      for (const method of ["bank_transfer", "payid", "post_billpay"]) {
        const { reference } = await announce(payload("50.00", "AUD", method));
        expect((await confirmAs(reference, bankReference)).status).toBe(200);
      }
      const naira = await announce(payload("1000.00", "NGN"), nigerian);
      const input = { reference: naira.reference, amount: "1000.00", bank_reference: bankReference };
      expect((await mutate(operator, "ops.deposits.confirm", input)).status).toBe(200);
    });

    test("also where two payment methods lead to one account", async () => {
      const { database } = app.services;
      const before = await findSystemBankAccount(database.read, "aud-payid");
      const shared = await findSystemBankAccount(database.read, "aud-bank-transfer");
      if (before === undefined || shared === undefined) throw new Error("the demo data has no such account");
      const { bsb, account_number } = shared;
      await database.write((tx) => upsertSystemBankAccount(tx, { ...before, bsb, account_number }));
      try {
        const [first, second] = [
          await announce(payload("50.00", "AUD", "payid")),
          await announce(payload("50.00", "AUD", "bank_transfer")),
        ];
        expect((await confirmAs(first.reference, bankReference)).status).toBe(200);
        const text = `Already credited to ${first.reference}`;
        expect((await confirmAs(second.reference, bankReference)).errors).toEqual({ bank_reference: [text] });
      } finally {
        await database.write((tx) => upsertSystemBankAccount(tx, before));
      }
    });

    test("and again once the deposit it credited was returned: another, or the same", async () => {
      const [first, second] = await announceTwo();
      const giveBack = (reference: string) =>
        mutate(operator, "ops.deposits.return", { reference, message: "Recalled" });
      await confirmAs(first.reference, bankReference);
      await giveBack(first.reference);
      expect((await confirmAs(second.reference, bankReference)).status).toBe(200);
      // Without its payment's name, which is the other's by now.
      expect((await confirmAs(first.reference, bankReference)).errors).toHaveProperty("bank_reference");
      expect((await confirm(first.reference, "50.00")).data).toMatchObject({ bank_reference: null });
      await giveBack(first.reference);
      await giveBack(second.reference);
      expect((await confirmAs(first.reference, bankReference)).status).toBe(200);
      expect(await since()).toBe("5000");
    });
  });

  test("thirty announcements at once leave twenty open, and one may follow once one is settled", async () => {
    const post = (key?: string): Promise<Answer<{ data: Transaction }>> =>
      customer.post(PATH, payload("5.00"), key === undefined ? {} : { "idempotency-key": key });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => post(`open-${index}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const text = "You have 20 open deposits already";
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: "validation_failed",
        message: text,
        errors: { "balance.credit": [text] },
      });
    }
    // A repeat is answered, and what was refused leaves its key free.
    const [made, refused] = [201, 422].map((status) =>
      answers.findIndex((answer) => answer.status === status),
    );
    expect((await post(`open-${made}`)).text).toBe(answers[made ?? 0]?.text);
    expect((await post()).status).toBe(422);
    await confirm(answers[made ?? 0]?.body.data.reference ?? "", "5.00");
    expect((await post(`open-${refused}`)).status).toBe(201);
    expect((await post()).status).toBe(422);
    // Another customer's are counted apart.
    expect((await nigerian.post(PATH, payload("5.00"))).status).toBe(201);
  });

  test("a credited payment whose money is gone cannot be returned", async () => {
    const client = app.client();
    await client.login("partner@demo.test");
    await app.services.database.write((tx) =>
      tx
        .updateTable("users")
        .set({ permissions: '["deposit-money","withdraw-money"]' })
        .where("email", "=", "partner@demo.test")
        .execute(),
    );
    const deposit = await announce(payload("150.00"), client);
    await confirm(deposit.reference, "150.00");
    const account = await client.post<{ data: { id: string } }>("/api/users/bank-accounts", {
      currency: "AUD",
      account_name: "Referring Partner",
      bank_name: "Bank of Example",
      bsb: "000-333",
      account_number: "1234567",
    });
    app.clock.advance(DAY);
    const withdrawal = await client.post(PATH, {
      balance: { credit: "150.00", credit_currency: "AUD" },
      transaction_type: "withdraw",
      bank_account_id: account.body.data.id,
    });
    expect(withdrawal.status, withdrawal.text).toBe(201);
    expect(
      await mutate(operator, "ops.deposits.return", { reference: deposit.reference, message: "Recalled" }),
    ).toMatchObject({ status: 422, code: "insufficient_funds" });
    expect((await detail(deposit.id, client)).status).toBe("completed");
  });

  test("an operator writes to its customer, whose notes keep the words", async () => {
    const { id, reference } = await announce(payload("34.00"));
    const words = { reference, message: "Please send us your bank’s receipt" };
    const written = await mutate<BankTransactionRecord>(operator, "ops.deposits.write", words);
    expect(written.data).toMatchObject({ id, status: "awaiting_payment" });
    const mail = (await listMail(app.services.database.read, 50)).find(({ subject }) =>
      subject.includes(reference),
    );
    expect(mail?.subject).toBe(`About your deposit ${reference}`);
    const customer = written.data?.customer.id ?? "";
    const notes = await listCustomerNotes(app.services.database.read, customer);
    expect(notes.map(({ note }) => note)).toContain(`Email about deposit ${reference}: ${words.message}`);
    expect(await mutate(operator, "ops.deposits.write", { ...words, message: " " })).toMatchObject({
      code: "validation_failed",
    });
  });

  test("an operator expires one before its time", async () => {
    const deposit = await announce(payload("33.00"));
    const expired = await mutate<BankTransactionRecord>(operator, "ops.deposits.expire", {
      reference: deposit.reference,
      bill_reference: null,
      message: "Announced twice",
    });
    expect(expired.data).toMatchObject({ status: "expired" });
    expect((await mutate(operator, "ops.deposits.expire", { reference: deposit.reference })).code).toBe(
      "state_conflict",
    );
  });

  test.each([
    ["a mistyped reference", { reference: "2222-2222-2223", amount: "5.00" }, 422, "validation_failed"],
    ["a reference no one has", { reference: "2222-2222-2222", amount: "5.00" }, 404, "not_found"],
    ["no reference", { amount: "5.00" }, 422, "validation_failed"],
  ])("%s confirms nothing", async (_says, input, status, code) => {
    expect(await mutate(operator, "ops.deposits.confirm", input)).toMatchObject({ status, code });
  });

  test.each(["0.00", "-1.00", "1.001", "1e3", "", "abc"])(
    "the amount %j is not confirmed",
    async (amount) => {
      const deposit = await announce(payload("5.00"));
      const refused = await confirm(deposit.reference, amount);
      expect(refused.status).toBe(422);
      expect(refused.errors).toHaveProperty("amount");
      expect((await detail(deposit.id)).status).toBe("awaiting_payment");
    },
  );

  test("the queue shows who is waiting, oldest first", async () => {
    const deposit = await announce(payload("9.00"));
    const queue = await query<{ data: BankTransactionRecord[]; meta: { total: number } }>(
      operator,
      "ops.deposits.list",
      { status: "awaiting_payment", newest_first: true, per_page: 1 },
    );
    expect(queue.data?.data).toMatchObject([{ id: deposit.id, customer: { first_name: "Wattle" } }]);
  });

  test("the queue is narrowed down by day, amount, method, customer and text, and walked through", async () => {
    const deposit = await announce(payload("9.87"));
    await announce(payload("9.87"));
    const day = localDay(BigInt(app.clock.now()), "Australia/Sydney");
    type Queue = { data: BankTransactionRecord[]; next: string | null };
    const list = async (filter: object): Promise<Queue> => {
      const answer = await query<Queue>(operator, "ops.deposits.list", { newest_first: true, ...filter });
      expect(answer.status, JSON.stringify(filter)).toBe(200);
      return answer.data ?? { data: [], next: null };
    };
    const found = async (filter: object): Promise<boolean> =>
      (await list({ text: deposit.reference, ...filter })).data.some(({ id }) => id === deposit.id);
    const fitting = { from: day, to: day, amount: "9.87", method: "bank_transfer" };
    expect(await found(fitting)).toBe(true);
    for (const other of [
      { from: "2090-01-01" },
      { to: "2020-01-01" },
      { amount: "9.88" },
      { method: "payid" },
      { customer: "01900000-0000-7000-8000-000000000000" },
      { text: "no such text" },
    ]) {
      expect([other, await found({ ...fitting, ...other })]).toEqual([other, false]);
    }
    const first = await list({ amount: "9.87", per_page: 1 });
    const second = await list({ amount: "9.87", per_page: 1, after: first.next });
    expect(second.data[0]?.id).toBe(deposit.id);
    for (const wrong of [{ from: "tomorrow" }, { amount: "1e3" }, { method: "cash" }, { after: "x" }]) {
      const refused = await query(operator, "ops.deposits.list", wrong);
      expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, Object.keys(wrong)]);
    }
  });

  test.each(["find", "list"])("a customer may not call ops.deposits.%s", async (name) => {
    expect((await query(customer, `ops.deposits.${name}`, { reference: "x" })).code).toBe("forbidden");
    expect((await query(app.client(), `ops.deposits.${name}`, {})).code).toBe("unauthenticated");
  });

  test.each(["confirm", "return", "expire"])("a customer may not call ops.deposits.%s", async (name) => {
    const deposit = await announce(payload("5.00"));
    const input = { reference: deposit.reference, amount: "5.00", message: "x" };
    expect((await mutate(customer, `ops.deposits.${name}`, input)).code).toBe("forbidden");
    expect((await detail(deposit.id)).status).toBe("awaiting_payment");
  });
});
