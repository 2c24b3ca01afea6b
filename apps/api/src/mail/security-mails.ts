/** The texts of mails about who gets into an account. */
import type { Brand } from "@wattle/contracts/brand";
import { midSentence } from "@wattle/contracts/staff-times";
import type { Config } from "../config.ts";
import type { MailContent } from "./mail-template.ts";
import { mailTime } from "./mail-time.ts";
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

/** @param hasPasskeys whether the account still has passkeys */
export function twoStepOffMail(firstName: string, settingsUrl: string, hasPasskeys = false): MailContent {
  return {
    subject: "Two-step login is off",
    paragraphs: [
      greeting(firstName),
      hasPasskeys
        ? "Your authenticator app no longer logs in to your account. Your passkeys still do."
        : "Your password alone now opens your account.",
      NOT_YOU,
    ],
    action: { label: "Turn it back on", url: settingsUrl },
  };
}

export function unlockedMail(firstName: string): MailContent {
  return {
    subject: "Your login was unlocked",
    paragraphs: [
      greeting(firstName),
      "Our team has cleared the failed logins to your account. You can log in again.",
      "Didn’t ask for this? Contact support.",
    ],
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

/** @param allowed whether the password logs in without a passkey from now on */
export function passwordAloneMail(firstName: string, allowed: boolean): MailContent {
  return {
    subject: allowed ? "Your password can log in without a passkey" : "Your password needs a passkey again",
    paragraphs: [
      greeting(firstName),
      allowed
        ? "Anyone who knows your password can now log in to your account."
        : "Your password no longer logs in without a passkey or a recovery code.",
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
/** @param from when coins may be sent, milliseconds since 1970 */
export function sendingOnMail(
  firstName: string,
  from: bigint,
  { TIME_ZONE }: Pick<Config, "TIME_ZONE">,
): MailContent {
  return {
    subject: "Sending coins will be on soon",
    paragraphs: [
      greeting(firstName),
      `You turned on sending coins to wallets. It starts on ${mailTime(from, TIME_ZONE)}. Until then, no one can send your coins away.`,
      NOT_YOU,
    ],
  };
}

export function sendingOffMail(firstName: string): MailContent {
  return {
    subject: "Sending coins is off",
    paragraphs: [
      greeting(firstName),
      "No one can send your coins to a wallet now. Turning it on again takes 48 hours.",
      NOT_YOU,
    ],
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
      `Someone logged in with ${login.device}. If that was you, there’s nothing to do. If not:`,
    ],
    action: { label: "This wasn’t me", url: login.url },
    note: `From ${login.ip}, ${login.at}. “This wasn’t me” logs out every device${held}.`,
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

export function recoveryLinkMail(firstName: string, url: string): MailContent {
  return {
    subject: "Recover your account",
    paragraphs: [
      greeting(firstName),
      "Send us a new photo of yourself with your ID. Our team checks that it’s you.",
    ],
    action: { label: "Send a photo", url },
    note: "This link works once and expires in 1 hour. Didn’t ask for this? Change your password: someone knows it.",
  };
}

/** @param brand how long the check takes is its own */
export function recoveryStartedMail(
  firstName: string,
  stopUrl: string,
  { times }: Pick<Brand, "times">,
): MailContent {
  return {
    subject: "We got your photo",
    paragraphs: [
      greeting(firstName),
      `We check that it’s you, ${midSentence(times.checked)}, and email you. Two-step login stays on until then.`,
      "Wasn’t you? Stop recovery and change your password.",
    ],
    action: { label: "Stop recovery", url: stopUrl },
  };
}

/** @param at when two-step login goes off, as `mailTime` writes it */
export function recoveryRequestedMail(firstName: string, at: string, stopUrl: string): MailContent {
  return {
    subject: "Account recovery requested",
    paragraphs: [
      greeting(firstName),
      `Two-step login will be turned off on ${at}.`,
      "Wasn’t you? Stop recovery, or log in with your code.",
    ],
    action: { label: "Stop recovery", url: stopUrl },
  };
}

export function recoveryStoppedMail(firstName: string): MailContent {
  return {
    subject: "Account recovery stopped",
    paragraphs: [greeting(firstName), "Two-step login stays on.", NOT_YOU],
  };
}

/** @param message what staff wrote to the customer */
export function recoveryRejectedMail(firstName: string, message: string): MailContent {
  return {
    subject: "We couldn’t recover your account",
    paragraphs: [greeting(firstName), message, "Two-step login stays on."],
  };
}
