import type { SystemBankAccount } from "@wattle/contracts/bank-accounts";
import type { DepositAccount } from "@wattle/contracts/deposit-accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import type { TestClient } from "../../testing/client.ts";
import { runOpsByTwo } from "../../testing/second-person.ts";

const ACCOUNT = {
  currency: "AUD",
  method: "bank_transfer",
  account_name: "Client Money Trust",
  bank_name: "Made Up Bank",
  bsb: "000-321",
  account_number: "7654321",
};

describe.each(DIALECTS)("where customers pay, on %s", (dialect) => {
  let app: TestApp;
  let operator: TestClient;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [operator, customer] = [app.client(), app.client()];
    await operator.login("operator@demo.test");
    await customer.login("customer@demo.test");
  });
  afterAll(() => app.close());

  const offered = async (method: string): Promise<SystemBankAccount | undefined> =>
    (await customer.get<{ data: SystemBankAccount[] }>("/api/users/system-bank-accounts")).body.data.find(
      (account) => account.method === method && account.currency === "AUD",
    );
  const announce = (method: string) =>
    customer.post<{ code: string }>("/api/users/transactions", {
      balance: { credit: "50.00", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: method,
    });
  interface Act {
    readonly action: string;
    readonly subject: string;
    readonly details: unknown;
  }
  const newestAct = async (): Promise<Act | undefined> =>
    (await query<{ data: Act[] }>(operator, "ops.audit.list", { per_page: "1" })).data.data[0];

  test("an account is set, and customers see it at once; the log keeps the one before", async () => {
    const before = await offered("bank_transfer");
    const set = await mutateByTwo<DepositAccount>(app, operator, "ops.depositAccounts.set", ACCOUNT);
    expect(set.data).toMatchObject({ ...ACCOUNT, active: true });
    expect(await offered("bank_transfer")).toMatchObject(ACCOUNT);
    const act = await newestAct();
    expect(act).toMatchObject({ action: "deposit_account.set", subject: "aud-bank-transfer" });
    expect(JSON.stringify(act?.details)).toContain(before?.account_number);
    expect(JSON.stringify(act?.details)).toContain(ACCOUNT.account_number);
  });

  test("a request to change one says which, so that its screen shows that it waits", async () => {
    await mutate(operator, "ops.depositAccounts.set", { ...ACCOUNT, bank_name: "Another Bank" });
    const { data } = await query<{ data: { act: string; input_id: string }[] }>(
      operator,
      "ops.approvals.list",
      { status: "pending" },
    );
    expect(data.data).toMatchObject([{ act: "ops.depositAccounts.set", input_id: "aud-bank-transfer" }]);
  });

  test("a closed way to pay is offered no more, takes no deposit, and opens by being set again", async () => {
    const key = { currency: "AUD", method: "post_billpay" };
    expect((await mutateByTwo(app, operator, "ops.depositAccounts.close", key)).status).toBe(200);
    expect((await mutateByTwo(app, operator, "ops.depositAccounts.close", key)).code).toBe("state_conflict");
    expect(await offered("post_billpay")).toBeUndefined();
    expect((await announce("post_billpay")).status).toBe(422);
    const { data } = await query<DepositAccount[]>(operator, "ops.depositAccounts.list");
    expect(data.find(({ method }) => method === "post_billpay")?.active).toBe(false);
    const opened = { ...ACCOUNT, ...key, bank_name: "Made Up Billpay", account_number: "4321" };
    expect((await mutateByTwo(app, operator, "ops.depositAccounts.set", opened)).status).toBe(200);
    expect((await announce("post_billpay")).status).toBe(201);
  });

  test("what is wrong is reported at its field, and nothing changes", async () => {
    const before = await offered("bank_transfer");
    const refused = await mutateByTwo(app, operator, "ops.depositAccounts.set", { ...ACCOUNT, bsb: "1" });
    expect(refused).toMatchObject({ code: "validation_failed" });
    expect(await offered("bank_transfer")).toEqual(before);
    expect(
      (await mutateByTwo(app, operator, "ops.depositAccounts.close", { currency: "USD", method: "payid" }))
        .code,
    ).toBe("not_found");
  });

  test("only operators see and change it", async () => {
    expect((await query(customer, "ops.depositAccounts.list")).status).toBe(403);
    expect((await mutateByTwo(app, customer, "ops.depositAccounts.set", ACCOUNT)).status).toBe(403);
    expect((await mutate(app.client(), "ops.depositAccounts.set", ACCOUNT)).status).toBe(401);
  });

  test("the command line does the same", async () => {
    const ops = (...words: string[]) => runOpsByTwo(app, words);
    const words = [
      "--account-name",
      "Client Money",
      "--bank-name",
      "Made Up Bank",
      "--payid",
      "pay@mail.example",
    ];
    // The second person is shown what is approved.
    expect(await ops("deposit-accounts", "set", "aud", "payid", ...words)).toMatchObject({
      code: 0,
      error: expect.stringContaining("Every change of a deposit account needs two people."),
    });
    expect(await offered("payid")).toMatchObject({ payid: "pay@mail.example", account_name: "Client Money" });
    expect((await ops("deposit-accounts", "list")).out).toContain("pay@mail.example");
    expect((await ops("deposit-accounts", "close", "AUD", "payid")).out).toContain('"active":false');
    expect(await offered("payid")).toBeUndefined();
    expect(await ops("deposit-accounts", "set", "AUD", "cheque")).toMatchObject({
      code: 2,
      error: expect.stringContaining("bank_transfer, payid, post_billpay"),
    });
    const wrong = await ops(
      "deposit-accounts",
      "set",
      "AUD",
      "payid",
      "--account-name",
      "X",
      "--bank-name",
      "Y",
    );
    expect(wrong.code).toBe(1);
    expect(wrong.error).toContain("PayID is a required field");
  });
});
