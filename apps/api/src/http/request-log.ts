import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { addressOf } from "./client.ts";
import "./http-request.ts";

const LONGEST_PATH = 200;
/** A client that left before its answer was sent, as nginx logs it. */
const CLIENT_LEFT = 499;

/** A route's pattern names no secret. If it says too little, the path does; the query is never logged. */
function placeOf(request: FastifyRequest): string {
  const { url: pattern } = request.routeOptions;
  return pattern === undefined || pattern.endsWith("*") || pattern.startsWith("/trpc/")
    ? (request.url.split(/[?#]/, 1)[0] ?? "").slice(0, LONGEST_PATH)
    : pattern;
}

/** The caller, as far as they were recognised. */
function whoOf({ account }: FastifyRequest): { account?: string; token?: string } {
  return {
    ...(account !== null && { account: account.user.id }),
    ...(account?.token && { token: account.token.id }),
  };
}

/** Calls `ended` once a request is answered or its client has left, with how long that took in milliseconds. */
export function afterEachRequest(
  app: FastifyInstance,
  now: () => number,
  ended: (request: FastifyRequest, status: number, milliseconds: number) => void,
): void {
  app.addHook("onRequest", (request: FastifyRequest, reply: FastifyReply, done) => {
    const began = now();
    reply.raw.once("close", () =>
      ended(request, reply.raw.writableEnded ? reply.statusCode : CLIENT_LEFT, now() - began),
    );
    done();
  });
}

/** A name of a request that means nothing in a log. */
const CLIENT_ID = /^[\w.:+/=-]{1,128}$/;

/** The client's own name for its request, if it is fit for one: never instead of ours, which no client chooses. */
function clientIdOf({ headers }: FastifyRequest): { readonly client_request_id?: string } {
  const header = headers["x-request-id"];
  return typeof header === "string" && CLIENT_ID.test(header) ? { client_request_id: header } : {};
}

/** One line for each request at `info`, once it is answered or the client has left. Costs nothing if it is not shown. */
export function logRequests(app: FastifyInstance, { log, clock }: Pick<Services, "clock" | "log">): void {
  if (log.level !== "info" && log.level !== "debug" && log.level !== "trace") return;
  afterEachRequest(
    app,
    () => clock.now(),
    (request, status, duration_ms) => {
      log.info(
        {
          method: request.method,
          route: placeOf(request),
          status,
          duration_ms,
          request_id: request.id,
          ...clientIdOf(request),
          ...whoOf(request),
          address: addressOf(request),
        },
        "request",
      );
    },
  );
}
