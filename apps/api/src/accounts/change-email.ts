import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { DomainError } from "@wattle/contracts/errors";
import { findUserByEmail } from "@wattle/db/accounts";
import type { Call } from "../context.ts";
import { mailLink } from "./email-links.ts";
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
    if ((await findUserByEmail(tx, input.email)) !== undefined) throw DomainError.at("email", "email_taken");
    await mailLink(tx, services, "change-email", {
      userId,
      firstName: user.first_name,
      email: input.email,
    });
  });
  services.securityLog.note(ctx, "email-change-asked", { account: userId });
  return { message: `We sent a link to ${input.email}` };
}
