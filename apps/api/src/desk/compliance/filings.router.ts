import {
  filingFile,
  filingFileInput,
  filingInput,
  filingRecord,
  filingsInput,
  filingsPage,
} from "@wattle/contracts/filings";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { draftReport, fileReport, saveReport } from "./filing-acts.ts";
import { filingFileOf, filingOfRow, readFilings, rowOfFiling } from "./read-filings.ts";

export const filingsDeskRouter = router({
  list: staff("compliance")
    .input(filingsInput)
    .output(filingsPage)
    .query(({ ctx, input }) => readFilings(ctx.services, input)),
  get: staff("compliance")
    .meta({ errors: ["not_found"] })
    .input(filingInput)
    .output(filingRecord)
    .query(async ({ ctx, input }) =>
      filingOfRow(ctx.services, await rowOfFiling(ctx.services.database.read, input.id)),
    ),
  draft: draftReport,
  save: saveReport,
  filed: reviewed(fileReport),
  /** For the authority's form, in its order. */
  file: staff("compliance")
    .meta({ errors: ["not_found", "state_conflict"] })
    .input(filingFileInput)
    .output(filingFile)
    .query(({ ctx, input }) => filingFileOf(ctx.services, input)),
});
