/** The texts of the two pages behind the link that ends a kind of email. */
import { EMAIL_WORDS, type OptionalEmail } from "@wattle/contracts/emails";
import type { PageContent } from "./mail-template.ts";

export const endEmailsPage = (kind: OptionalEmail): PageContent => ({
  subject: `Turn off emails about ${EMAIL_WORDS[kind]}?`,
  paragraphs: ["You’ll still get emails about your security and your money."],
  submit: "Turn off",
});

export const emailsEndedPage = (kind: OptionalEmail, origin: string): PageContent => ({
  subject: `Emails about ${EMAIL_WORDS[kind]} are off`,
  paragraphs: ["You can turn them on again in your personal information."],
  action: { label: "See email settings", url: `${origin}/dashboard/personal-information` },
});
