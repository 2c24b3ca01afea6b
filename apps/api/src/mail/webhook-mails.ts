/** The texts of mails about webhooks. */
import type { WebhookEnd } from "@wattle/contracts/webhook-words";
import type { MailContent } from "./mail-template.ts";
import { greeting } from "./mails.ts";

const REASONS: Readonly<Record<WebhookEnd, string>> = {
  gone: "It answered that it’s gone for good (410).",
  failing: "It didn’t take an event in any of 10 tries over 3 days.",
};

/** Informs the owner of a new webhook, who may not be the one who added it. */
export const webhookAddedMail = (firstName: string, url: string, webhooksUrl: string): MailContent => ({
  subject: `New webhook: ${new URL(url).host}`,
  paragraphs: [
    greeting(firstName),
    `We send events of your account to ${url}.`,
    "Wasn’t you? Remove it, change your password and contact support.",
  ],
  action: { label: "Remove it", url: webhooksUrl },
});

/** Informs the owner of a webhook that it has a new secret, which someone else may know. */
export const webhookSecretMail = (firstName: string, url: string, webhooksUrl: string): MailContent => ({
  subject: `New webhook secret: ${new URL(url).host}`,
  paragraphs: [
    greeting(firstName),
    `We now sign events to ${url} with a new secret. The previous one also signs for 24 hours.`,
    "Wasn’t you? Remove the webhook, change your password and contact support.",
  ],
  action: { label: "See your webhooks", url: webhooksUrl },
});

/** Informs a customer that a webhook was removed because someone else may have added it. */
export const webhookRemovedMail = (firstName: string, url: string): MailContent => ({
  subject: `Webhook removed: ${new URL(url).host}`,
  paragraphs: [
    greeting(firstName),
    `We no longer send events to ${url}: someone else may have added it.`,
    "Was it yours? Add it again.",
  ],
});

/** Informs a customer, or an admin, that nothing is sent to an endpoint any more. */
export function webhookOffMail(
  firstName: string,
  {
    url,
    because,
    isOperators,
  }: { readonly url: string; readonly because: WebhookEnd; readonly isOperators: boolean },
  webhooksUrl: string,
): MailContent {
  return {
    subject: `Webhook turned off: ${new URL(url).host}`,
    paragraphs: [
      greeting(firstName),
      `We no longer send events to ${url}.`,
      REASONS[because],
      isOperators
        ? "Look at the desk for what it missed, and turn it on again once it works."
        : "Your programs can read what they missed from the list of events. Turn it on again once it works.",
    ],
    action: { label: "Turn it on", url: webhooksUrl },
  };
}
