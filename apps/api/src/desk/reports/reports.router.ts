import {
  balancesReport,
  carfReport,
  carfReportInput,
  dailyReportInput,
  feesReport,
  reportInput,
  signUpsReport,
  tradesReport,
  tradesReportInput,
  volumeReport,
} from "@wattle/contracts/reports";
import {
  customerStatementFileInput,
  customerStatementInput,
  monthlyStatement,
  statementFile,
} from "@wattle/contracts/monthly-statements";
import { confirmed, router, staff } from "../../procedures.ts";
import { balancesReport as readBalances } from "./balances-report.ts";
import { carfReport as readCarf } from "./carf-report.ts";
import { copyCustomerStatement, readCustomerStatement } from "./customer-statement.ts";
import { signUpsReport as readSignUps, volumeReport as readVolume } from "./daily.ts";
import { feesReport as readFees } from "./fees-report.ts";
import { tradesReport as readTrades } from "./trades-report.ts";

export const reportsDeskRouter = router({
  /** Earnings of each local day, with the GST in them. */
  fees: staff("support", "finance")
    .input(reportInput)
    .output(feesReport)
    .query(({ ctx, input }) => readFees(ctx.services, input)),
  /** All customers' exchanges, a piece at a time. Each is in the audit log. */
  trades: confirmed
    .staff("support", "finance")
    .input(tradesReportInput)
    .output(tradesReport)
    .query(({ ctx, input }) => readTrades(ctx.services, ctx.user, input)),
  /** The balance of each account at the beginning and at the end. */
  balances: staff("support", "finance")
    .input(reportInput)
    .output(balancesReport)
    .query(({ ctx, input }) => readBalances(ctx.services, input)),
  /** Volume of each pair on each day. */
  volume: staff("support", "finance")
    .input(dailyReportInput)
    .output(volumeReport)
    .query(({ ctx, input }) => readVolume(ctx.services, input)),
  /** How many customers signed up on each day. */
  signUps: staff("support", "finance")
    .input(dailyReportInput)
    .output(signUpsReport)
    .query(({ ctx, input }) => readSignUps(ctx.services, input)),
  /** The file for a tax authority, a piece at a time. Each is in the audit log. */
  carf: confirmed
    .staff("compliance", "finance")
    .input(carfReportInput)
    .output(carfReport)
    .query(({ ctx, input }) => readCarf(ctx.services, ctx.user, input)),
  /** A customer's statement of a month. */
  statement: staff("support", "finance")
    .meta({ errors: ["not_found"] })
    .input(customerStatementInput)
    .output(monthlyStatement)
    .query(({ ctx, input }) => readCustomerStatement(ctx.services, input)),
  /** The same as PDF or CSV. Each is in the audit log. */
  statementFile: confirmed
    .staff("support", "finance")
    .meta({ errors: ["not_found", "too_many_requests"] })
    .input(customerStatementFileInput)
    .output(statementFile)
    .query(({ ctx, input }) => copyCustomerStatement(ctx.services, ctx.user, input)),
});
