/**
 * Mail that is to leave once the transaction that caused it is committed. A row is written inside that transaction; a
 * sender takes due rows one by one and says how it went.
 */
import { sql } from "kysely";
import { commandStatement } from "./handles/statement.ts";
import type { Epoch, OutboxMail } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { readSomePage, type PageNumber, type Place } from "./pages.ts";

export type NewMail = Pick<
  OutboxMail,
  | "id"
  | "recipient"
  | "reply_to"
  | "subject"
  | "body_text"
  | "body_html"
  | "unsubscribe_url"
  | "confidential"
  | "created_at"
>;

const insertRow = commandStatement<NewMail & { attempts: bigint; due: Epoch }>(
  "outbox_insert",
  (db, parameter) =>
    db.insertInto("outbox").values({
      id: parameter("id"),
      recipient: parameter("recipient"),
      reply_to: parameter("reply_to"),
      subject: parameter("subject"),
      body_text: parameter("body_text"),
      body_html: parameter("body_html"),
      unsubscribe_url: parameter("unsubscribe_url"),
      confidential: parameter("confidential"),
      created_at: parameter("created_at"),
      next_attempt_at: parameter("due"),
      attempts: parameter("attempts"),
      sent_at: null,
      failed_at: null,
      last_error: null,
    }),
);

/** Puts a mail into the outbox. @param due when it may leave; at once unless said */
export async function insertMail(tx: WriteTx, mail: NewMail, due: Epoch = mail.created_at): Promise<void> {
  await tx.run(insertRow, { ...mail, attempts: 0n, due });
}

/** Takes a mail out of the outbox that isn't due at `now`. @returns false if it was due before, or sent */
export async function cancelMail(tx: WriteTx, id: string, now: Epoch): Promise<boolean> {
  const cancelled = await tx
    .deleteFrom("outbox")
    .where("id", "=", id)
    .where("attempts", "=", 0n)
    .where("next_attempt_at", ">", now)
    .returning("id")
    .executeTakeFirst();
  return cancelled !== undefined;
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

/** Removes mail to accounts that demo data made, if it has not left yet. @returns how many there were */
export async function dropDemoMail(tx: WriteTx): Promise<number> {
  const dropped = await tx
    .deleteFrom("outbox")
    .where("next_attempt_at", "is not", null)
    .where("recipient", "in", (demo) => demo.selectFrom("users").select("email").where("is_demo", "=", 1n))
    .returning("id")
    .execute();
  return dropped.length;
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
 * @returns the mail with the try counted; undefined if another took it
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

/** How a try ended. `keepBody` is false if a sent mail is not to be read again: its links are secrets. One that failed keeps its text, sealed, to be sent again. */
export type MailOutcome =
  | { readonly kind: "sent"; readonly at: Epoch; readonly keepBody: boolean }
  | { readonly kind: "retry"; readonly at: Epoch; readonly error: string }
  | { readonly kind: "failed"; readonly at: Epoch; readonly error: string };

export async function settleMail(tx: WriteTx, id: string, outcome: MailOutcome): Promise<void> {
  const changes =
    outcome.kind === "retry"
      ? { next_attempt_at: outcome.at, last_error: outcome.error }
      : {
          next_attempt_at: null,
          ...(outcome.kind === "sent"
            ? { sent_at: outcome.at, last_error: null }
            : { failed_at: outcome.at, last_error: outcome.error }),
          ...(outcome.kind === "failed" || outcome.keepBody
            ? {}
            : { body_text: "" as const, body_html: "" as const }),
        };
  await tx.updateTable("outbox").set(changes).where("id", "=", id).where("sent_at", "is", null).execute();
}

/** A mail without what it says. */
export interface MailRow extends Pick<
  OutboxMail,
  "id" | "recipient" | "subject" | "created_at" | "attempts" | "next_attempt_at" | "failed_at" | "last_error"
> {
  /** 1 if its text is kept. */
  readonly kept: bigint;
}

/** A reader of mails: only some see those about acts of compliance. */
interface MailReader {
  readonly confidential: boolean;
}

const mailsWithoutText = (reader: AnyReader, { confidential }: MailReader) =>
  reader
    .selectFrom("outbox")
    .where("confidential", "in", confidential ? [0n, 1n] : [0n])
    .select([
      "id",
      "recipient",
      "subject",
      "created_at",
      "attempts",
      "next_attempt_at",
      "failed_at",
      "last_error",
      sql<bigint>`cast(case when body_text = '' then 0 else 1 end as bigint)`.as("kept"),
    ]);

/** Mails whose last try failed, newest first, and how many there are on all pages. */
export const listFailedMail = (
  reader: AnyReader,
  page: PageNumber,
  by: MailReader,
): Promise<{ rows: MailRow[]; total: number }> =>
  readSomePage(
    reader,
    mailsWithoutText(reader, by).where("sent_at", "is", null).where("last_error", "is not", null),
    page,
  );

/** Mails that wait for a try, in the order in which they are tried. @param after where a walk goes on: a mail's next try, and its id */
export async function listWaitingMail(
  reader: AnyReader,
  after: Place | undefined,
  limit: number,
  by: MailReader,
): Promise<MailRow[]> {
  let waiting = mailsWithoutText(reader, by).where("next_attempt_at", "is not", null);
  if (after !== undefined)
    waiting = waiting.where(sql<boolean>`(next_attempt_at, id) > (${after.createdAt}, ${after.id})`);
  return waiting.orderBy("next_attempt_at").orderBy("id").limit(BigInt(limit)).execute();
}

/** A mail, failed or not, without what it says. */
export const findMail = (reader: Reader, id: string, by: MailReader): Promise<MailRow | undefined> =>
  mailsWithoutText(reader, by).where("id", "=", id).executeTakeFirst();

/** Makes a mail that was given up due at `at`. @returns false if it is not given up, or its text is not kept */
export async function resendMail(tx: WriteTx, id: string, at: Epoch): Promise<boolean> {
  const again = await tx
    .updateTable("outbox")
    .set({ attempts: 0n, next_attempt_at: at, failed_at: null, last_error: null })
    .where("id", "=", id)
    .where("failed_at", "is not", null)
    .where("body_text", "<>", "")
    .returning("id")
    .executeTakeFirst();
  return again !== undefined;
}

/** Empties the texts of mails that were given up before `before`. */
export async function forgetFailedMail(tx: WriteTx, before: Epoch): Promise<void> {
  await tx
    .updateTable("outbox")
    .set({ body_text: "", body_html: "" })
    .where("sent_at", "is", null)
    .where("last_error", "is not", null)
    .where("failed_at", "<", before)
    .where("body_text", "<>", "")
    .execute();
}
