import { DomainError } from "@wattle/contracts/errors";
import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { listPasskeys } from "@wattle/db/passkeys";
import { rolesOf } from "@wattle/db/roles";
import { findSessionPublicId } from "@wattle/db/sessions";
import type { User } from "@wattle/db/tables";
import { mustProveFactor } from "../access/confirmation.ts";
import { hasSecondFactor } from "../access/second-factor.ts";
import type { Call, RequestContext } from "../context.ts";

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

/**
 * As `lockSignedIn`, before the account's second factors change. Staff who must have one, and have one, prove it first: a
 * password alone, which may be stolen, must not add another.
 * @throws DomainError `unauthenticated`, `confirmation_required`
 */
export async function lockForFactors(
  tx: WriteTx,
  ctx: Call<"config">,
  userId: string,
): ReturnType<typeof lockSignedIn> {
  const locked = await lockSignedIn(tx, ctx, userId);
  if (!mustProveFactor(ctx.services.config, rolesOf(locked.user), ctx.proof)) return locked;
  const hasOne = (await hasSecondFactor(tx, userId)) || (await listPasskeys(tx, userId)).length > 0;
  if (hasOne) throw new DomainError("confirmation_required");
  return locked;
}

/**
 * The caller's session by its public identifier.
 * @throws DomainError `unauthenticated` where it is over
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
