/** What operators did. Rows are only ever added: the database refuses to change or delete them. */
import type { AuditRecord } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** Which records, and which page of them; `page` counts from 1. */
export interface AuditPage {
  readonly subject?: string;
  readonly actor?: string;
  readonly page: number;
  readonly perPage: number;
}

export async function appendAudit(tx: WriteTx, record: AuditRecord): Promise<void> {
  await tx.insertInto("audit_log").values(record).execute();
}

/** The log, newest first, with how many records the filter has on all pages. */
export async function listAudit(
  reader: Reader,
  { subject, actor, page, perPage }: AuditPage,
): Promise<{ rows: AuditRecord[]; total: number }> {
  let records = reader.selectFrom("audit_log");
  if (subject !== undefined) records = records.where("subject", "=", subject);
  if (actor !== undefined) records = records.where("actor", "=", actor);
  const rows = await records
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(perPage))
    .offset(BigInt(page - 1) * BigInt(perPage))
    .execute();
  const { total } = await records
    .select((record) => record.fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}
