import type { AuditLine, AuditRecord } from "@wattle/contracts/desk";
import { fullNamesOf, namesOf } from "@wattle/db/audit";
import type { Reader } from "@wattle/db/database";

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
export async function nameLines(read: Reader, records: readonly AuditRecord[]): Promise<AuditLine[]> {
  const ids = [...new Set(records.flatMap(peopleIn))];
  const [names, fullNames] = [await namesOf(read, ids), await fullNamesOf(read, ids)];
  return records.map((row) => ({
    ...row,
    actor_name: names.get(row.actor) ?? null,
    second_name: names.get(secondOf(row) ?? "") ?? null,
    subject_name: names.get(row.subject) ?? null,
    people: Object.fromEntries(
      peopleIn(row).flatMap((id) => {
        const name = fullNames.get(id);
        return name === undefined ? [] : [[id, name] as const];
      }),
    ),
  }));
}
