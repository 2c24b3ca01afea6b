/** The texts of mails about API tokens. */
import type { TokenScope } from "@wattle/contracts/tokens";
import type { MailContent } from "./mail-template.ts";
import { greeting } from "./mails.ts";

const ALLOWED: Readonly<Record<TokenScope, string>> = {
  read: "see your account",
  trade: "exchange",
  withdraw: "withdraw",
  webhooks: "manage webhooks",
};

const rightsText = (scopes: readonly TokenScope[]): string =>
  new Intl.ListFormat("en-AU").format(scopes.map((scope) => ALLOWED[scope]));

/** Informs the owner of a new token, who may not be the one who made it. The token itself is never mailed. */
export function tokenMadeMail(
  firstName: string,
  token: { readonly name: string; readonly scopes: readonly TokenScope[] },
  tokensUrl: string,
): MailContent {
  return {
    subject: `New API token: ${token.name}`,
    paragraphs: [
      greeting(firstName),
      `It can ${rightsText(token.scopes)}.`,
      "Wasn’t you? Revoke it, change your password and contact support.",
    ],
    action: { label: "Revoke it", url: tokensUrl },
  };
}

/** Informs a customer that an app has a token now. @param days how long the app may use it */
export function appAllowedMail(
  firstName: string,
  app: { readonly name: string; readonly scopes: readonly TokenScope[]; readonly days: number },
  tokensUrl: string,
): MailContent {
  const days = app.days === 1 ? "1 day" : `${app.days} days`;
  return {
    subject: `${app.name} can use your account`,
    paragraphs: [
      greeting(firstName),
      `You allowed the app ${app.name}. For ${days} it can ${rightsText(app.scopes)}.`,
      "Wasn’t you? Revoke it, change your password and contact support.",
    ],
    action: { label: "Revoke it", url: tokensUrl },
  };
}

/** Informs a developer of a new app, who may not be the one who registered it. */
export function appRegisteredMail(firstName: string, name: string, tokensUrl: string): MailContent {
  return {
    subject: `New app: ${name}`,
    paragraphs: [
      greeting(firstName),
      "Customers who use this app see your name when it asks for access to their account.",
      "Wasn’t you? Remove it, change your password and contact support.",
    ],
    action: { label: "Remove it", url: tokensUrl },
  };
}

/** Informs a developer that an app was removed since someone else may have registered it. */
export function appRemovedMail(firstName: string, name: string): MailContent {
  return {
    subject: `App removed: ${name}`,
    paragraphs: [
      greeting(firstName),
      `We removed the app ${name} and the tokens that customers gave it: someone else may have registered it.`,
      "Was it yours? Register it again.",
    ],
  };
}
