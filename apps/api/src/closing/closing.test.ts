import { PERMISSIONS } from "@wattle/contracts/accounts";
import type { ClosedBalance } from "@wattle/contracts/desk";
import type { Today } from "@wattle/contracts/today";
import { findUserById, updateUser } from "@wattle/db/accounts";
import { addressBehind, documentIdsOf, findClosure } from "@wattle/db/closures";
import { changeOpenCase } from "@wattle/db/cases";
import { changeDraft, listFilingsOfCase } from "@wattle/db/filings";
import { insertRating } from "@wattle/db/ratings";
import { closedAddress } from "@wattle/db/columns/closed-address";
import { listTransactions } from "@wattle/db/history";
import { accountTotals } from "@wattle/db/ledger/account-totals";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { listMail, settleMail } from "@wattle/db/outbox";
import { insertRecovery } from "@wattle/db/recoveries";
import { DIALECTS } from "@wattle/db/testing/databases";
import { rowsOfTables } from "@wattle/db/testing/everything";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isoTime } from "../clock.ts";
import { startBookSeals } from "../book-seals/start-book-seals.ts";
import { draftFiling } from "../compliance/draft-filing.ts";
import { openCase } from "../compliance/open-case.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { applicant } from "../testing/applicant.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { callAs, newAccount as staffOf, newBankAccount } from "../testing/in-memory.ts";
import { openReceivable } from "../testing/open-receivable.ts";
import { newAccount, newStaff } from "../testing/new-staff.ts";
import { runOps } from "../testing/run-ops.ts";
import { mutateByTwo } from "../testing/second-person.ts";
import { freshEmail, linkTo, mailsTo, PASSWORD, register } from "../testing/visitor.ts";
import { yearsFrom } from "./close-account.ts";
import { eraseClosed } from "./erase-closed.ts";

const NOTE = "The customer asked by email";
const DAY = 24 * 60 * 60_000;

interface Someone {
  readonly client: TestClient;
  readonly email: string;
  readonly id: string;
}

test.each([
  ["2026-11-23T00:00:00.000Z", 7, "2033-11-23T00:00:00.000Z"],
  ["2024-02-29T12:00:00.000Z", 7, "2031-03-01T12:00:00.000Z"],
  ["2033-11-23T00:00:00.000Z", -7, "2026-11-23T00:00:00.000Z"],
])("%s and %i years is %s", (from, years, to) => {
  expect(new Date(yearsFrom(Date.parse(from), years)).toISOString()).toBe(to);
});

