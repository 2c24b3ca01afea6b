/** What staff do with an enquiry: one of them takes it or is given it, marks it as handled, or opens it again. */
import { staffRolesOf } from "@wattle/contracts/accounts";
import type { AssignEnquiryInput, EnquiryRecord } from "@wattle/contracts/back-office";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { staffMay } from "@wattle/contracts/staff-access";
import type { Reader, WriteTx } from "@wattle/db/database";
import { rolesOf } from "@wattle/db/roles";
import type { Vault } from "@wattle/db/sealed/vault";
import { listStaff } from "@wattle/db/staff";
import {
  assignEnquiry as storeAssignee,
  findEnquiryByReference,
  markEnquiryHandled,
  reopenEnquiry as storeReopened,
  type Enquiry,
} from "@wattle/db/support";
import type { User } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { isoTime } from "../clock.ts";
import { readReference } from "../reference.ts";
import type { Services } from "../services.ts";

type EnquiryServices = Pick<Services, "database" | "clock" | "ids" | "vault">;

export function enquiryOfRow(vault: Vault, row: Enquiry): EnquiryRecord {
  return {
    id: row.id,
    reference: row.reference,
    topic: row.topic,
    name: row.name,
    email: row.email,
    message: vault.open("enquiries.message", row.id, row.message),
    created_at: isoTime(row.created_at),
    handled_at: row.handled_at === null ? null : isoTime(row.handled_at),
    handled_by: row.handled_by,
    assigned_to: row.assignee,
  };
}

/** @param reference as people type it @throws DomainError `not_found` */
async function rowOf(reader: Reader, reference: string): Promise<Enquiry> {
  const written = readReference(reference);
  const row = written === undefined ? undefined : await findEnquiryByReference(reader, written);
  if (row === undefined) throw new DomainError("not_found");
  return row;
}

/**
 * An enquiry, open or handled.
 * @param reference as people type it
 * @throws DomainError `not_found`
 */
export async function findEnquiry(
  { database, vault }: Pick<Services, "database" | "vault">,
  reference: string,
): Promise<EnquiryRecord> {
  return enquiryOfRow(vault, await rowOf(database.read, reference));
}

/**
 * Changes an enquiry, and the audit log says so.
 * @param store changes its row; false where its state does not allow that, or not any more
 * @throws DomainError `not_found`, `state_conflict`
 */
async function change(
  services: EnquiryServices,
  operator: Operator,
  reference: string,
  {
    action,
    details,
    store,
  }: {
    readonly action: string;
    readonly details?: (before: Enquiry) => Readonly<Record<string, unknown>>;
    readonly store: (tx: WriteTx, before: Enquiry) => Promise<boolean>;
  },
): Promise<EnquiryRecord> {
  return services.database.write(async (tx) => {
    const before = await rowOf(tx, reference);
    if (!(await store(tx, before))) throw new DomainError("state_conflict");
    await recordAct(tx, services, operator, {
      action,
      subject: before.id,
      details: { reference: before.reference, ...details?.(before) },
    });
    return enquiryOfRow(services.vault, await rowOf(tx, reference));
  });
}

/**
 * Marks an enquiry as handled.
 * @param reference as people type it
 * @throws DomainError `not_found`; `state_conflict` where someone was first
 */
export async function handleEnquiry(
  services: EnquiryServices,
  operator: Operator,
  reference: string,
): Promise<EnquiryRecord> {
  const handled = { at: BigInt(services.clock.now()), by: operator.id };
  return change(services, operator, reference, {
    action: "enquiry.handled",
    store: (tx, { id }) => markEnquiryHandled(tx, id, handled),
  });
}

/**
 * Opens a handled enquiry again, for whom it was assigned to.
 * @param reference as people type it
 * @throws DomainError `not_found`; `state_conflict` where it is open
 */
export async function reopenEnquiry(
  services: EnquiryServices,
  operator: Operator,
  reference: string,
): Promise<EnquiryRecord> {
  return change(services, operator, reference, {
    action: "enquiry.reopened",
    store: (tx, { id }) => storeReopened(tx, id),
  });
}

/** Staff whose roles let them answer enquiries, the oldest account first. */
export async function listAssignees({
  config,
  database,
}: Pick<Services, "config" | "database">): Promise<User[]> {
  const staff = await listStaff(database.read, { withDemo: config.DEMO });
  return staff.filter((member) => staffMay(staffRolesOf(rolesOf(member)), "ops.support.markHandled"));
}

/**
 * Gives an open enquiry to a member of staff who may answer it, or to no one.
 * @throws DomainError `not_found`; `validation_failed` where `to` may not answer enquiries; `state_conflict` where it is handled, or
 * who has it is not `from`, or is `to` already
 */
export async function assignEnquiry(
  services: EnquiryServices & Pick<Services, "config">,
  operator: Operator,
  { reference, to, from }: AssignEnquiryInput,
): Promise<EnquiryRecord> {
  let next: string | null = null;
  if (to !== null) {
    const members = await listAssignees(services);
    const member = members.find(({ id, email }) => (to === undefined ? id === operator.id : email === to));
    if (member === undefined) throw DomainError.at("to", "validation_failed", OWN_MESSAGES.chooseAnswerer);
    next = member.id;
  }
  return change(services, operator, reference, {
    action: "enquiry.assigned",
    details: ({ assigned_to }) => ({ from: assigned_to, to: next }),
    store: async (tx, { id, assigned_to, assignee }) =>
      assigned_to !== next &&
      (from === undefined || from === assignee) &&
      (await storeAssignee(tx, id, { from: assigned_to, to: next })),
  });
}
