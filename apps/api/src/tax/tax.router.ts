import type { StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import { statementFile } from "@wattle/contracts/monthly-statements";
import {
  statedCostInput,
  taxMethodInput,
  taxMethods,
  taxReport,
  taxReportInput,
  taxYearInput,
  taxYears,
} from "@wattle/contracts/tax";
import { identitySent, router, verified } from "../procedures.ts";
import { taxResidences, taxResidencesInput } from "@wattle/contracts/tax-residences";
import { chooseTaxMethod, stateOwnCost } from "./choose.ts";
import { compareTaxMethods, listTaxYears, readTaxReport } from "./read-tax-report.ts";
import { certifyTaxResidences, readTaxResidences } from "./residences.ts";
import { taxFileOf } from "./tax-file.ts";

/** The report as a file. From the download on the costs in it are fixed. */
const file = (kind: StatementFileKind) =>
  verified
    .meta({ token: "read", costly: "file" })
    .input(taxReportInput)
    .output(statementFile)
    .query(({ ctx, input }) => taxFileOf(ctx.services, ctx.user, input, kind));

/** Gains and losses for tax. */
export const taxRouter = router({
  years: verified
    .meta({ token: "read", costly: "page", kept: true })
    .output(taxYears)
    .query(({ ctx }) => listTaxYears(ctx.services, ctx.user)),
  report: verified
    .meta({ token: "read", costly: "page" })
    .input(taxReportInput)
    .output(taxReport)
    .query(({ ctx, input }) => readTaxReport(ctx.services, ctx.user, input)),
  methods: verified
    .meta({ token: "read", costly: "page" })
    .input(taxYearInput)
    .output(taxMethods)
    .query(({ ctx, input }) => compareTaxMethods(ctx.services, ctx.user, input.year)),
  csv: file("csv"),
  pdf: file("pdf"),
  setMethod: verified
    .meta({ token: "none" })
    .input(taxMethodInput)
    .mutation(({ ctx, input }) => chooseTaxMethod(ctx.services, ctx.user, input)),
  /** States the cost of coins from elsewhere. */
  stateCost: verified
    .meta({ token: "none", errors: ["not_found", "state_conflict"] })
    .input(statedCostInput)
    .mutation(({ ctx, input }) => stateOwnCost(ctx.services, ctx.user, input)),
  residences: identitySent
    .meta({ token: "read", errors: ["not_found"] })
    .output(taxResidences)
    .query(({ ctx }) => readTaxResidences(ctx.services, ctx.user.id)),
  certifyResidences: identitySent
    .meta({ token: "none", errors: ["not_found"] })
    .input(taxResidencesInput)
    .output(taxResidences)
    .mutation(({ ctx, input }) => certifyTaxResidences(ctx, ctx.user.id, input)),
});
