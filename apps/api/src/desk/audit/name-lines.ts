import type { AuditLine, AuditRecord } from "@wattle/contracts/desk";
import { namesOf } from "@wattle/db/audit";
import type { Reader } from "@wattle/db/database";

/** The person who approved an act, or who asked for one that was approved. */
function secondOf({ details }: AuditRecord): string | undefined {
  const second = details["approved_by"] ?? details["requested_by"];
  return typeof second === "string" ? second : undefined;
}

/** Lines of the log with the names of their people and subjects, as far as those have one. */
export async function nameLines(read: Reader, records: readonly AuditRecord[]): Promise<AuditLine[]> {
  const ids = records.flatMap((record) => [record.actor, record.subject, secondOf(record) ?? []].flat());
  const names = await namesOf(read, [...new Set(ids)]);
  return records.map((row) => ({
    ...row,
    actor_name: names.get(row.actor) ?? null,
    second_name: names.get(secondOf(row) ?? "") ?? null,
    subject_name: names.get(row.subject) ?? null,
  }));
}
