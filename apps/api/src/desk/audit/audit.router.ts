import { auditInput, auditPage } from "@wattle/contracts/desk";
import { CONFIDENTIAL_ACTS } from "@wattle/contracts/confidential";
import { placeOf } from "@wattle/contracts/cursor";
import { countedMetaOf } from "../counted-meta.ts";
import { idNamed, listAudit } from "@wattle/db/audit";
import { mayReadCases } from "../../audit/may-read-cases.ts";
import { anyStaff, router } from "../../procedures.ts";
import { auditRecordOf } from "../customers/customer-file.ts";
import { nameLines } from "./name-lines.ts";

export const auditDeskRouter = router({
  list: anyStaff
    .input(auditInput)
    .output(auditPage)
    .query(async ({ ctx, input: { subject, actor, action, from, to, after, page, per_page: perPage } }) => {
      const { standby } = ctx.services.database;
      const { rows, total } = await listAudit(standby, {
        page,
        perPage,
        without: mayReadCases(ctx.user) ? [] : CONFIDENTIAL_ACTS,
        ...(subject !== undefined && { subject: await idNamed(standby, subject) }),
        ...(actor !== undefined && { actor: await idNamed(standby, actor) }),
        ...(action !== undefined && { action }),
        ...(from !== undefined && { from: BigInt(Date.parse(from)) }),
        ...(after !== undefined && { after }),
        ...(to !== undefined && { to: BigInt(Date.parse(to)) }),
      });
      const data = await nameLines(standby, rows.map(auditRecordOf));
      const last = rows.length === perPage ? rows.at(-1) : undefined;
      return {
        data,
        meta: countedMetaOf(page, perPage, total),
        next: last === undefined ? null : placeOf(last),
      };
    }),
});
