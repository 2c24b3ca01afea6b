import { LogController, fastify, type FastifyError, type FastifyInstance } from "fastify";
import { DomainError } from "@wattle/contracts/errors";
import type { Config } from "../config.ts";
import type { Services } from "../services.ts";
import { noteLimit, sendError } from "./errors.ts";
import { answerUnreadable } from "./unreadable.ts";
import { securityHeaders } from "./security-headers.ts";

/** Bodies are small: the largest is a payload with a signed quote. Uploads have a limit of their own. */
export const LARGEST_BODY_BYTES = 64 * 1024;
/** The most that Node reads of a request's head; no address is longer. */
const LARGEST_HEAD_BYTES = 16 * 1024;

/** Below these there are no pages: what is unknown there is a JSON error. */
export const NEVER_PAGES = ["/api", "/trpc", "/.well-known", "/onramp"] as const;

/**
 * Route for calls whose address cannot be read, so that they pass what every call passes; others get the not-found
 * page.
 */
const UNREADABLE = { call: "/api/~unreadable", page: "/~unreadable" } as const;

const isBelow = (url: string, paths: readonly string[]): boolean =>
  paths.some((path) => url === path || url.startsWith(`${path}/`));

/** How long a client may take, in milliseconds. */
export interface HttpTimes {
  /** Until its headers are here. */
  readonly headers: number;
  /** From there until its body is here. */
  readonly body: number;
  /** Until the whole of a request with a file is here. */
  readonly upload: number;
  /** How long the rest of a long body is read once its request is answered. */
  readonly drain: number;
  /** How often headers and uploads are looked at. */
  readonly sweep: number;
  /** How long requests that are being answered may go on once the server stops. */
  readonly lastAnswers: number;
}

export const HTTP_TIMES: HttpTimes = {
  headers: 15_000,
  body: 30_000,
  // For a photo of 10 MB this is a line of 0.3 Mbit/s, as phones have in the country.
  upload: 300_000,
  drain: 1000,
  sweep: 1000,
  lastAnswers: 5000,
};

/** Whether `X-Forwarded-For` is believed of a proxy, `hop` counted from ours outwards. */
function trustOf(
  proxies: Config["TRUST_PROXY"],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === "number") return (_address, hop) => hop < proxies;
  return proxies && [...proxies];
}

/** More than one `Host` header: proxies and we could take the request for different sites. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

/** The bare server: its limits, the headers of every answer, and how errors are answered. */
export function createServer(
  services: Pick<Services, "config" | "ids" | "log" | "securityLog">,
  times: HttpTimes,
): FastifyInstance {
  const { config, ids, log } = services;
  const headers = securityHeaders(config);
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    bodyLimit: LARGEST_BODY_BYTES,
    requestTimeout: times.upload,
    http: {
      headersTimeout: times.headers,
      requestTimeout: times.upload,
      connectionsCheckingInterval: times.sweep,
    },
    trustProxy: trustOf(config.TRUST_PROXY),
    genReqId: () => ids.uuid(),
    // A logger for each request costs more than its checks, and nearly all log nothing: lines name
    // `request_id` themselves. Serves the bench's held rates.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: log.level !== "debug" }),
    routerOptions: { maxParamLength: LARGEST_HEAD_BYTES, ignoreTrailingSlash: true },
    clientErrorHandler: answerUnreadable(services),
    // Raised for an address that cannot be read, which would pass no hook.
    frameworkErrors: (_error, { raw }, reply) => {
      const path = raw.url?.replace(/^https?:\/\/[^/]*/i, "") ?? "";
      raw.url = UNREADABLE[isBelow(path, NEVER_PAGES) ? "call" : "page"];
      app.routing(raw, reply.raw);
    },
  });
  app.all(UNREADABLE.call, () => {
    throw new DomainError("bad_request");
  });
  app.setErrorHandler((thrown: FastifyError, request, reply) => sendError(thrown, request, reply));
  app.addHook("onError", (request, _reply, error, done) => {
    noteLimit(services, request, error);
    done();
  });
  app.setNotFoundHandler(() => {
    throw new DomainError("not_found");
  });
  app.addHook("onRequest", ({ raw, id }, reply, done) => {
    reply.headers(headers).header("x-request-id", id);
    done(hasTwoHosts(raw.rawHeaders) ? new DomainError("bad_request") : undefined);
  });
  return app;
}
