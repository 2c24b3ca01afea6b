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

/** Informs the owner of a new token, who may not be the one who made it. The token itself is never mailed. */
export function tokenMadeMail(
  firstName: string,
  token: { readonly name: string; readonly scopes: readonly TokenScope[] },
  tokensUrl: string,
): MailContent {
  const allowed = token.scopes.map((scope) => ALLOWED[scope]);
  return {
    subject: `New API token: ${token.name}`,
    paragraphs: [
      greeting(firstName),
      `It can ${new Intl.ListFormat("en-AU").format(allowed)}.`,
      "Wasn’t you? Revoke it, change your password and contact support.",
    ],
    action: { label: "Revoke it", url: tokensUrl },
  };
}
