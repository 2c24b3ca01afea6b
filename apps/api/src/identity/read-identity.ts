import type { IdentityDocument, IdentityDraft, IdentityState } from "@wattle/contracts/identity";
import { DomainError } from "@wattle/contracts/errors";
import { DOCUMENT_MEDIA_TYPES } from "@wattle/contracts/identity-rules";
import { findUserById } from "@wattle/db/accounts";
import { findIdentity, listDocuments } from "@wattle/db/identity";
import type { Identity, IdentityDocumentRow, User } from "@wattle/db/tables";
import type { Reader } from "@wattle/db/database";
import { isoTime } from "../clock.ts";

const timeOf = (epoch: bigint | null | undefined): string | null =>
  epoch === null || epoch === undefined ? null : isoTime(epoch);

/** @throws Error for a media type that no upload is let in with: the database holds what it should not */
export function documentOfRow(row: IdentityDocumentRow): IdentityDocument {
  const mediaType = DOCUMENT_MEDIA_TYPES.find((type) => type === row.media_type);
  if (mediaType === undefined) throw new Error(`the document ${row.id} has the media type ${row.media_type}`);
  return {
    id: row.id,
    side: row.side,
    media_type: mediaType,
    bytes: Number(row.bytes),
    file_name: row.file_name,
    created_at: isoTime(row.created_at),
  };
}

/** What has been typed so far; what the account knows already stands in the fields at first. */
export function draftOf(user: User, identity: Identity | undefined): IdentityDraft {
  const known = {
    first_name: user.first_name,
    middle_name: user.middle_name ?? "",
    last_name: user.last_name,
    address_country: user.default_country,
    document_country: user.default_country,
  };
  return identity === undefined ? known : { ...known, ...(JSON.parse(identity.form) as IdentityDraft) };
}

/**
 * Where an account's identity stands, for its owner.
 * @throws DomainError `not_found` when the account is gone
 */
export async function readIdentity(reader: Reader, userId: string): Promise<IdentityState> {
  const user = await findUserById(reader, userId);
  if (user === undefined) throw new DomainError("not_found");
  const identity = await findIdentity(reader, userId);
  const documents = await listDocuments(reader, userId);
  return {
    status: user.status,
    reason: user.status === "rejected" ? user.status_reason : null,
    draft: draftOf(user, identity),
    documents: documents.map(documentOfRow),
    submitted_at: timeOf(identity?.submitted_at),
    decided_at: timeOf(identity?.decided_at),
    saved_at: timeOf(identity?.saved_at),
  };
}
