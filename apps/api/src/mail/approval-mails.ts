/** The texts of mails to staff about acts that need a second person. */
import { midSentence } from "@wattle/contracts/staff-times";
import type { MailContent } from "./mail-template.ts";
import { greeting } from "./mails.ts";

interface WaitingApproval {
  /** The act in words. */
  readonly title: string;
  /** Full name of the person who asks. */
  readonly proposer: string;
  readonly subject: string;
  /** Parts of it that need a look, as a sentence. */
  readonly looks: string | undefined;
  readonly reasons: readonly string[];
  /** Warnings to read before deciding. */
  readonly warnings: readonly string[];
  /** As `mailTime` writes it. */
  readonly expiresAt: string;
  readonly url: string;
}

/** To staff who may approve. */
export function approvalWaitingMail(firstName: string, approval: WaitingApproval): MailContent {
  const { title, proposer, subject, looks, reasons, warnings, expiresAt, url } = approval;
  return {
    subject: `Approval needed: ${title}`,
    paragraphs: [
      greeting(firstName),
      `${proposer} wants to ${midSentence(title)}: ${subject}.${looks === undefined ? "" : ` ${looks}`}`,
      `Reasons: ${reasons.join(" ")}`,
      ...(warnings.length > 0 ? [`Check first: ${warnings.join(" ")}`] : []),
      `Expires ${expiresAt}.`,
    ],
    action: { label: "Review request", url },
  };
}
