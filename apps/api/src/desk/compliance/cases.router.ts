import { caseInput, caseRecord, casesInput, casesPage } from "@wattle/contracts/cases";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { assignCase, closeCase, markCase, noteCase, snoozeCase, takeCase } from "./case-acts.ts";
import { readCase, readCases } from "./read-cases.ts";

export const casesDeskRouter = router({
  list: staff("compliance")
    .input(casesInput)
    .output(casesPage)
    .query(({ ctx, input }) => readCases(ctx.services, input)),
  get: staff("compliance")
    .meta({ errors: ["not_found"] })
    .input(caseInput)
    .output(caseRecord)
    .query(({ ctx, input }) => readCase(ctx.services.database.read, ctx.services, input.id)),
  take: takeCase,
  assign: assignCase,
  note: noteCase,
  mark: markCase,
  snooze: snoozeCase,
  close: reviewed(closeCase),
});
