import {
  dayPreview,
  previewDayInput,
  reconciliations,
  reconciliationsInput,
} from "@wattle/contracts/reconciliation";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { closeDay, listCloses, previewDay, reopenDay } from "./reconciliation.ts";

export const reconciliationDeskRouter = router({
  list: staff
    .input(reconciliationsInput)
    .output(reconciliations)
    .query(({ ctx, input }) => listCloses(ctx.services, input)),
  /** Previews a close as things are now. */
  preview: staff
    .meta({ errors: ["not_found"] })
    .input(previewDayInput)
    .output(dayPreview)
    .query(({ ctx, input }) => previewDay(ctx.services, input)),
  close: closeDay,
  reopen: reviewed(reopenDay),
});
