/** Enquiries: a member of staff takes one or is given it, replies, marks it as handled, or opens it again. */
import type { AuditAct } from "@wattle/contracts/audit-acts";
import { staffRolesOf } from "@wattle/contracts/accounts";
import {
  assignEnquiryInput,
  enquiryRecord,
  enquiryReference,
  replyInput,
  type EnquiryFile,
  type EnquiryRecord,
} from "@wattle/contracts/desk";
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
import type { LogLine } from "../../audit/record-act.ts";
import { isoTime, timeOf } from "../../clock.ts";
import { enquiryReplyMail } from "../../mail/mails.ts";
import { readReference } from "../../reference.ts";
import type { Services } from "../../services.ts";
import { alone } from "../approvals/reviewed-act.ts";

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

/** Enquiries that a customer wrote while logged in, with the replies of staff: the newest of both. */
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

/** A line about an enquiry. */
const lineOf = ({ id, reference }: Enquiry, action: AuditAct, details: object = {}): LogLine => ({
  action,
  subject: id,
  details: { reference, ...details },
});

/** Changes an enquiry's row. @throws DomainError `state_conflict` if its state does not allow that, or not any more */
async function changed(
  tx: WriteTx,
  { vault }: Pick<Services, "vault">,
  before: Enquiry,
  store: () => Promise<boolean>,
): Promise<EnquiryRecord> {
  if (!(await store())) throw new DomainError("state_conflict");
  return enquiryOfRow(vault, await rowOf(tx, before.reference));
}

const stateOf = ({ handled_at }: Pick<Enquiry, "handled_at">) => (handled_at === null ? "Open" : "Handled");

const CHANGING = { errors: ["not_found", "state_conflict"], output: enquiryRecord } as const;

/** Marks an enquiry as handled. */
export const handleEnquiry = alone({
  ...CHANGING,
  title: "Mark an enquiry as handled",
  roles: ["support"],
  input: enquiryReference,
  plan: async (tx, { services, operator }, { reference }) => {
    const before = await rowOf(tx, reference);
    if (before.handled_at !== null) throw new DomainError("state_conflict");
    const handled = { at: BigInt(services.clock.now()), by: operator.id };
    return {
      subject: `enquiry ${before.reference}`,
      changes: [{ what: "Enquiry", before: stateOf(before), after: "Handled" }],
      log: lineOf(before, "enquiry.handled"),
      run: () => changed(tx, services, before, () => markEnquiryHandled(tx, before.id, handled)),
    };
  },
});

/** Opens a handled enquiry again, for whom it was assigned to. */
export const reopenEnquiry = alone({
  ...CHANGING,
  title: "Reopen an enquiry",
  roles: ["support"],
  input: enquiryReference,
  plan: async (tx, { services }, { reference }) => {
    const before = await rowOf(tx, reference);
    if (before.handled_at === null) throw new DomainError("state_conflict");
    return {
      subject: `enquiry ${before.reference}`,
      changes: [{ what: "Enquiry", before: "Handled", after: "Open" }],
      log: lineOf(before, "enquiry.reopened"),
      run: () => changed(tx, services, before, () => storeReopened(tx, before.id)),
    };
  },
});

/** Staff whose roles let them answer enquiries, the oldest account first. */
export async function listAssignees(reader: Reader, { config }: Pick<Services, "config">): Promise<User[]> {
  const staff = await listStaff(reader, { withDemo: config.DEMO });
  return staff.filter((member) => staffMay(staffRolesOf(rolesOf(member)), "ops.support.markHandled"));
}

/**
 * Gives an open enquiry to a member of staff who may answer it, or to no one. The plan throws `validation_failed` if `to` may not answer
 * enquiries, and `state_conflict` if it is handled, or is not with `from`, or is with `to` already.
 */
export const assignEnquiry = alone({
  ...CHANGING,
  title: "Assign an enquiry",
  roles: ["support"],
  input: assignEnquiryInput,
  plan: async (tx, { services, operator }, { reference, to, from }) => {
    const members = to === null ? [] : await listAssignees(tx, services);
    const member = members.find(({ id, email }) => (to === undefined ? id === operator.id : email === to));
    if (to !== null && member === undefined)
      throw DomainError.at("to", "validation_failed", OWN_MESSAGES.chooseAnswerer);
    const before = await rowOf(tx, reference);
    const { id, assigned_to, assignee, handled_at } = before;
    const next = member?.id ?? null;
    if (handled_at !== null || assigned_to === next || (from !== undefined && from !== assignee))
      throw new DomainError("state_conflict");
    const assigning = { from: assigned_to, to: next };
    return {
      subject: `enquiry ${before.reference}`,
      changes: [{ what: "Assigned to", before: assignee ?? "No one", after: member?.email ?? "No one" }],
      log: lineOf(before, "enquiry.assigned", assigning),
      run: () => changed(tx, services, before, () => storeAssignee(tx, id, assigning)),
    };
  },
});

/**
 * Emails a reply to the address that the enquiry gives, keeps it with the enquiry and, if `close` says so, marks that as handled.
 * The log names the reply and has none of its words, which are erased with the enquiry. The plan throws `state_conflict` if it is
 * handled, or someone has replied since `replied_at`.
 */
export const replyToEnquiry = alone({
  ...CHANGING,
  title: "Reply to an enquiry",
  roles: ["support"],
  input: replyInput,
  plan: async (tx, { services, operator }, { reference, message, close, replied_at: seen }) => {
    const { vault, ids, clock, config } = services;
    const before = await rowOf(tx, reference);
    if (before.handled_at !== null || (seen !== undefined && seen !== timeOf(before.replied_at)))
      throw new DomainError("state_conflict");
    const [id, at] = [ids.uuid(), BigInt(clock.now())];
    const reply = {
      id,
      enquiry_id: before.id,
      message: vault.seal("enquiry_replies.message", id, message),
      sent_by: operator.id,
      created_at: at,
    };
    return {
      subject: `enquiry ${before.reference}`,
      changes: close ? [{ what: "Enquiry", before: "Open", after: "Handled" }] : [],
      mail: {
        to: before.email,
        replyTo: config.brand.supportEmail,
        mail: enquiryReplyMail(enquiryOfRow(vault, before), message),
      },
      log: [
        lineOf(before, "enquiry.replied", { reply: id }),
        ...(close ? [lineOf(before, "enquiry.handled")] : []),
      ],
      run: () =>
        changed(
          tx,
          services,
          before,
          async () =>
            (await insertReply(tx, reply, before.replied_at)) &&
            (!close || (await markEnquiryHandled(tx, before.id, { at, by: operator.id }))),
        ),
    };
  },
});
