import type { WriteTx } from "@wattle/db/database";
import { insertMail } from "@wattle/db/outbox";
import type { Services } from "../services.ts";
import { renderMail, type MailContent } from "./mail-template.ts";

/** What a unit of work that sends mail needs for it. */
export type MailServices = Pick<Services, "config" | "clock" | "ids" | "vault">;

interface Letter {
  readonly to: string;
  readonly replyTo?: string;
  readonly mail: MailContent;
}

/**
 * Puts a mail into the outbox within the transaction that causes it: it leaves if and only if that commits. Links in it
 * are made from `APP_ORIGIN`, never from the request.
 */
export async function queueMail(
  tx: WriteTx,
  { config, clock, ids, vault }: MailServices,
  { to, replyTo, mail }: Letter,
): Promise<void> {
  const { subject, text, html } = renderMail(config.brand, config.APP_ORIGIN, mail);
  const id = ids.uuid();
  await insertMail(tx, {
    id,
    recipient: to,
    reply_to: replyTo ?? null,
    subject,
    body_text: vault.seal("outbox.body_text", id, text),
    body_html: vault.seal("outbox.body_html", id, html),
    created_at: BigInt(clock.now()),
  });
}
