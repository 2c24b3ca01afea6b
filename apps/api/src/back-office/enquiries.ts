/** What staff do with an enquiry: one of them takes it or is given it, replies, marks it as handled, or opens it again. */
import type { AuditAct } from "@wattle/contracts/audit-acts";
import { staffRolesOf } from "@wattle/contracts/accounts";
import type {
  AssignEnquiryInput,
  EnquiryFile,
  EnquiryRecord,
  ReplyInput,
} from "@wattle/contracts/back-office";
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
  insertReply,
  listEnquiriesOf,
  listReplies,
  markEnquiryHandled,
  reopenEnquiry as storeReopened,
  type Enquiry,
} from "@wattle/db/support";
import type { User } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { isoTime, timeOf } from "../clock.ts";
import { enquiryReplyMail } from "../mail/mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
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
    handled_at: timeOf(row.handled_at),
    handled_by: row.handled_by,
    assigned_to: row.assignee,
    customer:
      row.customer_id === null || row.customer_email === null
        ? null
        : { id: row.customer_id, email: row.customer_email },
    replied_at: timeOf(row.replied_at),
  };
}

/** How much of it staff see at once. */
const REPLIES = 100;
const ENQUIRIES_OF_ONE = 20;

/** Enquiries with the newest replies to them. */
async function filesOf(reader: Reader, vault: Vault, rows: readonly Enquiry[]): Promise<EnquiryFile[]> {
  const ids = rows.map(({ id }) => id);
  const replies = await listReplies(reader, ids, REPLIES);
  return rows.map((row) => ({
    ...enquiryOfRow(vault, row),
    replies: replies
      .filter(({ enquiry_id }) => enquiry_id === row.id)
      .map(({ id, message, sender, created_at }) => ({
        id,
        message: vault.open("enquiry_replies.message", id, message),
        sent_by: sender,
        created_at: isoTime(created_at),
      })),
  }));
}

/** What a customer wrote while logged in, and what staff replied: the newest of both. */
export const enquiriesOf = async (reader: Reader, vault: Vault, customerId: string): Promise<EnquiryFile[]> =>
  filesOf(reader, vault, await listEnquiriesOf(reader, customerId, ENQUIRIES_OF_ONE));

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
): Promise<EnquiryFile> {
  const [file] = await filesOf(database.read, vault, [await rowOf(database.read, reference)]);
  if (file === undefined) throw new DomainError("not_found");
  return file;
}

interface Change {
  readonly action: AuditAct;
  readonly details?: (before: Enquiry) => Readonly<Record<string, unknown>>;
  /** Changes its row; false where its state does not allow that, or not any more. */
  readonly store: (tx: WriteTx, before: Enquiry) => Promise<boolean>;
}

/**
 * Changes an enquiry, one change after the other, and the audit log says so.
 * @throws DomainError `not_found`, `state_conflict`
 */
async function change(
  services: EnquiryServices,
  operator: Operator,
  reference: string,
  changes: readonly Change[],
): Promise<EnquiryRecord> {
  return services.database.write(async (tx) => {
    const before = await rowOf(tx, reference);
    for (const { action, details, store } of changes) {
      if (!(await store(tx, before))) throw new DomainError("state_conflict");
      await recordAct(tx, services, operator, {
        action,
        subject: before.id,
        details: { reference: before.reference, ...details?.(before) },
      });
    }
    return enquiryOfRow(services.vault, await rowOf(tx, reference));
  });
}

const handling = ({ clock }: EnquiryServices, { id: by }: Operator): Change => ({
  action: "enquiry.handled",
  store: (tx, { id }) => markEnquiryHandled(tx, id, { at: BigInt(clock.now()), by }),
});

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
  return change(services, operator, reference, [handling(services, operator)]);
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
  return change(services, operator, reference, [
    { action: "enquiry.reopened", store: (tx, { id }) => storeReopened(tx, id) },
  ]);
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
  return change(services, operator, reference, [
    {
      action: "enquiry.assigned",
      details: ({ assigned_to }) => ({ from: assigned_to, to: next }),
      store: async (tx, { id, assigned_to, assignee }) =>
        assigned_to !== next &&
        (from === undefined || from === assignee) &&
        (await storeAssignee(tx, id, { from: assigned_to, to: next })),
    },
  ]);
}

function replying(
  services: EnquiryServices & MailServices,
  { id: by }: Operator,
  { message, replied_at: seen }: Pick<ReplyInput, "message" | "replied_at">,
): Change {
  const { vault, ids, clock, config } = services;
  const id = ids.uuid();
  return {
    action: "enquiry.replied",
    details: () => ({ reply: id }),
    store: async (tx, before) => {
      const reply = {
        id,
        enquiry_id: before.id,
        message: vault.seal("enquiry_replies.message", id, message),
        sent_by: by,
        created_at: BigInt(clock.now()),
      };
      if (seen !== undefined && seen !== timeOf(before.replied_at)) return false;
      if (!(await insertReply(tx, reply, before.replied_at))) return false;
      await queueMail(tx, services, {
        to: before.email,
        replyTo: config.brand.supportEmail,
        mail: enquiryReplyMail(enquiryOfRow(vault, before), message),
      });
      return true;
    },
  };
}

/**
 * Mails a reply to the address that the enquiry gives, keeps it with the enquiry and, where `close` says so, marks that as handled.
 * The log names the reply and has none of its words, which are erased with the enquiry.
 * @throws DomainError `not_found`; `state_conflict` where it is handled, or someone has replied since `replied_at`
 */
export const replyToEnquiry = (
  services: EnquiryServices & MailServices,
  operator: Operator,
  { reference, close, ...reply }: ReplyInput,
): Promise<EnquiryRecord> =>
  change(services, operator, reference, [
    replying(services, operator, reply),
    ...(close ? [handling(services, operator)] : []),
  ]);
