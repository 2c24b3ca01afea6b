import {
  currencyRecord,
  marketList,
  pairRecord,
  setCurrencyInput,
  setPairInput,
} from "@wattle/contracts/market-inputs";
import { router, staff } from "../procedures.ts";
import { alone } from "./approvals/reviewed-act.ts";
import { listMarkets, setCurrency, setPair } from "./markets.ts";

export const marketsOpsRouter = router({
  list: staff.output(marketList).query(({ ctx }) => listMarkets(ctx.services)),
  setCurrency: alone(
    staff
      .input(setCurrencyInput)
      .output(currencyRecord)
      .mutation(({ ctx, input }) => setCurrency(ctx.services, ctx.user, input)),
  ),
  setPair: alone(
    staff
      .input(setPairInput)
      .output(pairRecord)
      .mutation(({ ctx, input }) => setPair(ctx.services, ctx.user, input)),
  ),
});
