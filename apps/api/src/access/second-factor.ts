import { DomainError } from "@wattle/contracts/errors";
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
import type { Vault } from "@wattle/db/sealed/vault";
import type { SecondFactor } from "@wattle/db/tables";
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

/** Whether an account asks for a code after its password. */
export async function hasSecondFactor(reader: Reader, userId: string): Promise<boolean> {
  const factor = await findSecondFactor(reader, userId);
  return factor !== undefined && factor.confirmed_at !== null;
}

/** Whether an account has anything apart from its password: two-step login or a passkey. */
export const hasAnyFactor = async (reader: Reader, userId: string): Promise<boolean> =>
  (await hasSecondFactor(reader, userId)) || (await listPasskeys(reader, userId)).length > 0;

async function isRight(
  tx: WriteTx,
  { vault, clock }: Parts,
  { user_id: userId, secret }: SecondFactor,
  { kind, code }: SecondFactorProof,
): Promise<boolean> {
  if (kind === "recovery") return takeRecoveryCode(tx, userId, plainRecoveryCode(code));
  const step = totpStep(vault.open("second_factors.secret", userId, secret), code, clock.now());
  return step !== undefined && takeStep(tx, userId, step);
}

/**
 * Tries a code of an account and uses it up. Codes are tried one after another, however many come at once, and ten wrong
 * ones lock the factor for 15 minutes; the account's sessions go on.
 * @param field where a wrong code is reported
 * @returns why it is refused, `second_factor_invalid` at `field` or `too_many_requests`, so that the caller commits what was
 *   counted; undefined where it is right
 */
export async function tryCode(
  tx: WriteTx,
  parts: Parts,
  userId: string,
  proof: SecondFactorProof,
  field: string,
): Promise<DomainError | undefined> {
  const now = BigInt(parts.clock.now());
  const factor = await lockSecondFactor(tx, userId);
  if (factor === undefined) return DomainError.at(field, "second_factor_invalid");
  const locked = lockedUntil(factor, now);
  if (locked !== null) {
    const milliseconds = locked - now;
    return new DomainError("too_many_requests", {
      retryAfterSeconds: Math.ceil(Number(milliseconds) / 1000),
    });
  }
  if (await isRight(tx, parts, factor, proof)) {
    await updateSecondFactor(tx, userId, { failures: 0n });
    return undefined;
  }
  const failures = factor.failures + 1n;
  const locks = failures >= MOST_FAILURES;
  await updateSecondFactor(tx, userId, {
    failures: locks ? 0n : failures,
    ...(locks && { locked_until: now + BigInt(LOCK_MILLISECONDS) }),
  });
  return DomainError.at(field, "second_factor_invalid");
}
