import { DomainError } from "@wattle/contracts/errors";

/** For so long after its owner has proved to be there a session may do what needs a confirmation. */
export const CONFIRMATION_MILLISECONDS = 5 * 60_000;

/** What the owner of a session has proved. */
export interface SessionProof {
  /** When to be there: by logging in, or since. Milliseconds since 1970. */
  readonly confirmedAt: bigint | null;
  /** To have a second factor. */
  readonly twoFactor: boolean;
}

/**
 * Refuses a session whose owner has not proved lately to be there.
 * @param proof null where there is no session: a token was made after a confirmation, and the command line has its own
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
