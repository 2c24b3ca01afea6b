import type { GeneratedAlways, Selectable } from "kysely";
import type { Epoch, JsonText } from "./columns/column-types.ts";
import { table } from "./columns/table.ts";

interface AuditLogTable {
  id: string;
  /** As an entry's. */
  seq: GeneratedAlways<bigint>;
  actor: string;
  action: string;
  subject: string;
  details: JsonText;
  created_at: Epoch;
}

export const auditLog = table<AuditLogTable>({
  copy: "what staff did, with their notes; what came of it is in the other files",
  erasure:
    "who of staff did what and why, sealed so that no one can rewrite it; it names accounts by identifier",
});

/** A line of the log, without its number. */
export type AuditRecord = Omit<Selectable<AuditLogTable>, "seq">;
