/**
 * Acts of staff, each of which says whether one person is enough. A mutation of the back office that says neither does not compile
 * (`ops.router.typetest.ts`).
 */
import type { AnyTRPCMutationProcedure, TRPCMutationProcedure } from "@trpc/server";
import { doneOrAwaiting, type AwaitingApproval } from "@wattle/contracts/approvals";
import type { z } from "zod";
import type { ProcedureMeta } from "../../access/token-access.ts";
import { confirmed, staff } from "../../procedures.ts";
import type { AnyReviewedAct, ReviewedAct } from "./act.ts";
import { propose } from "./propose.ts";

declare const decided: unique symbol;
/** A mutation that says how many people it needs. */
export interface Decided {
  readonly [decided]: true;
}

type ReviewedProcedure<Input extends z.ZodType, Output extends z.ZodObject> = TRPCMutationProcedure<{
  meta: ProcedureMeta;
  input: z.input<Input>;
  output: (z.output<Output> & { outcome: "done" }) | AwaitingApproval;
}> &
  Decided;

const acts = new WeakMap<object, AnyReviewedAct>();

/** The act behind a procedure; undefined where one person is enough. */
export const reviewedActOf = (procedure: object): AnyReviewedAct | undefined => acts.get(procedure);

/**
 * Declares an act that may need a second person, and makes its procedure: it answers `outcome` `done` with what the act answers, or
 * `awaiting_approval`.
 */
export function reviewed<Input extends z.ZodType, Output extends z.ZodObject, Known>(
  act: ReviewedAct<Input, Output, Known>,
): ReviewedProcedure<Input, Output> {
  const anyAct = act as unknown as AnyReviewedAct;
  const procedure = (act.confirmed === true ? confirmed.staff : staff)
    .meta({
      errors: [...(act.errors ?? []), "own_act"],
      ...(act.token !== undefined && { token: act.token }),
    })
    .use(({ next, path }) => next({ ctx: { procedure: path } }))
    .input(anyAct.input)
    .output(doneOrAwaiting(anyAct.output))
    .mutation(({ ctx, input }) => propose(anyAct, ctx.procedure, ctx, input) as never);
  acts.set(procedure, anyAct);
  return procedure as unknown as ReviewedProcedure<Input, Output>;
}

/** Declares that one person is always enough for an act. */
export const alone = <Procedure extends AnyTRPCMutationProcedure>(
  procedure: Procedure,
): Procedure & Decided => procedure as Procedure & Decided;
