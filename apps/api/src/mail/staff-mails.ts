/** The texts of mails to staff about their own accounts. */
import type { StaffRole } from "@wattle/contracts/accounts";
import type { MailContent } from "./mail-template.ts";
import { greeting } from "./mails.ts";

const listed = (roles: readonly StaffRole[]): string => new Intl.ListFormat("en-AU").format(roles);

/** @param inviter first name of who invited, as the mail names that person */
export function staffInviteMail(
  brandName: string,
  inviter: string,
  roles: readonly StaffRole[],
  url: string,
): MailContent {
  return {
    subject: `You’re invited to ${brandName}’s back office`,
    paragraphs: ["Hi,", `${inviter} added you as ${listed(roles)}.`],
    action: { label: "Accept invitation", url },
    note: "The link works once, for 72 hours.",
  };
}

/** Acts on a member of staff. */
export type StaffChange = {
  /** Whom it is about. */
  readonly email: string;
} & (
  | { readonly invitedAs: readonly StaffRole[] }
  /** The roles from now on; none if someone was taken out. */
  | { readonly now: readonly StaffRole[] }
);

interface DoneBy {
  /** First name; undefined for the command line of the server. */
  readonly by: string | undefined;
  /** First name of the second person, if there was one. */
  readonly approvedBy: string | undefined;
  readonly url: string;
}

function whatChanged(change: StaffChange): string {
  if ("invitedAs" in change) return `invited ${change.email} as ${listed(change.invitedAs)}`;
  if (change.now.length === 0) return `removed ${change.email} from the staff`;
  return `changed the roles of ${change.email} to ${listed(change.now)}`;
}

/** To the other admins. */
export function staffChangedMail(firstName: string, change: StaffChange & DoneBy): MailContent {
  const { by = "Someone at the server", approvedBy, url } = change;
  const approval = approvedBy === undefined ? "" : ` ${approvedBy} approved it.`;
  return {
    subject: "Your staff has changed",
    paragraphs: [greeting(firstName), `${by} ${whatChanged(change)}.${approval}`],
    action: { label: "Open the back office", url },
    note: "Not right? Talk to the other admins now.",
  };
}

/** To the admins, when the books were found wrong. */
export function ledgerMismatchMail(
  firstName: string,
  { mismatches, url }: { readonly mismatches: number; readonly url: string },
): MailContent {
  return {
    subject: "The ledger does not add up",
    paragraphs: [
      greeting(firstName),
      `The ledger’s own check found ${mismatches} ${mismatches === 1 ? "mismatch" : "mismatches"}. Trading, deposits and withdrawals are paused.`,
      "Run “npm run ops -- ledger check” and “npm run ops -- audit verify” on the server before you let them go on.",
    ],
    action: { label: "Open the back office", url },
  };
}
