import { DomainError } from "@wattle/contracts/errors";
import { deleteUndoLinks } from "@wattle/db/account-links";
import { updateUser } from "@wattle/db/accounts";
import { isUniqueViolation, type WriteTx } from "@wattle/db/database";
import type { User } from "@wattle/db/tables";
import { addressKey } from "../limits/address-key.ts";
import { mailTime } from "../mail/mail-time.ts";
import { emailRestoredMail } from "../mail/security-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { HOLD_MILLISECONDS } from "../withdrawals/withdrawals-hold.ts";
import { closeDoors } from "./close-doors.ts";
import { takeLink, type LinkCall } from "./not-me.ts";

/** Tells both addresses, or the one there is, that the account has its earlier one. */
async function mailBoth(tx: WriteTx, services: MailServices, user: User, restored: string): Promise<void> {
  const heldUntil = mailTime(BigInt(services.clock.now() + HOLD_MILLISECONDS), services.config.TIME_ZONE);
  for (const to of new Set([restored, user.email])) {
    await queueMail(tx, services, { to, mail: emailRestoredMail(user.first_name, restored, heldUntil) });
  }
}

/**
 * Takes a change of the email address back, asked for or done, by the link mailed to the earlier one, and throws everyone out.
 * Changes that came after it are taken back with it; those before it can still be.
 * @throws DomainError `token_invalid` at `token`, `too_many_requests`
 */
export async function undoEmailChange(ctx: LinkCall, token: string): Promise<{ message: string }> {
  const { services } = ctx;
  await services.accountLimits.reset.require(addressKey(ctx.ip));
  const undo = async (tx: WriteTx): Promise<string> => {
    const { link, user, since } = await takeLink(tx, services, token, "undo-email");
    const restored = { ...user, email: link.about };
    if (user.email !== restored.email) {
      const email_verified_at = BigInt(services.clock.now());
      await updateUser(tx, user.id, { email: restored.email, email_verified_at });
    }
    await deleteUndoLinks(tx, user.id, { about: link.about, since: link.created_at });
    await mailBoth(tx, services, user, restored.email);
    await closeDoors(tx, services, restored, {
      since,
      because: "a change of email address was undone",
    });
    return user.id;
  };
  let account: string;
  try {
    account = await services.database.write(undo);
  } catch (error) {
    if (isUniqueViolation(error)) throw DomainError.at("token", "token_invalid");
    throw error;
  }
  services.securityLog.note(ctx, "email-change-undone", { account });
  return { message: "Your email is back. Check your inbox." };
}
