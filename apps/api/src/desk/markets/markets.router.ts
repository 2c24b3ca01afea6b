import { marketList } from "@wattle/contracts/market-inputs";
import { anyStaff, router } from "../../procedures.ts";
import { listMarkets, setCurrency, setPair } from "./markets.ts";

export const marketsDeskRouter = router({
  list: anyStaff.output(marketList).query(({ ctx }) => listMarkets(ctx.services)),
  setCurrency,
  setPair,
});
