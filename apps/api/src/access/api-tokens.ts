import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { DomainError } from "@wattle/contracts/errors";
import { TOKEN_SCOPES } from "@wattle/contracts/tokens";
import type { Database } from "@wattle/db/database";
import { findTokenWithUser, touchToken } from "@wattle/db/tokens";
import type { Clock } from "../clock.ts";
import { createLastUse } from "./last-use.ts";
import type { Config } from "../config.ts";
import { admittedUser, type SignedInUser } from "./admission.ts";
import { isListed } from "./address-list.ts";
import { needsFactor } from "./confirmation.ts";
import { hasAnyFactor } from "./second-factor.ts";
import type { TokenGrant } from "./token-access.ts";
import { findWorkingApp } from "./working-app.ts";

/** `wat_` and 32 random bytes as base64url text. */
const TOKEN = /^wat_[A-Za-z0-9_-]{43}$/;
const BEARER = /^Bearer +(\S+) *$/i;
const BEARER_SCHEME = /^Bearer(?: |$)/i;

export const TOKEN_BYTES = 32;
export const TOKEN_PREFIX = "wat_";
const HINT_LENGTH = 8;

/** The first characters of a token, to tell it from others. */
export const hintOf = (token: string): string => token.slice(0, HINT_LENGTH);

/** The same of a refused `Authorization` header; nothing of a text that is not made like a token. */
export function refusedHintOf(authorization: string): string {
  const text = BEARER.exec(authorization)?.[1] ?? "";
  return TOKEN.test(text) ? hintOf(text) : "";
}

/** A JSON array of texts, as a column holds it. */
export const textsOf = (json: string): string[] => JSON.parse(json) as string[];

export interface ApiTokens {
  /**
   * Reads an `Authorization` header. Null if it is none of ours: not of the Bearer scheme.
   * @param ip the address the request comes from
   * @throws DomainError `unauthenticated` for a token that is malformed, unknown, revoked or expired; `forbidden` for
   *   one used from an address it does not list, and for one that staff made without the second factor they must have
   */
  read(
    authorization: string,
    ip: string,
  ): Promise<{ readonly user: SignedInUser; readonly token: TokenGrant } | null>;
}

/** Tokens of programs. The owner's status, role and permissions are read with the token, for each request. */
export function createApiTokens(database: Database, config: Config, clock: Clock): ApiTokens {
  const noteUse = createLastUse(clock);
  return {
    async read(authorization, ip) {
      if (!BEARER_SCHEME.test(authorization)) return null;
      const text = BEARER.exec(authorization)?.[1];
      if (text === undefined || !TOKEN.test(text)) throw new DomainError("unauthenticated");
      const found = await findTokenWithUser(database.read, text);
      const user = found === undefined ? null : admittedUser(config, found.user);
      if (found === undefined || user === null) throw new DomainError("unauthenticated");
      const { id, kind, expires_at, app_id, last_used_at } = found.token;
      if (expires_at !== null && expires_at <= BigInt(clock.now())) throw new DomainError("unauthenticated");
      if (app_id !== null && (await findWorkingApp(config, database.read, app_id)) === undefined)
        throw new DomainError("unauthenticated");
      const addresses = textsOf(found.token.addresses);
      if (addresses.length > 0 && !isListed(addresses, ip)) {
        throw new DomainError("forbidden", { message: OWN_MESSAGES.wrongAddress });
      }
      if (kind === "service" && needsFactor(config, user.roles)) {
        const proved = found.token.two_factor === 1n && (await hasAnyFactor(database.read, user.id));
        if (!proved) throw new DomainError("forbidden", { message: OWN_MESSAGES.unprovedToken });
      }
      await noteUse(id, last_used_at, (use) => database.write((tx) => touchToken(tx, id, { ...use, ip })));
      const scopes = textsOf(found.token.scopes);
      return {
        user,
        token: {
          id,
          scopes: kind === "personal" ? TOKEN_SCOPES.filter((scope) => scopes.includes(scope)) : [],
          procedures: kind === "service" ? textsOf(found.token.procedures) : [],
        },
      };
    },
  };
}
