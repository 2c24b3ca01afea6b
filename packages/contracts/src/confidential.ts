/**
 * Acts of compliance. Only compliance and admins may see a trace of it: telling someone of a report can be a crime.
 */
import type { AuditAct } from "./audit-acts.ts";

/** How the names of their procedures begin. */
export const CONFIDENTIAL_PROCEDURES = [
  "ops.cases.",
  "ops.customers.rate",
  "ops.filings.",
  "ops.lists.",
  "ops.rules.",
  "ops.travel.",
] as const;

/** Whether a request for an act, by the name of its procedure, is only for compliance. */
export const isConfidential = (procedure: string): boolean =>
  CONFIDENTIAL_PROCEDURES.some((beginning) => procedure.startsWith(beginning));

/** Acts of the audit log that are only for compliance. */
export const CONFIDENTIAL_ACTS = [
  "case.assigned",
  "case.closed",
  "case.marked",
  "case.noted",
  "case.opened",
  "case.snoozed",
  "case.taken",
  "coins.sender_named",
  "confidential.approved",
  "confidential.failed",
  "confidential.rejected",
  "confidential.requested",
  "confidential.withdrawn",
  "customer.funds_asked",
  "customer.rated",
  "filing.drafted",
  "filing.filed",
  "filing.saved",
  "identity.checked",
  "list.used",
  "rule.set",
] as const satisfies readonly AuditAct[];
