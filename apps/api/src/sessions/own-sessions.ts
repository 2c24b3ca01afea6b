import { staffRolesOf } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import type { SessionItem, SignInItem } from "@wattle/contracts/sessions";
import {
  deleteOtherSessions,
  deleteSessionByPublicId,
  findSessionPublicId,
  isSessionOver,
  listSessions,
} from "@wattle/db/sessions";
import { listSignIns } from "@wattle/db/sign-ins";
import type { SignedInUser } from "../access/admission.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import type { Call } from "../context.ts";

/** The caller's session by its public identifier; undefined if the call was not made with one. */
async function currentId(
  { services, sessionId }: Call<"database">,
  userId: string,
): Promise<string | undefined> {
  return sessionId === null ? undefined : findSessionPublicId(services.database.read, userId, sessionId);
}

/** Sessions of the caller. */
export async function listOwnSessions(
  ctx: Call<"database" | "clock">,
  account: Pick<SignedInUser, "id" | "roles">,
): Promise<SessionItem[]> {
  return listLiveSessions(ctx.services, account, await currentId(ctx, account.id));
}

/**
 * Sessions of an account, the last used first; those that have expired are left out.
 * @param current the caller's own session by its public identifier
 */
export async function listLiveSessions(
  { database, clock }: Pick<Services, "database" | "clock">,
  { id: userId, roles }: Pick<SignedInUser, "id" | "roles">,
  current?: string,
): Promise<SessionItem[]> {
  const now = BigInt(clock.now());
  const owner = staffRolesOf(roles).length > 0 ? "staff" : "customer";
  return (await listSessions(database.read, userId))
    .filter(
      (session) =>
        session.public_id === current || (session.expires_at > now && !isSessionOver(owner, session, now)),
    )
    .map((session) => ({
      id: session.public_id,
      current: session.public_id === current,
      created_at: isoTime(session.created_at),
      last_used_at: isoTime(session.last_used_at),
      ip: session.ip,
      user_agent: session.user_agent,
    }));
}

/**
 * Signs out another session of the account; one's own is ended by logging out.
 * @throws DomainError `not_found`
 */
export async function endSession(
  ctx: Call<"database" | "securityLog">,
  userId: string,
  publicId: string,
): Promise<void> {
  if (publicId === (await currentId(ctx, userId))) throw new DomainError("not_found");
  const ended = await ctx.services.database.write((tx) => deleteSessionByPublicId(tx, userId, publicId));
  if (!ended) throw new DomainError("not_found");
  ctx.services.securityLog.note(ctx, "sessions-ended", { account: userId }, { sessions: 1 });
}

/** Signs an account out everywhere but here. @returns how many sessions ended */
export async function endOtherSessions(
  ctx: Call<"database" | "securityLog">,
  userId: string,
): Promise<number> {
  const current = await currentId(ctx, userId);
  const ended = await ctx.services.database.write((tx) => deleteOtherSessions(tx, userId, current));
  ctx.services.securityLog.note(ctx, "sessions-ended", { account: userId }, { sessions: ended });
  return ended;
}

/** Logins to an account and failed tries, newest first, as many as are kept. */
export async function listOwnSignIns({ services }: Call<"database">, userId: string): Promise<SignInItem[]> {
  return (await listSignIns(services.database.read, userId)).map((row) => ({
    id: row.id,
    succeeded: row.outcome === "succeeded",
    created_at: isoTime(row.created_at),
    ip: row.ip,
    user_agent: row.user_agent,
  }));
}
