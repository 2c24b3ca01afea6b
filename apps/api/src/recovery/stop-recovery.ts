import { takeLink, type LinkCall } from "../accounts/not-me.ts";
import { addressKey } from "../limits/address-key.ts";
import { stopRecoveryOf } from "../sessions/stop-recovery-of.ts";

/**
 * Stops a recovery by the link in one of its mails.
 * @throws DomainError `token_invalid` at `token`, `too_many_requests`
 */
export async function stopRecovery(ctx: LinkCall, token: string): Promise<{ message: string }> {
  const { services } = ctx;
  await services.accountLimits.reset.require(addressKey(ctx.ip));
  const account = await services.database.write(async (tx) => {
    const { user } = await takeLink(tx, services, token, "stop-recovery");
    await stopRecoveryOf(tx, services, user);
    return user.id;
  });
  services.securityLog.note(ctx, "recovery-stopped", { account });
  return { message: "Recovery stopped. Two-step login stays on." };
}
