import { arrivals, arrivalsInput } from "@wattle/contracts/coin-operations";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { creditArrival, keepOwnCoins, readArrivals } from "./arrivals.ts";

export const arrivalsDeskRouter = router({
  list: staff("finance")
    .input(arrivalsInput)
    .output(arrivals)
    .query(({ ctx, input }) => readArrivals(ctx.services, input)),
  credit: reviewed(creditArrival),
  ownMoney: keepOwnCoins,
});
