/** Enquiries of the support form and the OTC desk. They are not tied to an account: anyone may write. */
import type { Insertable, Selectable } from "kysely";
import type { Epoch, Tables } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { readPage, type PageNumber } from "./pages.ts";

type EnquiryRow = Selectable<Tables["enquiries"]>;

/** An enquiry with the email address of who answers it. */
export interface Enquiry extends EnquiryRow {
  readonly assignee: string | null;
}

type NewEnquiry = Omit<Insertable<Tables["enquiries"]>, "handled_at" | "handled_by" | "assigned_to">;

/** Stores a new enquiry, open, which no one has taken yet. */
export async function insertEnquiry(tx: WriteTx, enquiry: NewEnquiry): Promise<void> {
  await tx
    .insertInto("enquiries")
    .values({ ...enquiry, handled_at: null, handled_by: null, assigned_to: null })
    .execute();
}

interface EnquiryPage extends PageNumber {
  /** Open ones, handled ones, or all. */
  readonly show: "open" | "handled" | "all";
  /** Whose, by identifier; null for those that no one has; all where it is left out. */
  readonly assignedTo?: string | null | undefined;
}

const withAssignee = (reader: Reader) =>
  reader
    .selectFrom("enquiries")
    .selectAll()
    .select((row) =>
      row
        .selectFrom("users")
        .select("users.email")
        .whereRef("users.id", "=", "enquiries.assigned_to")
        .as("assignee"),
    );

/** Enquiries newest first, for the back office; `total` counts all that fit. */
export async function listEnquiries(
  reader: Reader,
  { show, assignedTo, ...page }: EnquiryPage,
): Promise<{ rows: Enquiry[]; total: number }> {
  let chosen = withAssignee(reader);
  if (show === "open") chosen = chosen.where("handled_at", "is", null);
  if (show === "handled") chosen = chosen.where("handled_at", "is not", null);
  if (assignedTo === null) chosen = chosen.where("assigned_to", "is", null);
  else if (assignedTo !== undefined) chosen = chosen.where("assigned_to", "=", assignedTo);
  return readPage(chosen, page);
}

/** Finds an enquiry by the reference its sender was given. */
export async function findEnquiryByReference(
  reader: Reader,
  reference: string,
): Promise<Enquiry | undefined> {
  return withAssignee(reader).where("reference", "=", reference).executeTakeFirst();
}

/**
 * Gives an open enquiry to someone, or to no one.
 * @param change identifiers of who has it and of who is to have it
 * @returns false where it is handled, or someone else has it by now
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

/** Marks an open enquiry as handled; false where there is none, or someone else was first. */
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

/** Opens a handled enquiry again; false where it is open, or there is none. */
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
