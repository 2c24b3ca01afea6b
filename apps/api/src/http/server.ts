import { LogController, fastify, type FastifyError, type FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { sendError } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";

/** Bodies are small: the largest is a payload with a signed quote. Uploads have a limit of their own. */
const LARGEST_BODY_BYTES = 64 * 1024;
/** For a photo of 10 MB this is a line of 0.3 Mbit/s, as telephones have in the country. */
const REQUEST_TIMEOUT_MILLISECONDS = 300_000;

/** The bare server: its limits, the headers of every answer, and how errors are answered. */
export function createServer({ config, ids, log }: Services): FastifyInstance {
  const headers = securityHeaders(config);
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    bodyLimit: LARGEST_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    trustProxy: config.TRUST_PROXY,
    genReqId: () => ids.uuid(),
    // A logger for each request costs more than its checks, and nearly all log nothing: lines name `request_id` themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: log.level !== "debug" }),
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    // An address that cannot be read, or whose identifier is absurdly long, passes no hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers);
      sendError(error, request, reply);
    },
  });
  app.setErrorHandler((thrown: FastifyError, request, reply) => sendError(thrown, request, reply));
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  return app;
}
