/**
 * Mail that is to leave once the transaction that caused it is committed. A row is written inside that transaction; a
 * sender takes due rows one by one and says how it went.
 */
import { commandStatement } from "./handles/statement.ts";
import type { Epoch, OutboxMail } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

export type NewMail = Pick<
  OutboxMail,
  "id" | "recipient" | "reply_to" | "subject" | "body_text" | "body_html" | "unsubscribe_url" | "created_at"
>;

const insertRow = commandStatement<NewMail & { attempts: bigint }>("outbox_insert", (db, parameter) =>
  db.insertInto("outbox").values({
    id: parameter("id"),
    recipient: parameter("recipient"),
    reply_to: parameter("reply_to"),
    subject: parameter("subject"),
    body_text: parameter("body_text"),
    body_html: parameter("body_html"),
    unsubscribe_url: parameter("unsubscribe_url"),
    created_at: parameter("created_at"),
    next_attempt_at: parameter("created_at"),
    attempts: parameter("attempts"),
    sent_at: null,
    failed_at: null,
    last_error: null,
  }),
);

/** Puts a mail into the outbox. It is due at once. */
export async function insertMail(tx: WriteTx, mail: NewMail): Promise<void> {
  await tx.run(insertRow, { ...mail, attempts: 0n });
}

/** Mail newest first. */
export async function listMail(reader: Reader, limit: number): Promise<OutboxMail[]> {
  return reader
    .selectFrom("outbox")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Ids of mail that is due at `now`, longest due first. */
export async function listDueMail(reader: Reader, now: Epoch, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("outbox")
    .select("id")
    .where("next_attempt_at", "<=", now)
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Takes a due mail for one try: until `retryAt` no other sender gets it, and should the taker die, it is due again then.
 * @returns the mail with the try counted; undefined where another took it
 */
export async function claimMail(
  tx: WriteTx,
  id: string,
  { now, retryAt }: { readonly now: Epoch; readonly retryAt: Epoch },
): Promise<OutboxMail | undefined> {
  return tx
    .updateTable("outbox")
    .set((mail) => ({ next_attempt_at: retryAt, attempts: mail("attempts", "+", 1n) }))
    .where("id", "=", id)
    .where("next_attempt_at", "<=", now)
    .returningAll()
    .executeTakeFirst();
}

/** How a try ended. `keepBody` is false where the mail is not to be read again: its links are secrets. */
export type MailOutcome =
  | { readonly kind: "sent"; readonly at: Epoch; readonly keepBody: boolean }
  | { readonly kind: "retry"; readonly at: Epoch; readonly error: string }
  | { readonly kind: "failed"; readonly at: Epoch; readonly error: string; readonly keepBody: boolean };

export async function settleMail(tx: WriteTx, id: string, outcome: MailOutcome): Promise<void> {
  const changes =
    outcome.kind === "retry"
      ? { next_attempt_at: outcome.at, last_error: outcome.error }
      : {
          next_attempt_at: null,
          ...(outcome.kind === "sent"
            ? { sent_at: outcome.at, last_error: null }
            : { failed_at: outcome.at, last_error: outcome.error }),
          ...(outcome.keepBody ? {} : { body_text: "" as const, body_html: "" as const }),
        };
  await tx.updateTable("outbox").set(changes).where("id", "=", id).where("sent_at", "is", null).execute();
}
