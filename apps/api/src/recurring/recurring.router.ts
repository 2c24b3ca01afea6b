import { id } from "@wattle/contracts/ids";
import {
  recurringBuy,
  recurringBuys,
  recurringInput,
  recurringRuns,
  skipInput,
} from "@wattle/contracts/recurring";
import { z } from "zod";
import { confirmed, router, verified } from "../procedures.ts";
import { createPlan, listPlans, listRuns, skipNext, turnPlan } from "./keep-plans.ts";

const CHANGE = { token: "none", errors: ["not_found", "state_conflict"] } as const;

/** Recurring buys. Acts that commit money ask for a confirmation; those that stop it never do. */
export const recurringRouter = router({
  list: verified
    .meta({ token: "none" })
    .output(recurringBuys)
    .query(({ ctx }) => listPlans(ctx.services, ctx.user)),
  runs: verified
    .meta({ token: "none", errors: ["not_found"] })
    .input(z.object({ id }))
    .output(recurringRuns)
    .query(({ ctx, input }) => listRuns(ctx.services, ctx.user, input.id)),
  create: confirmed.verified
    .meta({
      token: "none",
      errors: ["currency_inactive", "pair_unsupported", "amount_below_minimum", "amount_above_maximum"],
    })
    .input(recurringInput)
    .output(recurringBuy)
    .mutation(({ ctx, input }) => createPlan(ctx.services, ctx.user, input)),
  resume: confirmed.verified
    .meta(CHANGE)
    .input(z.object({ id }))
    .output(recurringBuy)
    .mutation(({ ctx, input }) => turnPlan(ctx.services, ctx.user, input.id, "resume")),
  pause: verified
    .meta(CHANGE)
    .input(z.object({ id }))
    .output(recurringBuy)
    .mutation(({ ctx, input }) => turnPlan(ctx.services, ctx.user, input.id, "pause")),
  cancel: verified
    .meta(CHANGE)
    .input(z.object({ id }))
    .output(recurringBuy)
    .mutation(({ ctx, input }) => turnPlan(ctx.services, ctx.user, input.id, "cancel")),
  skip: verified
    .meta(CHANGE)
    .input(skipInput)
    .output(recurringBuy)
    .mutation(({ ctx, input }) => skipNext(ctx.services, ctx.user, input)),
});
