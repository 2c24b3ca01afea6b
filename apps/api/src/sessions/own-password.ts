import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { DomainError } from "@wattle/contracts/errors";
import { findUserById } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import type { User } from "@wattle/db/tables";
import { passwordMatches } from "../access/passwords.ts";
import type { Call, RequestContext } from "../context.ts";
import { lockSignedIn } from "./lock-signed-in.ts";

/** The field of a form in which the account's own password is typed. */
export type PasswordField = "current_password" | "password";

const wrongPassword = (field: PasswordField): DomainError =>
  DomainError.at(
    field,
    "invalid_credentials",
    field === "password" ? OWN_MESSAGES.wrongPassword : OWN_MESSAGES.wrongCurrentPassword,
  );

/**
 * Whether the signed-in account's owner is asking.
 * @param field where it was typed, and a wrong one is reported
 * @throws DomainError `invalid_credentials` at the field, `too_many_requests`
 */
export async function requireOwnPassword(
  ctx: Call<"database" | "securityLog" | "accountLimits">,
  userId: string,
  { password, field }: { readonly password: string; readonly field: PasswordField },
): Promise<User> {
  const { database, accountLimits, securityLog } = ctx.services;
  await accountLimits.currentPassword.require(userId);
  const user = await findUserById(database.read, userId);
  if (user === undefined || !(await passwordMatches(user.password_hash, password))) {
    securityLog.note(ctx, "password-check-failed", { account: userId });
    throw wrongPassword(field);
  }
  return user;
}

/**
 * Locks the account whose password was checked, and refuses where the password or the session is another's by now.
 * @param checked the account as it was when its password was checked
 * @throws DomainError `unauthenticated`; `invalid_credentials` at the field
 */
export async function lockChecked(
  tx: WriteTx,
  ctx: Pick<RequestContext, "sessionId">,
  checked: User,
  field: PasswordField,
): Promise<{ readonly user: User; readonly session: string }> {
  const locked = await lockSignedIn(tx, ctx, checked.id);
  if (locked.user.password_hash !== checked.password_hash) throw wrongPassword(field);
  return locked;
}
