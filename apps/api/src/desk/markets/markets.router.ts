import { marketList } from "@wattle/contracts/market-inputs";
import { router, staff } from "../../procedures.ts";
import { listMarkets, setCurrency, setPair } from "./markets.ts";

export const marketsDeskRouter = router({
  list: staff.output(marketList).query(({ ctx }) => listMarkets(ctx.services)),
  setCurrency,
  setPair,
});
