import type { IdentityDocument, IdentityDraft, IdentityState } from "@wattle/contracts/identity";
import { DomainError } from "@wattle/contracts/errors";
import { DOCUMENT_MEDIA_TYPES } from "@wattle/contracts/identity-rules";
import { findUserById } from "@wattle/db/accounts";
import { findIdentityCheck } from "@wattle/db/identity-checks";
import { findIdentity, listDocuments } from "@wattle/db/identity";
import type { Identity, IdentityCheckRow, IdentityDocumentRow, User } from "@wattle/db/tables";
import type { Vault } from "@wattle/db/sealed/vault";
import { isoTime, timeOf } from "../clock.ts";
import { openForm } from "../open-form.ts";
import type { Services } from "../services.ts";

/** @throws Error for a media type that no upload is let in with: the database holds what it should not */
export function documentOfRow(vault: Vault, row: IdentityDocumentRow): IdentityDocument {
  const mediaType = DOCUMENT_MEDIA_TYPES.find((type) => type === row.media_type);
  if (mediaType === undefined) throw new Error(`the document ${row.id} has the media type ${row.media_type}`);
  return {
    id: row.id,
    side: row.side,
    media_type: mediaType,
    bytes: Number(row.bytes),
    file_name: vault.open("identity_documents.file_name", row.id, row.file_name),
    created_at: isoTime(row.created_at),
  };
}

/** The draft so far; the fields begin with the account's own values. */
export function draftOf(vault: Vault, user: User, identity: Identity | undefined): IdentityDraft {
  const known = {
    first_name: user.first_name,
    middle_name: vault.open("users.middle_name", user.id, user.middle_name) ?? "",
    last_name: user.last_name,
    address_country: user.default_country,
    document_country: user.default_country,
  };
  return { ...known, ...openForm(vault, user.id, identity?.form) };
}

/** Whether a provider has said all that staff need: declined for good is an answer, too, and theirs to judge. */
export const isAnswered = (check: IdentityCheckRow | undefined): boolean =>
  check?.state === "approved" || check?.state === "declined";

/** A customer learns whether there is something to do, and not what the provider thinks. */
function checkOf(
  { identityProvider: provider }: Pick<Services, "identityProvider">,
  check: IdentityCheckRow | undefined,
): IdentityState["check"] {
  if (provider === undefined) return null;
  const mine = check?.provider === provider.name ? check : undefined;
  if (mine === undefined) return { provider: provider.name, state: "none" };
  const { state } = mine;
  if (state === "again") return { provider: provider.name, state: "retry" };
  return { provider: provider.name, state: state === "approved" || state === "declined" ? "done" : state };
}

/**
 * How far an account's identity check is, for its owner.
 * @throws DomainError `not_found` when the account is gone
 */
export async function readIdentity(
  { database: { read }, vault, identityProvider }: Pick<Services, "database" | "vault" | "identityProvider">,
  userId: string,
): Promise<IdentityState> {
  const user = await findUserById(read, userId);
  if (user === undefined) throw new DomainError("not_found");
  const identity = await findIdentity(read, userId);
  const documents = await listDocuments(read, userId);
  return {
    status: user.status,
    reason: user.status === "rejected" ? user.status_reason : null,
    draft: draftOf(vault, user, identity),
    documents: documents.map((row) => documentOfRow(vault, row)),
    check: checkOf({ identityProvider }, await findIdentityCheck(read, userId)),
    submitted_at: timeOf(identity?.submitted_at),
    decided_at: timeOf(identity?.decided_at),
    saved_at: timeOf(identity?.saved_at),
  };
}
