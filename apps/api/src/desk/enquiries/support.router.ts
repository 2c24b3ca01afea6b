import { enquiriesInput, enquiriesPage, enquiryFile, enquiryReference } from "@wattle/contracts/desk";
import { countedMetaOf } from "../counted-meta.ts";
import { listEnquiries } from "@wattle/db/support";
import { z } from "zod";
import { dueOf } from "../../queue-targets.ts";
import { anyStaff, router, staff } from "../../procedures.ts";
import {
  assignEnquiry,
  enquiryOfRow,
  findEnquiry,
  handleEnquiry,
  listAssignees,
  reopenEnquiry,
  replyToEnquiry,
} from "./enquiries.ts";

export const supportDeskRouter = router({
  list: anyStaff
    .input(enquiriesInput)
    .output(enquiriesPage)
    .query(async ({ ctx, input: { show, assigned, customer, page, per_page: perPage } }) => {
      const assignedTo = { anyone: undefined, me: ctx.user.id, none: null }[assigned];
      const wanted = { show, assignedTo, customerId: customer, page, perPage };
      const { rows, total } = await listEnquiries(ctx.services.database.standby, wanted);
      return {
        data: rows.map((row) => ({
          ...enquiryOfRow(ctx.services.vault, row),
          due_at: row.handled_at === null ? dueOf(ctx.services.config, "enquiries", row.created_at) : null,
        })),
        meta: countedMetaOf(page, perPage, total),
      };
    }),
  find: anyStaff
    .meta({ errors: ["not_found"] })
    .input(enquiryReference)
    .output(enquiryFile)
    .query(({ ctx, input }) => findEnquiry(ctx.services, input.reference)),
  /** Email addresses of the staff to whom an enquiry can be assigned. */
  assignees: staff("support")
    .output(z.array(z.string()))
    .query(async ({ ctx }) =>
      (await listAssignees(ctx.services.database.read, ctx.services)).map(({ email }) => email),
    ),
  assign: assignEnquiry,
  markHandled: handleEnquiry,
  reopen: reopenEnquiry,
  reply: replyToEnquiry,
});
