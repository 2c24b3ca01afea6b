import { router } from "../procedures.ts";
import { adjustBalance } from "./adjust-balance.ts";
import { reviewed } from "./approvals/reviewed-act.ts";

export const ledgerOpsRouter = router({
  /** Credits or debits what a customer can spend, with a message that the customer may read. */
  adjust: reviewed(adjustBalance),
});
