import {
  currencyRecord,
  marketList,
  pairRecord,
  setCurrencyInput,
  setPairInput,
} from "@wattle/contracts/market-inputs";
import { operator, router } from "../procedures.ts";
import { listMarkets, setCurrency, setPair } from "./markets.ts";

export const marketsOpsRouter = router({
  list: operator.output(marketList).query(({ ctx }) => listMarkets(ctx.services)),
  setCurrency: operator
    .input(setCurrencyInput)
    .output(currencyRecord)
    .mutation(({ ctx, input }) => setCurrency(ctx.services, ctx.user, input)),
  setPair: operator
    .input(setPairInput)
    .output(pairRecord)
    .mutation(({ ctx, input }) => setPair(ctx.services, ctx.user, input)),
});
