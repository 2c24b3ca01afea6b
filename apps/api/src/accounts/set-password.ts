import type { ChangePasswordInput, ResetPasswordInput } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { lockUser, updateUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { deleteEmailTokens, takeEmailToken } from "@wattle/db/email-tokens";
import { isCustomer } from "@wattle/db/roles";
import { findSecondFactor } from "@wattle/db/second-factors";
import { deleteOtherSessions } from "@wattle/db/sessions";
import type { User } from "@wattle/db/tables";
import type { Call } from "../context.ts";
import { addressKey } from "../limits/address-key.ts";
import { mailTime } from "../mail/mail-time.ts";
import { LONGEST_DOUBT_MILLISECONDS } from "../mail/account-links.ts";
import { passwordChangedMail } from "../mail/mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { findAdmittedUser } from "../access/admission.ts";
import { lockChecked, requireOwnPassword } from "../sessions/own-password.ts";
import { HOLD_MILLISECONDS } from "../withdrawals/withdrawals-hold.ts";
import { endTokens, removeNewDoors } from "./close-doors.ts";
import { hashNewPassword } from "./new-password.ts";

type PasswordCall = Call<keyof MailServices | "database" | "securityLog" | "accountLimits">;

/**
 * Sets the password of a locked account, ends the sessions but the kept one and all API tokens, makes mailed links
 * worthless and informs the owner.
 */
async function setPassword(
  tx: WriteTx,
  services: MailServices,
  user: User,
  change: {
    readonly hash: string;
    /** The session that goes on, by its public identifier. */
    readonly keptSession?: string;
    /** The owner sets it: what the account gets from now on is not a thief's. */
    readonly opensDoors: boolean;
    readonly confirmsEmail: boolean;
  },
): Promise<void> {
  const now = BigInt(services.clock.now());
  await updateUser(tx, user.id, {
    password_hash: change.hash,
    password_changed_at: now,
    ...(change.opensDoors && { doors_closed_at: null }),
    ...(change.confirmsEmail && user.email_verified_at === null && { email_verified_at: now }),
  });
  await deleteOtherSessions(tx, user.id, change.keptSession);
  await deleteEmailTokens(tx, user.id, ["reset-password", "change-email"]);
  await endTokens(tx, services, user, "the password was changed");
  await queueMail(tx, services, {
    to: user.email,
    mail: passwordChangedMail(
      user.first_name,
      isCustomer(user) ? mailTime(now + BigInt(HOLD_MILLISECONDS), services.config.TIME_ZONE) : null,
      `${services.config.APP_ORIGIN}/forgot-password`,
    ),
  });
}

/**
 * Sets a new password by the token of a mailed link and ends every session and API token of the account.
 * @throws DomainError `token_invalid` at `token`, whatever is wrong with the link; `password_common`; `too_many_requests`
 */
export async function resetPassword(
  ctx: PasswordCall,
  input: ResetPasswordInput,
): Promise<{ message: string }> {
  const { services } = ctx;
  await services.accountLimits.reset.require(addressKey(ctx.ip));
  const hash = await hashNewPassword(input.password);
  const account = await services.database.write(async (tx) => {
    const now = BigInt(services.clock.now());
    const owner = await findAdmittedUser(services.config, tx, input.email);
    const user = owner === undefined ? undefined : await lockUser(tx, owner.id);
    const taken = await takeEmailToken(tx, { token: input.token, purposes: ["reset-password"], now });
    // A thrown error undoes the transaction, so the right link survives a wrong address.
    if (
      taken === undefined ||
      user === undefined ||
      taken.user_id !== user.id ||
      taken.email !== input.email ||
      user.email !== input.email
    ) {
      throw DomainError.at("token", "token_invalid");
    }
    // Until now the password that a thief may know could still log in.
    if (user.doors_closed_at !== null && isCustomer(user)) {
      await removeNewDoors(tx, services, user, user.doors_closed_at);
    }
    await setPassword(tx, services, user, { hash, opensDoors: true, confirmsEmail: true });
    return user.id;
  });
  services.securityLog.note(ctx, "password-reset", { account });
  return { message: "Your password was changed" };
}

/**
 * Whether an account had two-step login before all that made its owner throw everyone out. Every session since has
 * proved it, or a passkey that was there before or was added with it: a thief with only the password has none.
 */
async function hasEarlierFactor(tx: WriteTx, { id, doors_closed_at: closedAt }: User): Promise<boolean> {
  const since = (await findSecondFactor(tx, id))?.confirmed_at ?? null;
  return since !== null && closedAt !== null && since + BigInt(LONGEST_DOUBT_MILLISECONDS) < closedAt;
}

/**
 * Changes the signed-in account's password and ends its other sessions and all its API tokens.
 * @throws DomainError `invalid_credentials` at `current_password`, `password_common`, `too_many_requests`;
 *   `unauthenticated` if the session has ended meanwhile
 */
export async function changePassword(
  ctx: PasswordCall,
  userId: string,
  input: ChangePasswordInput,
): Promise<{ message: string }> {
  const { services } = ctx;
  const checked = await requireOwnPassword(ctx, userId, {
    password: input.current_password,
    field: "current_password",
  });
  const hash = await hashNewPassword(input.password);
  await services.database.write(async (tx) => {
    const { user, session } = await lockChecked(tx, ctx, checked, "current_password");
    const opensDoors = ctx.proof?.twoFactor === true && (await hasEarlierFactor(tx, user));
    await setPassword(tx, services, user, { hash, keptSession: session, opensDoors, confirmsEmail: false });
  });
  services.securityLog.note(ctx, "password-changed", { account: userId });
  return { message: "Your password was changed. You’re logged out on other devices." };
}
