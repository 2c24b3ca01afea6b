/** What operators did. Rows are only ever added: the database refuses to change or delete them. */
import type { AuditRecord } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { readPage, type PageNumber } from "./pages.ts";

/** Which records, and which page of them. */
export interface AuditPage extends PageNumber {
  readonly subject?: string;
  readonly actor?: string;
}

export async function appendAudit(tx: WriteTx, record: AuditRecord): Promise<void> {
  await tx.insertInto("audit_log").values(record).execute();
}

/** The log, newest first, with how many records the filter has on all pages. */
export async function listAudit(
  reader: Reader,
  { subject, actor, ...page }: AuditPage,
): Promise<{ rows: AuditRecord[]; total: number }> {
  let records = reader.selectFrom("audit_log");
  if (subject !== undefined) records = records.where("subject", "=", subject);
  if (actor !== undefined) records = records.where("actor", "=", actor);
  return readPage(records.selectAll(), page);
}
