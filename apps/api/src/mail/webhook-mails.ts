/** The texts of mails about webhooks. */
import type { WebhookEnd } from "@wattle/contracts/webhook-words";
import type { MailContent } from "./mail-template.ts";
import { greeting } from "./mails.ts";

const REASONS: Readonly<Record<WebhookEnd, string>> = {
  gone: "It told us that it is gone for good (410).",
  failing: "It didn’t take an event in any of 10 tries over 3 days.",
};

/** Informs a customer that nothing is sent to an endpoint any more. */
export function webhookOffMail(
  firstName: string,
  { url, because }: { readonly url: string; readonly because: WebhookEnd },
  docsUrl: string,
): MailContent {
  return {
    subject: `Webhook turned off: ${new URL(url).host}`,
    paragraphs: [
      greeting(firstName),
      `We no longer send events to ${url}.`,
      REASONS[because],
      "Your programs can read what they missed from the list of events. Add it again once it works.",
    ],
    action: { label: "How webhooks work", url: docsUrl },
  };
}
