import { statementFile, statementFileInput, statementMonths } from "@wattle/contracts/monthly-statements";
import { timezone } from "@wattle/contracts/reports";
import { z } from "zod";
import { router, verified } from "../procedures.ts";
import { listStatementMonths, readStatement } from "./read-statement.ts";
import { statementFileOf } from "./statement-file.ts";

export const monthlyStatementsRouter = router({
  months: verified
    .meta({ token: "read", costly: "page", kept: true })
    .input(z.object({ timezone }))
    .output(statementMonths)
    .query(({ ctx, input }) => listStatementMonths(ctx.services, ctx.user.id, input.timezone)),
  /** The customer's own statement of a month, as PDF or CSV. */
  file: verified
    .meta({ token: "read", costly: "file", kept: true })
    .input(statementFileInput)
    .output(statementFile)
    .query(async ({ ctx, input }) =>
      statementFileOf(ctx.services, await readStatement(ctx.services, ctx.user.id, input), input.kind),
    ),
});
