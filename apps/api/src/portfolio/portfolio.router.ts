import {
  portfolioOverview,
  portfolioOverviewInput,
  portfolioSeries,
  portfolioSeriesInput,
  portfolioTrades,
  portfolioTradesInput,
} from "@wattle/contracts/portfolio";
import { router, verified } from "../procedures.ts";
import { readOverview } from "./read-overview.ts";
import { readSeries } from "./read-series.ts";
import { readTrades } from "./read-trades.ts";

export const portfolioRouter = router({
  overview: verified
    .meta({ token: "read", costly: "page" })
    .input(portfolioOverviewInput)
    .output(portfolioOverview)
    .query(({ ctx, input }) => readOverview(ctx.services, ctx.user, input?.range)),
  series: verified
    .meta({ token: "read", costly: "page", kept: true })
    .input(portfolioSeriesInput)
    .output(portfolioSeries)
    .query(({ ctx, input }) => readSeries(ctx.services, ctx.user, input.range)),
  trades: verified
    .meta({ token: "read", costly: "page", kept: true })
    .input(portfolioTradesInput)
    .output(portfolioTrades)
    .query(({ ctx, input }) => readTrades(ctx.services, ctx.user, input)),
});
