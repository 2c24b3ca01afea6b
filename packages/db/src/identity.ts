/** Identity forms and the uploads that belong to them. */
import type { Epoch, Identity, IdentityDocumentRow } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

export async function findIdentity(reader: Reader, userId: string): Promise<Identity | undefined> {
  return reader.selectFrom("identities").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** Keeps the form as far as it has been typed. */
export async function saveIdentityForm(
  tx: WriteTx,
  { userId, form, at }: { readonly userId: string; readonly form: Identity["form"]; readonly at: Epoch },
): Promise<void> {
  await tx
    .insertInto("identities")
    .values({
      user_id: userId,
      form,
      saved_at: at,
      submitted_at: null,
      decided_at: null,
      decided_by: null,
      sent_back: null,
    })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ form, saved_at: at }))
    .execute();
}

/** A decision of staff; `sentBack` is what had been sent, if they sent it back. */
interface IdentityDecision {
  readonly decidedAt: Epoch;
  readonly decidedBy: string;
  readonly sentBack?: Identity["sent_back"];
}

const UNDECIDED = { decided_at: null, decided_by: null } as const;

/** Notes that the form was sent, that staff decided it, or that they took that back. */
export async function markIdentity(
  tx: WriteTx,
  userId: string,
  change: { readonly submittedAt: Epoch } | IdentityDecision | "undecided",
): Promise<void> {
  await tx
    .updateTable("identities")
    .set(
      change === "undecided"
        ? UNDECIDED
        : "submittedAt" in change
          ? { submitted_at: change.submittedAt, ...UNDECIDED }
          : {
              decided_at: change.decidedAt,
              decided_by: change.decidedBy,
              ...(change.sentBack !== undefined && { sent_back: change.sentBack }),
            },
    )
    .where("user_id", "=", userId)
    .execute();
}

/** The current uploads of a customer, front first. */
export async function listDocuments(reader: Reader, userId: string): Promise<IdentityDocumentRow[]> {
  const rows = await reader
    .selectFrom("identity_documents")
    .selectAll()
    .where("user_id", "=", userId)
    .where("replaced_at", "is", null)
    .execute();
  const order: readonly IdentityDocumentRow["side"][] = ["front", "back", "selfie"];
  return rows.toSorted((a, b) => order.indexOf(a.side) - order.indexOf(b.side));
}

/** Uploads of a customer by their ids, those that were replaced included. */
export async function findDocuments(
  reader: Reader,
  userId: string,
  ids: readonly string[],
): Promise<IdentityDocumentRow[]> {
  if (ids.length === 0) return [];
  return reader
    .selectFrom("identity_documents")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .execute();
}

/** How many uploads a customer has ever made, those that were replaced included. */
export async function countDocuments(reader: Reader, userId: string): Promise<number> {
  const { total } = await reader
    .selectFrom("identity_documents")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Stores a new upload in the place of the current one of its side, which is kept as replaced. */
export async function insertDocument(
  tx: WriteTx,
  document: Omit<IdentityDocumentRow, "replaced_at">,
): Promise<void> {
  await tx
    .updateTable("identity_documents")
    .set({ replaced_at: document.created_at })
    .where("user_id", "=", document.user_id)
    .where("side", "=", document.side)
    .where("replaced_at", "is", null)
    .execute();
  await tx
    .insertInto("identity_documents")
    .values({ ...document, replaced_at: null })
    .execute();
}

/** Stores an upload that is not part of the form: it takes no one's place, and is kept like those that were replaced. */
export async function insertPastDocument(
  tx: WriteTx,
  document: Omit<IdentityDocumentRow, "replaced_at">,
): Promise<void> {
  await tx
    .insertInto("identity_documents")
    .values({ ...document, replaced_at: document.created_at })
    .execute();
}

/** Takes a customer's current upload away; false if there is none of that id. */
export async function replaceDocument(
  tx: WriteTx,
  userId: string,
  { id, at }: { readonly id: string; readonly at: Epoch },
): Promise<boolean> {
  const replaced = await tx
    .updateTable("identity_documents")
    .set({ replaced_at: at })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("replaced_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return replaced !== undefined;
}

/** One upload by only its id, for the desk. */
export async function findDocumentForDesk(
  reader: Reader,
  id: string,
): Promise<IdentityDocumentRow | undefined> {
  return reader.selectFrom("identity_documents").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Ids of all uploads, those that were replaced included: `limit` of them after `after`, in order. */
export async function listDocumentIds(reader: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("identity_documents")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(BigInt(limit))
    .execute();
  return rows.map(({ id }) => id);
}
