/** Emails that customers want once money can be withdrawn to a bank account. A row goes with its mail, or its account. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, HoldMail } from "./tables.ts";

/** Notes that an email is wanted; once for a bank account, however often it is asked for. */
export async function wantHoldMail(tx: WriteTx, mail: HoldMail): Promise<void> {
  await tx
    .insertInto("hold_mails")
    .values(mail)
    .onConflict((conflict) => conflict.column("bank_account_id").doNothing())
    .execute();
}

/** The customer's bank accounts about which an email is wanted. */
export async function listHoldMails(reader: Reader, userId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("hold_mails")
    .select("bank_account_id")
    .where("user_id", "=", userId)
    .orderBy("bank_account_id")
    .execute();
  return rows.map(({ bank_account_id }) => bank_account_id);
}

interface Due {
  readonly now: Epoch;
  /** A password changed after this still holds withdrawals back. */
  readonly passwordBefore: Epoch;
}

/** Wanted emails of verified customers whose holds are over, the bank account and its owner, longest wanted first. */
export async function listDueHoldMails(
  reader: Reader,
  { now, passwordBefore }: Due,
  limit: number,
): Promise<Pick<HoldMail, "bank_account_id" | "user_id">[]> {
  // Crossed, so that SQLite, which takes a table that it never counted for a long one, begins with the few mails.
  return reader
    .selectFrom("hold_mails as mail")
    .crossJoin("bank_accounts as account")
    .crossJoin("users as owner")
    .whereRef("account.id", "=", "mail.bank_account_id")
    .whereRef("owner.id", "=", "mail.user_id")
    .select(["mail.bank_account_id", "mail.user_id"])
    .where("owner.status", "=", "verified")
    .where("owner.withdrawals_held_until", "is", null)
    .where((eb) => eb.or([eb("account.held_until", "is", null), eb("account.held_until", "<=", now)]))
    .where((eb) =>
      eb.or([
        eb("owner.password_changed_at", "is", null),
        eb("owner.password_changed_at", "<=", passwordBefore),
      ]),
    )
    .orderBy("mail.requested_at")
    .orderBy("mail.bank_account_id")
    .limit(BigInt(limit))
    .execute();
}

/** Takes a wanted email, so that it is sent once. @returns false if it was taken before */
export async function takeHoldMail(tx: WriteTx, bankAccountId: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom("hold_mails")
    .where("bank_account_id", "=", bankAccountId)
    .returning("bank_account_id")
    .executeTakeFirst();
  return taken !== undefined;
}
