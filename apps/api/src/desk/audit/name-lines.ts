import type { AuditLine, AuditRecord } from "@wattle/contracts/desk";
import { namedBy } from "@wattle/db/audit";
import type { AnyReader } from "@wattle/db/database";

/** The person who approved an act, or who asked for one that was approved. */
function secondOf({ details }: AuditRecord): string | undefined {
  const second = details["approved_by"] ?? details["requested_by"];
  return typeof second === "string" ? second : undefined;
}

/** Identifiers in a line that people may have: who acted, the second person, the subject and the customer it is about. */
function peopleIn(record: AuditRecord): readonly string[] {
  const { customer } = record.details;
  return [
    record.actor,
    record.subject,
    secondOf(record) ?? [],
    typeof customer === "string" ? customer : [],
  ].flat();
}

/** Lines of the log with the names of their people and subjects, as far as those have one. */
export async function nameLines(read: AnyReader, records: readonly AuditRecord[]): Promise<AuditLine[]> {
  const ids = [...new Set(records.flatMap(peopleIn))];
  const named = await namedBy(read, ids);
  const nameOf = (id: string): string | null => named.get(id)?.name ?? null;
  return records.map((row) => ({
    ...row,
    actor_name: nameOf(row.actor),
    second_name: nameOf(secondOf(row) ?? ""),
    subject_name: nameOf(row.subject),
    people: Object.fromEntries(
      peopleIn(row).flatMap((id) => {
        const name = named.get(id)?.fullName;
        return name === undefined ? [] : [[id, name] as const];
      }),
    ),
  }));
}
