/** Enquiries of the support form and the OTC desk. They are not tied to an account: anyone may write. */
import type { Insertable, Selectable } from "kysely";
import type { Epoch, Tables } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { readPage, type PageNumber } from "./pages.ts";

export type Enquiry = Selectable<Tables["enquiries"]>;
type NewEnquiry = Omit<Insertable<Tables["enquiries"]>, "handled_at" | "handled_by">;

/** Stores a new enquiry, open. */
export async function insertEnquiry(tx: WriteTx, enquiry: NewEnquiry): Promise<void> {
  await tx
    .insertInto("enquiries")
    .values({ ...enquiry, handled_at: null, handled_by: null })
    .execute();
}

interface EnquiryPage extends PageNumber {
  /** Open ones, handled ones, or all. */
  readonly show: "open" | "handled" | "all";
}

/** Enquiries newest first, for the back office; `total` counts all that `show` names. */
export async function listEnquiries(
  reader: Reader,
  { show, ...page }: EnquiryPage,
): Promise<{ rows: Enquiry[]; total: number }> {
  let chosen = reader.selectFrom("enquiries");
  if (show === "open") chosen = chosen.where("handled_at", "is", null);
  if (show === "handled") chosen = chosen.where("handled_at", "is not", null);
  return readPage(chosen.selectAll(), page);
}

/** Finds an enquiry by the reference its sender was given. */
export async function findEnquiryByReference(
  reader: Reader,
  reference: string,
): Promise<Enquiry | undefined> {
  return reader.selectFrom("enquiries").selectAll().where("reference", "=", reference).executeTakeFirst();
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
