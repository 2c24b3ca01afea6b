import { sql, type RawBuilder, type Selectable, type SqlBool } from "kysely";
import { closedAddress } from "./columns/closed-address.ts";
import type { Epoch, Flag } from "./columns/column-types.ts";
import { CHOSEN, INNER, SECRET } from "./columns/decisions.ts";
import { table, type DataSubject, type ErasedSubject } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface OutboxTable {
  id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  /** Empty once the mail is not to be read again. */
  body_text: Sealed<"outbox.body_text"> | "";
  body_html: Sealed<"outbox.body_html"> | "";
  /** Link that ends an optional mail's kind; null for one that cannot be ended. */
  unsubscribe_url: string | null;
  /** 1 for one about an act of compliance, which others do not see. */
  confidential: Flag;
  created_at: Epoch;
  /** How often sending was begun. */
  attempts: bigint;
  /** When to try (again); null if nothing is left to try. */
  next_attempt_at: Epoch | null;
  sent_at: Epoch | null;
  /** When it was given up. */
  failed_at: Epoch | null;
  last_error: string | null;
}

/** Mails to the customer's address, from when it was certainly theirs. */
const addressed = ({ email, emailSince }: DataSubject): RawBuilder<SqlBool> =>
  emailSince === null ? sql`1 = 0` : sql`recipient = ${email} and created_at >= ${emailSince}`;

/** Emails to the address, once they have left. Those that have not do so first. */
const mailsSent = ({ id, email, closedAt }: ErasedSubject): RawBuilder<SqlBool> =>
  sql`(recipient = ${closedAddress(id)} or (recipient = ${email}
      and created_at >= (select created_at from users where id = ${id}) and created_at <= ${closedAt}))
    and next_attempt_at is null`;

export const outbox = table<OutboxTable>({
  key: ["created_at", "id"],
  unindexed: true,
  copy: {
    file: "emails",
    about: "Emails sent to your address since you confirmed it, without their text",
    whose: addressed,
  },
  erasure: [
    { removed: "soon", why: "says what was emailed; what it was about is elsewhere", whose: mailsSent },
    { removed: "retention", why: "what was still to leave when the account was closed", whose: mailsSent },
  ],
  columns: {
    id: "text",
    recipient: "text",
    reply_to: "text",
    subject: "text",
    body_text: { leftOut: "emptied once it is sent; until then it may have a link that works" },
    body_html: { leftOut: "emptied once it is sent; until then it may have a link that works" },
    unsubscribe_url: SECRET,
    confidential: INNER,
    created_at: "time",
    attempts: "count",
    next_attempt_at: "time",
    sent_at: "time",
    failed_at: "time",
    last_error: INNER,
  },
});

export type OutboxMail = Selectable<OutboxTable>;

interface StatementNoticesTable {
  user_id: string;
  /** `2026-11` */
  month: string;
  noticed_at: Epoch;
}

export const statementNotices = table<StatementNoticesTable>({
  whose: own,
  key: ["user_id", "month"],
  copy: { file: "statement-notices", about: "Emails about monthly statements" },
  erasure: { removed: "soon", why: CHOSEN },
  columns: { user_id: INNER, month: "text", noticed_at: "time" },
});

export type StatementNotice = Selectable<StatementNoticesTable>;
