import type { UserData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { userDataOf } from "../accounts/user-data.ts";
import type { RequestContext } from "../context.ts";
import { findAdmittedUser } from "./admission.ts";
import { passwordMatches } from "./passwords.ts";
import { hashSessionId } from "@wattle/db/sessions";

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember?: boolean | undefined;
  readonly captcha?: string | null | undefined;
}

/** Starts a session for the account and sets its cookies: the session's own and the CSRF token bound to it. */
export async function startSession(ctx: RequestContext, userId: string, remember: boolean): Promise<void> {
  const { services } = ctx;
  if (ctx.sessionId !== null) await services.sessions.end(ctx.sessionId);
  const { sessionId, cookie } = await services.sessions.start(userId, {
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    remember,
  });
  ctx.setCookie(cookie);
  ctx.setCookie(services.csrf.cookie(hashSessionId(sessionId)));
}

/**
 * Signs in. A wrong e-mail and a wrong password are one and the same error, in the same time.
 * @throws DomainError `invalid_credentials`, `too_many_requests`; after some failures `captcha_required`, `captcha_failed`
 */
export async function login(ctx: RequestContext, credentials: Credentials): Promise<UserData> {
  const { services } = ctx;
  const wait = services.loginLimiter.secondsToWait(credentials.email, ctx.ip);
  if (wait > 0) throw new DomainError("too_many_requests", { retryAfterSeconds: wait });
  if (services.loginLimiter.needsCaptcha(credentials.email, ctx.ip)) {
    await services.captcha.require(credentials.captcha, ctx);
  }
  const succeeded = services.loginLimiter.begin(credentials.email, ctx.ip);
  const row = await findAdmittedUser(services.config, services.database.read, credentials.email);
  if (!(await passwordMatches(row?.password_hash, credentials.password)) || row === undefined) {
    throw DomainError.at("email", "invalid_credentials");
  }
  succeeded();
  await startSession(ctx, row.id, credentials.remember ?? false);
  return userDataOf(services, row);
}
