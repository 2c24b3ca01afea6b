import type { UserData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import type { SecondFactorProof } from "@wattle/contracts/second-factor";
import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { findSecondFactor } from "@wattle/db/second-factors";
import { noteDevice } from "./known-device.ts";
import { stopRecoveryOf } from "./stop-recovery-of.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import { userDataOf, type UserDataServices } from "./user-data.ts";
import type { Call } from "../context.ts";
import { findAdmittedUser } from "../access/admission.ts";
import { passwordMatches } from "../access/passwords.ts";
import { isCustomer } from "@wattle/db/roles";
import { factorRequired, hasAnyFactor, needsFactorToLogIn, tryCode } from "../access/second-factor.ts";
import type { LoginTry } from "../limits/login-limiter.ts";
import { hashSessionId, unconfirmSession } from "@wattle/db/sessions";
import { insertSignIn, passOverSignIn, type SignIn } from "@wattle/db/sign-ins";
import type { User } from "@wattle/db/tables";

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember?: boolean | undefined;
  readonly captcha?: string | null | undefined;
  readonly second_factor?: SecondFactorProof | undefined;
}

/** Facts that starting a session needs. */
export type StartCall = Call<keyof MailServices | "database" | "sessions" | "csrf">;

/** Whether a second factor that was proved is still the account's. */
export type StillProved = (tx: WriteTx) => Promise<boolean>;

/**
 * Starts a session for the account and sets its cookies: the session's own and the CSRF token bound to it.
 * @param account as it was when its password was checked or it was opened
 * @param proved by what a second factor was proved; null if none was
 * @returns the session's identifier, which is a secret
 * @throws DomainError `invalid_credentials` at `email` if its password was changed meanwhile, or its owner has thrown everyone
 *   out, or taken off the second factor that was proved; `second_factor_required` if it got one meanwhile
 */
export async function startSession(
  ctx: StartCall,
  account: Pick<User, "id" | "password_hash" | "doors_closed_at">,
  { remember, proved }: { readonly remember: boolean; readonly proved: StillProved | null },
): Promise<string> {
  const { services } = ctx;
  const twoFactor = proved !== null;
  if (ctx.sessionId !== null) await services.sessions.end(ctx.sessionId);
  const { sessionId, cookie } = await services.sessions.start(account.id, {
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    remember,
    twoFactor,
  });
  let device: string | undefined;
  const refused = await services.database.write(async (tx): Promise<DomainError | undefined> => {
    // A reset that ended all sessions before this one was there has changed the password; one that comes later ends it.
    const now = await lockUser(tx, account.id);
    if (now?.password_hash !== account.password_hash) return wrongCredentials();
    if (now.doors_closed_at !== account.doors_closed_at) return wrongCredentials();
    if (proved === null && (await needsFactorToLogIn(tx, now))) return factorRequired(tx, account.id);
    if (proved !== null && !(await proved(tx))) return wrongCredentials();
    // The password opens the account and confirms nothing there: that takes the factor.
    if (proved === null && (await hasAnyFactor(tx, account.id))) await unconfirmSession(tx, sessionId);
    await insertSignIn(tx, { ...attemptOf(ctx, "succeeded"), user_id: account.id });
    device = await noteDevice(tx, ctx, now);
    // A customer with the second factor has not lost it.
    if (twoFactor) await stopRecoveryOf(tx, services, now);
    return undefined;
  });
  if (refused !== undefined) {
    await services.sessions.end(sessionId);
    throw refused;
  }
  ctx.setCookie(cookie);
  if (device !== undefined) ctx.setCookie(device);
  ctx.setCookie(services.csrf.cookie(hashSessionId(sessionId)));
  return sessionId;
}

/** A sign-in of this call, as it is kept, but for whose it was. */
const attemptOf = (ctx: Call<"clock" | "ids">, outcome: SignIn["outcome"]): Omit<SignIn, "user_id"> => ({
  id: ctx.services.ids.uuid(),
  outcome,
  ip: ctx.ip,
  user_agent: ctx.userAgent,
  created_at: BigInt(ctx.services.clock.now()),
});

