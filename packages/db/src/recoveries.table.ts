import type { RecoveryStatus } from "@wattle/contracts/recoveries";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { IDENTITY, INNER, STAFF } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

interface RecoveriesTable {
  id: string;
  user_id: string;
  /** The photo that was sent, among the uploads of the identity form. */
  document_id: string;
  status: RecoveryStatus;
  created_at: Epoch;
  /** When the second factor goes off, once approved. */
  due_at: Epoch | null;
  reminded_at: Epoch | null;
  ended_at: Epoch | null;
  /** Identifier of who ended it, or `system`. */
  ended_by: string | null;
  note: InternalNote | null;
}

export const recoveries = table<RecoveriesTable>({
  whose: own,
  key: ["id"],
  copy: { file: "recoveries", about: "Requests to get back into your account" },
  erasure: { removed: "retention", why: IDENTITY },
  columns: {
    id: "text",
    user_id: INNER,
    document_id: "text",
    status: "text",
    created_at: "time",
    due_at: "time",
    reminded_at: "time",
    ended_at: "time",
    ended_by: STAFF,
    note: STAFF,
  },
});

export type RecoveryRow = Selectable<RecoveriesTable>;
