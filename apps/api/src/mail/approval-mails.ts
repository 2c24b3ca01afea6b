/** The texts of mails to staff about acts that need a second person. */
import type { MailContent } from "./mail-template.ts";
import { greeting } from "./mails.ts";

interface WaitingApproval {
  /** The act in words. */
  readonly title: string;
  /** First name of who asks. */
  readonly proposer: string;
  readonly subject: string;
  readonly reasons: readonly string[];
  /** Warnings to look at before deciding. */
  readonly warnings: readonly string[];
  /** As `mailTime` writes it. */
  readonly expiresAt: string;
  readonly url: string;
}

/** To staff who may approve. */
export function approvalWaitingMail(firstName: string, approval: WaitingApproval): MailContent {
  const { title, proposer, subject, reasons, warnings, expiresAt, url } = approval;
  return {
    subject: `Approval needed: ${title}`,
    paragraphs: [
      greeting(firstName),
      `${proposer} asked for this on ${subject}.`,
      `Reasons: ${reasons.join(" ")}`,
      ...(warnings.length > 0 ? [`Check first: ${warnings.join(" ")}`] : []),
      `Expires ${expiresAt}.`,
    ],
    action: { label: "Review request", url },
  };
}