describe.each(DIALECTS)("closing an account on %s", (dialect) => {
  let app: TestApp;
  let finance: string;
  let compliance: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    finance = await staffOf(app, "finance");
    compliance = (await newStaff(app, "compliance")).client;
  });
  afterAll(() => app.close());

  const must = async <T>(by: string, procedure: string, input: object): Promise<T> => {
    const { ok, data, code } = await callAs<T>(app, by, procedure, input);
    expect([procedure, ok, code]).toEqual([procedure, true, undefined]);
    return data;
  };
  const close = (client: TestClient) => mutate<{ kept_until: string | null }>(client, "closing.close");
  const obstacles = async (client: TestClient) =>
    (await query<{ obstacles: { kind: string }[] }>(client, "closing.plan")).data.obstacles.map(
      ({ kind }) => kind,
    );
  /** By staff who have just logged in: the test moves the clock by years. */
  const balanced = async (id: string, direction: "credit" | "debit", amount = "300.00"): Promise<void> => {
    const input = { id, direction, amount, currency: "AUD", internal_note: NOTE };
    const { client } = await newStaff(app, "finance");
    expect(await mutateByTwo(app, client, "ops.ledger.adjust", input)).toMatchObject({ status: 200 });
  };

  /** A verified customer whose identity was checked, who has moved money, and is a partner's referral; nothing is left. */
  const settled = async (names: { first_name: string; last_name: string }): Promise<Someone> => {
    const person = await applicant(app);
    compliance = (await newStaff(app, "compliance")).client;
    await mutateByTwo(app, compliance, "ops.customers.verify", { id: person.id });
    const partner = await app.services.database.read
      .selectFrom("users")
      .select("id")
      .where("email", "=", "partner@demo.test")
      .executeTakeFirstOrThrow();
    await app.services.database.write((tx) =>
      updateUser(tx, person.id, {
        ...names,
        referred_by: partner.id,
        status_reason: `Hello ${names.first_name}`,
      }),
    );
    const deposit = await must<{ reference: string }>(person.id, "deposits.announce", {
      balance: { credit: "300.00", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    await must(finance, "ops.deposits.confirm", { reference: deposit.reference, amount: "300.00" });
    const withdrawal = await must<{ reference: string }>(person.id, "withdrawals.request", {
      balance: { credit: "300.00", credit_currency: "AUD" },
      transaction_type: "withdraw",
      bank_account_id: await newBankAccount(app, person.id),
    });
    await must(finance, "ops.withdrawals.complete", {
      reference: withdrawal.reference,
      bank_reference: `PAID TO ${names.last_name}`,
    });
    await must(person.id, "alerts.create", { symbol: "BTC", direction: "above", price: "999999" });
    await mutate(compliance, "ops.customers.note", { id: person.id, text: `Spoke to ${names.first_name}` });
    return person;
  };
  const mailsOf = async (email: string): Promise<string[]> =>
    (await listMail(app.services.database.read, 1_000))
      .filter(({ recipient }) => recipient === email)
      .map(({ subject }) => subject);
  /** Sends what waits, to everyone or to one address. */
  const sendAll = async (email?: string): Promise<void> => {
    const { database, clock } = app.services;
    for (const { id } of (await listMail(database.read, 1_000)).filter(
      ({ recipient }) => email === undefined || recipient === email,
    )) {
      const outcome = { kind: "sent", at: BigInt(clock.now()), keepBody: false } as const;
      await database.write((tx) => settleMail(tx, id, outcome));
    }
  };
  /** Acts of staff on a customer, each by two of them, which leave no balance. */
  const dealtWith = async (id: string): Promise<void> => {
    const byTwo = async (procedure: string, input: object): Promise<void> => {
      const staff = await newStaff(app, "admin");
      const { status } = await mutateByTwo(app, staff.client, procedure, input);
      expect([procedure, status]).toEqual([procedure, 200]);
    };
    const account = "aud-bank-transfer";
    const days = [2, 1].map((ago) => new Date(app.clock.now() - ago * DAY).toISOString().slice(0, 10));
    const content = days.map((day) => `${day},12000.00,PAYMENT ${day}`).join("\n");
    await must(finance, "ops.bankLines.import", { deposit_account_id: account, content });
    const { data } = await must<{ data: { id: string; text: string }[] }>(finance, "ops.bankLines.list", {
      limit: 200,
    });
    const lines = data.filter(({ text }) => days.some((day) => text === `PAYMENT ${day}`));
    const how = ["ops.receivables.settle", "ops.receivables.writeOff"];
    for (const [place, { id: line }] of lines.entries()) {
      await byTwo("ops.bankLines.credit", { id: line, customer: id, internal_note: NOTE });
      const receivable = await openReceivable(app.services, id, line);
      await byTwo(how[place] ?? "", { id: receivable, internal_note: NOTE });
    }
    await byTwo("ops.ledger.adjust", {
      id,
      direction: "debit",
      amount: "23999.00",
      currency: "AUD",
      internal_note: NOTE,
    });
    await byTwo("ops.customers.setRole", { id, role: "partner" });
    await byTwo("ops.customers.block", { id, internal_note: NOTE });
    await byTwo("ops.customers.unblock", { id, internal_note: NOTE });
  };
  const actsOn = async (subject: string): Promise<string[]> =>
    (
      await app.services.database.read
        .selectFrom("audit_log")
        .select("action")
        .where("subject", "=", subject)
        .orderBy("seq")
        .execute()
    ).map(({ action }) => action);
  const years = (count: number): void => {
    app.clock.advance(yearsFrom(app.clock.now(), count) - app.clock.now() + DAY);
  };

  const afterTraces = (): Promise<void> => {
    app.clock.advance(30 * DAY);
    return eraseClosed(app.services);
  };

  test("is refused while there is money or an open order, saying which", async () => {
    const { client, id } = await newAccount(app, { permissions: JSON.stringify(PERMISSIONS) });
    await balanced(id, "credit");
    expect(await obstacles(client)).toEqual(["balance"]);
    expect(await close(client)).toMatchObject({
      status: 409,
      code: "state_conflict",
      message: "Withdraw the balance first",
    });
    await balanced(id, "debit");
    const { reference } = await must<{ reference: string }>(id, "deposits.announce", {
      balance: { credit: "100.00", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    expect(await obstacles(client)).toEqual(["deposit"]);
    expect(await close(client)).toMatchObject({ status: 409, message: "Cancel the open deposit first" });
    await must(finance, "ops.deposits.expire", { reference });
    await balanced(id, "credit");
    const bankAccount = await newBankAccount(app, id);
    await must(id, "withdrawals.request", {
      balance: { credit: "300.00", credit_currency: "AUD" },
      transaction_type: "withdraw",
      bank_account_id: bankAccount,
    });
    expect(await obstacles(client)).toEqual(["withdrawal", "balance"]);
    expect(await close(client)).toMatchObject({ status: 409, message: "A withdrawal is still pending" });
    expect(await findClosure(app.services.database.read, id)).toBeUndefined();
  });

  test("lets no one in any more, ends what runs by itself, and leaves the partner a record without the name", async () => {
    const names = { first_name: "Zephyrine", last_name: "Quillfeather" };
    const { client, email, id } = await settled(names);
    const token = await mutate<{ token: string }>(client, "tokens.create", { name: "Bot", scopes: ["read"] });
    await mutate(client, "webhooks.create", { url: "http://127.0.0.1:9/hook", events: ["*"] });
    const answer = await close(client);
    expect([answer.status, answer.data.kept_until?.slice(0, 4)]).toEqual([
      200,
      String(new Date(yearsFrom(app.clock.now(), 7)).getUTCFullYear()),
    ]);
    expect((await client.get("/api/users/balance")).status).toBe(401);
    const stranger = app.client();
    const login = await stranger.post<{ code: string }>("/login", { email, password: PASSWORD });
    expect([login.status, login.body.code]).toEqual([422, "invalid_credentials"]);
    const bearer = { authorization: `Bearer ${token.data.token}` };
    expect((await app.client().get("/api/users/balance", bearer)).status).toBe(401);
    await stranger.post("/forgot-password", { email });
    expect(await mailsOf(email)).not.toContain("Reset your password");
    expect((await mailsOf(email))[0]).toBe("Your account is closed");

    const WAYS_IN = ["sessions", "api_tokens", "webhook_endpoints", "price_alerts"] as const;
    const TRACES = ["sign_ins", "known_devices", "events"] as const;
    const { read } = app.services.database;
    const stillThere = async (tables: readonly ((typeof WAYS_IN)[number] | (typeof TRACES)[number])[]) => {
      const found = await Promise.all(
        tables.map((table) => read.selectFrom(table).select("user_id").where("user_id", "=", id).execute()),
      );
      return tables.filter((_, place) => found[place]?.length !== 0);
    };
    expect(await stillThere([...WAYS_IN, ...TRACES])).toEqual(TRACES);
    await sendAll(email);
    app.clock.advance(30 * DAY - 1);
    await eraseClosed(app.services);
    expect(await stillThere(TRACES)).toEqual(TRACES);
    expect(await mailsOf(email)).toContain("Your account is closed");
    app.clock.advance(1);
    await eraseClosed(app.services);
    expect(await stillThere(TRACES)).toEqual([]);
    expect(await mailsOf(email)).toEqual([]);
    const records = await read
      .selectFrom("referral_records")
      .select(["client_name", "client_surname", "client_email"])
      .where("client_user_id", "=", id)
      .execute();
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) {
      expect(record).toEqual({ client_name: "Closed", client_surname: "account", client_email: "" });
    }
    // Data that the law keeps is still there.
    expect(await findUserById(read, id)).toMatchObject({ ...names, status: "blocked" });
    expect(await documentIdsOf(read, id)).toHaveLength(2);
    compliance = (await newStaff(app, "compliance")).client;
    expect(await mutateByTwo(app, compliance, "ops.customers.unblock", { id })).toMatchObject({
      status: 409,
    });
  });

  test("frees the address: who signs up with it again has an account of their own", async () => {
    const first = await newAccount(app);
    expect((await close(first.client)).status).toBe(200);
    const second = await register(app, { email: first.email });
    expect(second.answer.status).toBe(201);
    expect(second.answer.body.data.user.id).not.toBe(first.id);
    await afterTraces();
    expect(await mailsOf(first.email)).toContain("Confirm your email");
  });

  test("erases after 30 days where the law keeps nothing, and forgets the address once the last email has left", async () => {
    const { client, email, answer } = await register(app);
    const { id } = answer.body.data.user;
    expect((await close(client)).data.kept_until).toBeNull();
    await afterTraces();
    expect(await findUserById(app.services.database.read, id)).toMatchObject({
      first_name: "",
      last_name: "",
    });
    expect((await mailsOf(email)).slice(0, 2)).toEqual(["Your data is deleted", "Your account is closed"]);
    expect((await findClosure(app.services.database.read, id))?.email).toBe(email);
    await sendAll(email);
    await eraseClosed(app.services);
    expect((await findClosure(app.services.database.read, id))?.email).toBeNull();
    const left = [...(await rowsOfTables(app.services.database))]
      .filter(([, text]) => text.includes(email))
      .map(([table]) => table);
    expect(left).toEqual([]);
  });

  test.each<
    [
      string,
      "enquiries" | "customer_notes" | "customer_holds" | "approvals",
      (person: Someone) => Promise<unknown>,
    ]
  >([
    [
      "an enquiry that no one has answered",
      "enquiries",
      ({ email }) =>
        app
          .client()
          .post("/api/support", { topic: "support", name: "Ann", email, message: "Where is my money?" }),
    ],
    [
      "an enquiry of the customer with another address",
      "enquiries",
      ({ client }) =>
        client.post("/api/support", {
          topic: "support",
          name: "Ann",
          email: freshEmail(),
          message: "Where is my money?",
        }),
    ],
    [
      "a note of staff",
      "customer_notes",
      ({ id }) => mutate(compliance, "ops.customers.note", { id, text: "Asked for a stranger's account" }),
    ],
    [
      "a hold that was released",
      "customer_holds",
      async ({ id }) => {
        for (const act of ["hold", "releaseHold"])
          await mutate(compliance, `ops.customers.${act}`, { id, on: ["trading"], internal_note: NOTE });
      },
    ],
    [
      "a decision of two of staff",
      "approvals",
      async ({ id }) => {
        const admin = await newStaff(app, "admin");
        await mutateByTwo(app, admin.client, "ops.customers.setRole", { id, role: "partner" });
      },
    ],
  ])("%s is kept for the law's time, without any identity or transaction", async (_what, table, leave) => {
    const person = await newAccount(app);
    compliance = (await newStaff(app, "compliance")).client;
    const { read } = app.services.database;
    const rows = async (): Promise<number> => {
      const { count } = await read
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<bigint>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    const before = await rows();
    await leave(person);
    expect(await rows()).toBe(before + 1);
    expect((await close(person.client)).data.kept_until).not.toBeNull();
    await afterTraces();
    expect(await rows()).toBe(before + 1);
    years(7);
    await eraseClosed(app.services);
    expect(await rows()).toBe(before);
  });

  test("keeps what the law keeps for seven years, then nothing says who it was; the books are as they were", async () => {
    const names = { first_name: "Oswaldina", last_name: "Thistlewick" };
    const { email, id } = await settled(names);
    await dealtWith(id);
    const person = await newStaff(app, "compliance");
    expect(
      await mutateByTwo(app, person.client, "ops.customers.erase", { id, internal_note: NOTE }),
    ).toMatchObject({ status: 200 });
    await sendAll();
    await startBookSeals(app.services)();
    const { read } = app.services.database;
    const books = async () => ({
      totals: await accountTotals(read),
      check: (await checkLedger(read)).mismatches,
      seals: (await runOps(app, ["audit", "verify"])).code,
    });
    const before = await books();
    expect([before.check, before.seals]).toEqual([[], 0]);
    const documents = await documentIdsOf(read, id);

    app.clock.advance(yearsFrom(app.clock.now(), 7) - app.clock.now() - DAY);
    await eraseClosed(app.services);
    expect(await documentIdsOf(read, id)).toEqual(documents);
    expect(await findUserById(read, id)).toMatchObject(names);

    app.clock.advance(2 * DAY);
    await eraseClosed(app.services);
    await sendAll();
    await eraseClosed(app.services);
    for (const document of documents) {
      expect(await app.services.documents.keyOf(document)).toBeUndefined();
    }
    const tables = await rowsOfTables(app.services.database);
    for (const word of [names.first_name, names.last_name, email]) {
      // Staff's own words in the log are sealed with it.
      const typed = `PAID TO ${names.last_name}`;
      const said = [...tables]
        .map(([table, text]) => [table, text.replaceAll(typed, "")] as const)
        .filter(([, text]) => text.toLowerCase().includes(word.toLowerCase()));
      expect([word, said.map(([table]) => table)]).toEqual([word, []]);
    }
    expect(await books()).toEqual(before);
    expect(await actsOn(id)).toContain("customer.erased");
  });

  test("a customer does not close it while someone else may be in it; staff may, and its links are dead then", async () => {
    const changed = { status: 409, message: "Your login changed. Try again in a week." };
    const password = await newAccount(app);
    await app.services.database.write((tx) =>
      updateUser(tx, password.id, { password_changed_at: BigInt(app.clock.now()) }),
    );
    expect(await obstacles(password.client)).toEqual(["changed"]);
    expect(await close(password.client)).toMatchObject(changed);

    const { client, email, id } = await newAccount(app);
    const phone = app.client({ ip: "10.1.200.1" });
    await phone.post("/login", { email, password: PASSWORD });
    expect(await obstacles(client)).toEqual([]);
    app.clock.advance(1);
    const changedEmail = freshEmail();
    await mutate(client, "accounts.changeEmail", { email: changedEmail, current_password: PASSWORD });
    const undo = /token=([\w-]+)/.exec((await mailsTo(app, email))[0]?.text ?? "")?.[1] ?? "no token";
    await client.get((await linkTo(app, changedEmail)).replace(/^https?:\/\/[^/]+/, ""));
    expect(await close(client)).toMatchObject(changed);
    app.clock.advance(3 * DAY);
    // The login that was mailed to the address before can still be called someone else's.
    expect(await obstacles(client)).toEqual(["changed"]);
    const person = await newStaff(app, "compliance");
    expect(
      await mutateByTwo(app, person.client, "ops.customers.erase", { id, internal_note: NOTE }),
    ).toMatchObject({ status: 200 });
    expect(await mutate(app.client(), "accounts.undoEmailChange", { token: undo })).toMatchObject({
      status: 422,
    });
    const links = await app.services.database.read
      .selectFrom("account_links")
      .select("kind")
      .where("user_id", "=", id)
      .execute();
    expect(links.map(({ kind }) => kind)).toContain("undo-email");
  });

  test("a customer does not close it while two-step login is being reset", async () => {
    const { client, id } = await applicant(app);
    const { database, clock } = app.services;
    const [document = ""] = await documentIdsOf(database.read, id);
    const recovery = { id: `r-${id}`, user_id: id, document_id: document, created_at: BigInt(clock.now()) };
    await database.write((tx) => insertRecovery(tx, recovery));
    expect(await obstacles(client)).toEqual(["recovery"]);
    expect(await close(client)).toMatchObject({ message: "Two-step login is still being reset" });
  });

  test("a legal hold stops the customer and staff, until it is released", async () => {
    const { client, id } = await newAccount(app);
    const hold = (act: string) =>
      mutate(compliance, `ops.customers.${act}`, { id, on: ["erasure"], internal_note: NOTE });
    const person = await newStaff(app, "compliance");
    compliance = person.client;
    await hold("hold");
    expect(await close(client)).toMatchObject({ status: 422, code: "account_under_review" });
    expect(await mutate(compliance, "ops.customers.erase", { id, internal_note: NOTE })).toMatchObject({
      status: 422,
      code: "account_under_review",
    });
    await hold("releaseHold");
    expect((await close(client)).status).toBe(200);
  });

  test("a legal hold on a closed account stops the timer, until it is released", async () => {
    const { client, id } = await newAccount(app);
    const hold = (act: string) =>
      mutate(compliance, `ops.customers.${act}`, { id, on: ["erasure"], internal_note: NOTE });
    compliance = (await newStaff(app, "compliance")).client;
    expect((await close(client)).status).toBe(200);
    await hold("hold");
    await afterTraces();
    const { read } = app.services.database;
    expect(await findClosure(read, id)).toMatchObject({ cleared_at: null, erased_at: null });
    compliance = (await newStaff(app, "compliance")).client;
    await hold("releaseHold");
    await eraseClosed(app.services);
    expect((await findClosure(read, id))?.erased_at).not.toBeNull();
    expect(await hold("hold")).toMatchObject({ status: 409, message: "Data is already being deleted" });
  });

  test("its emails reach the person until the address is forgotten, and go with the rest", async () => {
    const { client, email, id } = await settled({ first_name: "Ines", last_name: "Farewell" });
    await close(client);
    const { database } = app.services;
    const to = (await findUserById(database.read, id))?.email ?? "";
    const mail = { subject: "Money came back", paragraphs: ["It is on your balance again."] };
    await database.write((tx) => queueMail(tx, app.services, { to, mail }));
    expect(await addressBehind(database.read, to)).toBe(email);
    await sendAll(to);
    await sendAll(email);
    years(7);
    await eraseClosed(app.services);
    expect(await mailsOf(to)).toEqual([]);
    await sendAll(email);
    await eraseClosed(app.services);
    expect(await addressBehind(database.read, to)).toBeUndefined();
  });

  test("no one signs up with an address that closing gives", async () => {
    const { client, id } = await newAccount(app);
    const { answer } = await register(app, { email: closedAddress(id) });
    expect([answer.status, answer.body]).toMatchObject([422, { errors: { email: [expect.any(String)] } }]);
    expect((await close(client)).status).toBe(200);
  });

  test("staff do nothing to what was their own", async () => {
    const { client: staff, email } = await newStaff(app, "compliance");
    const { client, id } = await newAccount(app, { email: email.replace("@", "+own@") });
    expect((await close(client)).status).toBe(200);
    const input = { id, on: ["erasure"], internal_note: NOTE };
    expect(await mutate(staff, "ops.customers.hold", input)).toMatchObject({ code: "own_act" });
  });

  test("money that arrives after all waits at the desk since it came, and is dealt with before the erasure", async () => {
    const { client, email, id } = await newAccount(app);
    await close(client);
    const atDesk = async () => {
      const { client: staff } = await newStaff(app, "finance");
      const { queues } = (await query<Today>(staff, "ops.today")).data;
      const list = await query<{ data: ClosedBalance[] }>(staff, "ops.customers.closedBalances", {});
      const queue = queues.find(({ queue: name }) => name === "closed_balances");
      return [
        queue,
        list.data.data.map((row) => [
          row.id,
          row.email,
          row.balance,
          row.since,
          row.due_at === queue?.due_at,
        ]),
      ];
    };
    const QUEUE = { queue: "closed_balances", target_hours: 72, done_today: 0 };
    const none = [{ ...QUEUE, count: 0, oldest_at: null, due_at: null }, []];
    const waiting = (amount: string, since: string) => [
      { ...QUEUE, count: 1, oldest_at: since, due_at: expect.any(String) },
      [[id, email, { AUD: amount }, since, true]],
    ];
    const moved = async (...of: Parameters<typeof balanced>): Promise<string> => {
      app.clock.advance(60_000);
      await balanced(...of);
      return isoTime(BigInt(app.clock.now()));
    };
    expect(await atDesk()).toEqual(none);
    const since = await moved(id, "credit");
    expect(await atDesk()).toEqual(waiting("300.00", since));
    await moved(id, "credit", "0.01");
    await moved(id, "debit", "100.00");
    expect(await atDesk()).toEqual(waiting("200.01", since));
    await afterTraces();
    const { read } = app.services.database;
    expect((await findClosure(read, id))?.erased_at).toBeNull();
    await moved(id, "debit", "200.01");
    expect(await atDesk()).toEqual(none);
    const again = await moved(id, "credit");
    expect(await atDesk()).toEqual(waiting("300.00", again));
    await moved(id, "debit");
    await eraseClosed(app.services);
    expect((await findClosure(read, id))?.erased_at).not.toBeNull();
  });

  test("what a bank sends back waits since then, the oldest money before the newest", async () => {
    const people = await Promise.all([settled({ first_name: "Una", last_name: "Return" }), newAccount(app)]);
    for (const { client } of people) await close(client);
    const [una, other] = people;
    app.clock.advance(60_000);
    await balanced(other.id, "credit");
    app.clock.advance(60_000);
    const { rows } = await listTransactions(app.services.database.read, una.id, { page: 1, perPage: 9 });
    const { reference } = rows.find(({ transaction_type: type }) => type === "withdraw") ?? {};
    const { client: staff } = await newStaff(app, "finance");
    const input = { reference, message: "The bank sent it back.", internal_note: NOTE };
    expect(await mutateByTwo(app, staff, "ops.withdrawals.return", input)).toMatchObject({ status: 200 });
    const { data } = await query<{ data: ClosedBalance[] }>(staff, "ops.customers.closedBalances", {});
    expect(data.data.map((row) => [row.id, row.since])).toEqual([
      [other.id, isoTime(BigInt(app.clock.now() - 60_000))],
      [una.id, isoTime(BigInt(app.clock.now()))],
    ]);
    for (const { id } of people) await balanced(id, "debit");
  });

  test("an erasure that breaks off while files are removed is done again, whole, and said once", async () => {
    const { client, email, id } = await settled({ first_name: "Ida", last_name: "Broken" });
    await close(client);
    years(7);
    const { documents, database } = app.services;
    const [first, second] = await documentIdsOf(database.read, id);
    const broken = {
      ...app.services,
      documents: {
        ...documents,
        remove: (document: string) =>
          document === second ? Promise.reject(new Error("the disk is away")) : documents.remove(document),
      },
    };
    await expect(eraseClosed(broken)).rejects.toThrow("some accounts could not be erased");
    // The file of a row that is still there may be gone, never the row of a file.
    expect(await documents.keyOf(first ?? "")).toBeUndefined();
    expect(await documentIdsOf(database.read, id)).toEqual([first, second]);
    expect((await findClosure(database.read, id))?.erased_at).toBeNull();
    await eraseClosed(app.services);
    expect(await documentIdsOf(database.read, id)).toEqual([]);
    expect(await documents.keyOf(second ?? "")).toBeUndefined();
    expect((await mailsOf(email)).filter((subject) => subject === "Your data is deleted")).toHaveLength(1);
  });

  test("several processes do it once", async () => {
    const { client, email, id } = await register(app).then(({ answer, ...rest }) => ({
      ...rest,
      id: answer.body.data.user.id,
    }));
    await close(client);
    app.clock.advance(30 * DAY);
    const other = await startTestApp({ dialect, databaseUrl: app.databaseUrl, now: app.clock.now() });
    await Promise.all([app, other, app, other].map(({ services }) => eraseClosed(services)));
    await other.close();
    expect((await actsOn(id)).filter((action) => action === "customer.erased")).toHaveLength(1);
    expect((await mailsOf(email)).filter((subject) => subject === "Your data is deleted")).toHaveLength(1);
  });

  test("staff close one for a customer who asks, two of them", async () => {
    const { email, id } = await newAccount(app);
    const person = await newStaff(app, "compliance");
    const asked = await mutate<{ outcome: string }>(person.client, "ops.customers.erase", {
      id,
      internal_note: NOTE,
    });
    expect(asked.data.outcome).toBe("awaiting_approval");
    expect(await findClosure(app.services.database.read, id)).toBeUndefined();
    expect(
      await mutateByTwo(app, person.client, "ops.customers.erase", { id, internal_note: NOTE }),
    ).toMatchObject({ status: 200 });
    expect((await actsOn(id)).at(-1)).toBe("customer.closed");
    expect(await mailsOf(email)).toContain("Your account is closed");
    const support = await newStaff(app, "support");
    expect(await mutate(support.client, "ops.customers.erase", { id, internal_note: NOTE })).toMatchObject({
      status: 403,
    });
    const { data } = await query<{ closure: { email: string }; closing: null }>(
      person.client,
      "ops.customers.get",
      {
        id,
      },
    );
    expect([data.closure.email, data.closing]).toEqual([email, null]);
  });

  test("customers erase does it at the command line", async () => {
    const email = freshEmail();
    await register(app, { email });
    const asked = await runOps(app, ["customers", "erase", email, "--internal-note", NOTE]);
    expect([asked.code, asked.error, asked.out]).toEqual([
      0,
      "",
      expect.stringContaining("waiting for a second person"),
    ]);
  });

  test.each([
    ["a customer of whom the law keeps something", true],
    ["someone of whom it keeps nothing else", false],
  ])("an open case, an unfiled report and a new rating keep %s", async (_who, hasMoved) => {
    const { services } = app;
    const { database, clock } = services;
    const { client, id } = hasMoved
      ? await settled({ first_name: "Kept", last_name: "Longer" })
      : await newAccount(app);
    compliance = (await newStaff(app, "compliance")).client;
    expect(
      hasMoved
        ? (await mutateByTwo(app, compliance, "ops.customers.erase", { id, internal_note: NOTE })).status
        : (await close(client)).status,
    ).toBe(200);
    const isErasing = async (): Promise<boolean> => {
      await eraseClosed(services);
      const found = await findClosure(database.read, id);
      return found !== undefined && found.erasing_at !== null;
    };
    if (hasMoved) years(7);
    const opened = await database.write(async (tx) => {
      const about = { kind: "screening", rule: null, customer: id, holds: false } as const;
      const of = await openCase(tx, services, about);
      await draftFiling(tx, services, { kind: "smr", customer: id, case: of, by: "test" });
      return of;
    });
    app.clock.advance(40 * DAY);
    expect(await isErasing()).toBe(false);
    const now = BigInt(clock.now());
    const closed = { closed_at: now, closed_by: "test", outcome: "reported" } as const;
    await database.write((tx) => changeOpenCase(tx, opened, closed));
    years(7);
    // The report is still not filed.
    expect(await isErasing()).toBe(false);
    const [draft] = await listFilingsOfCase(database.read, opened);
    await database.write(async (tx) => {
      const filed_on = new Date(clock.now()).toISOString().slice(0, 10);
      await changeDraft(tx, draft?.id ?? "", { filed_on, filed_by: "test", receipt: "1", fields_hash: "" });
      await insertRating(tx, {
        id: services.ids.uuid(),
        user_id: id,
        rating: "high",
        table_rating: "low",
        note: services.vault.seal("customer_ratings.note", id, "x"),
        set_by: "test",
        set_at: BigInt(clock.now() + 100 * DAY),
      });
    });
    app.clock.advance(yearsFrom(clock.now(), 7) - clock.now() + 50 * DAY);
    // The rating is not seven years old.
    expect(await isErasing()).toBe(false);
    app.clock.advance(51 * DAY);
    expect(await isErasing()).toBe(true);
    expect(await listFilingsOfCase(database.read, opened)).toEqual([]);
  });
});
