import { countedMetaOf } from "../counted-meta.ts";
import { recoveriesInput, recoveriesPage } from "@wattle/contracts/recoveries";
import { listRecoveries } from "@wattle/db/recoveries";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { approveRecovery, recoveryOfRow, rejectRecovery } from "./decide-recovery.ts";

/** Customers who lost their second factor. */
export const recoveriesDeskRouter = router({
  list: staff("compliance")
    .input(recoveriesInput)
    .output(recoveriesPage)
    .query(async ({ ctx, input: { status, page, per_page: perPage } }) => {
      const { read } = ctx.services.database;
      const { rows, total } = await listRecoveries(read, { status, page, perPage });
      return {
        data: await Promise.all(rows.map((row) => recoveryOfRow(read, ctx.services, row))),
        meta: countedMetaOf(page, perPage, total),
      };
    }),
  approve: reviewed(approveRecovery),
  reject: rejectRecovery,
});
