import { currencyMaps } from "@wattle/contracts/currencies";
import { marketRecords } from "@wattle/contracts/market-inputs";
import { guest, router } from "../procedures.ts";
import { listOfferedCurrencies, listOfferedMarkets } from "./list-currencies.ts";

export const currenciesRouter = router({
  list: guest
    .meta({ token: "any" })
    .output(currencyMaps)
    .query(({ ctx }) => listOfferedCurrencies(ctx.services, ctx.user)),
  /** Markets for screens: limits, decimals, who may use what, and the pairs. */
  markets: guest
    .meta({ token: "any" })
    .output(marketRecords)
    .query(({ ctx }) => listOfferedMarkets(ctx.services, ctx.user)),
});
