import { DomainError } from "@wattle/contracts/errors";
import { deleteAccountLinks, findAccountLink } from "@wattle/db/account-links";
import { isUniqueViolation } from "@wattle/db/database";
import { insertPastDocument } from "@wattle/db/identity";
import { insertRecovery } from "@wattle/db/recoveries";
import { isCustomer } from "@wattle/db/roles";
import { hasAnyFactor } from "../access/second-factor.ts";
import { mailAccountLink } from "../mail/account-links.ts";
import { takeLink, type LinkCall } from "../accounts/not-me.ts";
import type { Call } from "../context.ts";
import { documentRowOf } from "../identity/keep-document.ts";
import { addressKey } from "../limits/address-key.ts";
import { recoveryLinkMail, recoveryStartedMail } from "../mail/security-mails.ts";
import { requirePassword } from "../sessions/login.ts";

/**
 * Mails the link by which a customer sends a new photo, who has the password but lost the second factor.
 * @throws DomainError `invalid_credentials`, `too_many_requests`, `captcha_required`, `captcha_failed` as logging in; `forbidden`
 *   for staff, whom an admin invites again; `state_conflict` if there is no second factor
 */
export async function requestRecovery(
  ctx: LinkCall & Call<"loginLimiter" | "captcha">,
  input: { readonly email: string; readonly password: string; readonly captcha?: string | null | undefined },
): Promise<{ message: string }> {
  const { services } = ctx;
  const attempt = await services.loginLimiter.begin(input.email, ctx.ip);
  if (attempt.needsCaptcha) await services.captcha.require(input.captcha, ctx);
  const user = await requirePassword(ctx, input);
  await attempt.takeBack();
  if (!isCustomer(user)) throw new DomainError("forbidden");
  if (!(await hasAnyFactor(services.database.read, user.id))) throw new DomainError("state_conflict");
  await services.accountLimits.resendByHour.require(user.id);
  await services.database.write(async (tx) => {
    await deleteAccountLinks(tx, user.id, "recovery");
    await mailAccountLink(tx, services, user, {
      kind: "recovery",
      about: "",
      mail: (url) => recoveryLinkMail(user.first_name, url),
    });
  });
  services.securityLog.note(ctx, "recovery-asked", { account: user.id });
  return { message: "We’ve emailed you a link" };
}

/**
 * Keeps the photo of someone who follows the mailed link, for staff to compare. The link is used up by a photo that is kept.
 * @throws DomainError `token_invalid` at `token`; `validation_failed` at `selfie`, `payload_too_large`; `state_conflict` if one
 *   is under way; `too_many_requests`
 */
export async function submitRecovery(
  ctx: LinkCall & Call<"documents">,
  {
    token,
    fileName,
    content,
  }: { readonly token: string; readonly fileName: string; readonly content: Buffer },
): Promise<{ message: string }> {
  const { services } = ctx;
  const { accountLimits, clock, database, documents, ids } = services;
  await accountLimits.reset.require(addressKey(ctx.ip));
  const now = BigInt(clock.now());
  const found = await findAccountLink(database.read, { token, kind: "recovery", now });
  if (found === undefined) throw DomainError.at("token", "token_invalid");
  await accountLimits.upload.require(found.user_id);
  const document = await documentRowOf(services, found.user_id, { side: "selfie", fileName, content });
  await documents.put(document.id, content);
  try {
    await database.write(async (tx) => {
      const { user } = await takeLink(tx, services, token, "recovery");
      await insertPastDocument(tx, document);
      const recovery = { id: ids.uuid(), user_id: user.id, document_id: document.id, created_at: now };
      await insertRecovery(tx, recovery);
      await mailAccountLink(tx, services, user, {
        kind: "stop-recovery",
        about: recovery.id,
        mail: (url) => recoveryStartedMail(user.first_name, url, services.config.brand),
      });
    });
  } catch (error) {
    await documents.remove(document.id);
    if (isUniqueViolation(error)) throw new DomainError("state_conflict");
    throw error;
  }
  services.securityLog.note(ctx, "recovery-submitted", { account: found.user_id });
  return { message: "We got your photo. We’ll email you once we’ve checked it." };
}
