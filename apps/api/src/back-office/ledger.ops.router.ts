import { adjustInput, adjustment } from "@wattle/contracts/back-office";
import { router, staff } from "../procedures.ts";
import { adjustBalance } from "./adjust-balance.ts";

export const ledgerOpsRouter = router({
  /** Credits or debits what a customer can spend, with a message that the customer may read. */
  adjust: staff
    .meta({
      errors: [
        "not_found",
        "amount_below_minimum",
        "amount_above_maximum",
        "insufficient_funds",
        "currency_inactive",
        "rate_unavailable",
        "idempotency_conflict",
      ],
    })
    .input(adjustInput)
    .output(adjustment)
    .mutation(({ ctx, input }) => adjustBalance(ctx.services, ctx.user, input)),
});
