/** An identity as it was when it was sent back, and its differences once it is sent again. */
import type { IdentityDraft, SinceLastTry } from "@wattle/contracts/identity";
import { ABOUT_FIELDS } from "@wattle/contracts/identity-about";
import { DOCUMENT_SIDES, IDENTITY_FIELDS, type DocumentSide } from "@wattle/contracts/identity-rules";
import type { Reader } from "@wattle/db/database";
import { findDocuments, findIdentity, listDocuments } from "@wattle/db/identity";
import type { Vault } from "@wattle/db/sealed/vault";
import type { Identity, IdentityDocumentRow, User } from "@wattle/db/tables";
import { documentOfRow, draftOf } from "./read-identity.ts";

/** One try, as it is kept. Photos are named, as two may be sent at the same time of the clock. */
interface SentBack {
  readonly at: string;
  /** Message to the customer. */
  readonly message: string;
  readonly form: IdentityDraft;
  readonly documents: readonly { readonly id: string; readonly side: DocumentSide }[];
}

/**
 * The form that is sent back, to be kept with the decision. The form is read where it can't change any more: in the
 * transaction that has changed the account's status.
 * @returns undefined if there is no form
 */
export async function sealSentBack(
  reader: Reader,
  vault: Vault,
  user: User,
  { at, message }: Pick<SentBack, "at" | "message">,
): Promise<Identity["sent_back"] | undefined> {
  const identity = await findIdentity(reader, user.id);
  if (identity === undefined) return undefined;
  const documents = (await listDocuments(reader, user.id)).map(({ id, side }) => ({ id, side }));
  const sentBack: SentBack = { at, message, form: draftOf(vault, user, identity), documents };
  return vault.seal("identities.sent_back", user.id, JSON.stringify(sentBack));
}

/** The identity of a customer as it waits, with its current uploads. */
interface Waiting {
  readonly user: User;
  readonly identity: Identity | undefined;
  readonly documents: readonly IdentityDocumentRow[];
}

/**
 * Differences between the waiting form and the one that was sent back before it.
 * @returns null on a first try, and once it is decided
 */
export async function sinceLastTry(
  reader: Reader,
  vault: Vault,
  { user, identity, documents }: Waiting,
): Promise<SinceLastTry | null> {
  if (identity === undefined || identity.submitted_at === null || identity.decided_at !== null) return null;
  const kept = vault.open("identities.sent_back", user.id, identity.sent_back);
  if (kept === null) return null;
  const then = JSON.parse(kept) as SentBack;
  const form = draftOf(vault, user, identity);
  const idOf = (photos: SentBack["documents"], side: DocumentSide) =>
    photos.find((photo) => photo.side === side)?.id;
  const sides = DOCUMENT_SIDES.filter((side) => idOf(then.documents, side) !== idOf(documents, side));
  const rows = await findDocuments(
    reader,
    user.id,
    then.documents.map(({ id }) => id),
  );
  return {
    sent_back_at: then.at,
    message: then.message,
    changed: IDENTITY_FIELDS.map((field) => ({
      field,
      before: then.form[field] ?? "",
      after: form[field] ?? "",
    })).filter(({ before, after }) => before !== after),
    photos: sides.map((side) => {
      const row = rows.find(({ id }) => id === idOf(then.documents, side));
      return { side, before: row === undefined ? null : documentOfRow(vault, row) };
    }),
    answers: ABOUT_FIELDS.filter((field) => then.form.about?.[field] !== form.about?.[field]).map(
      (field) => ({ field, before: then.form.about?.[field] ?? null }),
    ),
  };
}
