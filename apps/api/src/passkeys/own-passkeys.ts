import { DomainError } from "@wattle/contracts/errors";
import type { PasskeyItem } from "@wattle/contracts/passkeys";
import { updateUser } from "@wattle/db/accounts";
import { deletePasskey, listPasskeys, renamePasskey } from "@wattle/db/passkeys";
import type { Passkey } from "@wattle/db/tables";
import { isoTime } from "../clock.ts";
import type { Call } from "../context.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { passkeyRemovedMail, passwordAloneMail } from "../mail/security-mails.ts";
import type { Services } from "../services.ts";
import { afterFactorIsGone, lockForFactors } from "../sessions/lock-signed-in.ts";

/** A passkey as its owner sees it. */
export const passkeyItemOf = ({ id, name, created_at, last_used_at }: Passkey): PasskeyItem => ({
  id,
  name,
  created_at: isoTime(created_at),
  last_used_at: last_used_at === null ? null : isoTime(last_used_at),
});

/** An account's passkeys, the oldest first. */
export async function listOwnPasskeys(
  { database }: Pick<Services, "database">,
  userId: string,
): Promise<PasskeyItem[]> {
  return (await listPasskeys(database.read, userId)).map(passkeyItemOf);
}

/** @throws DomainError `not_found` */
export async function renameOwnPasskey(
  { database }: Pick<Services, "database">,
  userId: string,
  named: Pick<Passkey, "id" | "name">,
): Promise<PasskeyItem> {
  const renamed = await database.write((tx) => renamePasskey(tx, userId, named));
  if (renamed === undefined) throw new DomainError("not_found");
  return passkeyItemOf(renamed);
}

/**
 * Lets the password log in without a passkey, or no longer, and mails that.
 * @throws DomainError `unauthenticated`
 */
export async function allowPasswordAlone(
  ctx: Call<keyof MailServices | "database" | "securityLog">,
  userId: string,
  allowed: boolean,
): Promise<void> {
  const { services } = ctx;
  const changed = await services.database.write(async (tx) => {
    const { user } = await lockForFactors(tx, ctx, userId);
    if ((user.password_alone === 1n) === allowed) return false;
    await updateUser(tx, userId, { password_alone: allowed ? 1n : 0n });
    await queueMail(tx, services, { to: user.email, mail: passwordAloneMail(user.first_name, allowed) });
    return true;
  });
  if (changed)
    services.securityLog.note(
      ctx,
      "password-alone",
      { account: userId },
      { allowed: allowed ? "yes" : "no" },
    );
}

/**
 * Removes a passkey from the caller's account, and mails that: it logs in no more.
 * @throws DomainError `not_found`; `state_conflict` if staff would be left without any second factor; `unauthenticated`
 */
export async function removeOwnPasskey(
  ctx: Call<keyof MailServices | "database" | "securityLog">,
  userId: string,
  id: string,
): Promise<void> {
  const { services } = ctx;
  await services.database.write(async (tx) => {
    const { user } = await lockForFactors(tx, ctx, userId);
    const removed = await deletePasskey(tx, userId, id);
    if (removed === undefined) throw new DomainError("not_found");
    await afterFactorIsGone(tx, services, user);
    await queueMail(tx, services, {
      to: user.email,
      mail: passkeyRemovedMail(user.first_name, removed.name),
    });
  });
  services.securityLog.note(ctx, "passkey-removed", { account: userId }, { passkey: id });
}
