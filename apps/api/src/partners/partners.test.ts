import { localDay } from "@wattle/contracts/days";
import type { Transaction } from "@wattle/contracts/history";
import type { PartnersBoard, Referral } from "@wattle/contracts/partners";
import { findUserByEmail, updateUser } from "@wattle/db/accounts";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { mutate, query } from "../testing/procedures.ts";

const PATH = "/api/users/referrals";
interface Page {
  readonly data: Referral[];
  readonly meta: { readonly total: number; readonly last_page: number };
}

describe.each(DIALECTS)("partners on %s", (dialect) => {
  let app: TestApp;
  let partner: TestClient;
  let customer: TestClient;
  let operator: TestClient;
  const records = async (): Promise<Referral[]> =>
    (await partner.get<Page>(`${PATH}?per_page=100`)).body.data;
  const total = async (): Promise<number> => (await records()).length;
  const deposit = async (): Promise<Transaction> => {
    const answer = await customer.post<{ data: Transaction }>("/api/users/transactions", {
      balance: { credit: "300.00", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };

  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [partner, customer, operator] = [app.client(), app.client(), app.client()];
    const { read } = app.services.database;
    const host = await findUserByEmail(read, "partner@demo.test");
    const client = await findUserByEmail(read, "customer@demo.test");
    await app.services.database.write((tx) =>
      updateUser(tx, client?.id ?? "", {
        referred_by: host?.id ?? "",
        first_name: '<img src=x onerror="alert(1)">',
      }),
    );
    await partner.login("partner@demo.test");
    await customer.login("customer@demo.test");
    await operator.login("operator@demo.test");
  });
  afterAll(async () => {
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    await app.close();
  });

  test("an exchange of a referred customer makes one record, whatever is repeated", async () => {
    const before = await total();
    const payload = payloadOf(await holdRate(customer), "0.01");
    const answers = await Promise.all([1, 2, 3].map(() => postExchange(customer, payload, "one-key")));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await postExchange(customer, payload)).status).toBe(409);
    const after = await records();
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({
      transaction_type: "exchange",
      credit: "0.01000000",
      credit_currency: "BTC",
      debit: payload.debit,
      debit_currency: "AUD",
      client: { name: '<img src=x onerror="alert(1)">', email: "customer@demo.test" },
    });
  });

  test("an exchange that is refused makes none", async () => {
    const before = await total();
    const payload = payloadOf(await holdRate(customer), "0.01");
    expect((await postExchange(customer, { ...payload, debit: "1.00" })).status).toBe(422);
    expect(await total()).toBe(before);
  });

  test("an announced deposit makes none, a confirmed one makes one, a returned one takes it away", async () => {
    const before = await total();
    const { reference } = await deposit();
    expect(await total()).toBe(before);
    const confirm = { reference, amount: "299.00" };
    expect((await mutate(operator, "ops.deposits.confirm", confirm)).status).toBe(200);
    expect((await mutate(operator, "ops.deposits.confirm", confirm)).code).toBe("state_conflict");
    const [newest, ...others] = await records();
    expect(others).toHaveLength(before);
    expect(newest).toMatchObject({ transaction_type: "deposit", credit: "299.00", debit: "299.00" });
    const back = await mutate(operator, "ops.deposits.return", {
      reference,
      message: "Called back by its bank",
    });
    expect(back.status).toBe(200);
    expect(await total()).toBe(before);
  });

  test("who came by no one's link makes none", async () => {
    const before = await total();
    const other = app.client();
    await other.login("nigeria@demo.test");
    const payload = payloadOf(await holdRate(other, "BTC", "AUD"), "0.01");
    expect((await postExchange(other, payload)).status).toBe(201);
    expect(await total()).toBe(before);
  });

  test("the board has the link, the customers and totals that are the records' own", async () => {
    const { data: board } = await query<PartnersBoard>(partner, "partners.board");
    expect(board?.partner_link).toBe(`${app.services.config.APP_ORIGIN}/register/demo-partner`);
    const clients = new Set((await records()).map(({ client }) => client.email));
    expect(board?.customers).toBe(clients.size);
    expect(clients.size).toBeGreaterThan(1);
    const cents = new Map<string, bigint>();
    for (const { transaction_type, credit, credit_currency } of await records()) {
      const key = `${transaction_type} ${credit_currency}`;
      cents.set(key, (cents.get(key) ?? 0n) + BigInt(credit.replace(".", "")));
    }
    expect(
      new Map(
        board?.totals.map(({ transaction_type, credit, credit_currency }) => [
          `${transaction_type} ${credit_currency}`,
          BigInt(credit.replace(".", "")),
        ]),
      ),
    ).toEqual(cents);
  });

  test("the board's months are the newest records' own, on the side of the money", async () => {
    const { data: board } = await query<PartnersBoard>(partner, "partners.board");
    const sums = new Map<string, { cents: bigint; records: number }>();
    for (const row of await records()) {
      if (row.transaction_type !== "exchange") continue;
      const money = row.credit_currency === "AUD" ? row.credit : row.debit;
      const month = localDay(Date.parse(row.created_at), app.services.config.TIME_ZONE).slice(0, 7);
      const before = sums.get(month) ?? { cents: 0n, records: 0 };
      sums.set(month, {
        cents: before.cents + BigInt(money.replace(".", "")),
        records: before.records + 1,
      });
    }
    const { clock, config } = app.services;
    const today = localDay(clock.now(), config.TIME_ZONE);
    expect(board?.month).toBe(today.slice(0, 7));
    const [year = 0, month = 0] = today.split("-").map(Number);
    const first = new Date(Date.UTC(year, month - 6)).toISOString().slice(0, 7);
    const newest = [...sums].filter(([name]) => name >= first).toSorted(([a], [b]) => (a < b ? 1 : -1));
    expect(newest.length).toBeGreaterThan(0);
    expect(
      board?.months.map(({ month, currency, amount, records: count }) => [
        `${month} ${currency}`,
        { cents: BigInt(amount.replace(".", "")), records: count },
      ]),
    ).toEqual(newest.map(([name, sum]) => [`${name} AUD`, sum]));
  });

  test.each([
    ["customer@demo.test", 403, "forbidden"],
    ["operator@demo.test", 403, "forbidden"],
    ["unverified@demo.test", 403, "identity_unverified"],
    ["blocked@demo.test", 403, "account_blocked"],
  ])("%s is refused with %s", async (email, status, code) => {
    const stranger = app.client();
    await stranger.login(email);
    for (const procedure of ["partners.board", "partners.referrals"]) {
      expect(await query(stranger, procedure, {})).toMatchObject({ status, code });
    }
    expect((await app.client().get(PATH)).status).toBe(401);
  });

  test.each(["0", "-1", "1e9", "abc", "1.5", "", "1000000000", "%00"])(
    "page %j is refused at its field",
    async (page) => {
      const answer = await partner.get<{ errors: object }>(`${PATH}?page=${page}`);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(["page"]);
    },
  );

  test("a page beyond the last is empty and says which is the last", async () => {
    const { status, body } = await partner.get<Page>(`${PATH}?page=1000000&per_page=20`);
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(body.meta.last_page).toBe(Math.ceil(body.meta.total / 20));
  });
});
