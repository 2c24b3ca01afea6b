import { staffRolesOf } from "@wattle/contracts/accounts";
import type { Database } from "@wattle/db/database";
import {
  KyselySessionAdapter,
  SESSION_LIMITS,
  touchSession,
  type SessionAttributes,
  type SessionUser,
} from "@wattle/db/sessions";
import { Lucia, TimeSpan } from "lucia";
import type { Clock, Ids } from "../clock.ts";
import type { Config } from "../config.ts";
import { admittedUser, type SignedInUser } from "./admission.ts";
import type { SessionProof } from "./confirmation.ts";
import { cookieOf } from "./cookie.ts";
import { createLastUse, STAFF_INTERVAL_MILLISECONDS } from "./last-use.ts";

declare module "lucia" {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: SessionUser;
  }
}

/** The server forgets a session that was not used for this long; one of staff sooner. */
const IDLE = new TimeSpan(SESSION_LIMITS.customer.idle, "ms");
/** A remembered cookie lasts as long as a session may; the server's own expiry decides. */
const REMEMBERED_SECONDS = SESSION_LIMITS.customer.longest / 1000;

function createLucia(database: Database, config: Config, clock: Clock) {
  const secure = config.APP_ORIGIN.startsWith("https:");
  return new Lucia(new KyselySessionAdapter(database, () => BigInt(clock.now())), {
    sessionExpiresIn: IDLE,
    sessionCookie: {
      name: secure ? "__Host-session" : "session",
      attributes: { secure, sameSite: "lax", path: "/" },
    },
    getUserAttributes: (row) => ({ account: admittedUser(config, row) }),
    getSessionAttributes: ({ publicId, createdAt, lastUsedAt, confirmedAt, twoFactor }) => ({
      publicId,
      lastUsedAt,
      proof: { confirmedAt, twoFactor, startedAt: createdAt } satisfies SessionProof,
    }),
  });
}

interface ReadSession {
  readonly user: SignedInUser;
  readonly sessionId: string;
  readonly proof: SessionProof;
}

export interface Sessions {
  /**
   * Reads the session cookie. Null for none, an unknown or an expired one.
   * @param by `page` if a page asks by itself: it keeps no session of staff alive that no one uses
   */
  read(cookieHeader: string | undefined, by: "person" | "page"): Promise<ReadSession | null>;
  /** The same by the session's own identifier. */
  readById(sessionId: string): Promise<ReadSession | null>;
  /**
   * Starts a session under a new identifier, whose owner has just proved to be there.
   * @returns the identifier and the cookie to set
   */
  start(
    userId: string,
    from: {
      readonly ip: string;
      readonly userAgent: string | null;
      readonly remember: boolean;
      /** Whether a second factor was proved, too. */
      readonly twoFactor: boolean;
    },
  ): Promise<{ readonly sessionId: string; readonly cookie: string }>;
  /** Ends one session. @returns the cookie that removes it from the browser */
  end(sessionId: string): Promise<string>;
  /** Ends every session of an account. */
  endAll(userId: string): Promise<void>;
}

/** Sessions by lucia; only a hash of their identifiers is stored. */
export function createSessions(database: Database, config: Config, clock: Clock, ids: Ids): Sessions {
  const lucia = createLucia(database, config, clock);
  const noteUse = createLastUse(clock);

  async function readById(sessionId: string, by: "person" | "page"): Promise<ReadSession | null> {
    const { user, session } = await lucia.validateSession(sessionId);
    if (user === null || session === null || user.account === null) return null;
    const isStaff = staffRolesOf(user.account.roles).length > 0;
    if (!isStaff || by === "person") {
      await noteUse(
        session.publicId,
        session.lastUsedAt,
        (use) => database.write((tx) => touchSession(tx, sessionId, use)),
        isStaff ? STAFF_INTERVAL_MILLISECONDS : undefined,
      );
    }
    return { user: user.account, sessionId, proof: session.proof };
  }

  return {
    async read(cookieHeader, by) {
      // Lucia would decode every cookie, which costs more and fails for those of others that are not percent-encoded.
      const sessionId = cookieOf(cookieHeader, lucia.sessionCookieName);
      return sessionId ? readById(sessionId, by) : null;
    },
    readById: (sessionId) => readById(sessionId, "person"),
    async start(userId, { ip, userAgent, remember, twoFactor }) {
      const now = BigInt(clock.now());
      const session = await lucia.createSession(
        userId,
        {
          publicId: ids.uuid(),
          createdAt: now,
          lastUsedAt: now,
          ip,
          userAgent,
          confirmedAt: now,
          twoFactor,
        },
        { sessionId: ids.token(32) },
      );
      const cookie = lucia.createSessionCookie(session.id);
      if (remember) cookie.attributes.maxAge = REMEMBERED_SECONDS;
      else delete cookie.attributes.maxAge;
      return { sessionId: session.id, cookie: cookie.serialize() };
    },
    async end(sessionId) {
      await lucia.invalidateSession(sessionId);
      return lucia.createBlankSessionCookie().serialize();
    },
    endAll: (userId) => lucia.invalidateUserSessions(userId),
  };
}
