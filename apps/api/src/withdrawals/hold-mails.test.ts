import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { updateUser } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { mailsTo } from "../testing/visitor.ts";
import { sendDueHoldMails, startHoldMails } from "./hold-mails.ts";

const DAY = 24 * 60 * 60 * 1000;
const ACCOUNT = {
  currency: "AUD",
  account_name: "Wattle Customer",
  bank_name: "Bank of Example",
  bsb: "000-222",
};

describe.each(DIALECTS)("emails about holds on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let userId: string;
  let next = 10_000_000;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    userId = (await customer.login("customer@demo.test")).user.id;
  });
  afterAll(() => app.close());

  /** A bank account that is on hold, with a number of its own. */
  const add = async (): Promise<BankAccount> => {
    next += 7;
    const { body } = await customer.post<{ data: BankAccount }>("/api/users/bank-accounts", {
      ...ACCOUNT,
      account_number: String(next),
    });
    return body.data;
  };
  const ask = (id: string, client = customer) =>
    client.post<{ result: { data: { email_when_free: string[] } } }>("/trpc/withdrawals.emailWhenFree", {
      bank_account_id: id,
    });
  const sent = async ({ account_number }: BankAccount, to = "customer@demo.test"): Promise<number> =>
    (await mailsTo(app, to)).filter(
      ({ subject, text }) =>
        subject === "Your bank account is ready" && text.includes(`ending in ${account_number.slice(-3)}.`),
    ).length;
  const sweep = () => sendDueHoldMails(app.services);

  test("asked for twice, one is sent when the hold ends, not before, and never again", async () => {
    const account = await add();
    await ask(account.id);
    const answer = await ask(account.id);
    expect(answer.status).toBe(200);
    expect(answer.body.result.data.email_when_free).toEqual([account.id]);
    app.clock.advance(DAY - 1);
    await sweep();
    expect(await sent(account)).toBe(0);
    app.clock.advance(1);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await sent(account)).toBe(1);
    app.clock.advance(DAY);
    await sweep();
    expect(await sent(account)).toBe(1);
    expect((await ask(account.id)).status).toBe(409);
  });

  test("an account that no one asked about sends none", async () => {
    const account = await add();
    app.clock.advance(DAY);
    await sweep();
    expect(await sent(account)).toBe(0);
  });

  test("an account that is changed meanwhile is emailed about at the end of its new hold", async () => {
    const account = await add();
    await ask(account.id);
    app.clock.advance(DAY / 2);
    const account_number = String((next += 7));
    await customer.put(`/api/users/bank-accounts/${account.id}`, { ...ACCOUNT, account_number });
    app.clock.advance(DAY / 2);
    await sweep();
    expect(await sent({ ...account, account_number })).toBe(0);
    app.clock.advance(DAY / 2);
    await sweep();
    expect(await sent({ ...account, account_number })).toBe(1);
  });

  test("a hold after a password change counts as well, and its end can be asked for", async () => {
    const account = await add();
    app.clock.advance(DAY);
    expect((await ask(account.id)).status).toBe(409);
    const changePassword = (): Promise<unknown> =>
      app.services.database.write((tx) =>
        updateUser(tx, userId, { password_changed_at: BigInt(app.clock.now()) }),
      );
    await changePassword();
    expect((await ask(account.id)).status).toBe(200);
    await sweep();
    expect(await sent(account)).toBe(0);
    app.clock.advance(DAY);
    await sweep();
    expect(await sent(account)).toBe(1);
  });

  test("a customer who is blocked meanwhile gets it once they are not, at the address they have then", async () => {
    const account = await add();
    await ask(account.id);
    const change = (changes: Parameters<typeof updateUser>[2]): Promise<unknown> =>
      app.services.database.write((tx) => updateUser(tx, userId, changes));
    await change({ status: "blocked" });
    app.clock.advance(DAY);
    await sweep();
    expect(await sent(account)).toBe(0);
    await change({ status: "verified", email: "moved@demo.test" });
    await sweep();
    expect(await sent(account)).toBe(0);
    expect(await sent(account, "moved@demo.test")).toBe(1);
    await change({ email: "customer@demo.test" });
  });

  test("an account that is removed takes the wish with it", async () => {
    const account = await add();
    await ask(account.id);
    await app.services.database.write((tx) =>
      tx.deleteFrom("bank_accounts").where("id", "=", account.id).execute(),
    );
    app.clock.advance(DAY);
    await sweep();
    expect(await sent(account)).toBe(0);
  });

  test("another customer's account is not found", async () => {
    const account = await add();
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    expect((await ask(account.id, stranger)).status).toBe(404);
    expect((await ask("none")).status).toBe(404);
  });

  test("the sweep runs at once and again after each wait, and stops", async () => {
    const account = await add();
    await ask(account.id);
    const waits: (() => void)[] = [];
    const stop = startHoldMails(app.services, (run) => {
      waits.push(run);
      return () => void waits.splice(waits.indexOf(run), 1);
    });
    await expect.poll(() => waits.length).toBe(1);
    app.clock.advance(DAY);
    waits.shift()?.();
    await expect.poll(() => waits.length).toBe(1);
    expect(await sent(account)).toBe(1);
    await stop();
    expect(waits).toEqual([]);
  });
});
