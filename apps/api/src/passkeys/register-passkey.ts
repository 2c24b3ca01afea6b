import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import {
  PASSKEY_LIMITS,
  type AddedPasskey,
  type NewPasskeyOptions,
  type RegisterPasskeyInput,
} from "@wattle/contracts/passkeys";
import type { Reader } from "@wattle/db/database";
import { insertPasskey, listPasskeys } from "@wattle/db/passkeys";
import { countRecoveryCodes } from "@wattle/db/second-factors";
import { confirmSession, unconfirmOtherSessions } from "@wattle/db/sessions";
import type { Passkey } from "@wattle/db/tables";
import { checkNewPasskey, newPasskeyOptions } from "../access/passkeys.ts";
import { giveRecoveryCodes } from "../access/recovery-codes.ts";
import { hasAnyFactor } from "../access/second-factor.ts";
import type { Call } from "../context.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { passkeyAddedMail } from "../mail/security-mails.ts";
import { findOwnSession, lockForFactors } from "../sessions/lock-signed-in.ts";
import { passkeyItemOf } from "./own-passkeys.ts";

export type PasskeyCall = Call<keyof MailServices | "database" | "securityLog">;

/** @throws DomainError `validation_failed` if the account has as many as it may have */
async function requireRoom(reader: Reader, userId: string): Promise<Passkey[]> {
  const has = await listPasskeys(reader, userId);
  if (has.length >= PASSKEY_LIMITS.perAccount) {
    throw DomainError.at("name", "validation_failed", OWN_MESSAGES.tooManyPasskeys);
  }
  return has;
}

/**
 * Options for a browser to make a passkey of the caller's account.
 * @throws DomainError `validation_failed` at `name` if the account has ten; `unauthenticated`
 */
export async function registerOptions(ctx: PasskeyCall, userId: string): Promise<NewPasskeyOptions> {
  const { services } = ctx;
  return services.database.write(async (tx) => {
    const { user, session } = await lockForFactors(tx, ctx, userId);
    const has = await requireRoom(tx, userId);
    return newPasskeyOptions(tx, services, { purpose: "register", session }, { user, has });
  });
}

/**
 * Adds a passkey that a browser has made to the caller's account, and mails that. Its owner has just been verified by the
 * authenticator, so the session is confirmed by it, with both factors; the account's other sessions have to be confirmed again.
 * @returns the passkey, with recovery codes if it is the account's first second factor or none of its codes are left
 * @throws DomainError `passkey_invalid` for an answer that proves nothing; `validation_failed` at `name` if the account has
 *   ten; `unauthenticated`
 */
export async function registerPasskey(
  ctx: PasskeyCall,
  userId: string,
  input: RegisterPasskeyInput,
): Promise<AddedPasskey> {
  const { services } = ctx;
  const asking = await findOwnSession(ctx, userId);
  const made = await checkNewPasskey(services, input, { purpose: "register", session: asking });
  if (made === undefined) throw new DomainError("passkey_invalid");
  const now = BigInt(services.clock.now());
  const passkey: Passkey = {
    ...made,
    id: services.ids.uuid(),
    user_id: userId,
    name: input.name,
    created_at: now,
    last_used_at: null,
  };
  const codes = await services.database.write(async (tx) => {
    const { user, session } = await lockForFactors(tx, ctx, userId);
    await requireRoom(tx, userId);
    const isFirst = !(await hasAnyFactor(tx, userId));
    if (!(await insertPasskey(tx, passkey))) throw new DomainError("passkey_invalid");
    await confirmSession(tx, session, { at: now, twoFactor: true });
    await unconfirmOtherSessions(tx, userId, session);
    await queueMail(tx, services, { to: user.email, mail: passkeyAddedMail(user.first_name, passkey.name) });
    return isFirst || (await countRecoveryCodes(tx, userId)) === 0
      ? giveRecoveryCodes(tx, services, userId)
      : null;
  });
  services.securityLog.note(ctx, "passkey-added", { account: userId }, { passkey: passkey.id });
  return { ...passkeyItemOf(passkey), recovery_codes: codes?.recovery_codes ?? null };
}
