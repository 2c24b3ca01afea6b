import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { DomainError } from "@wattle/contracts/errors";
import type { Call } from "../context.ts";
import { emailChangeAskedMail } from "../mail/security-mails.ts";
import { mailAccountLink } from "../mail/account-links.ts";
import { mailLink } from "./email-links.ts";
import { isFreeEmail } from "./free-email.ts";
import { lockChecked, requireOwnPassword } from "../sessions/own-password.ts";
import type { MailServices } from "../mail/queue-mail.ts";

/**
 * Mails a link to the new address. The account keeps its old one until that link is followed.
 * @throws DomainError `invalid_credentials` at `current_password`, `email_taken`, `too_many_requests`
 */
export async function changeEmail(
  ctx: Call<keyof MailServices | "database" | "securityLog" | "accountLimits">,
  userId: string,
  input: { readonly email: string; readonly current_password: string },
): Promise<{ message: string }> {
  const { services } = ctx;
  const { database, accountLimits } = services;
  const user = await requireOwnPassword(ctx, userId, {
    password: input.current_password,
    field: "current_password",
  });
  if (input.email === user.email) {
    throw DomainError.at("email", "validation_failed", OWN_MESSAGES.sameEmail);
  }
  await accountLimits.resendByHour.require(userId);
  await database.write(async (tx) => {
    await lockChecked(tx, ctx, user, "current_password");
    if (!(await isFreeEmail(tx, services, input.email, userId))) throw DomainError.at("email", "email_taken");
    await mailLink(tx, services, "change-email", {
      userId,
      firstName: user.first_name,
      email: input.email,
    });
    // An address that was never confirmed may be a stranger's.
    if (user.email_verified_at === null) return;
    await mailAccountLink(tx, services, user, {
      kind: "undo-email",
      about: user.email,
      mail: (url) => emailChangeAskedMail(user.first_name, input.email, url),
    });
  });
  services.securityLog.note(ctx, "email-change-asked", { account: userId });
  return { message: `We sent a link to ${input.email}` };
}
