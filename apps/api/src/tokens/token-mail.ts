import type { TokenScope } from "@wattle/contracts/tokens";
import type { MailContent } from "../mail/mail-template.ts";

const ALLOWED: Readonly<Record<TokenScope, string>> = {
  read: "look at your account",
  trade: "exchange currencies",
  withdraw: "withdraw money to your bank accounts",
};

/** Tells the owner of a new token, who may not be the one who made it. The token itself is never mailed. */
export function tokenMadeMail(
  firstName: string,
  token: { readonly name: string; readonly scopes: readonly TokenScope[] },
  tokensUrl: string,
): MailContent {
  const allowed = token.scopes.map((scope) => ALLOWED[scope]);
  return {
    subject: "An API token was made for your account",
    heading: "An API token was made",
    paragraphs: [
      `Hello ${firstName},`,
      `a token named "${token.name}" was made. A program that has it may ${new Intl.ListFormat("en").format(allowed)}.`,
      "If this was not you, revoke it at once, change your password, and write to us.",
    ],
    action: { label: "See my tokens", url: tokensUrl },
  };
}
