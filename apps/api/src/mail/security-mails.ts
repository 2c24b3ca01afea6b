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
