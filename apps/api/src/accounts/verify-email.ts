import { DomainError } from "@wattle/contracts/errors";
import { findUserById, lockUser, updateUser } from "@wattle/db/accounts";
import { isUniqueViolation, type WriteTx } from "@wattle/db/database";
import { findEmailTokenOwner, takeEmailToken } from "@wattle/db/email-tokens";
import type { EmailToken } from "@wattle/db/tables";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Call, RequestContext } from "../context.ts";
import "../http/http-request.ts";
import { emailChangedMail } from "../mail/mails.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import { RESEND_SECONDS } from "../limits/try-limiter.ts";
import { mailAccountLink } from "../mail/account-links.ts";
import { mailLink } from "./email-links.ts";
import { isFreeEmail } from "./free-email.ts";

/**
 * Confirms the address that a mailed link was sent to; the link of a change makes it the account's address.
 * @throws DomainError `token_invalid` for a link that is unknown, used, too old or overtaken
 */
async function verifyEmail(
  ctx: Call<keyof MailServices | "database" | "securityLog">,
  token: string,
): Promise<void> {
  const { services } = ctx;
  const { database, clock, securityLog } = services;
  const confirm = async (tx: WriteTx): Promise<EmailToken | undefined> => {
    const now = BigInt(clock.now());
    const owner = await findEmailTokenOwner(tx, token);
    const user = owner === undefined ? undefined : await lockUser(tx, owner);
    const taken = await takeEmailToken(tx, { token, purposes: ["verify-email", "change-email"], now });
    if (taken === undefined || user === undefined) return undefined;
    if (taken.purpose === "verify-email") {
      if (user.email !== taken.email) return undefined;
      await updateUser(tx, user.id, { email_verified_at: user.email_verified_at ?? now });
      return taken;
    }
    if (!(await isFreeEmail(tx, services, taken.email, user.id))) return undefined;
    await updateUser(tx, user.id, { email: taken.email, email_verified_at: now });
    if (user.email_verified_at !== null) {
      await mailAccountLink(tx, services, user, {
        kind: "undo-email",
        about: user.email,
        mail: (url) => emailChangedMail(user.first_name, taken.email, url),
      });
    }
    return taken;
  };
  let confirmed: EmailToken | undefined;
  try {
    confirmed = await database.write(confirm);
  } catch (error) {
    // Someone else registered the new address meanwhile.
    if (!isUniqueViolation(error)) throw error;
  }
  if (confirmed === undefined) throw new DomainError("token_invalid");
  if (confirmed.purpose === "change-email") {
    securityLog.note(ctx, "email-changed", { account: confirmed.user_id });
  }
}

/** Target of the mailed link once it was looked at. */
const CONFIRMED_PATH = "/user-information?email=confirmed";
const INVALID_LINK_PATH = "/email-not-verify?link=invalid";

/**
 * `GET /email/verify?token=…`: confirms the address and redirects into the app, always to a path of ours. Only GET
 * does it: programs that look at links ask with HEAD.
 */
export function serveEmailLinks(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): void {
  app.get<{ Querystring: { token?: unknown } }>(
    "/email/verify",
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { token } = request.query;
      void reply.header("referrer-policy", "no-referrer");
      try {
        await verifyEmail(contextOf(request, reply), typeof token === "string" ? token : "");
        return await reply.redirect(CONFIRMED_PATH, 303);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        // A link that was followed twice has done its work.
        const done = request.account !== null && request.account.user.email_verified_at !== null;
        return reply.redirect(done ? CONFIRMED_PATH : INVALID_LINK_PATH, 303);
      }
    },
  );
}

/**
 * Mails the confirmation link again.
 * @returns a sentence for the customer and how long until another may be asked for
 * @throws DomainError `too_many_requests`
 */
export async function resendEmail(
  { services }: Call<keyof MailServices | "database" | "accountLimits">,
  userId: string,
): Promise<{ message: string; wait_seconds: number }> {
  const { database, accountLimits } = services;
  const user = await findUserById(database.read, userId);
  if (user === undefined) throw new DomainError("not_found");
  if (user.email_verified_at !== null) {
    return { message: "Your email address is confirmed already", wait_seconds: 0 };
  }
  await accountLimits.resend.require(userId);
  await accountLimits.resendByHour.require(userId);
  await database.write((tx) =>
    mailLink(tx, services, "verify-email", { userId, firstName: user.first_name, email: user.email }),
  );
  return { message: "We sent you a new link", wait_seconds: RESEND_SECONDS };
}
