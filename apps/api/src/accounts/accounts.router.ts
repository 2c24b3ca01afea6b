import {
  changeEmailInput,
  changePasswordInput,
  forgotPasswordInput,
  invitation,
  invitationInput,
  linkInput,
  messageAnswer,
  registerInput,
  resendAnswer,
  resetPasswordInput,
  updateProfileInput,
  userData,
} from "@wattle/contracts/accounts";
import { emailChoiceInput, emailChoices } from "@wattle/contracts/email-choices";
import { DomainError } from "@wattle/contracts/errors";
import { id } from "@wattle/contracts/ids";
import { findUserByPartnerHash } from "@wattle/db/accounts";
import { isPartner } from "@wattle/db/roles";
import { z } from "zod";
import { addressKey } from "../limits/address-key.ts";
import { confirmed, customer, guest, guestOrBlocked, router, signedInOrBlocked } from "../procedures.ts";
import { chooseEmail, readEmailChoices } from "./email-choices.ts";
import { changeEmail } from "./change-email.ts";
import { forgotPassword } from "./forgot-password.ts";
import { reportLogin } from "./not-me.ts";
import { register } from "./register.ts";
import { changePassword, resetPassword } from "./set-password.ts";
import { undoEmailChange } from "./undo-email.ts";
import { updateProfile } from "./update-profile.ts";
import { readUserData } from "../sessions/user-data.ts";
import { resendEmail } from "./verify-email.ts";

/** Counts each try to register, refused ones too. */
const registering = guest.use(async ({ ctx, next }) => {
  await ctx.services.accountLimits.register.require(addressKey(ctx.ip));
  return next();
});

export const accountsRouter = router({
  /** The caller's own account; any other identifier is answered like one that does not exist. */
  get: signedInOrBlocked
    .meta({ token: "read", errors: ["not_found"] })
    .input(z.object({ id }))
    .output(userData)
    .query(({ ctx, input }) => {
      if (input.id !== ctx.user.id) throw new DomainError("not_found");
      return readUserData(ctx.services, ctx.user.id);
    }),
  /** The caller's own account, for programs that do not know its identifier. */
  me: signedInOrBlocked
    .meta({ token: "read" })
    .output(userData)
    .query(({ ctx }) => readUserData(ctx.services, ctx.user.id)),
  register: registering
    .meta({
      token: "none",
      errors: [
        "email_taken",
        "password_common",
        "captcha_required",
        "captcha_failed",
        "too_many_requests",
        "paused",
      ],
    })
    .input(registerInput)
    .output(userData)
    .mutation(({ ctx, input }) => register(ctx, input)),
  /**
   * The partner of a registration link: a partner sees name, email address and transactions, so each is named first.
   */
  invitation: guest
    .meta({ token: "none" })
    .input(invitationInput)
    .output(invitation)
    .query(async ({ ctx, input }) => {
      const partner = await findUserByPartnerHash(ctx.services.database.read, input.hash);
      const isKnown = partner !== undefined && isPartner(partner) && partner.status !== "blocked";
      return { known: isKnown, partner: isKnown ? partner.first_name : null };
    }),
  forgotPassword: guest
    .meta({ token: "none", errors: ["captcha_required", "captcha_failed"] })
    .input(forgotPasswordInput)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input)),
  resetPassword: guest
    .meta({ token: "none", errors: ["token_invalid", "password_common", "too_many_requests"] })
    .input(resetPasswordInput)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  /** By the link in the mail about a login: everyone is thrown out. */
  reportLogin: guestOrBlocked
    .meta({ token: "none", errors: ["token_invalid", "too_many_requests"] })
    .input(linkInput)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => reportLogin(ctx, input.token)),
  /** By the link in the mail to the earlier address. */
  undoEmailChange: guestOrBlocked
    .meta({ token: "none", errors: ["token_invalid", "too_many_requests"] })
    .input(linkInput)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => undoEmailChange(ctx, input.token)),
  resendEmail: customer
    .meta({ token: "none", errors: ["too_many_requests"] })
    .output(resendAnswer)
    .mutation(({ ctx }) => resendEmail(ctx, ctx.user.id)),
  emailChoices: customer
    .meta({ token: "none" })
    .output(emailChoices)
    .query(({ ctx }) => readEmailChoices(ctx.services, ctx.user.id)),
  chooseEmail: customer
    .meta({ token: "none" })
    .input(emailChoiceInput)
    .output(emailChoices)
    .mutation(({ ctx, input }) => chooseEmail(ctx.services, ctx.user.id, input)),
  changePassword: confirmed.signedIn
    .meta({ token: "none", errors: ["invalid_credentials", "password_common", "too_many_requests"] })
    .input(changePasswordInput)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => changePassword(ctx, ctx.user.id, input)),
  changeEmail: confirmed.customer
    .meta({
      token: "none",
      errors: ["invalid_credentials", "email_taken", "validation_failed", "too_many_requests"],
    })
    .input(changeEmailInput)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => changeEmail(ctx, ctx.user.id, input)),
  updateProfile: customer
    .meta({ token: "none", errors: ["validation_failed"] })
    .input(updateProfileInput)
    .output(userData)
    .mutation(({ ctx, input }) => updateProfile(ctx.services, ctx.user.id, input)),
});
