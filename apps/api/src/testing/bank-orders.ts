/** Deposits and withdrawals of a customer by bank, and what the bank's account then has. */
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { Transaction } from "@wattle/contracts/history";
import { houseAccount } from "@wattle/db/ledger/accounts";
import type { HousePurpose } from "@wattle/db/tables";
import { expect } from "vitest";
import type { TestApp } from "./app-for-test.ts";
import type { TestClient } from "./client.ts";

const PATH = "/api/users/transactions";

/** The deposit account of bank transfers, as `ops.depositAccounts.set` takes it, that payout files can be made for. */
export const PAYING_ACCOUNT = {
  currency: "AUD",
  method: "bank_transfer",
  account_name: "Wattle Client Money",
  bank_name: "Bank of Example",
  bsb: "000-111",
  account_number: "987654",
  bank_abbreviation: "CBA",
  user_number: "301500",
  remitter: "Wattle",
} as const;

async function order(client: TestClient, credit: string, rest: object): Promise<Transaction> {
  const balance = { credit, credit_currency: "AUD" };
  const answer = await client.post<{ data: Transaction }>(PATH, { balance, ...rest });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

/** Announces a deposit of Australian dollars. */
export const announceDeposit = (
  client: TestClient,
  credit: string,
  payment_method = "payid",
): Promise<Transaction> => order(client, credit, { transaction_type: "deposit", payment_method });

/** Asks for a withdrawal of Australian dollars to the customer's first account that may be paid. */
export async function requestWithdrawal(client: TestClient, credit: string): Promise<Transaction> {
  const { body } = await client.get<{ data: BankAccount[] }>("/api/users/bank-accounts");
  const account = body.data.find((each) => each.currency === "AUD" && each.held_until === null);
  return order(client, credit, { transaction_type: "withdraw", bank_account_id: account?.id });
}

/** Balance of an account of the house in hundredths. Money at the bank is below zero: it is where money comes from. */
export async function houseBalance({ services }: TestApp, purpose: HousePurpose): Promise<bigint> {
  const account = houseAccount(purpose, "AUD");
  const rows = await services.database.read
    .selectFrom("ledger_postings")
    .select(["source_account", "amount"])
    .where((row) => row.or([row("source_account", "=", account), row("destination_account", "=", account)]))
    .execute();
  return rows.reduce((sum, row) => sum + (row.source_account === account ? -row.amount : row.amount), 0n);
}

/** Sum of all lines of statements, in hundredths. */
export async function statementBalance({ services }: TestApp): Promise<bigint> {
  const rows = await services.database.read.selectFrom("bank_lines").select("amount").execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}
