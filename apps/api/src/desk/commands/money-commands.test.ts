import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { Transaction } from "@wattle/contracts/history";
import { DIALECTS } from "@wattle/db/testing/databases";
import { tamper } from "@wattle/db/testing/tamper";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import type { TestClient } from "../../testing/client.ts";
import { runOps } from "../../testing/run-ops.ts";

const PATH = "/api/users/transactions";

describe.each(DIALECTS)("deposits and withdrawals from the command line on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    await customer.login("customer@demo.test");
  });
  afterAll(() => app.close());

  /** Quoted words hold together, as in a shell. */
  const run = (line: string) =>
    runOps(
      app,
      Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? ""),
    );
  const announce = async (credit: string): Promise<Transaction> =>
    (
      await customer.post<{ data: Transaction }>(PATH, {
        balance: { credit, credit_currency: "AUD" },
        transaction_type: "deposit",
        payment_method: "payid",
      })
    ).body.data;
  const withdraw = async (credit: string): Promise<Transaction> => {
    const accounts = await customer.get<{ data: BankAccount[] }>("/api/users/bank-accounts");
    const answer = await customer.post<{ data: Transaction }>(PATH, {
      balance: { credit, credit_currency: "AUD" },
      transaction_type: "withdraw",
      bank_account_id: accounts.body.data[0]?.id,
    });
    return answer.body.data;
  };
  const statusOf = async (id: string): Promise<string> =>
    (await customer.get<{ data: Transaction }>(`${PATH}/${id}`)).body.data.status;

  test("a deposit is listed, found however its reference is typed, and confirmed once", async () => {
    const { id, reference } = await announce("125.00");
    const list = await run("deposits list --customer customer@demo.test --order newest");
    expect(list).toMatchObject({ code: 0, error: "" });
    expect(list.out).toContain(reference);
    expect(list.out).toContain("Wattle Customer");
    const [first, second, third] = reference.toLowerCase().split("-");
    expect((await run(`deposits find ${first} ${second} ${third}`)).out).toContain("awaiting_payment");

    const confirmed = await run(`deposits confirm ${reference} 120.50 --bank-reference "NPP 7" --json`);
    expect(confirmed.code).toBe(0);
    expect(JSON.parse(confirmed.out)).toMatchObject({
      status: "completed",
      credit: "120.50",
      announced: "125.00",
      bank_reference: "NPP 7",
    });
    expect(await statusOf(id)).toBe("completed");
    const again = await run(`deposits confirm ${reference} 120.50`);
    expect(again.code).toBe(1);
    expect(again.error).toContain("state_conflict");
  });

  test("a deposit is returned, another expired", async () => {
    const [returned, expired] = [await announce("1.00"), await announce("2.00")];
    expect((await run(`deposits return ${returned.reference} --message "Another name"`)).code).toBe(0);
    expect((await run(`deposits expire ${expired.reference}`)).code).toBe(0);
    expect(await statusOf(returned.id)).toBe("returned");
    expect(await statusOf(expired.id)).toBe("expired");
  });

  test("a withdrawal is listed with the account to pay to, completed or rejected", async () => {
    const [paid, refused] = [await withdraw("10.00"), await withdraw("11.00")];
    const list = await run("withdrawals list");
    expect(list.out).toContain(paid.reference);
    expect(list.out).toContain("87654321");
    expect((await run(`withdrawals find ${paid.reference}`)).out).toContain("Bank of Example");
    expect((await run(`withdrawals complete ${paid.reference} --bank-reference ABA1`)).code).toBe(0);
    expect((await run(`withdrawals reject ${refused.reference} --message "Closed account"`)).code).toBe(0);
    expect(await statusOf(paid.id)).toBe("completed");
    expect(await statusOf(refused.id)).toBe("rejected");
    expect((await run("ledger check")).code).toBe(0);
  });

  test("wrong books are listed line by line, and end with code 1", async () => {
    const { id } = await app.services.database.read
      .selectFrom("users")
      .select("id")
      .where("email", "=", "customer@demo.test")
      .executeTakeFirstOrThrow();
    const account = `customer:${id}:available:AUD`;
    const books = { dialect, url: app.databaseUrl };
    const change = (by: string) =>
      tamper(books, [`update ledger_balances set balance = balance ${by} where account_id = '${account}'`]);
    await change("+ 1");
    const wrong = await run("ledger check");
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain(`"kind":"balance","account":"${account}"`);
    await change("- 1");
    expect((await run("ledger check")).code).toBe(0);
  });

  test.each([
    ["deposits confirm", "missing argument 1"],
    ["deposits return 2222-2222-2222", "missing --message"],
    ["withdrawals complete 2222-2222-2222", "missing --bank-reference"],
    ["withdrawals list --status lost", "lost: unknown status"],
    ["deposits list --order random", "random: choose one of oldest, newest"],
  ])("%s is refused with what to do", async (line, message) => {
    const { code, error } = await run(line);
    expect(code).toBe(2);
    expect(error).toContain(message);
  });

  test.each([
    "deposits find 2222-2222-2223",
    "withdrawals find 2222-2222-2222",
    "deposits confirm 2222-2222-2222 5",
  ])("%s is refused", async (line) => {
    expect((await run(line)).code).toBe(1);
  });

  test("the help names every command", async () => {
    const { out, code } = await run("--help");
    expect(code).toBe(0);
    for (const name of [
      "deposits confirm <reference> <amount>",
      "withdrawals complete",
      "withdrawals reject",
    ]) {
      expect(out).toContain(name);
    }
  });
});
