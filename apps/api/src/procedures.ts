import { isIdentitySent } from "./access/lock-customer.ts";
import {
  DomainError,
  ERRORS,
  type ErrorBody,
  type ErrorStatus,
  type FieldErrors,
} from "@wattle/contracts/errors";
import { staffRolesOf, type Permission, type StaffRole } from "@wattle/contracts/accounts";
import { STAFF_ROLES } from "@wattle/contracts/choices";
import { useShortMessages } from "@wattle/contracts/zod-messages";
import { isDatabaseAway, isUnstorableText } from "@wattle/db/database";
import { initTRPC, TRPCError } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY, type TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc";
import { z } from "zod";
import type { RequestContext } from "./context.ts";
import type { SignedInUser } from "./access/admission.ts";
import { isSetUp, requireConfirmation, requireStaffFactor } from "./access/confirmation.ts";
import { checkTokenAccess, type ActRoles, type Audience, type ProcedureMeta } from "./access/token-access.ts";

useShortMessages();

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
 * Undefined for all else, which no one foresaw.
 */
export function domainErrorOf(thrown: unknown): DomainError | undefined {
  if (thrown instanceof DomainError) return thrown;
  if (isDatabaseAway(thrown)) return new DomainError("service_unavailable");
  if (!(thrown instanceof TRPCError)) return undefined;
  if (thrown.cause instanceof DomainError) return thrown.cause;
  if (isDatabaseAway(thrown.cause)) return new DomainError("service_unavailable");
  if (isUnstorableText(thrown.cause)) return new DomainError("bad_request");
  if (thrown.code === "BAD_REQUEST" && thrown.cause instanceof z.core.$ZodError) {
    const fields = fieldErrors(thrown.cause);
    return new DomainError("validation_failed", { fields });
  }
  // Error of reading the body or the query's input.
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

/** Extra fields of a tRPC error next to JSON-RPC's own: the body that REST answers. */
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

/** A guard's decision over who asks. @throws DomainError if it lets no one in */
type Guard<U> = (user: SignedInUser | null) => U;

/**
 * A procedure behind a guard: refuses a token what it was not made for, then whom the guard refuses, then a session that has
 * to be confirmed, and gives every domain error its status. One step in all, since every call goes through it.
 */
const guarded = <U extends SignedInUser | null>(
  meta: ProcedureMeta & { readonly audience: Audience },
  guard: Guard<U>,
) =>
  t.procedure.meta(meta).use(async ({ ctx, meta: own, next, path, getRawInput }) => {
    try {
      if (ctx.token !== null) checkTokenAccess(ctx.token, own?.token, path);
      // Inputs are judged by the currencies that this process knows. If they cannot be read, the call says so itself.
      await ctx.services.markets().catch(() => undefined);
      const user = guard(ctx.user);
      if (user !== null && !meta.audience.startsWith("anyone") && !isSetUp(path)) {
        requireStaffFactor(ctx.services.config, user.roles, ctx.proof);
      }
      if (meta.confirmed === true) requireConfirmation(ctx.proof, ctx.services.clock.now());
      const answer = () => next({ ctx: { user } });
      const result =
        own?.costly === undefined || user === null
          ? await answer()
          : await ctx.services.costlyReads.run(
              { account: user.id, costly: own.costly, kept: own.kept, goesOn: ctx.goesOn },
              async () => `${path} ${JSON.stringify(await getRawInput())}`,
              answer,
            );
      const domain = result.ok ? undefined : domainErrorOf(result.error);
      if (domain === undefined) return result;
      throw trpcErrorOf(domain);
    } catch (refused) {
      throw refused instanceof DomainError ? trpcErrorOf(refused) : refused;
    }
  });

const anyone: Guard<SignedInUser | null> = (user) => user;

const unlessBlocked = <U extends SignedInUser | null>(user: U): U => {
  if (user?.status === "blocked") throw new DomainError("account_blocked");
  return user;
};

const requireSession = (user: SignedInUser | null): SignedInUser => {
  if (user === null) throw new DomainError("unauthenticated");
  return user;
};

const requireSignedIn = (user: SignedInUser | null): SignedInUser => unlessBlocked(requireSession(user));

const requireCustomer = (user: SignedInUser | null): SignedInUser => {
  const signedInUser = requireSignedIn(user);
  if (staffRolesOf(signedInUser.roles).length > 0) throw new DomainError("forbidden");
  return signedInUser;
};

/** @throws DomainError `unauthenticated`, `account_blocked`, `forbidden` for staff, `email_unverified` */
export const requireEmail = (user: SignedInUser | null): SignedInUser => {
  const customerUser = requireCustomer(user);
  if (customerUser.email_verified_at === null) throw new DomainError("email_unverified");
  return customerUser;
};

/** @throws DomainError as `requireEmail`, `identity_unverified` */
const requireIdentitySent = (user: SignedInUser | null): SignedInUser => {
  const confirmed = requireEmail(user);
  if (!isIdentitySent(confirmed.status)) throw new DomainError("identity_unverified");
  return confirmed;
};

/** @throws DomainError as `requireEmail`, `identity_unverified` */
export const requireVerified = (user: SignedInUser | null): SignedInUser => {
  const confirmed = requireEmail(user);
  if (confirmed.status !== "verified") throw new DomainError("identity_unverified");
  return confirmed;
};

const and =
  (guard: Guard<SignedInUser>, allows: (user: SignedInUser) => boolean): Guard<SignedInUser> =>
  (user) => {
    const admitted = guard(user);
    if (!allows(admitted)) throw new DomainError("forbidden");
    return admitted;
  };

/** Anyone. `ctx.user` is null for a visitor. A blocked account reaches only its own user data and the way out. */
export const guest = guarded({ audience: "anyone", refusals: ["account_blocked"] }, unlessBlocked);

/** Anyone, a blocked account too: signing in and out, and reading one's own user data. */
export const guestOrBlocked = guarded({ audience: "anyone, even blocked", refusals: [] }, anyone);

/** A signed-in account, even a blocked one. */
export const signedInOrBlocked = guarded(
  { audience: "account, even blocked", refusals: ["unauthenticated"] },
  requireSession,
);

/** How a guard is declared: whom it lets in, and what it answers everyone else. */
interface Rule<U extends SignedInUser | null> {
  readonly meta: ProcedureMeta & { readonly audience: Audience };
  readonly guard: Guard<U>;
}

const SIGNED_IN = {
  meta: { audience: "account", refusals: ["unauthenticated", "account_blocked"] },
  guard: requireSignedIn,
} as const satisfies Rule<SignedInUser>;

const CUSTOMER = {
  meta: { audience: "customer", refusals: ["unauthenticated", "account_blocked", "forbidden"] },
  guard: requireCustomer,
} as const satisfies Rule<SignedInUser>;

const VERIFIED_REFUSALS = [
  "unauthenticated",
  "account_blocked",
  "forbidden",
  "email_unverified",
  "identity_unverified",
] as const;

const IDENTITY_SENT = {
  meta: { audience: "customer, identity sent", refusals: VERIFIED_REFUSALS },
  guard: requireIdentitySent,
} as const satisfies Rule<SignedInUser>;

const VERIFIED = {
  meta: { audience: "customer, verified", refusals: VERIFIED_REFUSALS },
  guard: requireVerified,
} as const satisfies Rule<SignedInUser>;

const allowed = (permission: Permission) =>
  ({
    meta: { audience: `customer, verified, may ${permission}`, refusals: VERIFIED_REFUSALS },
    guard: and(requireVerified, (user) => user.permissions.includes(permission)),
  }) as const satisfies Rule<SignedInUser>;

const withRole = (roles: readonly StaffRole[]) =>
  ({
    meta: {
      audience: "staff",
      refusals: ["unauthenticated", "account_blocked", "forbidden", "second_factor_setup_required"],
      token: "service",
      roles,
    },
    guard: and(requireSignedIn, (user) => staffRolesOf(user.roles).some((role) => roles.includes(role))),
  }) as const satisfies Rule<SignedInUser>;

const by = ({ meta, guard }: Rule<SignedInUser>) => guarded(meta, guard);

const confirmedBy = ({ meta, guard }: Rule<SignedInUser>) =>
  guarded({ ...meta, refusals: [...(meta.refusals ?? []), "confirmation_required"], confirmed: true }, guard);

/** A signed-in account that is not blocked, a customer's or of staff: what both do with their login. */
export const signedIn = by(SIGNED_IN);

/** A customer: from here on staff are refused, who are not customers. */
export const customer = by(CUSTOMER);

/** … whose email address is confirmed. */
export const emailVerified = guarded(
  {
    audience: "customer, email confirmed",
    refusals: ["unauthenticated", "account_blocked", "forbidden", "email_unverified"],
  },
  requireEmail,
);

/** … who has sent the identity: while it is checked, and once it is verified. */
export const identitySent = by(IDENTITY_SENT);

/** … whose identity is verified. */
export const verified = by(VERIFIED);

/** … and that holds a permission. */
export const may = (permission: Permission) => by(allowed(permission));

/** … and that is a partner. */
export const partner = guarded(
  { audience: "partner", refusals: VERIFIED_REFUSALS },
  and(requireVerified, (user) => user.roles.includes("partner")),
);

/** Staff with one of the roles, admins, and their tools with a service token. */
export const staff = (...roles: ActRoles) => by(withRole([...roles, "admin"]));

/** Staff with any role, and their tools with a service token. */
export const anyStaff = by(withRole(STAFF_ROLES));

/**
 * The same guards for what a thief of an open session must not do: its owner has proved within five minutes to be there, by
 * logging in or by `sessions.confirm`. A token was made after such a proof and needs none of its own.
 */
export const confirmed = {
  signedIn: confirmedBy(SIGNED_IN),
  customer: confirmedBy(CUSTOMER),
  identitySent: confirmedBy(IDENTITY_SENT),
  verified: confirmedBy(VERIFIED),
  may: (permission: Permission) => confirmedBy(allowed(permission)),
  staff: (...roles: ActRoles) => confirmedBy(withRole([...roles, "admin"])),
  anyStaff: confirmedBy(withRole(STAFF_ROLES)),
};
