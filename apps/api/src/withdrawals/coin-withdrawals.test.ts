import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { Transaction, TransactionDetail } from "@wattle/contracts/history";
import { updateUser } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { coinWallet, etherWallet } from "../testing/coin-wallet.ts";
import { unitsOf } from "../testing/units.ts";
import { mailsTo } from "../testing/visitor.ts";

const EMAIL = "customer@demo.test";
const PATH = "/api/users/transactions";

/** Amounts that differ from coin to coin; `least` is the minimum and the fee, and `low` is a unit less. */
const COINS = {
  BTC: {
    network: "bitcoin",
    wallet: coinWallet("of the customer"),
    own: "2.50000000",
    fee: "0.00005000",
    least: "0.00055000",
    low: "0.00054999",
    other: "ETH",
  },
  ETH: {
    network: "ethereum",
    wallet: etherWallet("of the customer"),
    own: "40.00000000",
    fee: "0.00100000",
    least: "0.01100000",
    low: "0.01099999",
    other: "BTC",
  },
} as const;

const CASES = DIALECTS.flatMap((dialect) =>
  (["BTC", "ETH"] as const).map((currency) => ({ dialect, currency })),
);

/** The rest of an amount. */
const less = (amount: string, taken: string): string =>
  String(unitsOf(amount, "BTC") - unitsOf(taken, "BTC"))
    .padStart(9, "0")
    .replace(/(?=\d{8}$)/, ".");

