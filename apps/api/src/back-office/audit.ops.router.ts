import { auditInput, auditPage } from "@wattle/contracts/back-office";
import { placeOf } from "@wattle/contracts/cursor";
import { countedMetaOf } from "./counted-meta.ts";
import { idNamed, listAudit, namesOf } from "@wattle/db/audit";
import { router, staff } from "../procedures.ts";
import { auditRecordOf } from "./customer-file.ts";

export const auditOpsRouter = router({
  list: staff
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
      const names = await namesOf(read, [...new Set(rows.flatMap((row) => [row.actor, row.subject]))]);
      const data = rows.map((row) => ({
        ...auditRecordOf(row),
        actor_name: names.get(row.actor) ?? null,
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
