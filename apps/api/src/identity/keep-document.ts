import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { plainLineOf } from "@wattle/contracts/plain-text";
import { createHash } from "node:crypto";
import type { IdentityDocument } from "@wattle/contracts/identity";
import {
  DOCUMENT_MEDIA_TYPES,
  LARGEST_DOCUMENT_BYTES,
  type DocumentMediaType,
  type DocumentSide,
} from "@wattle/contracts/identity-rules";
import { DomainError } from "@wattle/contracts/errors";
import { countDocuments, insertDocument, replaceDocument } from "@wattle/db/identity";
import type { IdentityDocumentRow } from "@wattle/db/tables";
import { fileTypeFromBuffer } from "file-type";
import type { Services } from "../services.ts";
import { documentOfRow } from "./read-identity.ts";
import { requireOpenForm } from "./send-identity.ts";

/** Replaced uploads are kept, so an account may not make them without end. */
const MOST_DOCUMENTS = 100;
const LONGEST_NAME = 100;

interface Upload {
  readonly side: DocumentSide;
  /** Its owner's name for it. */
  readonly fileName: string;
  readonly content: Buffer;
}

/** Type of the content, whatever the name or the sender says. */
async function mediaTypeOf(content: Buffer): Promise<DocumentMediaType | undefined> {
  const found = await fileTypeFromBuffer(content);
  return DOCUMENT_MEDIA_TYPES.find((type) => type === found?.mime);
}

/** The last part of a path, without what would disturb a header or a terminal. */
function shownName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? "";
  return plainLineOf(last).replaceAll('"', "").slice(0, LONGEST_NAME) || "document";
}

/**
 * An upload as its row, under a new identifier. Nothing is kept yet.
 * @throws DomainError `validation_failed` at the side's field; `payload_too_large`
 */
export async function documentRowOf(
  { clock, ids, vault }: Pick<Services, "clock" | "ids" | "vault">,
  userId: string,
  { side, fileName, content }: Upload,
): Promise<Omit<IdentityDocumentRow, "replaced_at">> {
  if (content.length > LARGEST_DOCUMENT_BYTES) throw new DomainError("payload_too_large");
  const mediaType = await mediaTypeOf(content);
  if (mediaType === undefined) {
    throw DomainError.at(side, "validation_failed", OWN_MESSAGES.wrongFileType);
  }
  const id = ids.uuid();
  return {
    id,
    user_id: userId,
    side,
    media_type: mediaType,
    bytes: BigInt(content.length),
    sha256: createHash("sha256").update(content).digest("hex"),
    file_name: vault.seal("identity_documents.file_name", id, shownName(fileName)),
    created_at: BigInt(clock.now()),
  };
}

/**
 * Keeps an upload in the place of the earlier one of its side.
 * @throws DomainError `validation_failed` at the side's field; `payload_too_large`, `too_many_requests`, `state_conflict`
 */
export async function keepDocument(
  services: Pick<Services, "database" | "clock" | "ids" | "accountLimits" | "vault" | "documents">,
  userId: string,
  file: Upload,
): Promise<IdentityDocument> {
  const { database, documents, accountLimits, vault } = services;
  await accountLimits.upload.require(userId);
  const row = await documentRowOf(services, userId, file);
  const { id } = row;
  await documents.put(id, file.content);
  try {
    await database.write(async (tx) => {
      await requireOpenForm(tx, userId);
      if ((await countDocuments(tx, userId)) >= MOST_DOCUMENTS) throw new DomainError("too_many_requests");
      await insertDocument(tx, row);
    });
  } catch (error) {
    await documents.remove(id);
    throw error;
  }
  return documentOfRow(vault, { ...row, replaced_at: null });
}

/**
 * Takes an upload of one's own out of the form.
 * @throws DomainError `not_found`, `state_conflict`
 */
export async function removeDocument(
  services: Pick<Services, "database" | "clock">,
  userId: string,
  id: string,
): Promise<void> {
  const { database, clock } = services;
  await database.write(async (tx) => {
    await requireOpenForm(tx, userId);
    if (!(await replaceDocument(tx, userId, { id, at: BigInt(clock.now()) }))) {
      throw new DomainError("not_found");
    }
  });
}