describe.each(CASES)("withdrawals of $currency on $dialect", ({ dialect, currency }) => {
  const { network, wallet: WALLET, own, fee, least, low, other: otherCoin } = COINS[currency];
  const PAYEE = {
    currency,
    address: WALLET.address,
    label: "My wallet",
    whose: "mine",
    wallet: "self_hosted",
  };
  let app: TestApp;
  let customer: TestClient;
  let operator: TestClient;
  let userId: string;
  let payee: CoinPayee;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    userId = (await customer.login(EMAIL)).user.id;
    operator = app.client();
    await operator.login("operator@demo.test");
    payee = await addPayee();
  });
  afterAll(() => app.close());

  const addPayee = async (): Promise<CoinPayee> =>
    (await customer.post<{ data: CoinPayee }>("/api/users/coin-payees", PAYEE)).body.data;
  const prove = ({ id, proof_message: message }: CoinPayee) =>
    customer.post(`/api/users/coin-payees/${id}/proof`, { signature: WALLET.sign(message ?? "") });
  const change = (changes: Parameters<typeof updateUser>[2]): Promise<unknown> =>
    app.services.database.write((tx) => updateUser(tx, userId, changes));
  /** As if the 48 hours were over. */
  const allow = () => change({ coins_sent_from: BigInt(app.clock.now()) });
  const ask = (credit: unknown = "0.05", changes: object = {}, headers: Record<string, string> = {}) =>
    customer.post<{ data: Transaction } & ErrorBody>(
      PATH,
      {
        transaction_type: "withdraw",
        balance: { credit, credit_currency: currency },
        coin_payee_id: payee.id,
        ...changes,
      },
      headers,
    );
  const refused = async (answer: ReturnType<typeof ask>) => {
    const { status, body } = await answer;
    return [status, body.code, Object.keys(body.errors ?? {})];
  };
  const balance = async () =>
    (await customer.get<{ data: Record<string, string> }>("/api/users/balance")).body.data[currency];
  const get = async (id: string) =>
    (await customer.get<{ data: TransactionDetail }>(`${PATH}/${id}`)).body.data;
  const pause = (what: string, paused: boolean) => mutate(operator, "ops.switches.set", { what, paused });

  test("are refused in the order of what is wrong, each at its field", async () => {
    const poor = "1000";
    await mutate(operator, "ops.customers.hold", {
      id: userId,
      on: ["withdrawals"],
      internal_note: "A test",
    });
    await change({ password_changed_at: BigInt(app.clock.now()) });
    await pause("coins-out", true);
    app.clock.advance(5_000);
    expect(await refused(ask("nonsense"))).toEqual([503, "paused", []]);
    await pause("coins-out", false);
    app.clock.advance(5_000);
    expect(await refused(ask("nonsense"))).toEqual([422, "validation_failed", ["balance.credit"]]);
    expect(await refused(ask("0.000000001"))).toEqual([422, "validation_failed", ["balance.credit"]]);
    const other = { coin_payee_id: "none" };
    expect(await refused(ask("0.0001", other))).toEqual([
      422,
      "coins_sending_off",
      ["balance.credit_currency"],
    ]);
    await change({ coins_sent_from: BigInt(app.clock.now() + 1) });
    expect(await refused(ask("0.0001", other))).toEqual([
      422,
      "coins_sending_off",
      ["balance.credit_currency"],
    ]);
    await allow();
    expect(await refused(ask("0.0001", other))).toEqual([422, "validation_failed", ["coin_payee_id"]]);
    expect(await refused(ask("0.0001"))).toEqual([422, "payee_on_hold", ["coin_payee_id"]]);
    await prove(payee);
    expect(await refused(ask("0.0001"))).toEqual([422, "withdrawals_on_hold", ["balance.credit_currency"]]);
    await change({ password_changed_at: null });
    expect(await refused(ask("0.0001"))).toEqual([422, "account_under_review", ["balance.credit_currency"]]);
    await mutate(operator, "ops.customers.releaseHold", {
      id: userId,
      on: ["withdrawals"],
      internal_note: "A test",
    });
    expect((await ask(low)).body).toMatchObject({
      code: "amount_below_minimum",
      errors: { "balance.credit": [`Minimum: ${least} ${currency}`] },
    });
    expect(await refused(ask("0.00001"))).toEqual([422, "amount_below_minimum", ["balance.credit"]]);
    expect(await refused(ask(poor))).toEqual([422, "insufficient_funds", ["balance.credit"]]);
    expect(await balance()).toBe(own);
  });

  test.each([
    [
      "another currency",
      { balance: { credit: "1", credit_currency: "AUD" } },
      "currency_inactive",
      "balance.credit_currency",
    ],
    ["no party", { coin_payee_id: undefined }, "validation_failed", "bank_account_id"],
    ["two parties", { bank_account_id: "one" }, "validation_failed", "coin_payee_id"],
    ["another amount to receive", { debit: "0.05" }, "debit_mismatch", "debit"],
    ["another currency to receive", { debit_currency: otherCoin }, "pair_unsupported", "debit_currency"],
    [
      "nothing",
      { balance: { credit: "0", credit_currency: currency } },
      "amount_below_minimum",
      "balance.credit",
    ],
  ])("%s is refused", async (_what, changes, code, field) => {
    expect(await refused(ask("0.05", changes))).toEqual([422, code, [field]]);
  });

  describe("that are allowed", () => {
    beforeEach(async () => {
      await customer.login(EMAIL);
    });

    test("set the coins aside, say what arrives, are emailed, and are given back by a cancellation", async () => {
      const { status, body, text } = await ask("0.05", { debit: less("0.05", fee) });
      expect(status, text).toBe(201);
      expect(body.data).toMatchObject({
        transaction_type: "withdraw",
        status: "requested",
        credit: "0.05000000",
        credit_currency: currency,
        debit: less("0.05", fee),
        debit_currency: currency,
        rate: null,
        fee,
        fee_amount: fee,
        fee_currency: currency,
        converted: null,
        payment_method: "onchain",
        bank_account_id: null,
        coin_payee_id: payee.id,
        txid: null,
      });
      const { id, reference } = body.data;
      expect(await balance()).toBe(less(own, "0.05"));
      const { available_at: _, id: _id, proof_message: __, ...copy } = payee;
      expect(await get(id)).toMatchObject({ bank_account: null, coin_payee: copy, being_paid: false });
      const [mail] = await mailsTo(app, EMAIL);
      expect(mail?.subject).toBe(`Withdrawal requested: 0.05000000 ${currency}`);
      expect(mail?.text).toContain(`The network fee is ${fee} ${currency}.`);
      expect(mail?.text).not.toContain(WALLET.address);
      const stored = await app.services.database.read
        .selectFrom("transactions")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(stored.coin_payee_snapshot).not.toContain(WALLET.address);

      expect(
        await mutate(operator, "ops.withdrawals.complete", { reference, bank_reference: "Nothing" }),
      ).toMatchObject({
        code: "state_conflict",
      });
      expect((await customer.post(`${PATH}/${id}/cancel`)).status).toBe(200);
      expect(await balance()).toBe(own);
      expect(await get(id)).toMatchObject({ status: "cancelled" });
      expect((await customer.get(`${PATH}/${id}/receipt`)).status).toBe(200);
    });

    test("are listed at the desk, which rejects one as it does a bank's", async () => {
      const { reference } = (await ask("0.03")).body.data;
      const { data } = await query<{ data: TransactionDetail[] }>(operator, "ops.withdrawals.list", {
        status: "requested",
        newest_first: true,
      });
      expect(data.data.find((row) => row.reference === reference)).toMatchObject({
        coin_payee: { label: "My wallet", address: WALLET.address },
        warnings: [],
      });
      const before = await balance();
      const message = "We can't send to this wallet.";
      expect((await mutate(operator, "ops.withdrawals.reject", { reference, message })).status).toBe(200);
      expect([before, await balance()]).toEqual([less(own, "0.03"), own]);
      expect((await mailsTo(app, EMAIL))[0]?.text).toContain(
        `The full 0.03000000 ${currency} is back in your balance.`,
      );
    });

    test("stay as they are if their payee is removed, and no bank's batch takes them", async () => {
      const { id } = (await ask("0.02")).body.data;
      expect((await customer.delete(`/api/users/coin-payees/${payee.id}`)).status).toBe(204);
      expect((await get(id)).coin_payee?.address).toBe(WALLET.address);
      payee = await addPayee();
      await prove(payee);
      expect(await mutate(operator, "ops.payouts.create", { currency })).toMatchObject({
        code: "currency_inactive",
      });
      await customer.post(`${PATH}/${id}/cancel`);
    });

    test("are made once for each idempotency key", async () => {
      const headers = { "idempotency-key": "one-withdrawal" };
      const answers = await Promise.all([1, 2, 3].map(() => ask("0.03", {}, headers)));
      const [first] = answers;
      for (const answer of answers) expect(answer.body).toEqual(first?.body);
      expect(await balance()).toBe(less(own, "0.03"));
      expect(await refused(ask("0.02", {}, headers))).toEqual([
        409,
        "idempotency_conflict",
        ["idempotency_key"],
      ]);
      await customer.post(`${PATH}/${first?.body.data.id ?? ""}/cancel`);
    });

    test("of all there is leave nothing, and the books and the portfolio add up", async () => {
      const { id } = (await ask(own)).body.data;
      expect([await balance(), (await get(id)).debit]).toEqual(["0.00000000", less(own, fee)]);
      expect(await refused(ask("0.03"))).toEqual([422, "insufficient_funds", ["balance.credit"]]);
      expect((await query(customer, "portfolio.overview")).status).toBe(200);
      expect((await query(operator, "ops.ledger.check")).data).toMatchObject({ mismatches: [] });
      await customer.post(`${PATH}/${id}/cancel`);
    });

    test("are refused while the network is paused", async () => {
      await pause(`network:${network}`, true);
      app.clock.advance(5_000);
      expect(await refused(ask())).toEqual([503, "paused", []]);
      await pause(`network:${network}`, false);
      app.clock.advance(5_000);
    });

    test("are twenty a day at most", async () => {
      const statuses: number[] = [];
      for (let asked = 0; asked < 21; asked += 1) {
        const { status, body } = await ask("0.02");
        statuses.push(status);
        if (status === 201) await customer.post(`${PATH}/${body.data.id}/cancel`);
      }
      expect(statuses.at(-1)).toBe(422);
    });
  });
});
