import { currencyMaps } from "@wattle/contracts/currencies";
import { guest, router } from "../procedures.ts";
import { listOfferedCurrencies } from "./list-currencies.ts";

export const currenciesRouter = router({
  list: guest
    .meta({ token: "any" })
    .output(currencyMaps)
    .query(({ ctx }) => listOfferedCurrencies(ctx.services, ctx.user)),
});
