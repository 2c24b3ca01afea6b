import {
  balancesReport,
  feesReport,
  reportInput,
  tradesReport,
  tradesReportInput,
} from "@wattle/contracts/reports";
import { router, staff } from "../procedures.ts";
import { balancesReport as readBalances } from "./reports/balances-report.ts";
import { feesReport as readFees } from "./reports/fees-report.ts";
import { tradesReport as readTrades } from "./reports/trades-report.ts";

export const reportsOpsRouter = router({
  /** What was earned each local day, with the GST that is in it. */
  fees: staff
    .input(reportInput)
    .output(feesReport)
    .query(({ ctx, input }) => readFees(ctx.services, input)),
  /** All customers' exchanges, a piece at a time. */
  trades: staff
    .input(tradesReportInput)
    .output(tradesReport)
    .query(({ ctx, input }) => readTrades(ctx.services, input)),
  /** What was in each account at the beginning and at the end. */
  balances: staff
    .input(reportInput)
    .output(balancesReport)
    .query(({ ctx, input }) => readBalances(ctx.services, input)),
});
