import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { ChangePasswordInput, ResetPasswordInput } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { findUserById, updateUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { deleteEmailTokens, takeEmailToken } from "@wattle/db/email-tokens";
import { deleteOtherSessions, findSessionPublicId } from "@wattle/db/sessions";
import type { User } from "@wattle/db/tables";
import type { RequestContext } from "../context.ts";
import { passwordChangedMail } from "../mail/mails.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import { findAdmittedUser } from "../sessions/admission.ts";
import { passwordMatches } from "../sessions/passwords.ts";
import { hashNewPassword } from "./new-password.ts";

/** Sets a password, ends the sessions but the kept one, makes mailed links worthless and tells the owner. */
async function setPassword(
  tx: WriteTx,
  services: Services,
  user: User,
  change: {
    readonly hash: string;
    readonly keptSessionId: string | null;
    readonly confirmsEmail: boolean;
  },
): Promise<void> {
  const now = BigInt(services.clock.now());
  await updateUser(tx, user.id, {
    password_hash: change.hash,
    password_changed_at: now,
    ...(change.confirmsEmail && user.email_verified_at === null && { email_verified_at: now }),
  });
  const kept =
    change.keptSessionId === null ? undefined : await findSessionPublicId(tx, user.id, change.keptSessionId);
  await deleteOtherSessions(tx, user.id, kept);
  await deleteEmailTokens(tx, user.id, ["reset-password", "change-email"]);
  await queueMail(tx, services, {
    to: user.email,
    mail: passwordChangedMail(user.first_name, `${services.config.APP_ORIGIN}/login`),
  });
}

/**
 * Sets a new password by the token of a mailed link and ends every session of the account.
 * @throws DomainError `token_invalid` at `token`, whatever is wrong with the link; `password_common`; `too_many_requests`
 */
export async function resetPassword(
  { services, ip }: RequestContext,
  input: ResetPasswordInput,
): Promise<{ message: string }> {
  const wait = services.accountLimits.reset.take(ip);
  if (wait > 0) throw new DomainError("too_many_requests", { retryAfterSeconds: wait });
  const hash = await hashNewPassword(input.password);
  await services.database.write(async (tx) => {
    const now = BigInt(services.clock.now());
    const taken = await takeEmailToken(tx, { token: input.token, purposes: ["reset-password"], now });
    const user = await findAdmittedUser(services.config, tx, input.email);
    // A thrown error undoes the transaction, so the right link survives a wrong address.
    if (
      taken === undefined ||
      user === undefined ||
      taken.email !== input.email ||
      taken.user_id !== user.id
    ) {
      throw DomainError.at("token", "token_invalid");
    }
    await setPassword(tx, services, user, { hash, keptSessionId: null, confirmsEmail: true });
  });
  return { message: "Your password was changed" };
}

/**
 * Whether the signed-in account's owner is asking.
 * @throws DomainError `invalid_credentials` at `current_password`, `too_many_requests`
 */
export async function requireCurrentPassword(
  { database, accountLimits }: Services,
  userId: string,
  password: string,
): Promise<User> {
  const wait = accountLimits.currentPassword.take(userId);
  if (wait > 0) throw new DomainError("too_many_requests", { retryAfterSeconds: wait });
  const user = await findUserById(database.read, userId);
  if (user === undefined || !(await passwordMatches(user.password_hash, password))) {
    throw DomainError.at("current_password", "invalid_credentials", OWN_MESSAGES.wrongCurrentPassword);
  }
  return user;
}

/**
 * Changes the signed-in account's password and ends its other sessions.
 * @throws DomainError `invalid_credentials` at `current_password`, `password_common`, `too_many_requests`
 */
export async function changePassword(
  ctx: RequestContext,
  userId: string,
  input: ChangePasswordInput,
): Promise<{ message: string }> {
  const { services } = ctx;
  const user = await requireCurrentPassword(services, userId, input.current_password);
  const hash = await hashNewPassword(input.password);
  await services.database.write((tx) =>
    setPassword(tx, services, user, { hash, keptSessionId: ctx.sessionId, confirmsEmail: false }),
  );
  return { message: "Your password was changed. Everybody else was signed out." };
}
