import { hash } from "node:crypto";
import { isCustomer } from "./roles.ts";
import { lookedUp, readStatement } from "./handles/statement.ts";
import type { Epoch, Session, User } from "./tables.ts";
import type { Database, Reader, WriteTx } from "./handles/handles.ts";

/** Facts kept with a session apart from its owner and its end. */
export interface SessionAttributes {
  /** Names the session towards its owner. It is useless for logging in. */
  readonly publicId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: bigint;
  /** Milliseconds since 1970; written now and then, not at each use. */
  readonly lastUsedAt: bigint;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** When its owner last proved to be there, milliseconds since 1970. */
  readonly confirmedAt: bigint | null;
  /** Whether its owner has proved a second factor. */
  readonly twoFactor: boolean;
}

/**
 * Columns that each request needs of the user behind its session: reading the whole row would cost it several times as
 * much.
 */
export type SessionUser = Pick<
  User,
  | "id"
  | "email"
  | "first_name"
  | "status"
  | "roles"
  | "permissions"
  | "default_country"
  | "email_verified_at"
  | "referred_by"
  | "is_demo"
>;

/** A session as the library that validates it has it. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: Date;
  readonly attributes: SessionAttributes;
}

/** Owner, as the account is now: status and permissions are never older than the request. */
export interface SessionOwner {
  readonly id: string;
  readonly attributes: SessionUser;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * How long sessions last, in milliseconds: `longest` from their beginning, however often they are used, and `idle` from their last
 * use. A customer's idle time is Lucia's to judge.
 */
export const SESSION_LIMITS = {
  customer: { idle: 14 * DAY, longest: 90 * DAY },
  staff: { idle: 30 * MINUTE, longest: 12 * 60 * MINUTE },
} as const;

/** Whether a session is over at `now` by what Lucia does not judge. */
export function isSessionOver(
  owner: keyof typeof SESSION_LIMITS,
  { created_at, last_used_at }: Pick<Session, "created_at" | "last_used_at">,
  now: Epoch,
): boolean {
  const { idle, longest } = SESSION_LIMITS[owner];
  return created_at + BigInt(longest) <= now || (owner === "staff" && last_used_at + BigInt(idle) <= now);
}

/** How a session id is stored: hex SHA-256. The id is random enough that no salt is needed. */
export function hashSessionId(sessionId: string): string {
  return hash("sha256", sessionId, "hex");
}

const SESSION_USER_COLUMNS = [
  "users.id",
  "users.email",
  "users.first_name",
  "users.status",
  "users.roles",
  "users.permissions",
  "users.default_country",
  "users.email_verified_at",
  "users.referred_by",
  "users.is_demo",
] as const;

type SessionWithUser = SessionUser & {
  session_public_id: string;
  session_expires_at: bigint;
  session_created_at: bigint;
  session_last_used_at: bigint;
  session_ip: string | null;
  session_user_agent: string | null;
  session_confirmed_at: bigint | null;
  session_two_factor: bigint;
};

const sessionWithUser = readStatement<{ idHash: string }, SessionWithUser>(
  "session_with_user",
  (db, parameter) =>
    db
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .select(SESSION_USER_COLUMNS)
      .select([
        "sessions.public_id as session_public_id",
        "sessions.expires_at as session_expires_at",
        "sessions.created_at as session_created_at",
        "sessions.last_used_at as session_last_used_at",
        "sessions.ip as session_ip",
        "sessions.user_agent as session_user_agent",
        "sessions.confirmed_at as session_confirmed_at",
        "sessions.two_factor as session_two_factor",
      ])
      .where("sessions.id_hash", "=", lookedUp(parameter("idHash"))),
);

/** The row without its session's columns, named one by one: a spread of the rest costs a request several times as much. */
const userOf = (row: SessionWithUser): SessionUser => ({
  id: row.id,
  email: row.email,
  first_name: row.first_name,
  status: row.status,
  roles: row.roles,
  permissions: row.permissions,
  default_country: row.default_country,
  email_verified_at: row.email_verified_at,
  referred_by: row.referred_by,
  is_demo: row.is_demo,
});

/**
 * The sessions as the API's `session.ts` asks for them, in the shape of Lucia's adapters. The raw session id is only in the customer's cookie; the table holds its hash.
 */
export class KyselySessionAdapter {
  readonly #database: Database;
  readonly #now: () => bigint;

