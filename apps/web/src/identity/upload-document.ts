import type { ErrorBody } from "@wattle/contracts/errors";
import type { IdentityDocument } from "@wattle/contracts/identity";
import type { DocumentSide } from "@wattle/contracts/identity-rules";
import { callHeaders } from "../trpc.ts";
import { sessionLost } from "../session/session-lost.ts";

/** The server refused an upload, or gave no answer. The message is for the field. */
export class UploadError extends Error {
  override readonly name = "UploadError";
}

const NO_ANSWER = "No connection. Check your network and try again.";

/**
 * Uploads one photo of the identity form. Bytes travel outside the typed procedures.
 * @throws UploadError
 */
export async function uploadDocument(side: DocumentSide, file: File): Promise<IdentityDocument> {
  const body = new FormData();
  body.append("file", file);
  const response = await fetch(`/api/identity/documents?side=${side}`, {
    method: "POST",
    credentials: "include",
    headers: callHeaders(document.cookie),
    body,
  }).catch(() => undefined);
  if (response === undefined) throw new UploadError(NO_ANSWER);
  if (response.status === 401) sessionLost();
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const refused = answer as Partial<ErrorBody> | undefined;
    throw new UploadError(refused?.errors?.[side]?.[0] ?? refused?.message ?? NO_ANSWER);
  }
  return (answer as { data: IdentityDocument }).data;
}
