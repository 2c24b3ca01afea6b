import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from "@trpc/server/adapters/fastify";
import { DomainError, ERRORS } from "@wattle/contracts/errors";
import { hashSessionId } from "@wattle/db/sessions";
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { serveEmailLinks } from "./accounts/verify-email.ts";
import type { RequestContext } from "./context.ts";
import { cookieOf } from "./cookie.ts";
import "./http-request.ts";
import { serveHealth } from "./health.ts";
import { serveDocuments } from "./identity/serve-documents.ts";
import { serveMailbox } from "./mail/serve-mailbox.ts";
import { serveSandbox } from "./onramp/serve-sandbox.ts";
import { serveWebhooks } from "./onramp/serve-webhooks.ts";
import { domainErrorOf, errorBody, trpcErrorAnswer } from "./procedures.ts";
import { serveRestRoutes } from "./rest/adapter.ts";
import { CSRF_COOKIE } from "./rest/csrf.ts";
import { parseJsonBody, refuseDeepJson } from "./rest/json-body.ts";
import { serveDocs } from "./rest/serve-docs.ts";
import { addressKey, createRateLimiter } from "./rest/rate-limiter.ts";
import { REST_ROUTES } from "./rest/routes.ts";
import { appRouter, type AppRouter } from "./router.ts";
import type { Services } from "./services.ts";
import { securityHeaders } from "./site/security-headers.ts";
import { servePages } from "./site/serve-pages.ts";

/** Bodies are small: the largest is a payload with a signed quote. Uploads have a limit of their own. */
const LARGEST_BODY_BYTES = 64 * 1024;
const LARGEST_TRPC_BATCH = 10;
/** For a photo of 10 MB this is a line of 0.3 Mbit/s, as telephones have in the country. */
const REQUEST_TIMEOUT_MILLISECONDS = 300_000;
const UNSAFE_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/** Paths answered by procedures; everything else is a page or a file. */
const CALLS = /^\/(?:api|trpc|login|logout|register|forgot-password|reset-password|email)(?:[/?]|$)/;
/** Of these, the ones that are never a page: unknown ones among them get a JSON error. */
const NEVER_PAGES = /^\/(?:api|trpc|\.well-known|onramp)(?:[/?]|$)/;

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Errors that Fastify itself raises, as ours. */
function fastifyError(error: FastifyError): DomainError | undefined {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new DomainError("payload_too_large");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new DomainError("unsupported_media_type");
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
      return new DomainError("malformed_json");
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new DomainError("bad_request")
        : undefined;
  }
}

/** Whether an error is part of the product's life; the log tells of all others. */
const isForeseen = (error: DomainError | undefined): boolean =>
  error !== undefined && error.code !== "service_unavailable";

