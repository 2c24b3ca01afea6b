/** Enquiries of the support form and the OTC desk, which anyone may write, and the replies of staff. */
import type { Insertable, Selectable } from "kysely";
import type { Epoch, Tables } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { readSomePage, type PageNumber } from "./pages.ts";

type EnquiryRow = Selectable<Tables["enquiries"]>;

/** An enquiry with the email addresses of who answers it and of the customer who wrote it. */
export interface Enquiry extends EnquiryRow {
  readonly assignee: string | null;
  readonly customer_email: string | null;
}

/** A reply with the email address of who sent it. */
export interface EnquiryReply extends Selectable<Tables["enquiry_replies"]> {
  readonly sender: string | null;
}

type NewEnquiry = Omit<
  Insertable<Tables["enquiries"]>,
  "handled_at" | "handled_by" | "assigned_to" | "replied_at"
>;

/** Stores a new enquiry, open and without an assignee. */
export async function insertEnquiry(tx: WriteTx, enquiry: NewEnquiry): Promise<void> {
  await tx
    .insertInto("enquiries")
    .values({ ...enquiry, handled_at: null, handled_by: null, assigned_to: null, replied_at: null })
    .execute();
}

interface EnquiryPage extends PageNumber {
  /** Open ones, handled ones, or all. */
  readonly show: "open" | "handled" | "all";
  /** Assignee by identifier; null for enquiries that no one has; all if it is left out. */
  readonly assignedTo?: string | null | undefined;
  /** The customer who wrote while logged in; anyone if it is left out. */
  readonly customerId?: string | undefined;
}

const withPeople = (reader: AnyReader) =>
  reader
    .selectFrom("enquiries")
    .selectAll()
    .select((row) => {
      const emailOf = (column: "assigned_to" | "customer_id") =>
        row.selectFrom("users").select("users.email").whereRef("users.id", "=", `enquiries.${column}`);
      return [emailOf("assigned_to").as("assignee"), emailOf("customer_id").as("customer_email")];
    });

/** Enquiries newest first, for the desk; `total` counts all that fit. */
export async function listEnquiries(
  reader: AnyReader,
  { show, assignedTo, customerId, ...page }: EnquiryPage,
): Promise<{ rows: Enquiry[]; total: number }> {
  let chosen = withPeople(reader);
  if (show === "open") chosen = chosen.where("handled_at", "is", null);
  if (show === "handled") chosen = chosen.where("handled_at", "is not", null);
  if (assignedTo === null) chosen = chosen.where("assigned_to", "is", null);
  else if (assignedTo !== undefined) chosen = chosen.where("assigned_to", "=", assignedTo);
  if (customerId !== undefined) chosen = chosen.where("customer_id", "=", customerId);
  return readSomePage(reader, chosen, page);
}

/** Finds an enquiry by the reference its sender was given. */
export async function findEnquiryByReference(
  reader: Reader,
  reference: string,
): Promise<Enquiry | undefined> {
  return withPeople(reader).where("reference", "=", reference).executeTakeFirst();
}

/** The newest enquiries that a customer wrote while logged in, newest first. */
export const listEnquiriesOf = (reader: Reader, customerId: string, most: number): Promise<Enquiry[]> =>
  withPeople(reader)
    .where("customer_id", "=", customerId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();

/** The newest replies to some enquiries, newest first. */
export async function listReplies(
  reader: Reader,
  enquiryIds: readonly string[],
  most: number,
): Promise<EnquiryReply[]> {
  if (enquiryIds.length === 0) return [];
  return reader
    .selectFrom("enquiry_replies")
    .selectAll()
    .select((row) =>
      row
        .selectFrom("users")
        .select("users.email")
        .whereRef("users.id", "=", "enquiry_replies.sent_by")
        .as("sender"),
    )
    .where("enquiry_id", "in", enquiryIds)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}

/**
 * Stores a reply to an open enquiry.
 * @param repliedAt when the newest reply before it was sent; null if there is none
 * @returns false if it is handled, or someone else has replied by now
 */
export async function insertReply(
  tx: WriteTx,
  reply: Insertable<Tables["enquiry_replies"]>,
  repliedAt: Epoch | null,
): Promise<boolean> {
  const updated = await tx
    .updateTable("enquiries")
    .set({ replied_at: reply.created_at })
    .where("id", "=", reply.enquiry_id)
    .where("handled_at", "is", null)
    .where("replied_at", repliedAt === null ? "is" : "=", repliedAt)
    .returning("id")
    .executeTakeFirst();
  if (updated === undefined) return false;
  await tx.insertInto("enquiry_replies").values(reply).execute();
  return true;
}

/**
 * Gives an open enquiry to someone, or to no one.
 * @param change identifiers of who has it and of who is to have it
 * @returns false if it is handled, or someone else has it by now
 */
export async function assignEnquiry(
  tx: WriteTx,
  id: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<boolean> {
  const updated = await tx
    .updateTable("enquiries")
    .set({ assigned_to: to })
    .where("id", "=", id)
    .where("handled_at", "is", null)
    .where("assigned_to", from === null ? "is" : "=", from)
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
}

/** Marks an open enquiry as handled; false if there is none, or someone else was first. */
export async function markEnquiryHandled(
  tx: WriteTx,
  id: string,
  handled: { readonly at: Epoch; readonly by: string },
): Promise<boolean> {
  const updated = await tx
    .updateTable("enquiries")
    .set({ handled_at: handled.at, handled_by: handled.by })
    .where("id", "=", id)
    .where("handled_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
}

/** Opens a handled enquiry again; false if it is open, or there is none. */
export async function reopenEnquiry(tx: WriteTx, id: string): Promise<boolean> {
  const updated = await tx
    .updateTable("enquiries")
    .set({ handled_at: null, handled_by: null })
    .where("id", "=", id)
    .where("handled_at", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
}
