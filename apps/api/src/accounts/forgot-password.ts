import { setTimeout as rest } from "node:timers/promises";
import type { RequestContext } from "../context.ts";
import { findAdmittedUser } from "../sessions/admission.ts";
import { mailLink } from "./email-links.ts";

/** What everybody is answered, whether or not the address is known. */
export const FORGOT_MESSAGE = "If this address has an account, we sent it a link for a new password";

/** The answer takes at least this long, more than looking up and writing takes, so that its time tells nothing. */
const SHORTEST_MILLISECONDS = 200;

async function mailResetLink({ services }: RequestContext, email: string): Promise<void> {
  const user = await findAdmittedUser(services.config, services.database.read, email);
  // Counted for unknown addresses too; beyond the limit nothing is sent, so that nobody's mailbox is flooded.
  const tooMany = services.accountLimits.forgot.take(email) > 0;
  if (user === undefined || tooMany) return;
  await services.database.write((tx) =>
    mailLink(tx, services, "reset-password", {
      userId: user.id,
      firstName: user.first_name,
      email: user.email,
    }),
  );
}

/**
 * Mails a link for a new password, where the address is known. The answer is the same in body and time either way.
 * @throws DomainError `captcha_required`, `captcha_failed`
 */
export async function forgotPassword(
  ctx: RequestContext,
  input: { readonly email: string; readonly captcha?: string | null | undefined },
): Promise<{ message: string }> {
  await ctx.services.captcha.require(input.captcha, ctx);
  const [mailed] = await Promise.allSettled([mailResetLink(ctx, input.email), rest(SHORTEST_MILLISECONDS)]);
  if (mailed.status === "rejected") throw mailed.reason;
  return { message: FORGOT_MESSAGE };
}
