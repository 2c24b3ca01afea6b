/** The texts of mails about accounts and support. */
import { replyWords } from "@wattle/contracts/enquiry-replies";
import { asSentence } from "@wattle/contracts/sentence";
import type { EnquiryTopic } from "@wattle/contracts/support";
import type { MailContent } from "./mail-template.ts";

const LINK = "This link works once and expires in 1 hour.";

/** Last words of every mail that the owner may not have caused. */
export const NOT_YOU = "Wasn’t you? Change your password and contact support.";

export const greeting = (firstName: string): string => `Hi ${firstName},`;

export function verifyEmailMail(firstName: string, url: string): MailContent {
  return {
    subject: "Confirm your email",
    paragraphs: [greeting(firstName), "Confirm your email address. Next, you’ll verify your identity."],
    action: { label: "Confirm email", url },
    note: `${LINK} Didn’t sign up? Ignore this email.`,
  };
}

export function changeEmailMail(firstName: string, url: string): MailContent {
  return {
    subject: "Confirm your new email",
    paragraphs: [greeting(firstName), "Your old one works until you do."],
    action: { label: "Confirm email", url },
    note: `${LINK} Not you? Ignore this email.`,
  };
}

/** To the address that no longer logs in. */
export function emailChangedMail(firstName: string, newEmail: string, undoUrl: string): MailContent {
  return {
    subject: "Your email was changed",
    paragraphs: [
      greeting(firstName),
      `You now log in with ${newEmail}.`,
      "Wasn’t you? Undo the change within 72 hours.",
    ],
    action: { label: "Undo the change", url: undoUrl },
  };
}

export function resetPasswordMail(firstName: string, url: string): MailContent {
  return {
    subject: "Reset your password",
    paragraphs: [greeting(firstName)],
    action: { label: "Choose a new password", url },
    note: `${LINK} Didn’t ask for this? Ignore this email.`,
  };
}

/** @param heldUntil until when the change holds withdrawals back, as `mailTime` writes it; null for staff, who have none */
export function passwordChangedMail(
  firstName: string,
  heldUntil: string | null,
  resetUrl: string,
): MailContent {
  const held = heldUntil === null ? "" : ` Withdrawals are on hold until ${heldUntil}.`;
  return {
    subject: "Your password was changed",
    paragraphs: [
      greeting(firstName),
      `Other devices are logged out and API tokens no longer work.${held}`,
      "Wasn’t you? Reset your password and contact support.",
    ],
    action: { label: "Reset password", url: resetUrl },
  };
}

export function identityVerifiedMail(firstName: string, depositUrl: string): MailContent {
  return {
    subject: "You’re verified",
    paragraphs: [greeting(firstName), "You can now deposit, exchange and withdraw."],
    action: { label: "Make a deposit", url: depositUrl },
  };
}

/** @param message what staff wrote to the customer */
export function identityRejectedMail(firstName: string, message: string, formUrl: string): MailContent {
  return {
    subject: "We couldn’t verify your identity yet",
    paragraphs: [greeting(firstName), asSentence(message), "We’ve kept your answers."],
    action: { label: "Update my details", url: formUrl },
  };
}

const TOPICS: Readonly<Record<EnquiryTopic, string>> = {
  support: "Support enquiry",
  otc: "OTC desk enquiry",
};

/** To staff, when a visitor has written. */
export function enquiryMail(enquiry: {
  readonly topic: EnquiryTopic;
  readonly reference: string;
  readonly name: string;
  readonly email: string;
  readonly message: string;
}): MailContent {
  return {
    subject: `${TOPICS[enquiry.topic]} ${enquiry.reference}`,
    paragraphs: [`From ${enquiry.name}, ${enquiry.email}:`, enquiry.message],
    note: "Reply to this email, then mark the enquiry as handled.",
  };
}

/** To who wrote an enquiry. @param reply what staff wrote */
export const enquiryReplyMail = (
  {
    name,
    reference,
    message,
  }: { readonly name: string; readonly reference: string; readonly message: string },
  reply: string,
): MailContent => replyWords({ reference, name, enquiry: message, reply });
