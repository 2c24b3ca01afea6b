import { isIP } from "node:net";
import { DomainError } from "@wattle/contracts/errors";
import { plainLineOf } from "@wattle/contracts/plain-text";
import { hashSessionId } from "@wattle/db/sessions";
import type { FastifyRequest } from "fastify";
import type { RequestContext } from "../context.ts";
import type { Services } from "../services.ts";
import "./http-request.ts";
import { refusedHintOf } from "../access/api-tokens.ts";
import { addressKey } from "../limits/address-key.ts";

/** Key of a client's limit (the token, the account of the session, or the address). */
interface Client {
  readonly key: string;
  /** Why its token was refused. */
  readonly refused?: DomainError;
}

/**
 * The address that a request comes from, as far as proxies of ours say (`TRUST_PROXY`). Some write the port behind it;
 * a text that is no address says nothing, and the proxy's own is used instead.
 */
export function addressOf(request: FastifyRequest): string {
  const said = request.ip;
  if (isIP(said) !== 0) return said;
  const [, bare = ""] = /^\[?([\d.]+|(?<=\[)[\da-f:.]+)\]?(?::\d+)?$/i.exec(said) ?? [];
  return isIP(bare) === 0 ? (request.socket.remoteAddress ?? "") : bare;
}

const LONGEST_USER_AGENT = 300;

/** Origin of a request, fit for a list and a log. */
export function originOf(request: FastifyRequest): Pick<RequestContext, "requestId" | "ip" | "userAgent"> {
  const userAgent = request.headers["user-agent"];
  return {
    requestId: request.id,
    ip: addressOf(request),
    userAgent: userAgent === undefined ? null : plainLineOf(userAgent).slice(0, LONGEST_USER_AGENT),
  };
}

/**
 * Reads who asks, by token or session, into `request.account`. A request with a token needs no CSRF token and has no
 * session, whatever its cookies.
 */
export async function identifyClient(
  services: Pick<Services, "securityLog" | "sessions" | "apiTokens">,
  request: FastifyRequest,
): Promise<Client> {
  const address = (): string => `address ${addressKey(addressOf(request))}`;
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    try {
      const bearer = await services.apiTokens.read(authorization, addressOf(request));
      if (bearer !== null) {
        request.account = { ...bearer, sessionId: null, proof: null, fingerprint: null };
        return { key: `token ${bearer.token.id}` };
      }
    } catch (refused) {
      if (!(refused instanceof DomainError)) throw refused;
      services.securityLog.note(originOf(request), "token-refused", undefined, {
        hint: refusedHintOf(authorization),
        code: refused.code,
      });
      return { key: address(), refused };
    }
  }
  // Requests that our pages make by themselves, such as whether something is paused.
  const by = request.headers["x-background"] === "1" ? "page" : "person";
  const session = await services.sessions.read(cookie, by);
  if (session === null) return { key: address() };
  request.account = { ...session, token: null, fingerprint: hashSessionId(session.sessionId) };
  return { key: `account ${session.user.id}` };
}
