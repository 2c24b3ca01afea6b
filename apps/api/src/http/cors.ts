import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

/** Headers that pages elsewhere may send: everything that the REST adapter reads. */
const METHODS = "GET, POST, PUT, DELETE";
const REQUEST_HEADERS = "authorization, content-type, idempotency-key, x-request-id";
const ANSWER_HEADERS =
  "idempotency-replayed, ratelimit, ratelimit-policy, retry-after, x-request-id, www-authenticate";
const PREFLIGHT_SECONDS = 600;

const isPublicPath = (url: string | undefined): boolean =>
  url !== undefined && (url.startsWith("/api/") || url.startsWith("/.well-known/"));

/**
 * Lets pages of the origins in `CORS_ORIGINS` call the API with a token. Cookies are never allowed along, so that a page
 * elsewhere has no one's session: it acts by the token that it was given.
 */
export function answerOtherOrigins(app: FastifyInstance, { CORS_ORIGINS }: Config): void {
  if (CORS_ORIGINS.length === 0) return;
  const all = CORS_ORIGINS.includes("*");
  app.addHook("onRequest", async (request, reply) => {
    if (!isPublicPath(request.routeOptions.url)) return;
    const { origin } = request.headers;
    reply.header("vary", "origin");
    if (origin === undefined || (!all && !CORS_ORIGINS.includes(origin))) return;
    reply
      .header("access-control-allow-origin", all ? "*" : origin)
      .header("access-control-expose-headers", ANSWER_HEADERS)
      .header("cross-origin-resource-policy", "cross-origin");
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined)
      return;
    await reply
      .code(204)
      .header("access-control-allow-methods", METHODS)
      .header("access-control-allow-headers", REQUEST_HEADERS)
      .header("access-control-max-age", PREFLIGHT_SECONDS)
      .send();
  });
}
