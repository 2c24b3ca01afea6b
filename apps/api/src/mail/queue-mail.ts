import type { WriteTx } from "@wattle/db/database";
import { EMAIL_WORDS, emailsOff, type OptionalEmail } from "@wattle/contracts/emails";
import { insertMail, type NewMail } from "@wattle/db/outbox";
import type { User } from "@wattle/db/tables";
import type { Services } from "../services.ts";
import { renderMail, type MailContent, type Unsubscribing } from "./mail-template.ts";

/** Services of a unit of work that sends mail. */
export type MailServices = Pick<Services, "config" | "clock" | "ids" | "vault">;

/** A mail and who gets it. */
export interface Letter {
  /** How long it waits in the outbox, in milliseconds, while its cause can be undone. */
  readonly waits?: number;
  /** Its identifier, where its sender has to know it. */
  readonly id?: string;
  readonly to: string;
  readonly replyTo?: string;
  /** Whether it is about an act of compliance: others don't see at the desk that there is one. */
  readonly confidential?: boolean;
  readonly mail: MailContent;
}

/** A mail as the outbox keeps it. Links in it are made from `APP_ORIGIN`, never from the request. */
function sealedMail(
  { config, clock, ids, vault }: MailServices,
  { id = ids.uuid(), to, replyTo, confidential = false, mail }: Letter,
  unsubscribing?: Unsubscribing,
): NewMail {
  const { subject, text, html } = renderMail(config.brand, config.APP_ORIGIN, mail, unsubscribing);
  return {
    id,
    recipient: to,
    reply_to: replyTo ?? null,
    subject,
    body_text: vault.seal("outbox.body_text", id, text),
    body_html: vault.seal("outbox.body_html", id, html),
    unsubscribe_url: unsubscribing?.url ?? null,
    confidential: confidential ? 1n : 0n,
    created_at: BigInt(clock.now()),
  };
}

/** Puts a mail into the outbox within the transaction that causes it: it leaves if and only if that commits. */
export function queueMail(tx: WriteTx, services: MailServices, letter: Letter): Promise<void> {
  const mail = sealedMail(services, letter);
  return insertMail(tx, mail, mail.created_at + BigInt(letter.waits ?? 0));
}

/** Whom an optional mail goes to. */
type MailOwner = Pick<User, "id" | "email" | "emails_off">;

/** Services of a unit of work that sends optional mail. */
export type OptionalMailServices = MailServices & Pick<Services, "unsubscribeLinks">;

/**
 * The same for a mail that customers can do without: one who has switched its kind off gets none, and who gets it can switch the
 * kind off by a link in it. Mails about security and money never come this way. It is written out and sealed here, before the
 * transaction, in which it would keep others waiting.
 * @returns what puts it into the outbox, within the transaction that causes it
 */
export function optionalMail(
  services: OptionalMailServices,
  kind: OptionalEmail,
  { owner, mail }: { readonly owner: MailOwner; readonly mail: MailContent },
): (tx: WriteTx) => Promise<void> {
  if (emailsOff(owner.emails_off).includes(kind)) return () => Promise.resolve();
  const url = services.unsubscribeLinks.urlOf({ userId: owner.id, kind });
  const sealed = sealedMail(services, { to: owner.email, mail }, { about: EMAIL_WORDS[kind], url });
  return (tx) => insertMail(tx, sealed);
}
