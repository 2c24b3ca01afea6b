import { auditInput, auditPage } from "@wattle/contracts/back-office";
import { metaOf } from "@wattle/contracts/paging";
import { listAudit } from "@wattle/db/audit";
import { router, staff } from "../procedures.ts";
import { auditRecordOf } from "./customer-file.ts";

export const auditOpsRouter = router({
  list: staff
    .input(auditInput)
    .output(auditPage)
    .query(async ({ ctx, input: { subject, actor, page, per_page: perPage } }) => {
      const { rows, total } = await listAudit(ctx.services.database.read, {
        page,
        perPage,
        ...(subject !== undefined && { subject }),
        ...(actor !== undefined && { actor }),
      });
      return { data: rows.map(auditRecordOf), meta: metaOf(page, perPage, total) };
    }),
});
