/** The texts of mails about who gets into an account. */
import type { MailContent } from "./mail-template.ts";
import { greeting, NOT_YOU } from "./mails.ts";

export function twoStepOnMail(firstName: string): MailContent {
  return {
    subject: "Two-step login is on",
    paragraphs: [
      greeting(firstName),
      "You’ll need a code from your app to log in. Keep your recovery codes safe.",
      NOT_YOU,
    ],
  };
}

export function twoStepOffMail(firstName: string, settingsUrl: string): MailContent {
  return {
    subject: "Two-step login is off",
    paragraphs: [greeting(firstName), "Your password alone now opens your account.", NOT_YOU],
    action: { label: "Turn it back on", url: settingsUrl },
  };
}

/** @param name what the passkey is called */
export function passkeyAddedMail(firstName: string, name: string): MailContent {
  return {
    subject: "Passkey added",
    paragraphs: [
      greeting(firstName),
      `${name} can now log in to your account without your password.`,
      NOT_YOU,
    ],
  };
}

export function passkeyRemovedMail(firstName: string, name: string): MailContent {
  return {
    subject: "Passkey removed",
    paragraphs: [greeting(firstName), `${name} can no longer log in to your account.`, NOT_YOU],
  };
}
