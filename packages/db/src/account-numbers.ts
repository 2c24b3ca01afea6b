/** Whose a bank account's number is, without its bank: by keyed hashes that only a search looks at. */
import { sql } from "kysely";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { SearchHash } from "./sealed/search-hashes.ts";
import type { BankAccount } from "./tables.ts";

/** The end of a sealed number, as the index of those to hash has it, word for word: no two sealed values end alike. */
const END = sql<string>`substr(account_number, length(account_number) - 21)`;

type Numbered = Pick<BankAccount, "id" | "user_id" | "account_number">;

/**
 * Keeps the hash of a bank account's number, and notes on the account which number that was. Hashes of former numbers stay.
 * False, and nothing is kept, where the account has another number by now, or is gone.
 */
export async function keepAccountNumber(
  tx: WriteTx,
  { id, user_id: userId, account_number: sealed }: Numbered,
  hashes: readonly SearchHash[],
): Promise<boolean> {
  const noted = await tx
    .updateTable("bank_accounts")
    .set({ hashed_as: END })
    .where("id", "=", id)
    .where("account_number", "=", sealed)
    .returning("id")
    .executeTakeFirst();
  if (noted === undefined) return false;
  if (hashes.length > 0) {
    await tx
      .insertInto("account_number_hashes")
      .values(hashes.map((hash) => ({ hash, user_id: userId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return true;
}

/** Bank accounts whose number has no hash yet, by id, after one of them. */
export async function listUnhashedAccounts(
  reader: Reader,
  after: string,
  limit: number,
): Promise<Numbered[]> {
  return reader
    .selectFrom("bank_accounts")
    .select(["id", "user_id", "account_number"])
    .where(sql<boolean>`(hashed_as is null or hashed_as <> ${END})`)
    .where("id", ">", after)
    .orderBy("id")
    .limit(BigInt(limit))
    .execute();
}
