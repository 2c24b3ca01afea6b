import {
  enquiriesInput,
  enquiriesPage,
  enquiryRecord,
  enquiryReference,
} from "@wattle/contracts/back-office";
import { metaOf } from "@wattle/contracts/paging";
import { listEnquiries } from "@wattle/db/support";
import { router, staff } from "../procedures.ts";
import { alone } from "./approvals/reviewed-act.ts";
import { enquiryOfRow, handleEnquiry } from "./handle-enquiry.ts";

export const supportOpsRouter = router({
  list: staff
    .input(enquiriesInput)
    .output(enquiriesPage)
    .query(async ({ ctx, input: { show, page, per_page: perPage } }) => {
      const { rows, total } = await listEnquiries(ctx.services.database.read, { show, page, perPage });
      return {
        data: rows.map((row) => enquiryOfRow(ctx.services.vault, row)),
        meta: metaOf(page, perPage, total),
      };
    }),
  markHandled: alone(
    staff
      .meta({ errors: ["not_found", "state_conflict"] })
      .input(enquiryReference)
      .output(enquiryRecord)
      .mutation(({ ctx, input }) => handleEnquiry(ctx.services, ctx.user, input.reference)),
  ),
});
