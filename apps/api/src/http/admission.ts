import { DomainError } from "@wattle/contracts/errors";
import { PAGE_OF_HEADER, PAGE_OF_KEY } from "@wattle/contracts/page-owner";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { addressKey } from "../limits/address-key.ts";
import { addressOf, identifyClient } from "./client.ts";
import { cookieOf } from "../access/cookie.ts";
import { CSRF_COOKIE } from "../access/csrf.ts";
import type { Admission } from "./http-request.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";

const UNSAFE_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Counts a request, or each call of it, and says in the answer how many are left. */
function countRequest(rateLimiter: RateLimiter, client: string, reply: FastifyReply): void {
  const { request } = reply;
  const { exceeded, secondsLeft, field } = rateLimiter.count(
    client,
    request.routeOptions.config.calls?.(request) ?? 1,
  );
  reply.header("ratelimit-policy", rateLimiter.policy).header("ratelimit", field);
  if (exceeded) throw new DomainError("too_many_requests", { retryAfterSeconds: secondsLeft });
}

/**
 * Whether a page of another site sent the request, as its browser says. `Sec-Fetch-Site` is the browser's own
 * judgement; older ones send only `Origin`, which must then name the host that was asked or the installation's own
 * origin. Programs send neither.
 */
function isFromAnotherSite(request: FastifyRequest, ownOrigin: string): boolean {
  const site = headerText(request.headers["sec-fetch-site"]);
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin } = request.headers;
  if (origin === undefined || origin === ownOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}

/**
 * Owner of the page that sent the request, as the page says; undefined for a program. The address loses the key: no
 * route has it.
 */
function pageOwnerOf({ headers, query }: FastifyRequest): unknown {
  const asked = query as Record<string, unknown>;
  const named = asked[PAGE_OF_KEY];
  delete asked[PAGE_OF_KEY];
  return headerText(headers[PAGE_OF_HEADER.toLowerCase()]) ?? named;
}

/**
 * Refuses what the page of one account, or of no one, asks with the session of another: someone logged in with the same browser
 * since. If no one is logged in the guards answer, as for any visitor.
 * @throws DomainError `another_login`
 */
function refuseOthersPage(request: FastifyRequest): void {
  const owner = pageOwnerOf(request);
  const { account } = request;
  if (owner === undefined || account === null || account.token !== null) return;
  if (owner !== account.user.id) throw new DomainError("another_login");
}

/**
 * Judges every call before its body is read: the caller, the limit, whether a page of another site or of another
 * account sent it, and for unsafe methods with a session the CSRF token. Methods that a path does not take are refused
 * here.
 *
 * The matched route decides, never the address as it was written: `/%61pi/rates` and `http://host/api/rates` are the
 * same route as `/api/rates`.
 */
export function admitRequests(
  app: FastifyInstance,
  services: Pick<
    Services,
    "config" | "clock" | "log" | "securityLog" | "sessions" | "limitStores" | "apiTokens" | "csrf"
  >,
): void {
  const { config, csrf, clock, log, limitStores } = services;
  const rateLimiter = createRateLimiter(config.RATE_LIMIT, { clock, log, counts: limitStores.counts });

  async function admitCall(
    request: FastifyRequest,
    reply: FastifyReply,
    takesMethod: boolean,
  ): Promise<void> {
    reply.header("cache-control", "no-store");
    const { key, refused } = await identifyClient(services, request);
    const fingerprint = request.account?.fingerprint ?? null;
    const token = cookieOf(request.headers.cookie, CSRF_COOKIE);
    const holds = fingerprint === null ? csrf.looksIssued(token) : csrf.holds(token, fingerprint);
    // A program that shows a token keeps no cookies and needs none.
    const isProgram = request.headers.authorization !== undefined;
    if (!holds && !isProgram) reply.header("set-cookie", csrf.cookie(fingerprint));
    countRequest(rateLimiter, key, reply);
    if (refused !== undefined) {
      if (refused.code === "unauthenticated") {
        reply.header("www-authenticate", 'Bearer error="invalid_token"');
      }
      throw refused;
    }
    if (!takesMethod) return;
    const isUnsafe = UNSAFE_METHODS.has(request.method);
    const { elsewhere = !isUnsafe } = request.routeOptions.config;
    if (!elsewhere && !isProgram && isFromAnotherSite(request, config.APP_ORIGIN))
      throw new DomainError("csrf_mismatch");
    refuseOthersPage(request);
    if (isUnsafe && fingerprint !== null) {
      const echoed = headerText(request.headers["x-xsrf-token"]);
      // The usual echo was judged with the cookie already.
      const genuine = echoed === token ? holds : csrf.holds(echoed, fingerprint);
      if (!genuine) throw new DomainError("csrf_mismatch");
    }
  }

  app.decorateRequest("account", null);
  app.addHook("onRequest", async (request, reply) => {
    const { allow, admission = "call" } = request.routeOptions.config;
    if (admission === "call") await admitCall(request, reply, allow === undefined);
    else if (admission === "counted") {
      countRequest(rateLimiter, `uncalled ${addressKey(addressOf(request))}`, reply);
    }
    if (allow !== undefined) {
      reply.header("allow", allow);
      throw new DomainError("method_not_allowed");
    }
  });
}

/** Registers routes that are admitted otherwise than calls. */
export async function admittedAs(
  admission: Admission,
  app: FastifyInstance,
  register: (scope: FastifyInstance) => void | Promise<void>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, admission };
    });
    await register(scope);
  });
}
