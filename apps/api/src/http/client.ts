import { DomainError } from "@wattle/contracts/errors";
import { hashSessionId } from "@wattle/db/sessions";
import type { FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import "./http-request.ts";
import { addressKey } from "./rate-limiter.ts";

/** What a client's requests are counted by (the token, the account of the session, or the address). */
interface Client {
  readonly key: string;
  /** Why its token was refused. */
  readonly refused?: DomainError;
}

/**
 * Reads who asks, by token or session, into `request.account`. A request with a token needs no CSRF token and has no
 * session, whatever its cookies.
 */
export async function identifyClient(services: Services, request: FastifyRequest): Promise<Client> {
  const address = (): string => `address ${addressKey(request.ip)}`;
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    try {
      const bearer = await services.apiTokens.read(authorization, request.ip);
      if (bearer !== null) {
        request.account = { ...bearer, sessionId: null, fingerprint: null };
        return { key: `token ${bearer.token.id}` };
      }
    } catch (refused) {
      if (refused instanceof DomainError) return { key: address(), refused };
      throw refused;
    }
  }
  const session = await services.sessions.read(cookie);
  if (session === null) return { key: address() };
  request.account = { ...session, token: null, fingerprint: hashSessionId(session.sessionId) };
  return { key: `account ${session.user.id}` };
}
