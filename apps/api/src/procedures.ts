import {
  DomainError,
  ERRORS,
  type ErrorBody,
  type ErrorStatus,
  type FieldErrors,
} from "@wattle/contracts/errors";
import type { Permission } from "@wattle/contracts/accounts";
import { isDatabaseAway } from "@wattle/db/database";
import { initTRPC, TRPCError } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY, type TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc";
import { z } from "zod";
import type { RequestContext } from "./context.ts";
import { checkTokenAccess, type ProcedureMeta } from "./tokens/token-access.ts";

const TRPC_CODES: Readonly<Record<ErrorStatus, TRPC_ERROR_CODE_KEY>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
};

/** The issues of a refused input, by the payload's own path. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".") || "body";
    (fields[path] ??= []).push(issue.message);
  }
  return { ...fields };
}

/**
 * The domain error behind anything that was thrown: our own, what tRPC raises itself, a database that is away.
 * Undefined for all else, which nobody foresaw.
 */
export function domainErrorOf(thrown: unknown): DomainError | undefined {
  if (thrown instanceof DomainError) return thrown;
  if (isDatabaseAway(thrown)) return new DomainError("service_unavailable");
  if (!(thrown instanceof TRPCError)) return undefined;
  if (thrown.cause instanceof DomainError) return thrown.cause;
  if (isDatabaseAway(thrown.cause)) return new DomainError("service_unavailable");
  if (thrown.code === "BAD_REQUEST" && thrown.cause instanceof z.core.$ZodError) {
    const fields = fieldErrors(thrown.cause);
    return new DomainError("validation_failed", { fields });
  }
  // What reading the body or the query's input threw.
  if (thrown.code === "BAD_REQUEST" && thrown.cause instanceof SyntaxError)
    return new DomainError("malformed_json");
  switch (thrown.code) {
    case "PARSE_ERROR":
      return new DomainError("malformed_json");
    case "BAD_REQUEST":
      return new DomainError("bad_request");
    case "NOT_FOUND":
      return new DomainError("not_found");
    case "METHOD_NOT_SUPPORTED":
      return new DomainError("method_not_allowed");
    case "PAYLOAD_TOO_LARGE":
      return new DomainError("payload_too_large");
    case "UNSUPPORTED_MEDIA_TYPE":
      return new DomainError("unsupported_media_type");
    default:
      return undefined;
  }
}

/** The body every failed call answers, whatever the transport. Nothing of an unforeseen error leaks into it. */
export function errorBody(thrown: unknown, requestId: string): ErrorBody {
  const domain = domainErrorOf(thrown);
  if (domain === undefined)
    return { message: ERRORS.server_error.message, code: "server_error", request_id: requestId };
  return {
    message: domain.message,
    code: domain.code,
    ...(domain.fields && { errors: domain.fields }),
    request_id: requestId,
  };
}

/** What a tRPC error tells beside JSON-RPC's own fields: the body that REST answers. */
const errorData = (body: ErrorBody, path: string | undefined) => ({
  httpStatus: ERRORS[body.code].status,
  path,
  ...body,
});

/** The tRPC answer for a call that failed before it reached a procedure, of which a batch needs only one. */
export function trpcErrorAnswer(body: ErrorBody) {
  const code = TRPC_ERROR_CODES_BY_KEY[TRPC_CODES[ERRORS[body.code].status]];
  return { error: { message: body.message, code, data: errorData(body, undefined) } };
}

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const body = errorBody(error, ctx?.requestId ?? "");
      return {
        ...shape,
        message: body.message,
        data: errorData(body, shape.data.path),
      };
    },
  });

export const router = t.router;

/** A domain error with the HTTP status of the one table. */
const trpcErrorOf = (domain: DomainError): TRPCError =>
  new TRPCError({
    code: TRPC_CODES[ERRORS[domain.code].status],
    message: domain.message,
    cause: domain,
  });

/** Stands around every procedure: refuses a token what it was not made for, and gives domain errors their status. */
const wrapped = t.procedure.use(async ({ ctx, meta, next, path }) => {
  try {
    if (ctx.token !== null) checkTokenAccess(ctx.token, meta?.token, path);
  } catch (refused) {
    if (refused instanceof DomainError) throw trpcErrorOf(refused);
    throw refused;
  }
  const result = await next();
  if (result.ok) return result;
  const domain = domainErrorOf(result.error);
  if (domain === undefined) return result;
  throw trpcErrorOf(domain);
});

/** Anybody. `ctx.user` is null for a visitor. */
export const guest = wrapped.meta({ refusals: ["account_blocked"] }).use(({ ctx, next }) => {
  // A blocked account reaches only its own user data and the way out.
  if (ctx.user?.status === "blocked") throw new DomainError("account_blocked");
  return next();
});

/** Anybody, a blocked account too: signing in and out, and reading one's own user data. */
export const guestOrBlocked = wrapped.meta({ refusals: [] });

/** A signed-in account, even a blocked one. */
export const signedInOrBlocked = guestOrBlocked
  .meta({ refusals: ["unauthenticated"] })
  .use(({ ctx, next }) => {
    if (ctx.user === null) throw new DomainError("unauthenticated");
    return next({ ctx: { user: ctx.user } });
  });

/** A signed-in account that is not blocked. */
export const signedIn = signedInOrBlocked
  .meta({ refusals: ["unauthenticated", "account_blocked"] })
  .use(({ ctx, next }) => {
    if (ctx.user.status === "blocked") throw new DomainError("account_blocked");
    return next();
  });

/** … whose e-mail address is confirmed. */
export const emailVerified = signedIn
  .meta({ refusals: ["unauthenticated", "account_blocked", "email_unverified"] })
  .use(({ ctx, next }) => {
    if (ctx.user.email_verified_at === null) throw new DomainError("email_unverified");
    return next();
  });

/** … whose identity is verified. */
export const verified = emailVerified
  .meta({ refusals: ["unauthenticated", "account_blocked", "email_unverified", "identity_unverified"] })
  .use(({ ctx, next }) => {
    if (ctx.user.status !== "verified") throw new DomainError("identity_unverified");
    return next();
  });

const VERIFIED_AND_ALLOWED = {
  refusals: ["unauthenticated", "account_blocked", "email_unverified", "identity_unverified", "forbidden"],
} as const satisfies ProcedureMeta;

/** … and that holds a permission. */
export const may = (permission: Permission) =>
  verified.meta(VERIFIED_AND_ALLOWED).use(({ ctx, next }) => {
    if (!ctx.user.permissions.includes(permission)) throw new DomainError("forbidden");
    return next();
  });

/** … and that is a partner. */
export const partner = verified.meta(VERIFIED_AND_ALLOWED).use(({ ctx, next }) => {
  if (ctx.user.role !== "partner") throw new DomainError("forbidden");
  return next();
});

/** Somebody of the back office, or a tool of theirs with a service token. */
export const operator = signedIn
  .meta({ refusals: ["unauthenticated", "account_blocked", "forbidden"], token: "service" })
  .use(({ ctx, next }) => {
    if (ctx.user.role !== "operator") throw new DomainError("forbidden");
    return next();
  });
