import {
  dayPreview,
  previewDayInput,
  reconciliations,
  reconciliationsInput,
} from "@wattle/contracts/reconciliation";
import { anyStaff, router } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { closeDay, listCloses, previewDay, reopenDay } from "./reconciliation.ts";

export const reconciliationDeskRouter = router({
  list: anyStaff
    .input(reconciliationsInput)
    .output(reconciliations)
    .query(({ ctx, input }) => listCloses(ctx.services, input)),
  /** Previews a close as things are now. */
  preview: anyStaff
    .meta({ errors: ["not_found"] })
    .input(previewDayInput)
    .output(dayPreview)
    .query(({ ctx, input }) => previewDay(ctx.services, input)),
  close: closeDay,
  reopen: reviewed(reopenDay),
});
