/** The texts of mails to staff about their own accounts. */
import type { StaffRole } from "@wattle/contracts/accounts";
import type { MailContent } from "./mail-template.ts";

/** @param inviter first name of who invited, as the mail names that person */
export function staffInviteMail(
  brandName: string,
  inviter: string,
  roles: readonly StaffRole[],
  url: string,
): MailContent {
  return {
    subject: `You’re invited to ${brandName}’s back office`,
    paragraphs: ["Hi,", `${inviter} added you as ${new Intl.ListFormat("en-AU").format(roles)}.`],
    action: { label: "Accept invitation", url },
    note: "The link works once, for 72 hours.",
  };
}
