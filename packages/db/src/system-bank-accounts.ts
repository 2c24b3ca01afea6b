/** The house's bank accounts that customers pay into. */
import type { SystemBankAccount } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** The active ones, with `closed` the others too, by currency and method. */
export async function listSystemBankAccounts(
  reader: Reader,
  { closed = false }: { readonly closed?: boolean } = {},
): Promise<SystemBankAccount[]> {
  return reader
    .selectFrom("system_bank_accounts")
    .selectAll()
    .$if(!closed, (query) => query.where("active", "=", 1n))
    .orderBy("currency")
    .orderBy("method")
    .orderBy("id")
    .execute();
}

export async function findSystemBankAccount(
  reader: Reader,
  id: string,
): Promise<SystemBankAccount | undefined> {
  return reader.selectFrom("system_bank_accounts").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Account for a currency and a payment method, also one that is no longer offered. */
export async function findDepositAccount(
  reader: Reader,
  currency: string,
  method: string,
): Promise<SystemBankAccount | undefined> {
  return reader
    .selectFrom("system_bank_accounts")
    .selectAll()
    .where("currency", "=", currency)
    .where("method", "=", method)
    .orderBy("active", "desc")
    .orderBy("id")
    .executeTakeFirst();
}

/** Adds a bank account, or replaces all that is known of the one with the same id. */
export async function upsertSystemBankAccount(tx: WriteTx, account: SystemBankAccount): Promise<void> {
  await tx
    .insertInto("system_bank_accounts")
    .values(account)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(account))
    .execute();
}
