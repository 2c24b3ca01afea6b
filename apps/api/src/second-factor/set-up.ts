import { DomainError } from "@wattle/contracts/errors";
import type { RecoveryCodes, SecondFactorStatus, TotpSecret } from "@wattle/contracts/second-factor";
import type { WriteTx } from "@wattle/db/database";
import { findUserById } from "@wattle/db/accounts";
import { listPasskeys } from "@wattle/db/passkeys";
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  insertSecondFactor,
  lockSecondFactor,
  updateSecondFactor,
} from "@wattle/db/second-factors";
import { confirmSession, unconfirmOtherSessions } from "@wattle/db/sessions";
import type { SecondFactor, User } from "@wattle/db/tables";
import type { SignedInUser } from "../access/admission.ts";
import { mustProveFactor } from "../access/confirmation.ts";
import { giveRecoveryCodes } from "../access/recovery-codes.ts";
import { hasAnyFactor, tryCode } from "../access/second-factor.ts";
import { newTotpSecret, totpUri } from "../access/totp.ts";
import { isoTime } from "../clock.ts";
import type { Call } from "../context.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { twoStepOffMail, twoStepOnMail } from "../mail/security-mails.ts";
import type { Services } from "../services.ts";
import { afterFactorIsGone, lockForFactors } from "../sessions/lock-signed-in.ts";

type FactorCall = Call<keyof MailServices | "database" | "vault" | "securityLog">;

/** Address of the page on which a customer secures the account. */
const settingsUrl = ({ config }: Pick<Services, "config">): string =>
  `${config.APP_ORIGIN}/dashboard/security`;

const isOn = (factor: SecondFactor | undefined): factor is SecondFactor =>
  factor !== undefined && factor.confirmed_at !== null;

/** Factors of an account in addition to its password. */
export async function readStatus(
  { services, proof }: Call<"config" | "database">,
  { id: userId, roles }: Pick<SignedInUser, "id" | "roles">,
): Promise<SecondFactorStatus> {
  const { config, database } = services;
  const [user, factor, left, passkeys] = await Promise.all([
    findUserById(database.read, userId),
    findSecondFactor(database.read, userId),
    countRecoveryCodes(database.read, userId),
    listPasskeys(database.read, userId),
  ]);
  return {
    totp_since: isOn(factor) && factor.confirmed_at !== null ? isoTime(factor.confirmed_at) : null,
    recovery_codes_left: left,
    passkeys: passkeys.length,
    password_alone: user?.password_alone === 1n,
    needed_first: mustProveFactor(config, roles, proof),
  };
}

/**
 * Makes the secret of an authenticator app. It counts for nothing until a first code has confirmed it; asking again makes
 * another one.
 * @throws DomainError `state_conflict` if the account has an app already; `unauthenticated`
 */
export async function beginTotp(ctx: FactorCall, userId: string): Promise<TotpSecret> {
  const { clock, config, database, ids, vault } = ctx.services;
  const secret = newTotpSecret(ids);
  const { email } = await database.write(async (tx) => {
    const { user } = await lockForFactors(tx, ctx, userId);
    if (isOn(await findSecondFactor(tx, userId))) throw new DomainError("state_conflict");
    await insertSecondFactor(tx, {
      user_id: userId,
      secret: vault.seal("second_factors.secret", userId, secret),
      created_at: BigInt(clock.now()),
    });
    return user;
  });
  return { secret, uri: totpUri(secret, { issuer: config.brand.name, label: email }) };
}

/**
 * Turns two-step login on by a first code of the app. From then on the account's other sessions have to be confirmed with a
 * code, too.
 * @returns the recovery codes, which are never shown again
 * @throws DomainError `second_factor_invalid` at `code`; `state_conflict` if nothing is being set up; `too_many_requests`
 */
export async function confirmTotp(ctx: FactorCall, userId: string, code: string): Promise<RecoveryCodes> {
  const { services } = ctx;
  const now = BigInt(services.clock.now());
  const done = await services.database.write(async (tx): Promise<RecoveryCodes | DomainError> => {
    const { user, session } = await lockForFactors(tx, ctx, userId);
    const factor = await lockSecondFactor(tx, userId);
    if (factor === undefined || isOn(factor)) throw new DomainError("state_conflict");
    const refused = await tryCode(tx, services, userId, { kind: "totp", code }, "code");
    // A wrong code stays counted.
    if (refused !== undefined) return refused;
    await updateSecondFactor(tx, userId, { confirmed_at: now });
    await confirmSession(tx, session, { at: now, twoFactor: true });
    await unconfirmOtherSessions(tx, userId, session);
    await mailOwner(tx, services, user, twoStepOnMail(user.first_name));
    return giveRecoveryCodes(tx, services, userId);
  });
  if (done instanceof DomainError) throw done;
  services.securityLog.note(ctx, "second-factor-on", { account: userId }, { kind: "totp" });
  return done;
}

const mailOwner = (
  tx: WriteTx,
  services: MailServices,
  user: User,
  mail: Parameters<typeof queueMail>[2]["mail"],
): Promise<void> => queueMail(tx, services, { to: user.email, mail });

/**
 * Turns two-step login off. Recovery codes stay as long as the account has passkeys.
 * @throws DomainError `state_conflict` if it is off, or staff would be left without any; `unauthenticated`
 */
export async function disableTotp(ctx: FactorCall, userId: string): Promise<void> {
  const { services } = ctx;
  await services.database.write(async (tx) => {
    const { user } = await lockForFactors(tx, ctx, userId);
    if (!isOn(await lockSecondFactor(tx, userId))) throw new DomainError("state_conflict");
    await deleteSecondFactor(tx, userId);
    // A session may have been opened by a passkey, which the account still has.
    await afterFactorIsGone(tx, services, user);
    const hasPasskeys = (await listPasskeys(tx, userId)).length > 0;
    await mailOwner(tx, services, user, twoStepOffMail(user.first_name, settingsUrl(services), hasPasskeys));
  });
  services.securityLog.note(ctx, "second-factor-off", { account: userId }, { kind: "totp" });
}

/**
 * Makes ten new recovery codes; those from before stop working.
 * @throws DomainError `state_conflict` if the account has neither an app nor a passkey; `unauthenticated`
 */
export async function renewRecoveryCodes(ctx: FactorCall, userId: string): Promise<RecoveryCodes> {
  const codes = await ctx.services.database.write(async (tx) => {
    await lockForFactors(tx, ctx, userId);
    if (!(await hasAnyFactor(tx, userId))) throw new DomainError("state_conflict");
    return giveRecoveryCodes(tx, ctx.services, userId);
  });
  ctx.services.securityLog.note(ctx, "recovery-codes-made", { account: userId });
  return codes;
}
