/** A country with a bank format, added to a running installation by only the command line. */
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { BankAccount, SystemBankAccount } from "@wattle/contracts/bank-accounts";
import type { CurrencyMaps } from "@wattle/contracts/currencies";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runOpsByTwo } from "../testing/second-person.ts";
import { applicant } from "../testing/applicant.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { balanceOf, holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";

const TRANSACTIONS = "/api/users/transactions";
const ACCOUNTS = "/api/users/bank-accounts";
/** For so long another process may not know of a change yet. */
const KNOWN_AFTER_MILLISECONDS = 5_000;

const OURS = ["deposit-accounts", "set", "NZD", "bank_transfer", "--account-name", "Client Money"];
const BANK = ["--bank-name", "Bank of Example", "--account-number"];
const CURRENCY = ["markets", "currency", "NZD", "--kind", "fiat", "--name", "New Zealand Dollar"];
const LIMITS = ["--exchange-min", "100.00", "--exchange-max", "50000.00", "--deposit-min", "1.00"];

describe.each(DIALECTS)("New Zealand, on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
  });
  afterAll(() => app.close());

  const ops = (...words: readonly string[]) => runOpsByTwo(app, words);
  const done = async (...words: readonly string[]): Promise<void> => {
    const { code, error } = await ops(...words);
    expect(code, error).toBe(0);
  };
  const move = async (payload: object): Promise<Transaction> => {
    const { status, body, text } = await customer.post<{ data: Transaction }>(TRANSACTIONS, payload);
    expect(status, text).toBe(201);
    return body.data;
  };

  test("before there is such a currency, there is nowhere to pay it", async () => {
    const { code, error } = await ops(...OURS, ...BANK, "01-0902-0068389-00");
    expect(code).toBe(1);
    expect(error).toContain("currency: We don't offer this currency.");
  });

  test("the command line adds the currency, its pairs and where customers pay", async () => {
    await done(...CURRENCY, "--residents-of", "NZ", ...LIMITS, "--deposit-max", "100000.00");
    await done("markets", "pair", "NZD", "BTC", "--fee", "1");
    await done("markets", "pair", "BTC", "NZD", "--fee", "1");
    const refused = await ops(...OURS, ...BANK, "01-0902-0068388-00");
    expect(refused.code).toBe(1);
    expect(refused.error).toContain("account_number: Not a valid account number");
    await done(...OURS, ...BANK, "01-0902-0068389-00");
    app.clock.advance(KNOWN_AFTER_MILLISECONDS);
  });

  test("who lives there is offered it, who lives elsewhere is not", async () => {
    const kiwi = await applicant(app, "NZ");
    await done("customers", "verify", kiwi.email);
    customer = kiwi.client;
    const offered = async (client: TestClient): Promise<[boolean, SystemBankAccount[]]> => {
      const { body } = await client.get<CurrencyMaps>("/api/currencies");
      const ours = await client.get<{ data: SystemBankAccount[] }>("/api/users/system-bank-accounts");
      return [Object.hasOwn(body.fiat, "NZD"), ours.body.data.filter(({ currency }) => currency === "NZD")];
    };
    expect(await offered(customer)).toEqual([
      true,
      [
        {
          id: "nzd-bank-transfer",
          currency: "NZD",
          method: "bank_transfer",
          bank_name: "Bank of Example",
          account_name: "Client Money",
          bsb: null,
          bank_code: null,
          account_number: "01-0902-0068389-000",
          payid: null,
        },
      ],
    ]);
    const elsewhere = app.client();
    await elsewhere.login("customer@demo.test");
    expect(await offered(elsewhere)).toEqual([false, []]);
  });

  test("money comes in, is exchanged and goes out to an account there", async () => {
    const account = { currency: "NZD", account_name: "Mary Visitor", bank_name: "Bank of Example" };
    const wrong = await customer.post<ErrorBody>(ACCOUNTS, {
      ...account,
      account_number: "08-6523-1954513-001",
    });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { account_number: ["Not a valid account number"] },
    ]);
    const added = await customer.post<{ data: BankAccount }>(ACCOUNTS, {
      ...account,
      account_number: "08-6523-1954512-001",
      bsb: "000-111",
    });
    expect(added.status, added.text).toBe(201);
    expect(added.body.data).toMatchObject({
      country: "NZ",
      account_number: "08-6523-1954512-001",
      bsb: null,
    });

    const deposit = await move({
      transaction_type: "deposit",
      balance: { credit: "1000.00", credit_currency: "NZD" },
      payment_method: "bank_transfer",
    });
    await done("deposits", "confirm", deposit.reference, "1000.00", "--bank-reference", "NZ-1");
    const bought = await postExchange(customer, payloadOf(await holdRate(customer, "NZD", "BTC"), "600.00"));
    expect(bought.status, bought.text).toBe(201);

    app.clock.advance(DAY_MILLISECONDS);
    const withdrawal = await move({
      transaction_type: "withdraw",
      balance: { credit: "400.00", credit_currency: "NZD" },
      bank_account_id: added.body.data.id,
    });
    await done("withdrawals", "complete", withdrawal.reference, "--bank-reference", "NZ-2");
    expect(await balanceOf(customer)).toMatchObject({ NZD: "0.00", BTC: bought.body.data.debit });
    const elsewhere = await customer.post<ErrorBody>(TRANSACTIONS, {
      transaction_type: "deposit",
      balance: { credit: "10.00", credit_currency: "NZD" },
      payment_method: "payid",
    });
    expect([elsewhere.status, elsewhere.body.errors]).toEqual([
      422,
      { payment_method: ["Not offered for NZD"] },
    ]);
    await done("ledger", "check");
  });
});
