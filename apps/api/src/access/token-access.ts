import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { DomainError, type ErrorCode } from "@wattle/contracts/errors";
import type { Permission, StaffRole } from "@wattle/contracts/accounts";
import type { TokenScope } from "@wattle/contracts/tokens";
import type { Costly } from "../limits/account-gate.ts";

/**
 * Which tokens may call a procedure: `any` of them, a personal one with the scope, staff's `service` token that
 * names it, or `none`. A procedure without a decision is refused to every token.
 */
export type TokenAccess = TokenScope | "any" | "service" | "none";

/** Whom a procedure's guard lets in. */
export type Audience =
  | "anyone"
  | "anyone, even blocked"
  | "account"
  | "account, even blocked"
  | "customer"
  | "customer, email confirmed"
  | "customer, identity sent"
  | "customer, verified"
  | `customer, verified, may ${Permission}`
  | "partner"
  | "staff";

/** Roles that have a procedure of the desk; `admin` has all of them. */
export type ActRoles = readonly [StaffRole, ...StaffRole[]];

/** Facts about a procedure apart from its schemas. */
export interface ProcedureMeta {
  readonly token?: TokenAccess;
  /** Set by its guard. */
  readonly audience?: Audience;
  /** Set by the guard of staff: the roles that it lets in. */
  readonly roles?: readonly StaffRole[];
  /** Set by its guard: whether a session must have been confirmed lately. */
  readonly confirmed?: boolean;
  /** Whether it costs much for someone with a long history: it runs when the account's turn comes (`limits/account-gate.ts`). */
  readonly costly?: Costly;
  /**
   * Whether a costly one's answer is kept for a minute: it depends only on the account's money and history, and on
   * prices.
   */
  readonly kept?: true;
  /** Codes that its guards answer; the guards say so themselves. */
  readonly refusals?: readonly ErrorCode[];
  /** Codes that it can answer in addition to those of its guards and a wrong shape. */
  readonly errors?: readonly ErrorCode[];
}

/** Rights of a request's token. */
export interface TokenGrant {
  readonly id: string;
  /** Empty for a service token. */
  readonly scopes: readonly TokenScope[];
  /** Empty for a personal token. */
  readonly procedures: readonly string[];
}

/**
 * Refuses a token what it was not made for.
 * @throws DomainError `forbidden`, saying what is missing
 */
export function checkTokenAccess(
  grant: TokenGrant,
  access: TokenAccess | undefined,
  procedure: string,
): void {
  switch (access) {
    case "any":
      return;
    case "read":
    case "trade":
    case "withdraw":
    case "webhooks":
      if (grant.scopes.includes(access)) return;
      throw new DomainError("forbidden", { message: ownMessage.lacksScope(access) });
    case "service":
      if (grant.procedures.includes(procedure)) return;
      throw new DomainError("forbidden", { message: OWN_MESSAGES.notForProcedure });
    case "none":
    case undefined:
      throw new DomainError("forbidden", { message: OWN_MESSAGES.notByToken });
  }
}
