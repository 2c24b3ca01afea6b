import { DomainError } from "@wattle/contracts/errors";
import type { Confirmed, ConfirmInput } from "@wattle/contracts/second-factor";
import type { PasskeyAnswer, PasskeyRequest } from "@wattle/contracts/passkeys";
import type { WriteTx } from "@wattle/db/database";
import { findPasskey, listPasskeys } from "@wattle/db/passkeys";
import { confirmSession } from "@wattle/db/sessions";
import { CONFIRMATION_MILLISECONDS } from "../access/confirmation.ts";
import { checkPasskey, passkeyRequest } from "../access/passkeys.ts";
import { factorRequired, hasAnyFactor, tryCode } from "../access/second-factor.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import { isoTime } from "../clock.ts";
import type { Call } from "../context.ts";
import { findOwnSession, lockSignedIn } from "./lock-signed-in.ts";
import { lockChecked, requireOwnPassword } from "./own-password.ts";
import { stopRecoveryOf } from "./stop-recovery-of.ts";

/** Until when a confirmation given now holds. */
const confirmedFrom = (now: number): Confirmed => ({
  confirmed_until: isoTime(BigInt(now + CONFIRMATION_MILLISECONDS)),
});

/** Parts of a request that a confirmation needs. */
export type ConfirmCall = Call<keyof MailServices | "database" | "vault" | "securityLog" | "accountLimits">;

/**
 * Confirms the caller's session for five minutes: by the password and, where the account has one, the second factor, or
 * by a passkey, which is both. A customer with the second factor has not lost it: that stops a recovery.
 * @throws DomainError `invalid_credentials` at `password`; `second_factor_required`, `second_factor_invalid` at `second_factor`;
 *   `passkey_invalid` at `passkey`; `too_many_requests`; `unauthenticated` if the session has ended meanwhile
 */
export async function confirm(ctx: ConfirmCall, userId: string, input: ConfirmInput): Promise<Confirmed> {
  const now = ctx.services.clock.now();
  const { passkey, password = "" } = input;
  if (passkey === undefined) await byPassword(ctx, userId, { ...input, password });
  else await byPasskey(ctx, userId, passkey);
  const kind = passkey === undefined ? "password" : "passkey";
  ctx.services.securityLog.note(ctx, "session-confirmed", { account: userId }, { kind });
  return confirmedFrom(now);
}

async function byPassword(
  ctx: ConfirmCall,
  userId: string,
  { password, second_factor: proof }: ConfirmInput & { readonly password: string },
): Promise<void> {
  const { services } = ctx;
  const checked = await requireOwnPassword(ctx, userId, { password, field: "password" });
  // A refusal is answered after the transaction: a wrong code stays counted.
  const refused = await services.database.write(async (tx: WriteTx): Promise<DomainError | undefined> => {
    const { session, user } = await lockChecked(tx, ctx, checked, "password");
    const twoFactor = await hasAnyFactor(tx, userId);
    if (twoFactor) {
      if (proof === undefined) return factorRequired(tx, userId);
      const wrong = await tryCode(tx, services, userId, proof, "second_factor");
      if (wrong !== undefined) return wrong;
      await stopRecoveryOf(tx, services, user);
    }
    await confirmSession(tx, session, { at: BigInt(services.clock.now()), twoFactor });
    return undefined;
  });
  if (refused === undefined) return;
  if (refused.code === "second_factor_invalid") {
    services.securityLog.note(ctx, "second-factor-failed", { account: userId });
  }
  throw refused;
}

/**
 * Options for a browser to confirm the caller's session with one of the account's passkeys.
 * @throws DomainError `state_conflict` if the account has no passkey; `unauthenticated`
 */
export async function confirmOptions(ctx: ConfirmCall, userId: string): Promise<PasskeyRequest> {
  const { services } = ctx;
  return services.database.write(async (tx) => {
    const { session } = await lockSignedIn(tx, ctx, userId);
    const passkeys = await listPasskeys(tx, userId);
    if (passkeys.length === 0) throw new DomainError("state_conflict");
    return passkeyRequest(tx, services, { purpose: "confirm", session }, passkeys);
  });
}

async function byPasskey(ctx: ConfirmCall, userId: string, answer: PasskeyAnswer): Promise<void> {
  const { services } = ctx;
  const session = await findOwnSession(ctx, userId);
  const takeBack = await services.accountLimits.passkey.require(userId);
  const passkey = await checkPasskey(services, answer, { purpose: "confirm", session }, userId);
  if (passkey === undefined) {
    services.securityLog.note(ctx, "second-factor-failed", { account: userId }, { kind: "passkey" });
    throw DomainError.at("passkey", "passkey_invalid");
  }
  await services.database.write(async (tx) => {
    const { user } = await lockSignedIn(tx, ctx, userId);
    // It may have been taken off since its answer was checked.
    if ((await findPasskey(tx, answer.id))?.id !== passkey.id) {
      throw DomainError.at("passkey", "passkey_invalid");
    }
    await confirmSession(tx, session, { at: BigInt(services.clock.now()), twoFactor: true });
    await stopRecoveryOf(tx, services, user);
  });
  await takeBack();
}
