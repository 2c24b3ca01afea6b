import { arrivals, arrivalsInput, tokensInput, unknownTokens } from "@wattle/contracts/coin-operations";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { creditArrival, keepOwnCoins, readArrivals } from "./arrivals.ts";
import { readTokens } from "./tokens.ts";

export const arrivalsDeskRouter = router({
  list: staff("finance")
    .input(arrivalsInput)
    .output(arrivals)
    .query(({ ctx, input }) => readArrivals(ctx.services, input)),
  tokens: staff("finance")
    .input(tokensInput)
    .output(unknownTokens)
    .query(({ ctx, input }) => readTokens(ctx.services, input)),
  credit: reviewed(creditArrival),
  ownMoney: keepOwnCoins,
});
