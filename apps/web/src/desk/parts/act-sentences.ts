import type { AuditAct } from "@wattle/contracts/audit-acts";
import type { AuditLine } from "@wattle/contracts/desk";
import { actText } from "../../staff/staff-words.ts";
import { aboutOf, actorText, secondText } from "./audit-words.ts";

/** Verbs of the log's acts, before their subject: `verified` olga@mail.example. */
const VERBS: Readonly<Record<Exclude<AuditAct, "switch.set">, string>> = {
  "approval.approved": "approved a request about",
  "approval.failed": "approved a request that could not be done",
  "approval.rejected": "rejected a request about",
  "approval.requested": "asked for an approval about",
  "approval.withdrawn": "withdrew a request about",
  "arrival.credited": "credited an arrival to",
  "arrival.own_money": "marked an arrival as our own money",
  "backup.checked": "checked a backup",
  "backup.made": "made a backup",
  "bank_inbox.refused": "refused a bank file for",
  "bank_line.credited": "credited a bank line to",
  "bank_line.own_money": "marked a bank line as our own money",
  "bank_line.payout": "matched a bank line with payout",
  "bank_line.returned": "returned a bank line",
  "bank_lines.import_begun": "imported bank lines",
  "bank_lines.imported": "finished an import of bank lines",
  "case.assigned": "assigned a case",
  "case.closed": "closed a case about",
  "case.marked": "judged an alert of a case",
  "case.noted": "wrote a note in a case",
  "case.opened": "opened a case about",
  "case.snoozed": "put off a case",
  "case.taken": "took a case",
  "coin_payout.bumped": "raised the fee of a batch of coins",
  "coin_payout.cancelled": "cancelled a batch of coins",
  "coin_payout.created": "made a batch of coins",
  "coin_payout.file_taken": "downloaded a file for the signer",
  "coin_payout.import_refused": "imported a file that was refused",
  "coin_payout.imported": "imported a signed file",
  "coin_payout.moved": "made a batch of our own coins",
  "coin_payout.released": "released a batch of coins",
  "coin_payout.removed": "took a withdrawal out of a batch of coins",
  "coins.sender_named": "named the sender of",
  "confidential.approved": "approved a confidential request",
  "confidential.failed": "approved a confidential request that could not be done",
  "confidential.rejected": "rejected a confidential request",
  "confidential.requested": "asked for a confidential approval",
  "confidential.withdrawn": "withdrew a confidential request",
  "customer.blocked": "blocked",
  "customer.closed": "closed the account of",
  "customer.confirmation_sent": "sent a new confirmation to",
  "customer.data_copied": "downloaded the data of",
  "customer.erased": "erased",
  "customer.funds_asked": "asked about the source of funds of",
  "customer.held": "put a hold on",
  "customer.noted": "wrote a note about",
  "customer.permissions": "changed the permissions of",
  "customer.rated": "rated the risk of",
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
  "deposit_account.closed": "closed a deposit account",
  "deposit_account.columns_set": "set the statement columns of a deposit account",
  "deposit_account.set": "changed a deposit account",
  "document.read": "looked at a photo of",
  "enquiry.assigned": "assigned the enquiry of",
  "enquiry.handled": "closed the enquiry of",
  "enquiry.reopened": "reopened the enquiry of",
  "enquiry.replied": "answered the enquiry of",
  "exchange_fee.set": "changed the fee of",
  "filing.drafted": "drafted a report about",
  "filing.filed": "noted a report as filed",
  "filing.saved": "filled in a report",
  "hedging.fee_booked": "booked a fee of a venue",
  "hedging.order_cancelled": "cancelled a hedging order",
  "hedging.order_placed": "placed a hedging order",
  "hedging.order_resolved": "resolved a hedging order",
  "hedging.policy_set": "changed the hedging of",
  "identity.checked": "noted a provider’s answer about",
  "identity.sent": "sent the identity of",
  "ledger.adjusted": "adjusted the balance of",
  "list.used": "put a list to use",
  "mail.sent_again": "sent a mail again",
  "market.currency_set": "changed currency",
  "market.pair_set": "changed pair",
  "network.paused": "paused network",
  "network.resumed": "resumed network",
  "network.spend_booked": "booked a transaction that no batch made",
  "onramp.resolved": "settled card payment",
  "payout.cancelled": "cancelled a payout batch",
  "payout.created": "made a payout batch",
  "payout.file_taken": "downloaded a payout file",
  "payout.released": "released a payout batch",
  "payout.removed": "took a payout out of its batch",
  "payout.sent": "marked a payout batch as sent",
  "payout.settled": "settled a payout batch",
  "position.limits_set": "set the limits of",
  "position.trade_recorded": "recorded a trade",
  "receivable.settled": "settled a debt",
  "receivable.written_off": "wrote off a debt",
  "reconciliation.closed": "closed a day",
  "reconciliation.reopened": "reopened a day",
  "recovery.approved": "approved the login recovery of",
  "recovery.done": "finished the login recovery of",
  "recovery.rejected": "rejected the login recovery of",
  "report.carf_read": "read the CARF report",
  "report.trades_read": "read the report of trades",
  "reserves.challenged": "asked for a proof of reserves",
  "reserves.published": "published a proof of reserves",
  "rule.set": "changed rule",
  "staff.invitation_withdrawn": "withdrew the invitation of",
  "staff.invited": "invited",
  "staff.joined": "joined the staff",
  "staff.removed": "removed from the staff",
  "staff.roles": "changed the roles of",
  "token.created": "created a token",
  "token.revoked": "revoked a token",
  "wallet.added": "added a wallet on",
  "wallet.address_taken": "took an address of a wallet",
  "webhook.added": "added a webhook",
  "webhook.paused": "paused a webhook",
  "webhook.removed": "removed a webhook",
  "webhook.resumed": "resumed a webhook",
  "webhook.secret_renewed": "renewed the secret of a webhook",
  "webhook.sent_again": "sent an event again",
  "withdrawal.completed": "paid withdrawal",
  "withdrawal.rejected": "rejected withdrawal",
  "withdrawal.returned": "took back withdrawal",
};

/** Said only of a subject that has a name. */
const ABOUT = " about";

/** Verbs that need their subject named. Without it, the act has its plain words. */
const needsSubject = (verb: string): boolean => /\b(of|to|on|for|about|with payout)$/.test(verb);

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
  // A log may have words of an earlier release.
  const verb = (VERBS as Readonly<Record<string, string>>)[action];
  if (subject === "" && verb?.endsWith(ABOUT)) return [verb.slice(0, -ABOUT.length), ""];
  if (verb === undefined || (subject === "" && needsSubject(verb)))
    return [actText(action).toLowerCase(), subject];
  return [verb, subject];
}

/** The same as it stands without its actor: 'Verified', olga@mail.example. */
export function sentenceOf(line: AuditLine): readonly [verb: string, subject: string] {
  const [verb, subject] = actSentence(line);
  return [verb.charAt(0).toUpperCase() + verb.slice(1), subject];
}

/** An act as a sentence: 'Fiona Finance released a payout batch, approved by Frank Finance'. */
export const doneText = (line: AuditLine): string =>
  `${actorText(line)} ${actSentence(line).join(" ").trim()}${secondText(line)}`;
