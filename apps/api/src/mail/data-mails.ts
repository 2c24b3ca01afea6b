/** The texts of mails about a customer's data: what we ask for, copies, and their end. */
import { TRACES_DAYS } from "@wattle/contracts/traces-days";
import type { MailContent } from "./mail-template.ts";
import { greeting, NOT_YOU } from "./mails.ts";

/** @param at as `mailTime` writes it */
export function dataDownloadedMail(firstName: string, at: string, by: "the customer" | "staff"): MailContent {
  return {
    subject: "Your data was downloaded",
    paragraphs: [
      greeting(firstName),
      by === "staff"
        ? `Our team made a copy of your data on ${at}, because you asked for it.`
        : `A copy of all your data was downloaded from your account on ${at}.`,
      by === "staff" ? "Didn’t ask for this? Contact support." : NOT_YOU,
    ],
  };
}

/** Says nothing of why it is asked, nor of what waits for the answer. */
export function sourceOfFundsMail(firstName: string, supportUrl: string): MailContent {
  return {
    subject: "Where does your money come from?",
    paragraphs: [
      greeting(firstName),
      "We ask customers where the money in their account comes from, such as wages, a business or a sale.",
      "Tell us in a few sentences. If you have a document that shows it, tell us which.",
    ],
    action: { label: "Contact support", url: supportUrl },
  };
}

/** @param keptUntil the day, as people read it; null if the law keeps nothing */
export function accountClosedMail(firstName: string, keptUntil: string | null): MailContent {
  return {
    subject: "Your account is closed",
    paragraphs: [
      greeting(firstName),
      "No one can log in to it any more. We’ve deleted your API tokens, webhooks, alerts and recurring buys.",
      keptUntil === null
        ? `In ${TRACES_DAYS} days we delete everything else we have about you, and email you.`
        : `In ${TRACES_DAYS} days we delete your logins, devices and our emails to you. The law makes us keep your identity check and your transactions until ${keptUntil}. Then we remove your name and details, keep only the amounts, and email you.`,
      `Wasn’t you? Contact support within ${TRACES_DAYS} days.`,
    ],
  };
}

export function dataErasedMail(firstName: string): MailContent {
  return {
    subject: "Your data is deleted",
    paragraphs: [
      greeting(firstName),
      "We’ve deleted our copy of everything about you, including your ID. If another firm checked your ID, contact support about its copy. We keep only the amounts, without your name.",
      "This is our last email about your account.",
    ],
  };
}
