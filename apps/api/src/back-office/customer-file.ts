import type { AuditRecord, CustomerFile, CustomerSummary } from "@wattle/contracts/back-office";
import { DomainError } from "@wattle/contracts/errors";
import { listAudit } from "@wattle/db/audit";
import { findCustomerById } from "@wattle/db/customers";
import { isPartner } from "@wattle/db/roles";
import { heldBalancesOf } from "@wattle/db/balances";
import { findIdentity, listDocuments } from "@wattle/db/identity";
import { listDuplicates } from "@wattle/db/personal-hashes";
import { listSessions } from "@wattle/db/sessions";
import type { AuditRecord as AuditRow, User } from "@wattle/db/tables";
import { userDataOf, type UserDataServices } from "../sessions/user-data.ts";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { documentOfRow, draftOf } from "../identity/read-identity.ts";

/** The newest lines of the log that a customer's file shows. */
const AUDIT_LINES = 20;

const timeOf = (epoch: bigint | null | undefined): string | null =>
  epoch === null || epoch === undefined ? null : isoTime(epoch);

/** @param row a customer's */
export function summaryOf(row: User): CustomerSummary {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    status: row.status,
    role: isPartner(row) ? "partner" : "regular-user",
    default_country: row.default_country,
    email_verified_at: timeOf(row.email_verified_at),
    created_at: isoTime(row.created_at),
  };
}

export function auditRecordOf(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    details: JSON.parse(row.details) as Record<string, unknown>,
    created_at: isoTime(row.created_at),
  };
}

/**
 * Everything the back office sees of a customer.
 * @throws DomainError `not_found`
 */
export async function readCustomerFile(services: UserDataServices, id: string): Promise<CustomerFile> {
  const { vault, database } = services;
  const { read } = database;
  const row = await findCustomerById(read, id);
  if (row === undefined) throw new DomainError("not_found");
  const { user, balance } = await userDataOf(services, row);
  const held = await heldBalancesOf(read, id);
  const identity = await findIdentity(read, id);
  const { rows: audit } = await listAudit(read, { subject: id, page: 1, perPage: AUDIT_LINES });
  return {
    user,
    block_reason: row.block_reason,
    balance,
    held: Object.fromEntries([...held].map(([code, units]) => [code, amountText(units, code)])),
    identity: {
      form: draftOf(vault, row, identity),
      documents: (await listDocuments(read, id)).map((document) => documentOfRow(vault, document)),
      submitted_at: timeOf(identity?.submitted_at),
      decided_at: timeOf(identity?.decided_at),
    },
    referred_by: row.referred_by,
    sessions: (await listSessions(read, id)).length,
    duplicates: (await listDuplicates(read, id)).map(({ user: other, shares }) => ({
      ...summaryOf(other),
      shares: [...shares],
    })),
    audit: audit.map(auditRecordOf),
  };
}
