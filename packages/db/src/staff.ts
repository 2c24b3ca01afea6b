/** Members of staff, and those who are invited to be. */
import { hash } from "node:crypto";
import { sql } from "kysely";
import { lockUser } from "./accounts.ts";
import { rolesOf } from "./roles.ts";
import type { Epoch, JsonText, StaffInvitation, User } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** As the index `users_staff` has it, word for word. */
const NOT_CUSTOMERS = sql<boolean>`roles not in ('["regular-user"]', '["partner"]')`;

/** Staff who have a role, the oldest account first; demo accounts among them or not. */
export async function listStaff(
  reader: Reader,
  { withDemo }: { readonly withDemo: boolean },
): Promise<User[]> {
  return reader
    .selectFrom("users")
    .selectAll()
    .where(NOT_CUSTOMERS)
    .where("roles", "<>", "[]")
    .where("is_demo", "in", withDemo ? [0n, 1n] : [0n])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** How some accounts log in. */
export interface StaffLogins {
  /** Those who have an authenticator app or a passkey. */
  readonly guarded: ReadonlySet<string>;
  /** When each who is logged in was last there. */
  readonly lastSeen: ReadonlyMap<string, Epoch>;
}

export async function readStaffLogins(reader: Reader, ids: readonly string[]): Promise<StaffLogins> {
  if (ids.length === 0) return { guarded: new Set(), lastSeen: new Map() };
  const [apps, passkeys, seen] = await Promise.all([
    reader
      .selectFrom("second_factors")
      .select("user_id")
      .where("user_id", "in", ids)
      .where("confirmed_at", "is not", null)
      .execute(),
    reader.selectFrom("passkeys").select("user_id").where("user_id", "in", ids).execute(),
    reader
      .selectFrom("sessions")
      .select("user_id")
      .select(({ fn }) => fn.max<bigint>("last_used_at").as("at"))
      .where("user_id", "in", ids)
      .groupBy("user_id")
      .execute(),
  ]);
  return {
    guarded: new Set([...apps, ...passkeys].map(({ user_id: id }) => id)),
    lastSeen: new Map(seen.map(({ user_id: id, at }) => [id, at])),
  };
}

/**
 * Locks some accounts for the rest of the transaction, each call in the same order: of two that change staff at once, one
 * waits. @returns them as they are now
 */
export async function lockUsers(tx: WriteTx, ids: readonly string[]): Promise<User[]> {
  const locked: User[] = [];
  for (const id of [...new Set(ids)].toSorted()) {
    const user = await lockUser(tx, id);
    if (user !== undefined) locked.push(user);
  }
  return locked;
}

export const isAdmin = (user: Pick<User, "roles">): boolean => rolesOf(user).includes("admin");

/** Acts of the audit log that name the roles which their subject has, or had. */
const ROLE_ACTS = ["staff.joined", "staff.roles", "staff.removed"];

/** Whether an act's details have `admin` among the roles; a token may have that name, too. */
function namesAdmin(details: JsonText): boolean {
  const { roles, from, to } = JSON.parse(details) as Readonly<Record<string, readonly string[] | undefined>>;
  return [roles, from, to].some((named) => named?.includes("admin") === true);
}

/**
 * Whether anyone else is an admin, or ever was one by an act of the audit log, which no one changes.
 * @param own the account that is not counted
 */
export async function wasOtherAdmin(
  reader: Reader,
  own: string,
  { withDemo }: { readonly withDemo: boolean },
): Promise<boolean> {
  const others = await reader
    .selectFrom("users")
    .select(["id", "roles"])
    .where(NOT_CUSTOMERS)
    .where("id", "<>", own)
    .where("is_demo", "in", withDemo ? [0n, 1n] : [0n])
    .execute();
  if (others.length === 0) return false;
  if (others.some(isAdmin)) return true;
  const acts = await reader
    .selectFrom("audit_log")
    .select("details")
    .where(
      "subject",
      "in",
      others.map(({ id }) => id),
    )
    .where("action", "in", ROLE_ACTS)
    .where("details", "like", '%"admin"%')
    .execute();
  return acts.some(({ details }) => namesAdmin(details));
}

/** How an invitation's token is stored: hex SHA-256. The token is random enough that no salt is needed. */
const hashInvitation = (token: string): string => hash("sha256", token, "hex");

/** Stores an invitation by its token (raw), in place of an earlier one of the same address. */
export async function insertInvitation(
  tx: WriteTx,
  { token, ...row }: Omit<StaffInvitation, "token_hash"> & { readonly token: string },
): Promise<void> {
  await tx.deleteFrom("staff_invitations").where("email", "=", row.email.toLowerCase()).execute();
  await tx
    .insertInto("staff_invitations")
    .values({ ...row, email: row.email.toLowerCase(), token_hash: hashInvitation(token) })
    .execute();
}

/** The invitation of a link's token (raw) that has not expired at `now`. */
export async function findInvitation(
  reader: Reader,
  token: string,
  now: Epoch,
): Promise<StaffInvitation | undefined> {
  return reader
    .selectFrom("staff_invitations")
    .selectAll()
    .where("token_hash", "=", hashInvitation(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** As `findInvitation`, and uses it up: of two concurrent calls one gets it. */
export async function takeInvitation(
  tx: WriteTx,
  token: string,
  now: Epoch,
): Promise<StaffInvitation | undefined> {
  return tx
    .deleteFrom("staff_invitations")
    .where("token_hash", "=", hashInvitation(token))
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Takes an invitation back. @returns it; undefined if there is none */
export async function deleteInvitation(tx: WriteTx, id: string): Promise<StaffInvitation | undefined> {
  return tx.deleteFrom("staff_invitations").where("id", "=", id).returningAll().executeTakeFirst();
}

/** Takes back all invitations that one inviter made. */
export async function deleteInvitationsOf(tx: WriteTx, invitedBy: string): Promise<void> {
  await tx.deleteFrom("staff_invitations").where("invited_by", "=", invitedBy).execute();
}

/** All invitations, the oldest first; those that have expired too. */
export async function listInvitations(reader: Reader): Promise<StaffInvitation[]> {
  return reader.selectFrom("staff_invitations").selectAll().orderBy("created_at").orderBy("id").execute();
}
