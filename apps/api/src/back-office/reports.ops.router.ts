import {
  balancesReport,
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
import { statementFileOf } from "../monthly-statements/statement-file.ts";
import { router, staff } from "../procedures.ts";
import { balancesReport as readBalances } from "./reports/balances-report.ts";
import { readCustomerStatement } from "./reports/customer-statement.ts";
import { signUpsReport as readSignUps, volumeReport as readVolume } from "./reports/daily.ts";
import { feesReport as readFees } from "./reports/fees-report.ts";
import { tradesReport as readTrades } from "./reports/trades-report.ts";

const statements = staff.meta({ errors: ["not_found"] });

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
  /** What was exchanged of each pair on each day. */
  volume: staff
    .input(dailyReportInput)
    .output(volumeReport)
    .query(({ ctx, input }) => readVolume(ctx.services, input)),
  /** How many customers signed up on each day. */
  signUps: staff
    .input(dailyReportInput)
    .output(signUpsReport)
    .query(({ ctx, input }) => readSignUps(ctx.services, input)),
  /** A customer's statement of a month. */
  statement: statements
    .input(customerStatementInput)
    .output(monthlyStatement)
    .query(({ ctx, input }) => readCustomerStatement(ctx.services, input)),
  /** The same as PDF or CSV. */
  statementFile: statements
    .input(customerStatementFileInput)
    .output(statementFile)
    .query(async ({ ctx, input }) =>
      statementFileOf(ctx.services, await readCustomerStatement(ctx.services, input), input.kind),
    ),
});
