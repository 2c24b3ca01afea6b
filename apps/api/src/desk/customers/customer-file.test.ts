import { addDays } from "@wattle/contracts/days";
import type { CustomerFile, CustomerHistory, CustomerNote } from "@wattle/contracts/desk";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { Adjustment } from "@wattle/contracts/desk";
import type { Transaction } from "@wattle/contracts/history";
import type { TransactionRecord } from "@wattle/contracts/transaction-record";
import type { Dialect } from "@wattle/db/database";
import { insertOnrampOrder } from "@wattle/db/onramp";
import { recordPrices } from "@wattle/db/prices";
import { DIALECTS } from "@wattle/db/testing/databases";
import { orderUnderReview } from "@wattle/db/testing/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IDENTITY_CHECKS } from "@wattle/contracts/identity-checks";
import { applicant } from "../../testing/applicant.ts";
import { turnMarket } from "../../audit/turn-market.ts";
import { isoTime } from "../../clock.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import type { TestClient } from "../../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../../testing/exchanges.ts";
import { runOps } from "../../testing/run-ops.ts";

const PATH = "/api/users/transactions";

describe.each<Dialect>(DIALECTS)("what staff look up, on %s", (dialect) => {
  let api: TestApp;
  let operator: TestClient;
  let operatorId: string;
  let customer: TestClient;
  let id: string;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    operator = api.client();
    operatorId = (await operator.login("operator@demo.test")).user.id;
    customer = api.client();
    id = (await customer.login("customer@demo.test")).user.id;
  });
  afterAll(() => api.close());

  const fileOf = async (of = id): Promise<CustomerFile> =>
    (await query<CustomerFile>(operator, "ops.customers.get", { id: of })).data;
  const post = async (payload: object): Promise<Transaction> => {
    const answer = await customer.post<{ data: Transaction }>(PATH, {
      balance: { credit: "20.00", credit_currency: "AUD" },
      ...payload,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const find = async (reference: string) =>
    query<TransactionRecord>(operator, "ops.transactions.find", { reference });

  test("one answer has all that is known of a customer", async () => {
    const deposit = await post({ transaction_type: "deposit", payment_method: "payid" });
    expect((await find(deposit.reference)).data.market_price).toBeNull();
    const { data: token } = await mutate<{ id: string }>(customer, "tokens.create", {
      name: "Bot",
      scopes: ["read"],
    });
    await mutate(operator, "ops.customers.hold", { id, on: ["trading"], internal_note: "Why" });
    const { data: note } = await mutate<CustomerNote>(operator, "ops.customers.note", {
      id,
      text: "Called twice.\nWants a callback.",
    });
    const accounts = await customer.get<{ data: BankAccount[] }>("/api/users/bank-accounts");
    const file = await fileOf();
    expect(file).toMatchObject({
      user: { id, email: "customer@demo.test" },
      balance: { AUD: expect.any(String) },
      identity: { form: { first_name: "Wattle" } },
      history: { data: expect.arrayContaining([expect.objectContaining({ id: deposit.id })]) },
      bank_accounts: accounts.body.data,
      sessions: [expect.objectContaining({ current: false })],
      tokens: [expect.objectContaining({ id: token.id, name: "Bot", scopes: ["read"] })],
      second_steps: [],
      on_hold: ["trading"],
      holds: [
        expect.objectContaining({ on: "trading", internal_note: "Why", held_by_name: "operator@demo.test" }),
      ],
      notes: [{ id: note.id, author: operatorId, text: "Called twice.\nWants a callback." }],
    });
    expect(file.history.total).toBeGreaterThan(file.history.data.length);
    expect(file.history.data).toHaveLength(20);
    expect(file.audit.map(({ action }) => action).slice(0, 2)).toEqual(["customer.noted", "customer.held"]);
    expect(JSON.stringify(file)).not.toMatch(/token_hash|id_hash|password/);
    const shown = await runOps(api, ["customers", "get", "customer@demo.test"]);
    expect(shown.code).toBe(0);
    for (const text of ["Called twice.", deposit.reference, "Bot", "trading"])
      expect(shown.out).toContain(text);
    await mutate(operator, "ops.customers.releaseHold", { id, on: ["trading"], internal_note: "Done" });
  });

  test("what a customer did before goes on from the file’s place, each row once, to its end", async () => {
    const { history, audit, audit_next: auditNext } = await fileOf();
    const rows = [...history.data];
    let next = history.next;
    while (next !== null) {
      const answer = await query<CustomerHistory>(operator, "ops.customers.history", { id, after: next });
      expect(answer.data.data.length).toBeLessThanOrEqual(20);
      rows.push(...answer.data.data);
      ({ next } = answer.data);
    }
    expect(new Set(rows.map((row) => row.id)).size).toBe(history.total);
    expect(rows).toHaveLength(history.total);
    expect(rows.map((row) => row.created_at)).toEqual(
      rows.map((row) => row.created_at).toSorted((a, b) => b.localeCompare(a)),
    );
    // So few lines of the log are all that there are.
    expect([audit.length < 20, auditNext]).toEqual([true, null]);
    const { data: other } = await query<CustomerHistory>(operator, "ops.customers.history", {
      id: operatorId,
    });
    expect(other).toEqual({ data: [], next: null });
  });

  test("the log of a customer goes on from the file’s place", async () => {
    const { id: noted } = (await api.client().login("unverified@demo.test")).user;
    for (let count = 0; count < 21; count++)
      await mutate(operator, "ops.customers.note", { id: noted, text: `Note ${count}` });
    const file = await fileOf(noted);
    expect(file.audit).toHaveLength(20);
    const { data: before } = await query<{ data: readonly { id: string }[] }>(operator, "ops.audit.list", {
      subject: noted,
      after: file.audit_next,
      per_page: 20,
    });
    expect(before.data.length).toBeGreaterThan(0);
    const known = file.audit.map((line) => line.id);
    expect(before.data.filter((line) => known.includes(line.id))).toEqual([]);
  });

  test("limits are those of what is offered where the customer lives", async () => {
    const { limits, user } = await fileOf();
    expect(user.default_country).toBe("AU");
    const aud = limits.find(({ currency }) => currency === "AUD");
    expect(aud).toMatchObject({ exchange: { min: "100.00" }, deposit: { min: expect.any(String) } });
    expect(limits.map(({ currency }) => currency)).not.toContain("NGN");
  });

  test("the last decision on an identity has who decided, when, and what was looked at", async () => {
    const { client, id: sent } = await applicant(api);
    expect((await fileOf(sent)).identity.decision).toBeNull();
    const message = "The photo is blurred.";
    await mutate(operator, "ops.customers.reject", { id: sent, message });
    expect((await fileOf(sent)).identity).toMatchObject({
      decision: { outcome: "sent_back", decided_by: "operator@demo.test", checks: [], message },
    });
    api.clock.advance(1000);
    await mutate(client, "identity.send");
    expect((await fileOf(sent)).identity).toMatchObject({ decided_at: null, decision: { message } });
    await mutate(operator, "ops.customers.verify", { id: sent, checks: [...IDENTITY_CHECKS] });
    const { identity } = await fileOf(sent);
    expect(identity.decision).toEqual({
      outcome: "verified",
      decided_at: expect.any(String),
      decided_by: "operator@demo.test",
      checks: [...IDENTITY_CHECKS],
      message: null,
    });
  });

  test.each([
    ["no text", { text: "  " }, 422, "validation_failed"],
    ["control characters", { text: "a\u001b[2Jb" }, 422, "validation_failed"],
    ["hidden characters", { text: "a\u202eb" }, 422, "validation_failed"],
    ["10,000 letters", { text: "a".repeat(10_000) }, 422, "validation_failed"],
    ["an unknown customer", { id: "no-one" }, 404, "not_found"],
  ])("a note with %s is not kept", async (_what, changes, status, code) => {
    const before = (await fileOf()).notes;
    expect(await mutate(operator, "ops.customers.note", { id, text: "A note", ...changes })).toMatchObject({
      status,
      code,
    });
    expect((await fileOf()).notes).toEqual(before);
  });

  test("notes are kept one after the other, ten at once too, and no one changes one", async () => {
    const before = (await fileOf()).notes.length;
    const texts = Array.from({ length: 10 }, (_, index) => `Note ${index}`);
    await Promise.all(texts.map((text) => mutate(operator, "ops.customers.note", { id, text })));
    const { notes } = await fileOf();
    expect(notes).toHaveLength(before + 10);
    expect(notes.map(({ text }) => JSON.stringify(text))).toEqual(
      expect.arrayContaining(texts.map((text) => JSON.stringify(text))),
    );
    await expect(
      api.services.database.write((tx) =>
        tx.updateTable("customer_notes").set({ author: "someone" }).execute(),
      ),
    ).rejects.toThrow("append-only");
    const line = await runOps(api, ["customers", "note", "customer@demo.test", "--text", "From a desk"]);
    expect([line.code, line.out]).toEqual([0, expect.stringContaining("From a desk")]);
  });

  test("a transaction of every kind is found by its reference, however it is typed", async () => {
    const accounts = await customer.get<{ data: BankAccount[] }>("/api/users/bank-accounts");
    const deposit = await post({ transaction_type: "deposit", payment_method: "payid" });
    const withdrawal = await post({
      transaction_type: "withdraw",
      bank_account_id: accounts.body.data[0]?.id,
    });
    const adjusted = await mutateByTwo<Adjustment>(api, operator, "ops.ledger.adjust", {
      id,
      direction: "credit",
      currency: "AUD",
      amount: "1.00",
      internal_note: "A correction",
    });
    const order = api.services.ids.uuid();
    const at = BigInt(api.clock.now());
    await api.services.database.write((tx) => insertOnrampOrder(tx, orderUnderReview(order, id, at)));
    const resolved = await mutate<{ transaction_id: string }>(operator, "ops.onramp.resolve", {
      id: order,
      decision: "credit",
      crypto_amount: "0.001",
      internal_note: "As the provider says",
    });
    const card = await customer.get<{ data: Transaction }>(`${PATH}/${resolved.data.transaction_id}`);
    await mutate(operator, "ops.deposits.confirm", {
      reference: deposit.reference,
      amount: "20.00",
      internal_note: "Seen",
    });
    const found = async (reference: string): Promise<TransactionRecord> => (await find(reference)).data;
    expect(await found(deposit.reference.toLowerCase().replaceAll("-", " "))).toMatchObject({
      transaction_type: "deposit",
      customer: { id },
      quote: null,
      order: null,
      entries: [
        { kind: "deposit", created_by: operatorId, postings: [{ amount: "20.00", currency: "AUD" }] },
      ],
      audit: [{ action: "deposit.confirmed", actor: operatorId, details: { internal_note: "Seen" } }],
    });
    expect(await found(withdrawal.reference)).toMatchObject({
      transaction_type: "withdraw",
      bank_account: { account_number: accounts.body.data[0]?.account_number },
      entries: [{ kind: "withdrawal_requested", reverses: null }],
    });
    expect(await found(adjusted.data.transaction.reference)).toMatchObject({
      transaction_type: "adjustment",
      entries: [{ kind: "adjustment", postings: [{ source: "house:adjustments:AUD" }] }],
    });
    expect(await found(card.body.data.reference)).toMatchObject({
      transaction_type: "deposit",
      order: { id: order, note: "As the provider says" },
      entries: [{ kind: "onramp" }],
    });
  });

  test("an exchange is found with its signed rate and its ledger entry", async () => {
    const payload = payloadOf(await holdRate(customer), "0.01");
    const now = BigInt(api.clock.now());
    const point = (rate: string, at: bigint) => ({ symbol: "BTC", currency: "AUD", rate, recorded_at: at });
    await api.services.database.write((tx) =>
      recordPrices(tx, [
        point("149000", now - 120_000n),
        point("150000", now - 1n),
        point("151000", now + 1n),
      ]),
    );
    const exchange = (await postExchange(customer, payload)).body.data;
    const { data } = await find(exchange.reference);
    expect(data).toMatchObject({
      transaction_type: "exchange",
      market_price: { rate: "150000", recorded_at: isoTime(now - 1n), doubt: null },
      customer: { email: "customer@demo.test" },
      quote: { jws: payload.hash, alg: "EdDSA" },
      entries: [
        {
          kind: "exchange",
          created_by: id,
          postings: [
            { source: `customer:${id}:available:BTC`, destination: "house:trading:BTC" },
            { source: `customer:${id}:available:BTC`, destination: "house:fees:BTC" },
            { source: "house:trading:AUD", destination: `customer:${id}:available:AUD` },
          ],
        },
      ],
      audit: [],
    });
    const line = await runOps(api, ["transactions", "find", ...exchange.reference.toLowerCase().split("-")]);
    expect(line.code).toBe(0);
    for (const text of [payload.hash, "house:trading:AUD", "customer@demo.test"])
      expect(line.out).toContain(text);

    const reason = "kraken is more than 10 % away from the last minute";
    const pause = (paused: boolean, after: number) => {
      const clock = { ...api.services.clock, now: () => Number(now) + after };
      return turnMarket({ ...api.services, clock }, "pair:BTC/AUD", { paused, reason });
    };
    const doubt = async () => (await find(exchange.reference)).data.market_price?.doubt;
    await pause(true, 16 * 60_000);
    await pause(false, 17 * 60_000);
    expect(await doubt()).toBeNull();
    await pause(true, 120_000);
    await pause(false, 180_000);
    expect(await doubt()).toEqual({ pair: "BTC/AUD", at: isoTime(now + 120_000n), reason });
  });

  test.each([
    ["mistyped", "2222-2222-2223", 422, "validation_failed"],
    ["unknown", "2222-2222-2222", 404, "not_found"],
    ["missing", "", 422, "validation_failed"],
    ["of another language", "ご照会番号", 422, "validation_failed"],
  ])("a reference that is %s finds nothing", async (_what, reference, status, code) => {
    expect(await find(reference)).toMatchObject({ status, code });
  });

  test("the newest transactions of every kind begin with the last, and have no bank account", async () => {
    const made = await post({ transaction_type: "deposit", payment_method: "payid" });
    const { data } = (
      await query<{ data: readonly TransactionRecord[] }>(operator, "ops.transactions.list", {})
    ).data;
    expect(data[0]).toMatchObject({ id: made.id, status: "awaiting_payment", customer: { id } });
    expect(data[0]).not.toHaveProperty("bank_account");
    expect(data.length).toBeLessThanOrEqual(50);
    const times = data.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(data.some(({ transaction_type: type }) => type === "exchange")).toBe(true);
  });

  test("transactions are found by what they are, and a walk meets each of them once", async () => {
    const made = await post({
      transaction_type: "deposit",
      payment_method: "payid",
      balance: { credit: "77.31", credit_currency: "AUD" },
      debit: "77.31",
    });
    interface Listed {
      readonly data: readonly TransactionRecord[];
      readonly next: string | null;
    }
    const list = async (input: object): Promise<Listed> =>
      (await query<Listed>(operator, "ops.transactions.list", input)).data;
    const ids = async (input: object) => (await list(input)).data.map((row) => row.id);
    const day = made.created_at.slice(0, 10);
    for (const input of [
      { amount: "77.31" },
      { type: "deposit", status: "awaiting_payment", customer: "CUSTOMER@demo.test", amount: "77.31" },
      { amount: "77.31", from: addDays(day, -1), to: addDays(day, 1) },
    ])
      expect(await ids(input), JSON.stringify(input)).toEqual([made.id]);
    for (const other of [
      { amount: "77.31", currency: "BTC" },
      { amount: "77.3100", currency: "AUD" },
      { amount: "77.31", type: "exchange" },
      { amount: "77.31", status: "completed" },
      { amount: "77.31", customer: "found-nowhere" },
      { amount: "77.31", from: addDays(day, 2) },
    ])
      expect(await ids(other), JSON.stringify(other)).toEqual([]);
    expect((await list({ type: "exchange" })).data.every((row) => row.transaction_type === "exchange")).toBe(
      true,
    );
    const all = await ids({ per_page: 100 });
    const walked: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const piece = await list({ per_page: 2, ...(after !== undefined && { after }) });
      walked.push(...piece.data.map((row) => row.id));
      after = piece.next;
    }
    expect(walked).toEqual(all);
    expect(new Set(walked).size).toBe(walked.length);
  });

  test("customers and guests find nothing", async () => {
    for (const [client, code] of [
      [customer, "forbidden"],
      [api.client(), "unauthenticated"],
    ] as const) {
      expect((await query(client, "ops.transactions.find", { reference: "x" })).code).toBe(code);
      expect((await mutate(client, "ops.customers.note", { id, text: "x" })).code).toBe(code);
    }
  });
});
