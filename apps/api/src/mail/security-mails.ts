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
/** @param login `at` as `mailTime` writes it; `url` of the page that throws everyone out */
export function newDeviceMail(
  firstName: string,
  login: {
    readonly device: string;
    readonly ip: string;
    readonly at: string;
    readonly url: string;
    readonly holdsWithdrawals: boolean;
  },
): MailContent {
  const held = login.holdsWithdrawals ? " and puts withdrawals on hold for 24 hours" : "";
  return {
    subject: "New login",
    paragraphs: [
      greeting(firstName),
      `${login.device}, ${login.ip}, ${login.at}.`,
      `Not you? The button logs out every device${held}.`,
    ],
    action: { label: "This wasn’t me", url: login.url },
  };
}

/** To the address that an account has, when a change was asked for. */
export function emailChangeAskedMail(firstName: string, newEmail: string, undoUrl: string): MailContent {
  return {
    subject: "Your email is about to change",
    paragraphs: [
      greeting(firstName),
      `We sent a link to ${newEmail}. Nothing changes until it’s opened.`,
      "Wasn’t you? Undo the change within 72 hours.",
    ],
    action: { label: "Undo the change", url: undoUrl },
  };
}

/** To both addresses. @param heldUntil as `mailTime` writes it */
export function emailRestoredMail(firstName: string, email: string, heldUntil: string): MailContent {
  return {
    subject: "Your email change was undone",
    paragraphs: [
      greeting(firstName),
      `You log in with ${email}. All devices are logged out and API tokens no longer work. Withdrawals are on hold until ${heldUntil}.`,
    ],
  };
}
