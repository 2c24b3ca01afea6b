import type { RegisterInput, UserData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { findUserByPartnerHash, insertUser } from "@wattle/db/accounts";
import { isUniqueViolation, type WriteTx } from "@wattle/db/database";
import { isPartner, rolesText } from "@wattle/db/roles";
import type { User } from "@wattle/db/tables";
import { isSameMailbox } from "../audit/same-mailbox.ts";
import type { Call } from "../context.ts";
import { startSession, type StartCall } from "../sessions/login.ts";
import { mailLink } from "./email-links.ts";
import { isFreeEmail } from "./free-email.ts";
import { hashNewPassword } from "./new-password.ts";
import { checkServed } from "./served-country.ts";
import { readUserData, type UserDataServices } from "../sessions/user-data.ts";
import type { MailServices } from "../mail/queue-mail.ts";

/**
 * The partner whose link was followed; null if the hash names none (registering goes on without), or where the
 * new account would be the partner's own.
 */
async function referringPartner(
  tx: WriteTx,
  { hash, email }: RegisterInput,
  signedInAs: string | undefined,
): Promise<User | null> {
  if (!hash) return null;
  const partner = await findUserByPartnerHash(tx, hash);
  if (partner === undefined || !isPartner(partner) || partner.status === "blocked") return null;
  const isSelf = partner.id === signedInAs || isSameMailbox(partner.email, email);
  return isSelf ? null : partner;
}

/**
 * Opens an account, mails the link that confirms its address, and signs in.
 * @throws DomainError `validation_failed` (a country that is not served), `email_taken`, `password_common`,
 *   `captcha_required`, `captcha_failed`, `paused`
 */
export async function register(
  ctx: StartCall & Call<keyof MailServices | keyof UserDataServices | "securityLog" | "captcha" | "switches">,
  input: RegisterInput,
): Promise<UserData> {
  const { services } = ctx;
  const { database, clock, ids, vault } = services;
  await services.switches.require("sign-ups");
  checkServed(services, input.country);
  const passwordHash = await hashNewPassword(input.password);
  await services.captcha.require(input.captcha, ctx);
  const id = ids.uuid();
  const open = async (tx: WriteTx): Promise<void> => {
    if (!(await isFreeEmail(tx, services, input.email, undefined)))
      throw DomainError.at("email", "email_taken");
    const partner = await referringPartner(tx, input, ctx.user?.id);
    await insertUser(tx, {
      id,
      email: input.email,
      password_hash: passwordHash,
      first_name: input.first_name,
      middle_name: vault.seal("users.middle_name", id, input.middle_name),
      last_name: input.last_name,
      phone: null,
      status: "registered",
      status_reason: null,
      default_country: input.country,
      email_verified_at: null,
      roles: rolesText(["regular-user"]),
      permissions: "[]",
      partner_hash: null,
      referred_by: partner?.id ?? null,
      referral_hash: input.hash ?? null,
      utm: input.utm === undefined ? null : JSON.stringify(input.utm),
      password_changed_at: null,
      created_at: BigInt(clock.now()),
    });
    await mailLink(tx, services, "verify-email", {
      userId: id,
      firstName: input.first_name,
      email: input.email,
    });
  };
  try {
    await database.write(open);
  } catch (error) {
    // Two registrations of one address at once: the database lets one of them in.
    if (isUniqueViolation(error)) throw DomainError.at("email", "email_taken");
    throw error;
  }
  await startSession(
    ctx,
    { id, password_hash: passwordHash, doors_closed_at: null },
    { remember: false, proved: null },
  );
  services.securityLog.note(ctx, "account-opened", { account: id });
  return readUserData(services, id);
}
