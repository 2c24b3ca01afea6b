import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { identifyClient } from "./client.ts";
import { cookieOf } from "./cookie.ts";
import { CSRF_COOKIE } from "./csrf.ts";
import "./http-request.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";

const UNSAFE_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/** Paths answered by procedures; everything else is a page or a file. */
const CALLS = /^\/(?:api|trpc|login|logout|register|forgot-password|reset-password|email)(?:[/?]|$)/;

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Counts a request and tells the client how many are left. */
function countRequest(rateLimiter: RateLimiter, client: string, reply: FastifyReply): void {
  const { exceeded, secondsLeft, field } = rateLimiter.count(client);
  reply.header("ratelimit-policy", rateLimiter.policy).header("ratelimit", field);
  if (exceeded) throw new DomainError("too_many_requests", { retryAfterSeconds: secondsLeft });
}

/**
 * What every call passes before its body is read: who asks, whether too often, and for unsafe methods with a session the
 * CSRF token. Methods that a path does not take are refused here.
 */
export function admitCalls(app: FastifyInstance, services: Services): void {
  const rateLimiter = createRateLimiter(services.config.RATE_LIMIT, services.clock);

  async function admit(request: FastifyRequest, reply: FastifyReply, takesMethod: boolean): Promise<void> {
    reply.header("cache-control", "no-store");
    const { key, refused } = await identifyClient(services, request);
    const fingerprint = request.account?.fingerprint ?? null;
    const token = cookieOf(request.headers.cookie, CSRF_COOKIE);
    const holds =
      fingerprint === null ? services.csrf.looksIssued(token) : services.csrf.holds(token, fingerprint);
    if (!holds) reply.header("set-cookie", services.csrf.cookie(fingerprint));
    countRequest(rateLimiter, key, reply);
    if (refused !== undefined) {
      if (refused.code === "unauthenticated") {
        reply.header("www-authenticate", 'Bearer error="invalid_token"');
      }
      throw refused;
    }
    if (takesMethod && fingerprint !== null && UNSAFE_METHODS.has(request.method)) {
      const echoed = headerText(request.headers["x-xsrf-token"]);
      // The usual echo was judged with the cookie already.
      const genuine = echoed === token ? holds : services.csrf.holds(echoed, fingerprint);
      if (!genuine) throw new DomainError("csrf_mismatch");
    }
  }

  app.decorateRequest("account", null);
  app.addHook("onRequest", async (request, reply) => {
    const { allow } = request.routeOptions.config;
    if (CALLS.test(request.url)) await admit(request, reply, allow === undefined);
    if (allow !== undefined) {
      reply.header("allow", allow);
      throw new DomainError("method_not_allowed");
    }
  });
}
