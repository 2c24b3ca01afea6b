/** The texts of mails about accounts and support. */
import type { EnquiryTopic } from "@wattle/contracts/support";
import type { MailContent } from "./mail-template.ts";

const IGNORE = "If this was not you, ignore this mail: nothing changes.";

export function verifyEmailMail(firstName: string, url: string): MailContent {
  return {
    subject: "Confirm your e-mail address",
    heading: "Confirm your e-mail address",
    paragraphs: [
      `Hello ${firstName},`,
      "one click confirms that this address is yours. After that you can send your identity details and start trading.",
    ],
    action: { label: "Confirm my address", url },
    note: "The link works once, for one hour. If you did not open an account, ignore this mail: nothing changes.",
  };
}

export function changeEmailMail(firstName: string, url: string): MailContent {
  return {
    subject: "Confirm your new e-mail address",
    heading: "Confirm your new e-mail address",
    paragraphs: [
      `Hello ${firstName},`,
      "this address was given as the new one of an account. It replaces the old one as soon as you confirm it.",
    ],
    action: { label: "Confirm my new address", url },
    note: `The link works once, for one hour. ${IGNORE}`,
  };
}

export function emailChangedMail(firstName: string, newEmail: string): MailContent {
  return {
    subject: "Your e-mail address was changed",
    heading: "Your e-mail address was changed",
    paragraphs: [
      `Hello ${firstName},`,
      `the e-mail address of your account is now ${newEmail}. This address no longer signs in.`,
      "If this was not you, write to us at once.",
    ],
  };
}

export function resetPasswordMail(firstName: string, url: string): MailContent {
  return {
    subject: "Choose a new password",
    heading: "Choose a new password",
    paragraphs: [
      `Hello ${firstName},`,
      "someone, most likely you, asked for a new password for your account.",
    ],
    action: { label: "Choose a new password", url },
    note: `The link works once, for one hour. ${IGNORE} Your password stays as it is.`,
  };
}

export function passwordChangedMail(firstName: string, loginUrl: string): MailContent {
  return {
    subject: "Your password was changed",
    heading: "Your password was changed",
    paragraphs: [
      `Hello ${firstName},`,
      "the password of your account was changed. Other devices are logged out, API tokens no longer work, and withdrawals are on hold for 24 hours.",
      "If this was not you, choose a new password with 'Forgot your password?' on the sign-in page, and write to us.",
    ],
    action: { label: "Log in", url: loginUrl },
  };
}

export function identityVerifiedMail(firstName: string, dashboardUrl: string): MailContent {
  return {
    subject: "Your identity is verified",
    heading: "You are verified",
    paragraphs: [
      `Hello ${firstName},`,
      "we have checked your details. You can now deposit, exchange and withdraw.",
    ],
    action: { label: "Open my dashboard", url: dashboardUrl },
  };
}

export function identityRejectedMail(firstName: string, reason: string, formUrl: string): MailContent {
  return {
    subject: "We could not verify your identity",
    heading: "We could not verify your identity yet",
    paragraphs: [
      `Hello ${firstName},`,
      `we looked at your details and could not accept them:`,
      reason,
      "Your answers are kept. Correct what is named above and send the form again.",
    ],
    action: { label: "Open the form", url: formUrl },
  };
}

const TOPICS: Readonly<Record<EnquiryTopic, string>> = {
  support: "Support enquiry",
  otc: "OTC desk enquiry",
};

/** To the back office, when a visitor has written. */
export function enquiryMail(enquiry: {
  readonly topic: EnquiryTopic;
  readonly reference: string;
  readonly name: string;
  readonly email: string;
  readonly message: string;
}): MailContent {
  return {
    subject: `${TOPICS[enquiry.topic]} ${enquiry.reference}`,
    heading: `${TOPICS[enquiry.topic]} ${enquiry.reference}`,
    paragraphs: [`From ${enquiry.name}, ${enquiry.email}:`, enquiry.message],
    note: "Answer this mail to write to the sender, then mark the enquiry as handled.",
  };
}
