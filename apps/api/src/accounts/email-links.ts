import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { deleteEmailTokens, insertEmailToken } from "@wattle/db/email-tokens";
import type { EmailTokenPurpose } from "@wattle/db/tables";
import { changeEmailMail, resetPasswordMail, verifyEmailMail } from "../mail/mails.ts";
import type { MailContent } from "../mail/mail-template.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";

/** A mailed link works for an hour. */
const LIFETIME_MILLISECONDS = 60 * 60_000;
const TOKEN_BYTES = 32;

type LinkServices = MailServices;

const MAILS: Readonly<Record<EmailTokenPurpose, (firstName: string, url: string) => MailContent>> = {
  "verify-email": verifyEmailMail,
  "change-email": changeEmailMail,
  "reset-password": resetPasswordMail,
};

function linkOf({ config }: LinkServices, purpose: EmailTokenPurpose, token: string, email: string): string {
  const query = new URLSearchParams({ token, email });
  const path = purpose === "reset-password" ? "/reset-password" : "/email/verify";
  return `${config.APP_ORIGIN}${path}?${query.toString()}`;
}

/**
 * Makes a link's token, keeps its hash, and puts the mail that carries the link into the outbox. Only the newest link
 * that resets a password or changes the address works.
 */
export async function mailLink(
  tx: WriteTx,
  services: LinkServices,
  purpose: EmailTokenPurpose,
  to: { readonly userId: string; readonly firstName: string; readonly email: string },
): Promise<void> {
  const { clock, ids } = services;
  const token = ids.token(TOKEN_BYTES);
  const now = clock.now();
  if (purpose !== "verify-email") {
    await lockUser(tx, to.userId);
    await deleteEmailTokens(tx, to.userId, [purpose]);
  }
  await insertEmailToken(tx, {
    token,
    user_id: to.userId,
    purpose,
    email: to.email,
    created_at: BigInt(now),
    expires_at: BigInt(now + LIFETIME_MILLISECONDS),
  });
  const mail = MAILS[purpose](to.firstName, linkOf(services, purpose, token, to.email));
  await queueMail(tx, services, { to: to.email, mail });
}
