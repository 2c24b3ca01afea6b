/** Someone has the program's own database role, and changes the rows that people pay by. */
import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { Transaction } from "@wattle/contracts/history";
import type { Payout } from "@wattle/contracts/payouts";
import { checkAba } from "@wattle/contracts/testing/check-aba";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { changePastTriggers } from "@wattle/db/testing/tamper";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { PAYING_ACCOUNT, requestWithdrawal } from "../testing/bank-orders.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { newStaff } from "../testing/new-staff.ts";
import { mutateByTwo } from "../testing/second-person.ts";

/** A change past the triggers, which the owner of the tables could make, and its undoing. */
interface Attack {
  readonly what: string;
  readonly attack: (row: Transaction) => string;
  readonly undo: (row: Transaction) => string;
}

const pays = (cents: number, { id }: Transaction): string =>
  `update transactions set credit = ${cents}, debit = ${cents} where id = '${id}'`;
const has = (
  more: string,
): string => `update ledger_balances set balance = balance ${more} where purpose = 'available'
  and currency = 'AUD' and user_id = (select id from users where email = 'customer@demo.test')`;

const ATTACKS: readonly Attack[] = [
  { what: "a raised amount", attack: (row) => pays(900_000, row), undo: (row) => pays(1000, row) },
  { what: "a balance of no posting", attack: () => has("+ 900000"), undo: () => has("- 900000") },
];

describe.each(DIALECTS)("with a stolen database role on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let fiona: TestClient;
  let frank: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    await customer.login("customer@demo.test");
    fiona = (await newStaff(app, "finance")).client;
    frank = (await newStaff(app, "finance")).client;
    await mutateByTwo(app, fiona, "ops.depositAccounts.set", PAYING_ACCOUNT);
  });
  afterAll(async () => {
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    await app.close();
  });

  test.each([{ credit: 900_000n, debit: 900_000n }, { user_id: "accomplice" }])(
    "no withdrawal is changed: %o",
    async (change) => {
      const { id } = await requestWithdrawal(customer, "10.00");
      const done = app.services.database.write((tx) =>
        tx.updateTable("transactions").set(change).where("id", "=", id).execute(),
      );
      await expect(done).rejects.toThrow(/^transactions keeps /);
      expect((await customer.post(`/api/users/transactions/${id}/cancel`)).status).toBe(200);
    },
  );

  test.each(ATTACKS)("nothing is paid by $what", async ({ attack, undo }) => {
    const row = await requestWithdrawal(customer, "10.00");
    const whileAttacked = async (act: () => Promise<{ status: number }>): Promise<unknown> => {
      await changePastTriggers(app.services.database, [attack(row)]);
      const answer = await act();
      await changePastTriggers(app.services.database, [undo(row)]);
      return answer;
    };
    const refused = {
      code: "validation_failed",
      errors: { id: [`${row.reference} differs from the books`] },
    };
    const { id } = (await mutate<Payout>(fiona, "ops.payouts.create", { currency: "AUD" })).data;
    const ask = () => mutate<AwaitingApproval>(fiona, "ops.payouts.release", { id });
    expect(await whileAttacked(ask), "asking").toMatchObject(refused);
    const asked = (await ask()).data.approval.id;
    const approve = () => mutate(frank, "ops.approvals.approve", { id: asked });
    expect(await whileAttacked(approve), "approving").not.toMatchObject({ data: { status: "approved" } });
    const { data: unreleased } = await query<Payout>(fiona, "ops.payouts.get", { id });
    expect(unreleased.status).toBe("open");

    await mutate(fiona, "ops.approvals.withdraw", { id: asked });
    await mutateByTwo(app, fiona, "ops.payouts.release", { id });
    const file = () => mutate<{ content: string }>(fiona, "ops.payouts.file", { id });
    expect(await whileAttacked(file), "taking the file").toMatchObject(refused);
    const { foot } = checkAba((await file()).data.content);
    expect(foot["credit total"]).toBe("0000001000");
    expect((await mutate(fiona, "ops.payouts.sent", { id })).status).toBe(200);
  });

  test("nothing is completed by hand with another amount than the books have", async () => {
    const row = await requestWithdrawal(customer, "10.00");
    const complete = () =>
      mutate(fiona, "ops.withdrawals.complete", { reference: row.reference, bank_reference: "B1" });
    await changePastTriggers(app.services.database, [pays(900_000, row)]);
    expect(await complete()).toMatchObject({ code: "validation_failed" });
    await changePastTriggers(app.services.database, [pays(1000, row)]);
    expect((await complete()).status).toBe(200);
  });
});