  /**
   * `now` gives milliseconds since 1970; Lucia itself judges by the system's clock, which is the default here
   * too.
   */
  constructor(database: Database, now: () => bigint = () => BigInt(Date.now())) {
    this.#database = database;
    this.#now = now;
  }

  async getSessionAndUser(sessionId: string): Promise<[StoredSession | null, SessionOwner | null]> {
    const [row] = await this.#database.read.run(sessionWithUser, { idHash: hashSessionId(sessionId) });
    // Lucia knows an expiry that each use puts off; the end that none puts off is judged here.
    if (row === undefined) return [null, null];
    const times = { created_at: row.session_created_at, last_used_at: row.session_last_used_at };
    if (isSessionOver(isCustomer(row) ? "customer" : "staff", times, this.#now())) return [null, null];
    return [
      {
        // The raw id goes back as it came: Lucia passes it on to deleteSession and updateSessionExpiration.
        id: sessionId,
        userId: row.id,
        expiresAt: new Date(Number(row.session_expires_at)),
        attributes: {
          publicId: row.session_public_id,
          createdAt: row.session_created_at,
          lastUsedAt: row.session_last_used_at,
          ip: row.session_ip,
          userAgent: row.session_user_agent,
          confirmedAt: row.session_confirmed_at,
          twoFactor: row.session_two_factor === 1n,
        },
      },
      { id: row.id, attributes: userOf(row) },
    ];
  }

  /**
   * A user's sessions. Their raw ids are unknowable, so `id` is the public id: fit for a list, not for
   * Lucia's own calls.
   */
  async getUserSessions(userId: string): Promise<StoredSession[]> {
    const sessions = await listSessions(this.#database.read, userId);
    return sessions.map((session) => ({
      id: session.public_id,
      userId,
      expiresAt: new Date(Number(session.expires_at)),
      attributes: {
        publicId: session.public_id,
        createdAt: session.created_at,
        lastUsedAt: session.last_used_at,
        ip: session.ip,
        userAgent: session.user_agent,
        confirmedAt: session.confirmed_at,
        twoFactor: session.two_factor === 1n,
      },
    }));
  }

  async setSession({ id, userId, expiresAt, attributes }: StoredSession): Promise<void> {
    await this.#database.write((tx) =>
      tx
        .insertInto("sessions")
        .values({
          id_hash: hashSessionId(id),
          public_id: attributes.publicId,
          user_id: userId,
          expires_at: BigInt(expiresAt.getTime()),
          created_at: attributes.createdAt,
          last_used_at: attributes.lastUsedAt,
          ip: attributes.ip,
          user_agent: attributes.userAgent,
          confirmed_at: attributes.confirmedAt,
          two_factor: attributes.twoFactor ? 1n : 0n,
        })
        .execute(),
    );
  }

  async updateSessionExpiration(sessionId: string, expiresAt: Date): Promise<void> {
    await this.#database.write((tx) =>
      tx
        .updateTable("sessions")
        .set({ expires_at: BigInt(expiresAt.getTime()) })
        .where("id_hash", "=", hashSessionId(sessionId))
        .execute(),
    );
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#database.write((tx) =>
      tx.deleteFrom("sessions").where("id_hash", "=", hashSessionId(sessionId)).execute(),
    );
  }

  async deleteUserSessions(userId: string): Promise<void> {
    await this.#database.write((tx) => tx.deleteFrom("sessions").where("user_id", "=", userId).execute());
  }

