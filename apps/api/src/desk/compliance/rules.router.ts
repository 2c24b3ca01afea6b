import { monitoringRules, triedRule, tryRuleInput } from "@wattle/contracts/rules";
import { tryRule } from "../../monitoring/try-rule.ts";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { readRules, setRule } from "./rule-acts.ts";

export const rulesDeskRouter = router({
  list: staff("compliance")
    .output(monitoringRules)
    .query(({ ctx }) => readRules(ctx.services.database.read, ctx.services)),
  set: reviewed(setRule),
  /** Tries a rule on the past, and changes nothing. */
  try: staff("compliance")
    .input(tryRuleInput)
    .output(triedRule)
    .query(({ ctx, input }) => tryRule(ctx.services, input)),
});
