import { staffRolesOf, type Role } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import type { Config } from "../config.ts";

/** For so long after its owner has proved to be there a session may do what needs a confirmation. */
export const CONFIRMATION_MILLISECONDS = 5 * 60_000;

/** Proofs of a session's owner. */
export interface SessionProof {
  /** When to be there: by logging in, or since. Milliseconds since 1970. */
  readonly confirmedAt: bigint | null;
  /** To have a second factor. */
  readonly twoFactor: boolean;
  /** When the session began. Milliseconds since 1970. */
  readonly startedAt: bigint;
}

/**
 * Procedures that staff reach before they have proved a second factor that they must have: setting one up, and their
 * own sessions.
 */
const SET_UP = /^(?:secondFactor|passkeys|sessions)\./;

/** Whether an account must have a second factor: the installation says so of staff. */
export const needsFactor = (
  { STAFF_SECOND_FACTOR }: Pick<Config, "STAFF_SECOND_FACTOR">,
  roles: readonly Role[],
): boolean => STAFF_SECOND_FACTOR === "required" && staffRolesOf(roles).length > 0;

/**
 * Whether a session is one of staff that has to prove a second factor first: the installation says that they must have one.
 * @param proof null if there is no session: a token was made by one that had, and the command line of a demo has none
 */
export const mustProveFactor = (
  config: Pick<Config, "STAFF_SECOND_FACTOR">,
  roles: readonly Role[],
  proof: SessionProof | null,
): boolean => proof !== null && !proof.twoFactor && needsFactor(config, roles);

/**
 * Refuses staff who have to prove a second factor first.
 * @throws DomainError `second_factor_setup_required`
 */
export function requireStaffFactor(...session: Parameters<typeof mustProveFactor>): void {
  if (mustProveFactor(...session)) throw new DomainError("second_factor_setup_required");
}

/** Whether a procedure is part of setting a second factor up. */
export const isSetUp = (procedure: string): boolean => SET_UP.test(procedure);

/**
 * Refuses a session whose owner has not proved lately to be there.
 * @param proof null if there is no session: a token was made after a confirmation, and the command line has its own
 * @param now milliseconds since 1970
 * @throws DomainError `confirmation_required`
 */
export function requireConfirmation(proof: SessionProof | null, now: number): void {
  if (proof === null) return;
  const { confirmedAt } = proof;
  if (confirmedAt === null || confirmedAt + BigInt(CONFIRMATION_MILLISECONDS) <= BigInt(now)) {
    throw new DomainError("confirmation_required");
  }
}
