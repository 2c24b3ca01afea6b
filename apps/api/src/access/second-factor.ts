import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { SecondFactorProof } from "@wattle/contracts/second-factor";
import type { WriteTx } from "@wattle/db/database";
import {
  findSecondFactor,
  lockedUntil,
  lockSecondFactor,
  takeRecoveryCode,
  takeStep,
  updateSecondFactor,
} from "@wattle/db/second-factors";
import type { Reader } from "@wattle/db/database";
import { listPasskeys } from "@wattle/db/passkeys";
import { isCustomer } from "@wattle/db/roles";
import type { Vault } from "@wattle/db/sealed/vault";
import type { SecondFactor, User } from "@wattle/db/tables";
import type { Clock } from "../clock.ts";
import { plainRecoveryCode } from "./recovery-codes.ts";
import { totpStep } from "./totp.ts";

/** So many wrong codes lock the factor … */
const MOST_FAILURES = 10n;
/** … for so long. */
const LOCK_MILLISECONDS = 15 * 60_000;

interface Parts {
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Whether an account has an authenticator app in use. */
export async function hasAuthenticator(reader: Reader, userId: string): Promise<boolean> {
  const factor = await findSecondFactor(reader, userId);
  return factor !== undefined && factor.confirmed_at !== null;
}

/** Whether an account has anything apart from its password: an authenticator app or a passkey. */
export const hasAnyFactor = async (reader: Reader, userId: string): Promise<boolean> =>
  (await hasAuthenticator(reader, userId)) || (await listPasskeys(reader, userId)).length > 0;

/** Whether the right password does not log in by itself. A customer may choose that passkeys are no obstacle to it. */
export const needsFactorToLogIn = async (
  reader: Reader,
  { id, password_alone: passwordAlone, ...user }: Pick<User, "id" | "password_alone" | "roles">,
): Promise<boolean> =>
  passwordAlone === 1n && isCustomer(user) ? hasAuthenticator(reader, id) : hasAnyFactor(reader, id);

/** How an account is asked for its second factor. @returns the error `second_factor_required`, at `second_factor` */
export const factorRequired = async (reader: Reader, userId: string): Promise<DomainError> =>
  DomainError.at(
    "second_factor",
    "second_factor_required",
    (await hasAuthenticator(reader, userId)) ? undefined : OWN_MESSAGES.passkeyOrRecovery,
  );

async function isRight(
  tx: WriteTx,
  { vault, clock }: Parts,
  { user_id: userId, secret }: SecondFactor,
  code: string,
): Promise<boolean> {
  const step = totpStep(vault.open("second_factors.secret", userId, secret), code, clock.now());
  return step !== undefined && takeStep(tx, userId, step);
}

/**
 * Tries a code of an account and uses it up. Codes of an app are tried one after another, however many come at once, and ten
 * wrong ones lock the app's codes for 15 minutes; the account's sessions go on. Recovery codes are never locked: they are too long
 * to guess, and the lock would keep out an owner whose password someone else knows.
 * @param field where a wrong code is reported
 * @returns why it is refused, `second_factor_invalid` at `field` or `too_many_requests`, so that the caller commits what was
 *   counted; undefined if it is right
 */
export async function tryCode(
  tx: WriteTx,
  parts: Parts,
  userId: string,
  proof: SecondFactorProof,
  field: string,
): Promise<DomainError | undefined> {
  const wrong = DomainError.at(field, "second_factor_invalid");
  if (proof.kind === "recovery") {
    return (await takeRecoveryCode(tx, userId, plainRecoveryCode(proof.code))) ? undefined : wrong;
  }
  const now = BigInt(parts.clock.now());
  const factor = await lockSecondFactor(tx, userId);
  if (factor === undefined) return wrong;
  const locked = lockedUntil(factor, now);
  if (locked !== null) {
    const milliseconds = locked - now;
    return new DomainError("too_many_requests", {
      retryAfterSeconds: Math.ceil(Number(milliseconds) / 1000),
    });
  }
  if (await isRight(tx, parts, factor, proof.code)) {
    await updateSecondFactor(tx, userId, { failures: 0n });
    return undefined;
  }
  const failures = factor.failures + 1n;
  const locks = failures >= MOST_FAILURES;
  await updateSecondFactor(tx, userId, {
    failures: locks ? 0n : failures,
    ...(locks && { locked_until: now + BigInt(LOCK_MILLISECONDS) }),
  });
  return wrong;
}
