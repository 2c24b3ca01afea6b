import { exchangeFee, exchangeFeeInput } from "@wattle/contracts/exchange";
import { operator, router } from "../procedures.ts";
import { setExchangeFee } from "./exchange-fees.ts";

export const exchangeFeesOpsRouter = router({
  set: operator
    .meta({ errors: ["not_found"] })
    .input(exchangeFeeInput)
    .output(exchangeFee)
    .mutation(({ ctx, input }) => setExchangeFee(ctx.services, ctx.user, input)),
});
