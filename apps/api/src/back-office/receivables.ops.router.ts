import {
  receivable,
  receivables,
  receivablesInput,
  settleReceivableInput,
} from "@wattle/contracts/receivables";
import { router, staff } from "../procedures.ts";
import { alone, reviewed } from "./approvals/reviewed-act.ts";
import { readReceivables, settleReceivable, writeOffReceivable } from "./receivables.ts";

export const receivablesOpsRouter = router({
  list: staff
    .input(receivablesInput)
    .output(receivables)
    .query(({ ctx, input }) => readReceivables(ctx.services, input)),
  /** Takes it from the customer's balance. */
  settle: alone(
    staff
      .meta({ errors: ["not_found", "state_conflict", "insufficient_funds"] })
      .input(settleReceivableInput)
      .output(receivable)
      .mutation(({ ctx, input }) => settleReceivable(ctx.services, ctx.user, input)),
  ),
  writeOff: reviewed(writeOffReceivable),
});
