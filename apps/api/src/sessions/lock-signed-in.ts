import { DomainError } from "@wattle/contracts/errors";
import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { findSessionPublicId } from "@wattle/db/sessions";
import type { User } from "@wattle/db/tables";
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
