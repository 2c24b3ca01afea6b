import { administer } from "@wattle/db/testing/postgres-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { callAs, newAccount, newBankAccount } from "../testing/in-memory.ts";

// PostgreSQL says which transaction wrote a row. One transaction there is one on SQLite too.
let api: TestApp;
let customer: string;
let finance: string;
beforeAll(async () => {
  api = await startTestApp({ dialect: "postgres" });
  customer = await newAccount(api);
  finance = await newAccount(api, "finance");
});
afterAll(() => api.close());

async function done<T>(who: string, procedure: string, input: object): Promise<T> {
  const answer = await callAs<T>(api, who, procedure, input);
  expect(answer, procedure).toMatchObject({ ok: true });
  return answer.data;
}

/** The mails to the customer, each with how many changes of a transaction's state were written together with it. */
async function mailsWithTheirActs(): Promise<{ subject: string; acts: string }[]> {
  const { rows } = await administer(
    api.databaseUrl,
    `select subject, (select count(*) from transaction_events where transaction_events.xmin = outbox.xmin) as acts
    from outbox where recipient = '${customer}@mail.example' order by created_at, id`,
  );
  return rows as { subject: string; acts: string }[];
}

test("a mail about money is written in the transaction that moves the money", async () => {
  const deposit = await done<{ reference: string }>(customer, "deposits.announce", {
    balance: { credit: "500.00", credit_currency: "AUD" },
    transaction_type: "deposit",
    payment_method: "payid",
  });
  await done(finance, "ops.deposits.confirm", { reference: deposit.reference, amount: "500.00" });
  const withdrawal = await done<{ reference: string }>(customer, "withdrawals.request", {
    balance: { credit: "100.00", credit_currency: "AUD" },
    transaction_type: "withdraw",
    bank_account_id: await newBankAccount(api, customer),
  });
  await done(finance, "ops.withdrawals.complete", {
    reference: withdrawal.reference,
    bank_reference: "PAID 1",
  });
  const mails = await mailsWithTheirActs();
  expect(mails.map(({ subject }) => subject)).toEqual([
    "500.00 AUD has arrived",
    "Withdrawal requested: 100.00 AUD",
    "We’ve paid your withdrawal of 100.00 AUD",
  ]);
  for (const { subject, acts } of mails) expect(acts, subject).not.toBe("0");
});
