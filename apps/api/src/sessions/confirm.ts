import { DomainError } from "@wattle/contracts/errors";
import type { Confirmed, ConfirmInput } from "@wattle/contracts/second-factor";
import type { WriteTx } from "@wattle/db/database";
import { confirmSession } from "@wattle/db/sessions";
import { CONFIRMATION_MILLISECONDS } from "../access/confirmation.ts";
import { hasSecondFactor, tryCode } from "../access/second-factor.ts";
import { isoTime } from "../clock.ts";
import type { Call } from "../context.ts";
import { lockChecked, requireOwnPassword } from "./own-password.ts";

/** Until when a confirmation given now holds. */
export const confirmedFrom = (now: number): Confirmed => ({
  confirmed_until: isoTime(BigInt(now + CONFIRMATION_MILLISECONDS)),
});

/**
 * Confirms the caller's session for five minutes by the password and, where the account has one, the second factor.
 * @throws DomainError `invalid_credentials` at `password`; `second_factor_required`, `second_factor_invalid` at `second_factor`;
 *   `too_many_requests`; `unauthenticated` where the session has ended meanwhile
 */
export async function confirm(
  ctx: Call<"database" | "clock" | "vault" | "securityLog" | "accountLimits">,
  userId: string,
  { password, second_factor: proof }: ConfirmInput,
): Promise<Confirmed> {
  const { services } = ctx;
  const now = services.clock.now();
  const checked = await requireOwnPassword(ctx, userId, { password, field: "password" });
  // What is refused is answered after the transaction: a wrong code stays counted.
  const refused = await services.database.write(async (tx: WriteTx): Promise<DomainError | undefined> => {
    const { session } = await lockChecked(tx, ctx, checked, "password");
    const twoFactor = await hasSecondFactor(tx, userId);
    if (twoFactor) {
      if (proof === undefined) return DomainError.at("second_factor", "second_factor_required");
      const wrong = await tryCode(tx, services, userId, proof, "second_factor");
      if (wrong !== undefined) return wrong;
    }
    await confirmSession(tx, session, { at: BigInt(now), twoFactor });
    return undefined;
  });
  if (refused !== undefined) {
    if (refused.code === "second_factor_invalid") {
      services.securityLog.note(ctx, "second-factor-failed", { account: userId });
    }
    throw refused;
  }
  services.securityLog.note(ctx, "session-confirmed", { account: userId });
  return confirmedFrom(now);
}
