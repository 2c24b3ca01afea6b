import { PERMISSIONS } from "@wattle/contracts/accounts";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { HOLD_KINDS } from "@wattle/contracts/choices";
import { ERRORS, type ErrorCode } from "@wattle/contracts/errors";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import type { User } from "@wattle/db/tables";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { balanceOf, historyTotal, holdRate, payloadOf } from "../testing/exchanges.ts";
import { whileWaiting } from "../testing/locks.ts";

const ACTS = ["exchange", "deposit", "withdraw"] as const;
type Act = (typeof ACTS)[number];

/** States that an account can reach as a call of it waits, and the call's answer then. */
const CHANGES: readonly (readonly [string, Partial<User>, readonly Act[], ErrorCode])[] = [
  ["is blocked", { status: "blocked" }, ACTS, "account_blocked"],
  ["is no longer verified", { status: "rejected" }, ACTS, "identity_unverified"],
  ["loses its permissions", { permissions: "[]" }, ["deposit", "withdraw"], "forbidden"],
  ["is put on hold", { on_hold: JSON.stringify(HOLD_KINDS) }, ACTS, "account_under_review"],
];

describe.each(DIALECTS)("a customer who waits for a lock on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  let customerId: string;
  let account: BankAccount;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    customer = api.client();
    customerId = (await customer.login("customer@demo.test")).user.id;
    const accounts = await customer.get<{ data: BankAccount[] }>("/api/users/bank-accounts");
    const [first] = accounts.body.data;
    if (first === undefined) throw new Error("the demo customer has no bank account");
    account = first;
  });
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  const payloadFor = async (act: Act): Promise<object> => {
    if (act === "exchange") return payloadOf(await holdRate(customer), "0.01");
    return {
      balance: { credit: "20.00", credit_currency: "AUD" },
      debit: "20.00",
      debit_currency: "AUD",
      transaction_type: act,
      ...(act === "deposit" ? { payment_method: "payid" } : { bank_account_id: account.id }),
    };
  };

  /** Sends a call that waits for the customer's balances, which are held by the transaction that changes the account. */
  const whileChanging = (
    changes: Partial<User>,
    send: () => Promise<Answer<{ code: string }>>,
  ): Promise<Answer<{ code: string }>> =>
    whileWaiting(
      api.services.database,
      async (tx) => {
        await tx
          .updateTable("ledger_balances")
          .set((row) => ({ balance: row.ref("balance") }))
          .where("user_id", "=", customerId)
          .execute();
        await tx.updateTable("users").set(changes).where("id", "=", customerId).execute();
      },
      send,
    );

  for (const [change, changes, acts, code] of CHANGES) {
    test.each(acts)(`and ${change} meanwhile does nothing any more: %s`, async (act) => {
      const key = { "idempotency-key": `${code}-${act}` };
      const [balance, total, payload] = [
        await balanceOf(customer),
        await historyTotal(customer),
        await payloadFor(act),
      ];
      const send = () => customer.post<{ code: string }>("/api/users/transactions", payload, key);
      const answer = await whileChanging(changes, send);
      expect([answer.status, answer.body.code]).toEqual([ERRORS[code].status, code]);

      await api.services.database.write((tx) =>
        tx
          .updateTable("users")
          .set({ status: "verified", permissions: JSON.stringify(PERMISSIONS), on_hold: "[]" })
          .where("id", "=", customerId)
          .execute(),
      );
      expect(await balanceOf(customer)).toEqual(balance);
      expect(await historyTotal(customer)).toBe(total);
      // Neither the key nor the quote is used up.
      expect((await send()).status).toBe(201);
    });
  }
});