  async deleteExpiredSessions(): Promise<void> {
    await this.#database.write((tx) =>
      tx
        .deleteFrom("sessions")
        .where((where) =>
          where.or([
            where("expires_at", "<=", this.#now()),
            where("created_at", "<=", this.#now() - BigInt(SESSION_LIMITS.customer.longest)),
          ]),
        )
        .execute(),
    );
  }
}

/** A user's sessions, the last used first; also those that have expired and not been cleared yet. */
export async function listSessions(reader: Reader, userId: string): Promise<Session[]> {
  return reader
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("last_used_at", "desc")
    .orderBy("public_id")
    .execute();
}

/** The public id of a session (raw id) of a user; undefined if it is over. */
export async function findSessionPublicId(
  reader: Reader,
  userId: string,
  sessionId: string,
): Promise<string | undefined> {
  const session = await reader
    .selectFrom("sessions")
    .select("public_id")
    .where("id_hash", "=", hashSessionId(sessionId))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return session?.public_id;
}

/**
 * When a session of staff (raw id) ends: unless it is used, and however it is used; milliseconds since 1970. Undefined if it is
 * over.
 */
export async function staffSessionEnds(
  reader: Reader,
  sessionId: string,
): Promise<{ readonly unused: bigint; readonly latest: bigint } | undefined> {
  const session = await reader
    .selectFrom("sessions")
    .select(["created_at", "last_used_at"])
    .where("id_hash", "=", hashSessionId(sessionId))
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const { idle, longest } = SESSION_LIMITS.staff;
  const latest = session.created_at + BigInt(longest);
  const unused = session.last_used_at + BigInt(idle);
  return { unused: unused < latest ? unused : latest, latest };
}

/** Notes a use of a session (raw id) at `at`, unless one was noted after `since`. */
export async function touchSession(
  tx: WriteTx,
  sessionId: string,
  { at, since }: { readonly at: Epoch; readonly since: Epoch },
): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ last_used_at: at })
    .where("id_hash", "=", hashSessionId(sessionId))
    .where("last_used_at", "<=", since)
    .execute();
}

/** Ends one session of a user by its public id; false if the user has no such session. */
export async function deleteSessionByPublicId(
  tx: WriteTx,
  userId: string,
  publicId: string,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("public_id", "=", publicId)
    .returning("public_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/**
 * Ends all sessions of a user but the one with `keptPublicId`; all of them without it. Returns how many
 * ended.
 */
export async function deleteOtherSessions(
  tx: WriteTx,
  userId: string,
  keptPublicId?: string,
): Promise<number> {
  let query = tx.deleteFrom("sessions").where("user_id", "=", userId);
  if (keptPublicId !== undefined) query = query.where("public_id", "<>", keptPublicId);
  const deleted = await query.returning("public_id").execute();
  return deleted.length;
}

/** Notes that the owner of a session (by its public id) was there at `at`, and whether with a second factor. */
export async function confirmSession(
  tx: WriteTx,
  publicId: string,
  { at, twoFactor }: { readonly at: Epoch; readonly twoFactor: boolean },
): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ confirmed_at: at, ...(twoFactor && { two_factor: 1n }) })
    .where("public_id", "=", publicId)
    .execute();
}

/** Makes a user's other sessions ask who is there before the next act that needs a confirmation. */
export async function unconfirmOtherSessions(
  tx: WriteTx,
  userId: string,
  keptPublicId: string,
): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ confirmed_at: null })
    .where("user_id", "=", userId)
    .where("public_id", "<>", keptPublicId)
    .execute();
}

/** A session, by its raw identifier, has to be confirmed again. */
export async function unconfirmSession(tx: WriteTx, sessionId: string): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ confirmed_at: null })
    .where("id_hash", "=", hashSessionId(sessionId))
    .execute();
}

/** No session of a user counts as one with a second factor any more: the account has none. */
export async function forgetTwoFactor(tx: WriteTx, userId: string): Promise<void> {
  await tx.updateTable("sessions").set({ two_factor: 0n }).where("user_id", "=", userId).execute();
}
