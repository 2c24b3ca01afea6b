import { DomainError, ERRORS } from "@wattle/contracts/errors";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { originOf } from "./client.ts";
import { withOauthError } from "./oauth-error.ts";
import { domainErrorOf, errorBody, trpcErrorAnswer } from "../procedures.ts";

/** Errors that Fastify and its plugins raise, as ours: some of the plugins' have only a status. */
function fastifyError(error: FastifyError): DomainError | undefined {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new DomainError("payload_too_large");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new DomainError("unsupported_media_type");
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new DomainError("bad_request")
        : undefined;
  }
}

/** Whether an error is part of the product's life; the log has all others. */
export const isForeseen = (error: DomainError | undefined): boolean =>
  error !== undefined && error.code !== "service_unavailable";

/** Notes whom a limit stopped. */
export function noteLimit(
  { securityLog }: Pick<Services, "securityLog">,
  request: FastifyRequest,
  thrown: unknown,
): void {
  if (domainErrorOf(thrown)?.code !== "too_many_requests") return;
  const { account, routeOptions } = request;
  const who = account === null ? undefined : { account: account.user.id };
  securityLog.note(originOf(request), "limit-hit", who, { route: routeOptions.url ?? "" });
}

/** Whether the client went away, or stopped, before its body was here. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Answers a request that failed before or in its handler, in the envelope of its path. */
export function sendError(
  thrown: FastifyError | DomainError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = domainErrorOf(thrown) ?? fastifyError(thrown as FastifyError);
  if (!isForeseen(error) && !hasLeft(request)) {
    request.log.error({ err: thrown, request_id: request.id }, "a request failed");
  }
  if (error?.retryAfterSeconds !== undefined)
    void reply.header("retry-after", String(error.retryAfterSeconds));
  const body = errorBody(error ?? thrown, request.id);
  const restBody = request.routeOptions.config.oauth === true ? withOauthError(body) : body;
  const isTrpc = request.routeOptions.url?.startsWith("/trpc/") === true;
  return reply.code(ERRORS[body.code].status).send(isTrpc ? trpcErrorAnswer(body) : restBody);
}
