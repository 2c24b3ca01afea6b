import {
  closeDayInput,
  dayPreview,
  previewDayInput,
  reconciliation,
  reconciliations,
  reconciliationsInput,
} from "@wattle/contracts/reconciliation";
import { router, staff } from "../procedures.ts";
import { alone, reviewed } from "./approvals/reviewed-act.ts";
import { closeDay, listCloses, previewDay, reopenDay } from "./reconciliation.ts";

export const reconciliationOpsRouter = router({
  list: staff
    .input(reconciliationsInput)
    .output(reconciliations)
    .query(({ ctx, input }) => listCloses(ctx.services, input)),
  /** What a close would say, as things are now. */
  preview: staff
    .meta({ errors: ["not_found"] })
    .input(previewDayInput)
    .output(dayPreview)
    .query(({ ctx, input }) => previewDay(ctx.services, input)),
  /** Compares a statement's balance with the books, and keeps what explains the difference. */
  close: alone(
    staff
      .meta({ errors: ["not_found", "state_conflict"] })
      .input(closeDayInput)
      .output(reconciliation)
      .mutation(({ ctx, input }) => closeDay(ctx.services, ctx.user, input)),
  ),
  reopen: reviewed(reopenDay),
});
