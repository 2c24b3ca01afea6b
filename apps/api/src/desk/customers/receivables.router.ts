import { receivables, receivablesInput } from "@wattle/contracts/receivables";
import { anyStaff, router } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { readReceivables, settleReceivable, writeOffReceivable } from "./receivables.ts";

export const receivablesDeskRouter = router({
  list: anyStaff
    .input(receivablesInput)
    .output(receivables)
    .query(({ ctx, input }) => readReceivables(ctx.services, input)),
  /** Takes it from the customer's balance. */
  settle: reviewed(settleReceivable),
  writeOff: reviewed(writeOffReceivable),
});
