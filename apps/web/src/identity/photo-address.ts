import type { IdentityDocument } from "@wattle/contracts/identity";

/** Photos that were sent from this page: they are not fetched again to be shown. */
const sent = new Map<string, string>();

/** Remembers the file of an upload for as long as the page lives. */
export function keepShown(id: string, file: File): void {
  sent.set(id, URL.createObjectURL(file));
}

/** Where a browser finds a photo of the form; undefined for a PDF, which no `img` shows. */
export const photoAddress = ({
  id,
  media_type: type,
}: Pick<IdentityDocument, "id" | "media_type">): string | undefined =>
  type === "application/pdf" ? undefined : (sent.get(id) ?? `/api/identity/documents/${id}`);
