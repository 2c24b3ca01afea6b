/** People and calls of theirs without HTTP, passwords or sessions: for tests that make thousands of calls. */
import { insertCoinPayee } from "@wattle/db/coin-payees";
import { sealCoinPayee } from "../coin-payees/coin-payee-of-row.ts";
import { coinWallet } from "./coin-wallet.ts";
import type { StaffRole } from "@wattle/contracts/accounts";
import type { ErrorCode } from "@wattle/contracts/errors";
import { findUserById, insertUser } from "@wattle/db/accounts";
import { insertBankAccount } from "@wattle/db/bank-accounts";
import { rolesText } from "@wattle/db/roles";
import { customer } from "@wattle/db/testing/fixtures";
import { admittedUser, type SignedInUser } from "../access/admission.ts";
import { terminalCall } from "../desk/commands/call-context.ts";
import { domainErrorOf } from "../procedures.ts";
import { appRouter } from "../router.ts";
import { callProcedure } from "../trpc-internals.ts";
import type { TestApp } from "./app-for-test.ts";

/** An account of a test's own; a verified customer where no role of staff is given. @returns its identifier */
export async function newAccount(
  { services }: Pick<TestApp, "services">,
  ...roles: readonly StaffRole[]
): Promise<string> {
  const { ids, clock, database } = services;
  const [id, now] = [ids.uuid(), BigInt(clock.now())];
  await database.write((tx) =>
    insertUser(
      tx,
      customer(id, {
        email: `${id}@mail.example`,
        email_verified_at: now,
        ...(roles.length === 0
          ? { permissions: '["deposit-money","withdraw-money"]' }
          : { roles: rolesText(roles) }),
        created_at: now,
      }),
    ),
  );
  return id;
}

/** A bank account in dollars that a customer has had for a week. @returns its identifier */
export async function newBankAccount(
  { services }: TestApp,
  customerId: string,
  accountName = "Test Customer",
): Promise<string> {
  const { ids, clock, database, vault } = services;
  const id = ids.uuid();
  const then = BigInt(clock.now()) - 7n * 86_400_000n;
  const sealed = (name: "account_name" | "bank_name" | "bsb" | "account_number", value: string) =>
    vault.seal(`bank_accounts.${name}`, id, value);
  await database.write((tx) =>
    insertBankAccount(tx, {
      id,
      user_id: customerId,
      currency: "AUD",
      country: "AU",
      account_name: sealed("account_name", accountName) as never,
      bank_name: sealed("bank_name", "Bank of Example") as never,
      bsb: sealed("bsb", "000-333") as never,
      bank_code: null,
      account_number: sealed("account_number", "1234567") as never,
      created_at: then,
      updated_at: then,
      held_until: null,
    }),
  );
  return id;
}

/** Answer of a call, or the reason for its refusal. */
export interface Outcome<T> {
  readonly ok: boolean;
  readonly data: T;
  readonly code?: ErrorCode;
  readonly fields?: readonly string[];
}

/** Calls a procedure as an account is at this moment. Unforeseen errors are thrown. */
export async function callAs<T>(
  { services }: TestApp,
  accountId: string,
  procedure: string,
  input: object,
): Promise<Outcome<T>> {
  const row = await findUserById(services.database.read, accountId);
  const user: SignedInUser | null = row === undefined ? null : admittedUser(services.config, row);
  const ctx = terminalCall(services, { user, sessionId: null, proof: null, token: null });
  try {
    return { ok: true, data: (await callProcedure(appRouter, procedure, ctx, input)) as T };
  } catch (thrown) {
    const error = domainErrorOf(thrown);
    if (error === undefined) throw thrown;
    return { ok: false, data: undefined as T, code: error.code, fields: Object.keys(error.fields ?? {}) };
  }
}

/** Adds a wallet that a customer may send coins to at once. @returns its identifier */
export async function newCoinPayee({ services }: TestApp, userId: string): Promise<string> {
  const { ids, database, vault } = services;
  const id = ids.uuid();
  const wallet = {
    address: coinWallet(`of ${userId}`).address,
    label: "My wallet",
    holder_name: null,
    provider_name: null,
  };
  await database.write((tx) =>
    insertCoinPayee(tx, {
      id,
      user_id: userId,
      currency: "BTC",
      network: "bitcoin",
      whose: "mine",
      wallet: "self_hosted",
      ...sealCoinPayee(vault, id, wallet),
      created_at: 0n,
      available_at: 0n,
      proved_at: null,
    }),
  );
  return id;
}
