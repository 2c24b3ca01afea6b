import { parse } from "csv-parse/sync";
import { convert, prepareConversion } from "@wattle/exchange-core/convert";
import { formatAmount, parseAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { parseRate } from "@wattle/exchange-core/rate";
import type { Transaction } from "@wattle/contracts/history";
import type { Receipt } from "@wattle/contracts/receipts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { mutate } from "../testing/procedures.ts";
import { taxLine } from "./tax-csv.ts";

describe.each(DIALECTS)("receipts on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let made: Transaction;
  const receiptOf = async (id: string, client = customer): Promise<Receipt> => {
    const answer = await client.get<{ data: Receipt }>(`/api/users/transactions/${id}/receipt`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    await customer.login("customer@demo.test");
    const answer = await postExchange(customer, payloadOf(await holdRate(customer), "0.0123"));
    expect(answer.status, answer.text).toBe(201);
    made = answer.body.data;
  });
  afterAll(() => app.close());

  test("the signed rate verifies with the published key, and promises what was executed", async () => {
    const receipt = await receiptOf(made.id);
    // From here on a stranger's view: the receipt, the published keys and an ordinary JOSE library.
    const address = receipt.quote?.jwks_url ?? "";
    const published = await app.client().get<JSONWebKeySet>(new URL(address).pathname);
    const { payload, protectedHeader } = await compactVerify(
      receipt.quote?.jws ?? "",
      createLocalJWKSet(published.body),
      { algorithms: ["EdDSA"] },
    );
    expect(protectedHeader).toMatchObject({ alg: "EdDSA", kid: receipt.quote?.kid });
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Record<string, string | number>;
    const { transaction } = receipt;
    expect(claims).toMatchObject({
      credit_currency: transaction.credit_currency,
      debit_currency: transaction.debit_currency,
      rate: transaction.rate,
      fee: transaction.fee,
    });
    const executed = Date.parse(transaction.created_at) / 1000;
    expect(Number(claims["iat"])).toBeLessThanOrEqual(executed);
    expect(Number(claims["exp"])).toBeGreaterThan(executed);
    const [from, to] = [currencyOf(transaction.credit_currency), currencyOf(transaction.debit_currency)];
    const [rate, fee] = [parseRate(String(claims["rate"])), parseFeePercent(String(claims["fee"]))];
    if (from === undefined || to === undefined || rate === undefined || fee === undefined) {
      throw new Error("the quote promises nothing that can be computed");
    }
    const credit = parseAmount(transaction.credit, from);
    if (!credit.ok) throw new Error("not an amount");
    expect(formatAmount(convert(credit.amount, prepareConversion({ from, to, rate, fee })), to)).toBe(
      transaction.debit,
    );
  });

  test("a quote that was tampered with does not verify", async () => {
    const { quote } = await receiptOf(made.id);
    const published = await app.client().get<JSONWebKeySet>("/.well-known/jwks.json");
    const [header, payload, signature] = (quote?.jws ?? "").split(".");
    const claims = JSON.parse(Buffer.from(payload ?? "", "base64url").toString()) as object;
    const dearer = Buffer.from(JSON.stringify({ ...claims, rate: "1" })).toString("base64url");
    await expect(
      compactVerify(`${header}.${dearer}.${signature}`, createLocalJWKSet(published.body)),
    ).rejects.toThrow("signature verification failed");
  });

  test("it has the reference, the fee and the entry of the books, whose postings add up", async () => {
    const { transaction, entries, customer: whose } = await receiptOf(made.id);
    expect(transaction).toMatchObject({ ...made });
    expect(whose.email).toBe("customer@demo.test");
    expect(entries).toHaveLength(1);
    expect(entries[0]?.description).toBe(`Exchange ${made.reference}`);
    expect(entries[0]?.postings).toEqual([
      { from: "Your balance", to: "Our trading account", amount: made.converted, currency: "BTC" },
      { from: "Your balance", to: "Our fee account", amount: made.fee_amount, currency: "BTC" },
      { from: "Our trading account", to: "Your balance", amount: made.debit, currency: "AUD" },
    ]);
  });

  test("a deposit that was returned shows both entries, and no quote", async () => {
    const operator = app.client();
    await operator.login("operator@demo.test");
    const announced = await customer.post<{ data: Transaction }>("/api/users/transactions", {
      balance: { credit: "70.00", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    const { id, reference } = announced.body.data;
    expect((await receiptOf(id)).entries).toEqual([]);
    await mutate(operator, "ops.deposits.confirm", { reference, amount: "70.00" });
    app.clock.advance(1000);
    await mutate(operator, "ops.deposits.return", { reference, message: "Called back" });
    const { entries, quote } = await receiptOf(id);
    expect(quote).toBeNull();
    expect(entries.map(({ postings }) => postings)).toEqual([
      [{ from: "Our bank account", to: "Your balance", amount: "70.00", currency: "AUD" }],
      [{ from: "Your balance", to: "Our bank account", amount: "70.00", currency: "AUD" }],
    ]);
  });

  test("it is no one else's", async () => {
    const stranger = app.client();
    await stranger.login("nigeria@demo.test");
    for (const id of [made.id, "none"]) {
      expect((await stranger.get(`/api/users/transactions/${id}/receipt`)).status).toBe(404);
    }
    expect((await app.client().get(`/api/users/transactions/${made.id}/receipt`)).status).toBe(401);
  });

  test("the tax file has one line per completed transaction, and its columns add up to the balances", async () => {
    const answer = await customer.get("/api/users/transactions-tax.csv");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="transactions-tax.csv"');
    const rows = parse(answer.text, { columns: true }) as Record<string, string>[];
    expect(Object.keys(rows[0] ?? {})).toEqual([
      "Date",
      "Sent Amount",
      "Sent Currency",
      "Received Amount",
      "Received Currency",
      "Fee Amount",
      "Fee Currency",
      "Net Worth Amount",
      "Net Worth Currency",
      "Label",
      "Description",
      "TxHash",
    ]);
    expect(rows.find(({ TxHash }) => TxHash === made.id)).toMatchObject({
      "Sent Amount": made.converted,
      "Sent Currency": "BTC",
      "Received Amount": made.debit,
      "Received Currency": "AUD",
      "Fee Amount": made.fee_amount,
      "Fee Currency": "BTC",
      "Net Worth Amount": made.debit,
      "Net Worth Currency": "AUD",
      Description: `Exchange ${made.reference}`,
    });
    const balances = new Map<string, bigint>();
    const add = (amount = "", code = "", sign = 1n): void => {
      if (code === "") return;
      balances.set(code, (balances.get(code) ?? 0n) + sign * BigInt(amount.replace(".", "")));
    };
    for (const row of rows) {
      add(row["Received Amount"], row["Received Currency"]);
      add(row["Sent Amount"], row["Sent Currency"], -1n);
      add(row["Fee Amount"], row["Fee Currency"], -1n);
    }
    const { body } = await customer.get<{ data: Record<string, string> }>("/api/users/balance");
    for (const [code, total] of balances) {
      expect(BigInt((body.data[code] ?? "").replace(".", "")), code).toBe(total);
    }
  });
});

describe("a line of the tax file", () => {
  const row: Transaction = {
    id: "id-1",
    transaction_type: "exchange",
    status: "completed",
    credit: "1500.00",
    credit_currency: "AUD",
    debit: "0.00990000",
    debit_currency: "BTC",
    rate: "0.0000066",
    fee: "1.00",
    fee_amount: "15.00",
    fee_currency: "AUD",
    converted: "1485.00",
    reference: "7KQ4-M2XB-9PTR",
    bill_reference: null,
    payment_method: null,
    bank_account_id: null,
    coin_payee_id: null,
    txid: null,
    note: null,
    created_at: "2026-01-31T09:30:00.999Z",
    updated_at: "2026-01-31T09:30:00.999Z",
  };
  const free = { rate: null, fee: null, fee_amount: null, fee_currency: null, converted: null };
  test.each<[string, Partial<Transaction>, string]>([
    [
      "a purchase: the fee next to what was sent, worth what was converted",
      {},
      "2026-01-31 09:30:00 UTC,1485.00,AUD,0.00990000,BTC,15.00,AUD,1485.00,AUD,,Exchange 7KQ4-M2XB-9PTR,id-1",
    ],
    [
      "a deposit",
      { ...free, transaction_type: "deposit", credit: "9.00", debit: "9.00", debit_currency: "AUD" },
      "2026-01-31 09:30:00 UTC,,,9.00,AUD,,,9.00,AUD,,Deposit 7KQ4-M2XB-9PTR,id-1",
    ],
    [
      "coins bought by card: received, worth what was paid",
      { ...free, transaction_type: "deposit", payment_method: "onramp" },
      "2026-01-31 09:30:00 UTC,,,0.00990000,BTC,,,1500.00,AUD,,Deposit 7KQ4-M2XB-9PTR,id-1",
    ],
    [
      "a withdrawal",
      { ...free, transaction_type: "withdraw", debit: "1500.00", debit_currency: "AUD" },
      "2026-01-31 09:30:00 UTC,1500.00,AUD,,,,,1500.00,AUD,,Withdrawal 7KQ4-M2XB-9PTR,id-1",
    ],
    [
      "an adjustment whose reason would be a formula",
      {
        ...free,
        transaction_type: "adjustment",
        credit: "0.00",
        debit: "5.00",
        debit_currency: "AUD",
        note: '=1+1,"x"',
      },
      '2026-01-31 09:30:00 UTC,,,5.00,AUD,,,,,,"Adjustment 7KQ4-M2XB-9PTR: =1+1,""x""",id-1',
    ],
  ])("%s", (_what, changes, line) => {
    expect(taxLine({ ...row, ...changes })).toBe(`${line}\r\n`);
  });

  test.each(["awaiting_payment", "requested", "cancelled", "expired", "rejected", "returned"] as const)(
    "none for %s",
    (status) => {
      expect(taxLine({ ...row, status })).toBeUndefined();
    },
  );

  test.each(["=1+1", "+61", "-5+2", "@SUM(A1)"])("an identifier %j begins no formula", (id) => {
    expect(taxLine({ ...row, id })).toContain(`,'${id}`);
  });
});
