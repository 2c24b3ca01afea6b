import { setTimeout as rest } from "node:timers/promises";
import { listSessions } from "@wattle/db/sessions";
import type { Call } from "../context.ts";
import { addressKey } from "../limits/address-key.ts";
import { findAdmittedUser } from "../access/admission.ts";
import { mailLink } from "./email-links.ts";
import type { MailServices } from "../mail/queue-mail.ts";

/** The same answer for everyone, whether or not the address is known. */
const FORGOT_MESSAGE = "Check your inbox for a reset link";

/** The answer takes at least this long, more than looking up and writing takes, so that its time reveals nothing. */
const SHORTEST_MILLISECONDS = 200;

/** Whether someone is signed in to this account on the asking device or in its network. */
async function isKnownThere(ctx: Call<"database">, userId: string): Promise<boolean> {
  if (ctx.user?.id === userId) return true;
  const network = addressKey(ctx.ip);
  const sessions = await listSessions(ctx.services.database.read, userId);
  return sessions.some(({ ip }) => ip !== null && addressKey(ip) === network);
}

/**
 * Whether a reset mail may go out: a mailbox is not flooded, and strangers cannot use up its owner's mails. Requests of
 * one network count apart from all others; strangers' networks have a limit together, which the owner's do not. Unknown
 * addresses are counted alike.
 */
async function maySend(
  ctx: Call<"database" | "accountLimits">,
  email: string,
  userId: string | undefined,
): Promise<boolean> {
  const { forgot, forgotByStrangers } = ctx.services.accountLimits;
  if ((await forgot.take(`${email} ${addressKey(ctx.ip)}`)) > 0) return false;
  if (userId !== undefined && (await isKnownThere(ctx, userId))) return true;
  return (await forgotByStrangers.take(email)) === 0;
}

async function mailResetLink(
  ctx: Call<keyof MailServices | "database" | "securityLog" | "accountLimits">,
  email: string,
): Promise<void> {
  const { services } = ctx;
  const user = await findAdmittedUser(services.config, services.database.read, email);
  const sends = await maySend(ctx, email, user?.id);
  services.securityLog.note(ctx, sends ? "password-reset-asked" : "limit-hit", { email });
  if (!sends || user === undefined) return;
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
  ctx: Call<keyof MailServices | "database" | "securityLog" | "accountLimits" | "captcha">,
  input: { readonly email: string; readonly captcha?: string | null | undefined },
): Promise<{ message: string }> {
  await ctx.services.captcha.require(input.captcha, ctx);
  const [mailed] = await Promise.allSettled([mailResetLink(ctx, input.email), rest(SHORTEST_MILLISECONDS)]);
  if (mailed.status === "rejected") throw mailed.reason;
  return { message: FORGOT_MESSAGE };
}
