import { exchangeFee, exchangeFeeInput } from "@wattle/contracts/exchange";
import { router, staff } from "../procedures.ts";
import { alone } from "./approvals/reviewed-act.ts";
import { setExchangeFee } from "./exchange-fees.ts";

export const exchangeFeesOpsRouter = router({
  set: alone(
    staff
      .meta({ errors: ["not_found"] })
      .input(exchangeFeeInput)
      .output(exchangeFee)
      .mutation(({ ctx, input }) => setExchangeFee(ctx.services, ctx.user, input)),
  ),
});
