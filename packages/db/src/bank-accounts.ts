/** The bank accounts a customer's withdrawals go to. */
import type { BankAccount, BankAccountChanges } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { lookAtPayee } from "./monitoring.ts";
import { screenLater } from "./screening.ts";

/** A customer's bank accounts, oldest first. */
export async function listBankAccounts(reader: Reader, userId: string): Promise<BankAccount[]> {
  return reader
    .selectFrom("bank_accounts")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** One bank account of a customer; undefined also if it is another customer's. */
export async function findBankAccount(
  reader: Reader,
  userId: string,
  id: string,
): Promise<BankAccount | undefined> {
  return reader
    .selectFrom("bank_accounts")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** How many bank accounts a customer has. */
export async function countBankAccounts(reader: Reader, userId: string): Promise<number> {
  const { total } = await reader
    .selectFrom("bank_accounts")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Removes a customer's bank account. Payments to it keep their own copy. False if the customer has no such account. */
export async function deleteBankAccount(tx: WriteTx, userId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("bank_accounts")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function insertBankAccount(tx: WriteTx, account: BankAccount): Promise<void> {
  await tx.insertInto("bank_accounts").values(account).execute();
  await screenLater(tx, account.user_id, account.created_at);
  await lookAtPayee(tx, account);
}

/** Changes the given columns of a customer's bank account; false if the customer has no such account. */
export async function updateBankAccount(
  tx: WriteTx,
  userId: string,
  id: string,
  changes: BankAccountChanges,
): Promise<boolean> {
  const updated = await tx
    .updateTable("bank_accounts")
    .set(changes)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
}
