/** Limits of a single person, and of a single price. */
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import { updateUser } from "@wattle/db/accounts";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { administer } from "@wattle/db/testing/postgres-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { balanceOf, holdRate, payloadOf, postExchange } from "../../testing/exchanges.ts";
import { mailsTo } from "../../testing/visitor.ts";

const PATH = "/api/users/transactions";
const SUSPECT = "customer@demo.test";

interface Waiting {
  readonly outcome: string;
  readonly approval: { readonly id: string };
}

describe.each(DIALECTS)("no single person and no single price, on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  let id: string;
  let finance: TestClient;
  let compliance: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    [customer, finance, compliance] = [api.client(), api.client(), api.client()];
    id = (await customer.login(SUSPECT)).user.id;
    await finance.login("finance@demo.test");
    await compliance.login("compliance@demo.test");
  });
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  const post = async (payload: object): Promise<Transaction> => {
    const answer = await customer.post<{ data: Transaction }>(PATH, payload);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const statusOf = async (transaction: Transaction): Promise<unknown> =>
    (await query<{ status: string }>(finance, "ops.transactions.find", { reference: transaction.reference }))
      .data.status;
  const adjust = (by: TestClient) =>
    mutate<Waiting>(by, "ops.ledger.adjust", {
      id,
      direction: "credit",
      amount: "100.00",
      currency: "AUD",
      internal_note: "Mine",
    });

  test("one command does not credit 80,000,000.00 AUD on an announced 800.00", async () => {
    const before = await balanceOf(customer);
    const deposit = await post({
      balance: { credit: "800.00", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    const { reference } = deposit;
    const asked = await mutate<Waiting>(finance, "ops.deposits.confirm", {
      reference,
      amount: "80000000.00",
    });
    expect(asked.data.outcome).toBe("awaiting_approval");
    const own = await mutate(finance, "ops.approvals.approve", { id: asked.data.approval.id });
    expect(own).toMatchObject({ status: 403, code: "own_act" });
    expect(await statusOf(deposit)).toBe("awaiting_payment");
    expect(await balanceOf(customer)).toEqual(before);
  });

  test("an operator does not credit himself twice, nor once", async () => {
    const before = await balanceOf(customer);
    const second = api.client();
    await second.login("finance2@demo.test");
    const rename = (email: string) => api.services.database.write((tx) => updateUser(tx, id, { email }));
    // The customer's account is the operator's own.
    await rename("Finance+me@demo.test");
    for (let times = 0; times < 2; times += 1) {
      expect(await adjust(finance)).toMatchObject({ status: 403, code: "own_act" });
      const asked = await adjust(second);
      const approved = await mutate(finance, "ops.approvals.approve", { id: asked.data.approval.id });
      expect(approved).toMatchObject({ status: 403, code: "own_act" });
    }
    await rename(SUSPECT);
    expect(await balanceOf(customer)).toEqual(before);
  });

  test('the note "SMR filed" is not shown to the suspect', async () => {
    const internal_note = "SMR filed";
    const held = await mutate(compliance, "ops.customers.hold", { id, on: ["withdrawals"], internal_note });
    expect(held.status).toBe(200);
    const payload = {
      transaction_type: "withdraw",
      bank_account_id: "any",
      balance: { credit: "20.00", credit_currency: "AUD" },
    };
    const refused = await customer.post<ErrorBody>(PATH, payload);
    const blocked = await mutate(compliance, "ops.customers.block", { id, internal_note });
    expect(blocked.status).toBe(200);
    const seen = [
      refused.text,
      (await customer.get(PATH)).text,
      (await customer.get(`/api/users/${id}`)).text,
      (await api.client().post("/login", { email: SUSPECT, password: "Wattle-Demo1" })).text,
      JSON.stringify(await mailsTo(api, SUSPECT)),
    ];
    expect(seen.filter((text) => text.includes("SMR"))).toEqual([]);
    // Staff read it.
    const { data } = await query<object>(compliance, "ops.customers.get", { id });
    expect(JSON.stringify(data)).toContain(internal_note);
    await unblock();
    await mutate(compliance, "ops.customers.releaseHold", { id, on: ["withdrawals"], internal_note });
  });

  const unblock = async (): Promise<void> => {
    const asked = await mutate<Waiting>(compliance, "ops.customers.unblock", {
      id,
      internal_note: "Cleared",
    });
    const operator = api.client();
    await operator.login("operator@demo.test");
    const done = await mutate<{ status: string }>(operator, "ops.approvals.approve", {
      id: asked.data.approval.id,
    });
    expect(done.data.status).toBe("approved");
    await customer.login(SUSPECT);
  };

  test("the withdrawal of a blocked fraudster is not paid", async () => {
    const accounts = await customer.get<{ data: BankAccount[] }>("/api/users/bank-accounts");
    const withdrawal = await post({
      balance: { credit: "20.00", credit_currency: "AUD" },
      transaction_type: "withdraw",
      bank_account_id: accounts.body.data.find(({ currency }) => currency === "AUD")?.id,
    });
    const { reference } = withdrawal;
    await mutate(compliance, "ops.customers.block", { id, internal_note: "Fraud" });
    const paid = await mutate(finance, "ops.withdrawals.complete", { reference, bank_reference: "B 1" });
    expect(paid).toMatchObject({ status: 409, code: "customer_on_hold" });
    const batch = await mutate(finance, "ops.payouts.create", { currency: "AUD" });
    expect(JSON.stringify(batch)).not.toContain(reference);
    expect(await statusOf(withdrawal)).toBe("requested");
    await unblock();
  });

  test("a price ten times too low is not executed", async () => {
    const before = await balanceOf(customer);
    const held = await holdRate(customer, "AUD", "BTC");
    await api.client().post("/dev/price", { symbol: "BTC", in: "AUD", factor: "0.1" });
    api.clock.advance(5_000);
    const asked = await customer.post<ErrorBody>("/api/get-rate", {
      credit_currency: "AUD",
      debit_currency: "BTC",
      credit: 1,
    });
    expect([asked.status, asked.body.code]).toEqual([503, "rate_unavailable"]);
    const executed = await postExchange(customer, payloadOf(held, "100.00"));
    expect([executed.status, executed.body]).toMatchObject([503, { code: "paused" }]);
    expect(await balanceOf(customer)).toEqual(before);
  });

  test("truncate audit_log is refused", async () => {
    const emptied =
      dialect === "postgres"
        ? administer(api.databaseUrl, "truncate audit_log")
        : // SQLite's way to empty a table.
          api.services.database.write((tx) => tx.deleteFrom("audit_log").execute());
    await expect(emptied).rejects.toThrow("audit_log is append-only");
  });
});
