import type { AuditLine } from "@wattle/contracts/desk";
import { actText } from "../../staff/staff-words.ts";
import { aboutOf } from "./audit-words.ts";

/** Verbs of the log's acts, before their subject: `verified` olga@mail.example. */
const VERBS: Readonly<Record<string, string>> = {
  "approval.approved": "approved a request",
  "approval.rejected": "rejected a request",
  "approval.requested": "asked for an approval",
  "approval.withdrawn": "withdrew a request",
  "bank_line.credited": "credited a bank line to",
  "bank_line.own_money": "marked a bank line as our own money",
  "bank_line.payout": "matched a bank line with payout",
  "bank_line.returned": "returned a bank line",
  "bank_lines.import_begun": "imported bank lines",
  "coin_payout.bumped": "raised the fee of a batch of coins",
  "coin_payout.cancelled": "cancelled a batch of coins",
  "coin_payout.created": "made a batch of coins",
  "coin_payout.file_taken": "downloaded a file for the signer",
  "coin_payout.import_refused": "imported a file that was refused",
  "coin_payout.imported": "imported a signed file",
  "coin_payout.moved": "made a batch of our own coins",
  "coin_payout.released": "released a batch of coins",
  "coin_payout.removed": "took a withdrawal out of a batch of coins",
  "customer.blocked": "blocked",
  "customer.closed": "closed the account of",
  "customer.confirmation_sent": "sent a new confirmation to",
  "customer.data_copied": "downloaded the data of",
  "customer.erased": "erased",
  "customer.held": "put a hold on",
  "customer.noted": "wrote a note about",
  "customer.permissions": "changed the permissions of",
  "customer.rejected": "sent back the identity of",
  "customer.released": "released a hold on",
  "customer.role": "changed the role of",
  "customer.signed_out": "logged out",
  "customer.statement_copied": "downloaded a statement of",
  "customer.tokens_ended": "revoked the tokens of",
  "customer.unblocked": "unblocked",
  "customer.unlocked": "unlocked the login of",
  "customer.unverified": "took back the verification of",
  "customer.verified": "verified",
  "deposit.confirmed": "credited deposit",
  "deposit.emailed": "wrote to the customer of deposit",
  "deposit.expired": "closed unpaid deposit",
  "deposit.returned": "returned deposit",
  "document.read": "looked at a photo of",
  "enquiry.assigned": "assigned the enquiry of",
  "enquiry.handled": "closed the enquiry of",
  "enquiry.reopened": "reopened the enquiry of",
  "enquiry.replied": "answered the enquiry of",
  "identity.sent": "sent the identity of",
  "ledger.adjusted": "adjusted the balance of",
  "onramp.resolved": "settled card payment",
  "payout.cancelled": "cancelled a payout batch",
  "payout.created": "made a payout batch",
  "payout.file_taken": "downloaded a payout file",
  "payout.released": "released a payout batch",
  "payout.removed": "took a payout out of its batch",
  "payout.sent": "marked a payout batch as sent",
  "payout.settled": "settled a payout batch",
  "reconciliation.closed": "closed a day",
  "reconciliation.reopened": "reopened a day",
  "recovery.approved": "approved the login recovery of",
  "recovery.rejected": "rejected the login recovery of",
  "reserves.challenged": "asked for a proof of reserves",
  "reserves.published": "published a proof of reserves",
  "staff.invited": "invited",
  "staff.removed": "removed from the staff",
  "staff.roles": "changed the roles of",
  "withdrawal.completed": "paid withdrawal",
  "withdrawal.rejected": "rejected withdrawal",
  "withdrawal.returned": "took back withdrawal",
};

/** Verbs that need their subject named. Without it, the act has its plain words. */
const needsSubject = (verb: string): boolean => /\b(of|to|on|about|with payout)$/.test(verb);

/** Acts on oneself. */
const OWN: Readonly<Record<string, string>> = {
  "customer.closed": "closed their account",
  "customer.data_copied": "downloaded their data",
  "identity.sent": "sent their identity",
  "staff.joined": "joined the staff",
};

/** An act as a sentence goes on after its actor: the verb, and the subject if the log knows its name. */
export function actSentence(line: AuditLine): readonly [verb: string, subject: string] {
  const { action, details } = line;
  const subject = aboutOf(line);
  if (action === "switch.set") return [details["paused"] === true ? "paused" : "reopened", subject];
  const own = line.actor === line.subject ? OWN[action] : undefined;
  if (own !== undefined) return [own, ""];
  const verb = VERBS[action];
  if (verb === undefined || (subject === "" && needsSubject(verb)))
    return [actText(action).toLowerCase(), subject];
  return [verb, subject];
}

/** The same as it stands without its actor: 'Verified', olga@mail.example. */
export function sentenceOf(line: AuditLine): readonly [verb: string, subject: string] {
  const [verb, subject] = actSentence(line);
  return [verb.charAt(0).toUpperCase() + verb.slice(1), subject];
}