/** Keeps a failed try for the account's owner to see. An unknown address costs as many writes, so that time reveals nothing. */
export async function noteFailure(
  ctx: Call<"database" | "clock" | "ids" | "securityLog">,
  email: string,
  account: User | undefined,
): Promise<void> {
  const { database, securityLog } = ctx.services;
  const attempt = attemptOf(ctx, "failed");
  await database.write(async (tx) => {
    if (account === undefined) await passOverSignIn(tx, attempt);
    else await insertSignIn(tx, { ...attempt, user_id: account.id });
  });
  securityLog.note(ctx, "sign-in-failed", { email });
}

const wrongCredentials = (): DomainError => DomainError.at("email", "invalid_credentials");

/**
 * Asks an account that has a second factor for it, once its password was right.
 * @returns what was proved; null for an account that has none
 * @throws DomainError `second_factor_required`, `second_factor_invalid`, `too_many_requests`
 */
export async function requireSecondFactor(
  ctx: Call<"database" | "clock" | "ids" | "vault" | "securityLog">,
  account: User,
  { attempt, proof }: { readonly attempt: LoginTry; readonly proof: SecondFactorProof | undefined },
): Promise<StillProved | null> {
  const { database } = ctx.services;
  if (!(await needsFactorToLogIn(database.read, account))) return null;
  if (proof === undefined) {
    await attempt.takeBack();
    throw await factorRequired(database.read, account.id);
  }
  let since: bigint | null | undefined;
  const confirmedAt = async (tx: WriteTx) => (await findSecondFactor(tx, account.id))?.confirmed_at;
  const refused = await database.write(async (tx) => {
    since = await confirmedAt(tx);
    return tryCode(tx, ctx.services, account.id, proof, "second_factor");
  });
  if (refused === undefined) {
    return async (tx) => (await confirmedAt(tx)) === since && hasAnyFactor(tx, account.id);
  }
  if (refused.code === "second_factor_invalid") await noteFailure(ctx, account.email, account);
  else await attempt.takeBack();
  throw refused;
}

/**
 * The account that has this email and password. A failure is kept for its owner to see.
 * @throws DomainError `invalid_credentials` at `email`, for a wrong email and a wrong password in the same time
 */
export async function requirePassword(
  ctx: Call<"config" | "database" | "clock" | "ids" | "securityLog">,
  { email, password }: Pick<Credentials, "email" | "password">,
): Promise<User> {
  const { config, database } = ctx.services;
  const row = await findAdmittedUser(config, database.read, email);
  const matches = await passwordMatches(row?.password_hash, password);
  if (matches && row !== undefined) return row;
  await noteFailure(ctx, email, row);
  throw wrongCredentials();
}

/**
 * Signs in. A wrong email and a wrong password are one and the same error, in the same time.
 * @throws DomainError `invalid_credentials`, `too_many_requests`; `second_factor_required` and `second_factor_invalid` if the
 *   password is right and the account has a second factor; after some failures `captcha_required`, `captcha_failed`
 */
export async function login(
  ctx: StartCall & Call<keyof UserDataServices | "securityLog" | "loginLimiter" | "captcha">,
  credentials: Credentials,
): Promise<UserData> {
  const { services } = ctx;
  const attempt = await services.loginLimiter.begin(credentials.email, ctx.ip);
  if (attempt.needsCaptcha) {
    try {
      await services.captcha.require(credentials.captcha, ctx);
    } catch (refused) {
      await attempt.takeBack();
      throw refused;
    }
  }
  const row = await requirePassword(ctx, credentials);
  const proved = await requireSecondFactor(ctx, row, { attempt, proof: credentials.second_factor });
  await attempt.takeBack();
  // Staff sign in again each day.
  await startSession(ctx, row, { remember: isCustomer(row) && credentials.remember === true, proved });
  services.securityLog.note(ctx, "sign-in", { account: row.id });
  return userDataOf(services, row);
}
