import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { deleteEmailTokens, insertEmailToken } from "@wattle/db/email-tokens";
import type { EmailTokenPurpose } from "@wattle/db/tables";
import { changeEmailMail, resetPasswordMail, verifyEmailMail } from "../mail/mails.ts";
import type { MailContent } from "../mail/mail-template.ts";
import { queueMail, type Letter, type MailServices } from "../mail/queue-mail.ts";

/** A mailed link works for an hour. */
const LIFETIME_MILLISECONDS = 60 * 60_000;
const TOKEN_BYTES = 32;

const MAILS: Readonly<Record<EmailTokenPurpose, (firstName: string, url: string) => MailContent>> = {
  "verify-email": verifyEmailMail,
  "change-email": changeEmailMail,
  "reset-password": resetPasswordMail,
};

function linkOf({ config }: MailServices, purpose: EmailTokenPurpose, token: string, email: string): string {
  const query = new URLSearchParams({ token, email });
  const path = purpose === "reset-password" ? "/reset-password" : "/email/verify";
  return `${config.APP_ORIGIN}${path}?${query.toString()}`;
}

/** A new link: the row that keeps its token's hash, and the mail that carries it. */
export function newLink(
  services: MailServices,
  purpose: EmailTokenPurpose,
  to: { readonly userId: string; readonly firstName: string; readonly email: string },
): { readonly row: Parameters<typeof insertEmailToken>[1]; readonly letter: Letter } {
  const { clock, ids } = services;
  const token = ids.token(TOKEN_BYTES);
  const now = clock.now();
  return {
    row: {
      token,
      user_id: to.userId,
      purpose,
      email: to.email,
      created_at: BigInt(now),
      expires_at: BigInt(now + LIFETIME_MILLISECONDS),
    },
    letter: {
      to: to.email,
      mail: MAILS[purpose](to.firstName, linkOf(services, purpose, token, to.email)),
    },
  };
}

/**
 * Keeps a new link and puts its mail into the outbox. Only the newest of the links that reset a password or change the address
 * works.
 */
export async function mailLink(
  tx: WriteTx,
  services: MailServices,
  purpose: EmailTokenPurpose,
  to: Parameters<typeof newLink>[2],
): Promise<void> {
  if (purpose !== "verify-email") {
    await lockUser(tx, to.userId);
    await deleteEmailTokens(tx, to.userId, [purpose]);
  }
  const { row, letter } = newLink(services, purpose, to);
  await insertEmailToken(tx, row);
  await queueMail(tx, services, letter);
}
