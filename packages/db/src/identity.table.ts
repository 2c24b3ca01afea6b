import type { IdentityProviderName, ProviderState } from "@wattle/contracts/identity-checks";
import type { DocumentSide } from "@wattle/contracts/identity-rules";
import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { IDENTITY, INNER, SPEAKS_NOT, STAFF } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface IdentitiesTable {
  user_id: string;
  /** JSON: the form's fields by name, as far as they have been typed. */
  form: Sealed<"identities.form">;
  saved_at: Epoch;
  submitted_at: Epoch | null;
  decided_at: Epoch | null;
  decided_by: string | null;
  /** JSON: the form as staff last sent it back, and why; null if they never did. */
  sent_back: Sealed<"identities.sent_back"> | null;
}

export const identities = table<IdentitiesTable>({
  whose: own,
  key: ["user_id"],
  copy: { file: "identity", about: "Your answers in the identity form" },
  erasure: { removed: "retention", why: IDENTITY },
  columns: {
    user_id: INNER,
    form: "sealed json",
    saved_at: "time",
    submitted_at: "time",
    decided_at: "time",
    decided_by: STAFF,
    sent_back: "sealed json",
  },
});

export type Identity = Selectable<IdentitiesTable>;

interface IdentityDocumentsTable {
  /** Also the name of the file in the store. */
  id: string;
  user_id: string;
  side: DocumentSide;
  media_type: string;
  bytes: bigint;
  /** Hex, of the content. */
  sha256: string;
  /** The owner's name for it. */
  file_name: Sealed<"identity_documents.file_name">;
  created_at: Epoch;
  /** When another took its place; the current one has none. */
  replaced_at: Epoch | null;
}

export const identityDocuments = table<IdentityDocumentsTable>({
  whose: own,
  key: ["id"],
  copy: { file: "identity-documents", about: "The photos you sent; they are in the folder documents" },
  erasure: { removed: "retention", why: IDENTITY },
  columns: {
    id: "text",
    user_id: INNER,
    side: "text",
    media_type: "text",
    bytes: "count",
    sha256: INNER,
    file_name: "sealed",
    created_at: "time",
    replaced_at: "time",
  },
});

export type IdentityDocumentRow = Selectable<IdentityDocumentsTable>;

interface IdentityChecksTable {
  user_id: string;
  provider: IdentityProviderName;
  state: ProviderState;
  /** The provider's identifier of the customer; null until it knows one. */
  applicant_id: string | null;
  /** The provider's name of the last finished review that was taken: the same one is never taken again. */
  review: string | null;
  /** JSON: what it found, for staff. */
  found: Sealed<"identity_checks.found"> | null;
  /** When the customer was last led to the provider. */
  started_at: Epoch;
  /** When the state last changed. */
  changed_at: Epoch;
  /** When the provider was last asked: only the answer to the newest question counts. */
  asked_at: Epoch;
  /** When it is asked next; null if only a webhook makes it asked. */
  look_at: Epoch | null;
}

/** A provider may decline someone because of a list, of which no copy speaks. */
const DECLINED = { leftOut: SPEAKS_NOT } as const;

export const identityChecks = table<IdentityChecksTable>({
  whose: own,
  key: ["user_id"],
  copy: { file: "identity-checks", about: "When our identity provider checked you, and its number for you" },
  erasure: { removed: "retention", why: IDENTITY },
  columns: {
    user_id: INNER,
    provider: "text",
    state: DECLINED,
    applicant_id: "text",
    review: INNER,
    found: DECLINED,
    started_at: "time",
    changed_at: "time",
    asked_at: INNER,
    look_at: INNER,
  },
});

export type IdentityCheckRow = Selectable<IdentityChecksTable>;
