import {
  priceChart,
  priceChartInput,
  priceHistory,
  priceHistoryInput,
  rateCard,
  ratesInput,
} from "@wattle/contracts/rates";
import { z } from "zod";
import { guest, router } from "../procedures.ts";
import { listPriceHistory, listRates } from "./list-rates.ts";
import { readPriceChart } from "./read-price-chart.ts";

export const ratesRouter = router({
  list: guest
    .meta({ token: "any", errors: ["currency_inactive", "pair_unsupported", "rate_unavailable"] })
    .input(ratesInput)
    .output(z.array(rateCard))
    .query(({ ctx, input }) => listRates(ctx.services, ctx.user, input)),
  history: guest
    .meta({ token: "any", errors: ["currency_inactive", "pair_unsupported"] })
    .input(priceHistoryInput)
    .output(priceHistory)
    .query(({ ctx, input }) => listPriceHistory(ctx.services, ctx.user, input)),
  chart: guest
    .meta({ token: "any", errors: ["currency_inactive", "pair_unsupported"] })
    .input(priceChartInput)
    .output(priceChart)
    .query(({ ctx, input }) => readPriceChart(ctx.services, ctx.user, input)),
});
