import { auditInput, auditPage, type AuditRecord } from "@wattle/contracts/desk";
import { placeOf } from "@wattle/contracts/cursor";
import { countedMetaOf } from "../counted-meta.ts";
import { idNamed, listAudit, namesOf } from "@wattle/db/audit";
import { anyStaff, router } from "../../procedures.ts";
import { auditRecordOf } from "../customers/customer-file.ts";

/** The person who approved an act, or who asked for one that was approved. */
function secondOf({ details }: AuditRecord): string | undefined {
  const second = details["approved_by"] ?? details["requested_by"];
  return typeof second === "string" ? second : undefined;
}

export const auditDeskRouter = router({
  list: anyStaff
    .input(auditInput)
    .output(auditPage)
    .query(async ({ ctx, input: { subject, actor, action, from, to, after, page, per_page: perPage } }) => {
      const { read } = ctx.services.database;
      const { rows, total } = await listAudit(read, {
        page,
        perPage,
        ...(subject !== undefined && { subject: await idNamed(read, subject) }),
        ...(actor !== undefined && { actor: await idNamed(read, actor) }),
        ...(action !== undefined && { action }),
        ...(from !== undefined && { from: BigInt(Date.parse(from)) }),
        ...(after !== undefined && { after }),
        ...(to !== undefined && { to: BigInt(Date.parse(to)) }),
      });
      const records = rows.map(auditRecordOf);
      const ids = records.flatMap((record) => [record.actor, record.subject, secondOf(record) ?? []].flat());
      const names = await namesOf(read, [...new Set(ids)]);
      const data = records.map((row) => ({
        ...row,
        actor_name: names.get(row.actor) ?? null,
        second_name: names.get(secondOf(row) ?? "") ?? null,
        subject_name: names.get(row.subject) ?? null,
      }));
      const last = rows.length === perPage ? rows.at(-1) : undefined;
      return {
        data,
        meta: countedMetaOf(page, perPage, total),
        next: last === undefined ? null : placeOf(last),
      };
    }),
});
