import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { rolesOf } from "@wattle/db/roles";
import { deleteRecoveryCodes } from "@wattle/db/second-factors";
import { findSessionPublicId, forgetTwoFactor } from "@wattle/db/sessions";
import type { User } from "@wattle/db/tables";
import { mustProveFactor, needsFactor } from "../access/confirmation.ts";
import { hasAnyFactor } from "../access/second-factor.ts";
import type { Call, RequestContext } from "../context.ts";
import type { Services } from "../services.ts";

/**
 * Locks the caller's account for the rest of the transaction and makes sure that the caller's session is still there: a
 * password reset that came first has ended it.
 * @returns the account as it is now, and the session by its public identifier
 * @throws DomainError `unauthenticated`
 */
export async function lockSignedIn(
  tx: WriteTx,
  { sessionId }: Pick<RequestContext, "sessionId">,
  userId: string,
): Promise<{ readonly user: User; readonly session: string }> {
  const user = await lockUser(tx, userId);
  const session = sessionId === null ? undefined : await findSessionPublicId(tx, userId, sessionId);
  if (user === undefined || session === undefined) throw new DomainError("unauthenticated");
  return { user, session };
}

/** So long after a mailed link has set the password of staff it lets a first second factor be set up. */
const SET_UP_MILLISECONDS = 60 * 60_000;

/** Whether a mailed link has just set a password: an invitation's, or a reset's. A demo's passwords are public anyway. */
function isFreshByMail({ clock }: Pick<Services, "clock">, user: User): boolean {
  const { password_changed_at: changedAt, is_demo: isDemo } = user;
  return (
    isDemo === 1n || (changedAt !== null && changedAt + BigInt(SET_UP_MILLISECONDS) > BigInt(clock.now()))
  );
}

/**
 * As `lockSignedIn`, before the account's second factors change. Staff who must have one, and have one, prove it first:
 * the password by itself, which may be stolen, must not add another. Staff without a factor set up the first with a
 * password that is fresh.
 * @throws DomainError `unauthenticated`, `confirmation_required`; `forbidden` for a first one too late
 */
export async function lockForFactors(
  tx: WriteTx,
  ctx: Call<"config" | "clock">,
  userId: string,
): ReturnType<typeof lockSignedIn> {
  const locked = await lockSignedIn(tx, ctx, userId);
  if (!mustProveFactor(ctx.services.config, rolesOf(locked.user), ctx.proof)) return locked;
  if (await hasAnyFactor(tx, userId)) throw new DomainError("confirmation_required");
  if (!isFreshByMail(ctx.services, locked.user)) {
    throw new DomainError("forbidden", { message: OWN_MESSAGES.setUpTooLate });
  }
  return locked;
}

/**
 * Notes that an account may have no second factor any more.
 * @throws DomainError `state_conflict` if it has none, and must have one
 */
export async function afterFactorIsGone(
  tx: WriteTx,
  { config }: Pick<Services, "config">,
  user: User,
): Promise<void> {
  if (await hasAnyFactor(tx, user.id)) return;
  if (needsFactor(config, rolesOf(user))) {
    throw new DomainError("state_conflict", { message: OWN_MESSAGES.lastFactor });
  }
  await deleteRecoveryCodes(tx, user.id);
  await forgetTwoFactor(tx, user.id);
}

/**
 * The caller's session by its public identifier.
 * @throws DomainError `unauthenticated` if it is over
 */
export async function findOwnSession(
  { services, sessionId }: Call<"database">,
  userId: string,
): Promise<string> {
  const session =
    sessionId === null ? undefined : await findSessionPublicId(services.database.read, userId, sessionId);
  if (session === undefined) throw new DomainError("unauthenticated");
  return session;
}