/** Builds the whole HTTP application: procedures, REST adapter, pages. Listening is the caller's. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { config } = services;
  const headers = securityHeaders(config);
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log,
    bodyLimit: LARGEST_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    trustProxy: config.TRUST_PROXY,
    genReqId: () => services.ids.uuid(),
    // A logger for each request costs more than its checks, and nearly all log nothing: lines name `request_id` themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: services.log.level !== "debug" }),
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    // An address that cannot be read, or whose identifier is absurdly long, passes no hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers);
      const isTooLong = error.code === "FST_ERR_MAX_PARAM_LENGTH";
      sendError(new DomainError(isTooLong ? "not_found" : "bad_request"), request, reply);
    },
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, parseJsonBody(String(text)));
    } catch (error) {
      done(error as DomainError, undefined);
    }
  });

  app.setErrorHandler((thrown: FastifyError, request, reply) => sendError(thrown, request, reply));

  function sendError(
    thrown: FastifyError | DomainError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    const error =
      domainErrorOf(thrown) ?? ("code" in thrown ? fastifyError(thrown as FastifyError) : undefined);
    if (!isForeseen(error)) request.log.error({ err: thrown, request_id: request.id }, "a request failed");
    if (error?.retryAfterSeconds !== undefined)
      void reply.header("retry-after", String(error.retryAfterSeconds));
    const body = errorBody(error ?? thrown, request.id);
    const isTrpc = request.url.startsWith("/trpc/");
    return reply.code(ERRORS[body.code].status).send(isTrpc ? trpcErrorAnswer(body) : body);
  }

  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.decorateRequest("account", null);
  const rateLimiter = createRateLimiter(config.RATE_LIMIT, services.clock);

  /** Counts a request and tells the client how many are left. */
  function countRequest(client: string, reply: FastifyReply): void {
    const { exceeded, secondsLeft, field } = rateLimiter.count(client);
    reply.header("ratelimit-policy", rateLimiter.policy).header("ratelimit", field);
    if (exceeded) throw new DomainError("too_many_requests", { retryAfterSeconds: secondsLeft });
  }

  /**
   * Reads who asks, by token or session. A request with a token needs no CSRF token and has no session, whatever its
   * cookies.
   * @returns what its requests are counted by (the token, the account of the session, or the address), and why a token
   *   was refused
   */
  async function clientOf(request: FastifyRequest): Promise<{ key: string; refused?: DomainError }> {
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

  app.addHook("onRequest", async (request, reply) => {
    const { allow } = request.routeOptions.config;
    if (CALLS.test(request.url)) {
      reply.header("cache-control", "no-store");
      const { key, refused } = await clientOf(request);
      const fingerprint = request.account?.fingerprint ?? null;
      const token = cookieOf(request.headers.cookie, CSRF_COOKIE);
      const holds =
        fingerprint === null ? services.csrf.looksIssued(token) : services.csrf.holds(token, fingerprint);
      if (!holds) reply.header("set-cookie", services.csrf.cookie(fingerprint));
      countRequest(key, reply);
      if (refused !== undefined) {
        if (refused.code === "unauthenticated") {
          reply.header("www-authenticate", 'Bearer error="invalid_token"');
        }
        throw refused;
      }
      if (allow === undefined && fingerprint !== null && UNSAFE_METHODS.has(request.method)) {
        const echoed = headerText(request.headers["x-xsrf-token"]);
        // The usual echo was judged with the cookie already.
        const genuine = echoed === token ? holds : services.csrf.holds(echoed, fingerprint);
        if (!genuine) throw new DomainError("csrf_mismatch");
      }
    }
    if (allow !== undefined) {
      reply.header("allow", allow);
      throw new DomainError("method_not_allowed");
    }
    const { "content-encoding": encoding } = request.headers;
    if (encoding !== undefined && encoding !== "identity") throw new DomainError("unsupported_media_type");
  });

  const contextOf = (request: FastifyRequest, reply: FastifyReply): RequestContext => ({
    services,
    user: request.account?.user ?? null,
    sessionId: request.account?.sessionId ?? null,
    token: request.account?.token ?? null,
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
    cookie: (name) => cookieOf(request.headers.cookie, name),
    setCookie: (value) => {
      // A token for the former session must not follow the one that replaces it.
      const name = value.slice(0, value.indexOf("="));
      const earlier = [reply.getHeader("set-cookie") ?? []].flat().map(String);
      reply.removeHeader("set-cookie");
      for (const kept of earlier.filter((cookie) => !cookie.startsWith(`${name}=`)))
        reply.header("set-cookie", kept);
      reply.header("set-cookie", value);
    },
  });

  await app.register(async (scope) => {
    scope.addHook("preValidation", async ({ body, query }) => {
      const { input } = query as { readonly input?: string | string[] };
      for (const text of [body, input].flat()) if (typeof text === "string") refuseDeepJson(text);
    });
    await scope.register(fastifyTRPCPlugin, {
      prefix: "/trpc",
      trpcOptions: {
        router: appRouter,
        createContext: ({ req, res }) => contextOf(req, res),
        maxBatchSize: LARGEST_TRPC_BATCH,
        responseMeta: ({ errors }) => {
          const waits = errors.map((error) => domainErrorOf(error)?.retryAfterSeconds ?? 0);
          const wait = Math.max(0, ...waits);
          return wait === 0 ? {} : { headers: { "retry-after": String(wait) } };
        },
        onError: ({ error, path, req }) => {
          if (!isForeseen(domainErrorOf(error)))
            req.log.error({ err: error, path, request_id: req.id }, "a call failed");
        },
      } satisfies FastifyTRPCPluginOptions<AppRouter>["trpcOptions"],
    });
  });
  serveRestRoutes(app, appRouter, REST_ROUTES, contextOf);
  serveDocs(app, appRouter, REST_ROUTES, config);
  serveEmailLinks(app, services);
  serveMailbox(app, services);
  await serveDocuments(app, services, contextOf);
  await serveWebhooks(app, services);
  await serveSandbox(app, services);
  serveHealth(app, services);
  await servePages(app, services, (url) => NEVER_PAGES.test(url));
  return app;
}
