import type { UserData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { lockUser } from "@wattle/db/accounts";
import { userDataOf } from "../accounts/user-data.ts";
import type { RequestContext } from "../context.ts";
import { findAdmittedUser } from "./admission.ts";
import { passwordMatches } from "./passwords.ts";
import { hashSessionId } from "@wattle/db/sessions";
import type { User } from "@wattle/db/tables";

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember?: boolean | undefined;
  readonly captcha?: string | null | undefined;
}

/**
 * Starts a session for the account and sets its cookies: the session's own and the CSRF token bound to it.
 * @param account as it was when its password was checked or it was opened
 * @throws DomainError `invalid_credentials` at `email` where its password was changed meanwhile
 */
export async function startSession(
  ctx: RequestContext,
  account: Pick<User, "id" | "password_hash">,
  remember: boolean,
): Promise<void> {
  const { services } = ctx;
  if (ctx.sessionId !== null) await services.sessions.end(ctx.sessionId);
  const { sessionId, cookie } = await services.sessions.start(account.id, {
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    remember,
  });
  // A reset that ended all sessions before this one was there has changed the password; one that comes later ends it.
  const now = await services.database.write((tx) => lockUser(tx, account.id));
  if (now?.password_hash !== account.password_hash) {
    await services.sessions.end(sessionId);
    throw wrongCredentials();
  }
  ctx.setCookie(cookie);
  ctx.setCookie(services.csrf.cookie(hashSessionId(sessionId)));
}

const wrongCredentials = (): DomainError => DomainError.at("email", "invalid_credentials");

/**
 * Signs in. A wrong e-mail and a wrong password are one and the same error, in the same time.
 * @throws DomainError `invalid_credentials`, `too_many_requests`; after some failures `captcha_required`, `captcha_failed`
 */
export async function login(ctx: RequestContext, credentials: Credentials): Promise<UserData> {
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
  const row = await findAdmittedUser(services.config, services.database.read, credentials.email);
  if (!(await passwordMatches(row?.password_hash, credentials.password)) || row === undefined) {
    throw wrongCredentials();
  }
  await attempt.takeBack();
  await startSession(ctx, row, credentials.remember ?? false);
  return userDataOf(services, row);
}
