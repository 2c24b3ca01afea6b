/**
 * Procedures of staff's acts, each of which says how many people it needs. A mutation of the desk that says nothing does not
 * compile (`desk.router.typetest.ts`).
 */
import type { AnyTRPCMutationProcedure, TRPCMutationProcedure } from "@trpc/server";
import { doneOrAwaiting, type AwaitingApproval } from "@wattle/contracts/approvals";
import type { ErrorCode } from "@wattle/contracts/errors";
import type { z } from "zod";
import type { ProcedureMeta } from "../../access/token-access.ts";
import { confirmed, staff } from "../../procedures.ts";
import type { AnyAct, AnyReviewedAct, ReviewedAct, SoloAct, StaffCall } from "./act.ts";
import { actAlone } from "./perform.ts";
import { propose } from "./propose.ts";

declare const decided: unique symbol;
/** A mutation that says how many people it needs. */
export interface Decided {
  readonly [decided]: true;
}

type ActProcedure<Input extends z.ZodType, Answer> = TRPCMutationProcedure<{
  meta: ProcedureMeta;
  input: z.input<Input>;
  output: Answer;
}> &
  Decided;

const acts = new WeakMap<object, AnyAct>();

/** The act behind a procedure; undefined if there is none. */
export const actOf = (procedure: object): AnyAct | undefined => acts.get(procedure);

type DoAct = (path: string, ctx: StaffCall, input: unknown) => Promise<unknown>;

const procedureOf = (
  { roles, confirmed: isConfirmed, token, input }: AnyAct,
  { errors, output }: { readonly errors: readonly ErrorCode[]; readonly output: z.ZodType },
  run: DoAct,
) =>
  (isConfirmed === true ? confirmed.staff : staff)(...roles)
    .meta({ ...(errors.length > 0 && { errors }), ...(token !== undefined && { token }) })
    .use(({ next, path }) => next({ ctx: { procedure: path } }))
    .input(input)
    .output(output)
    .mutation(({ ctx, input: given }) => run(ctx.procedure, ctx, given));

/** Declares an act for which one person is always enough, and makes its procedure. */
export function alone<Input extends z.ZodType, Output extends z.ZodType, Known = undefined>(
  act: SoloAct<Input, Output, Known>,
): ActProcedure<Input, z.output<Output>> {
  const anyAct = act as unknown as AnyAct;
  const { errors = [], output } = anyAct;
  const procedure = procedureOf(anyAct, { errors, output }, (path, ctx, input) =>
    actAlone(anyAct, path, ctx, input),
  );
  acts.set(procedure, anyAct);
  return procedure as unknown as ActProcedure<Input, z.output<Output>>;
}

/**
 * Declares an act that may need a second person, and makes its procedure: it answers `outcome` `done` with what the act answers, or
 * `awaiting_approval`.
 */
export function reviewed<Input extends z.ZodType, Output extends z.ZodObject, Known>(
  act: ReviewedAct<Input, Output, Known>,
): ActProcedure<Input, (z.output<Output> & { outcome: "done" }) | AwaitingApproval> {
  const anyAct = act as unknown as AnyReviewedAct;
  const errors: readonly ErrorCode[] = [...(act.errors ?? []), "own_act"];
  const procedure = procedureOf(
    anyAct,
    { errors, output: doneOrAwaiting(anyAct.output) },
    (path, ctx, input) => propose(anyAct, path, ctx, input),
  );
  acts.set(procedure, anyAct);
  return procedure as unknown as ActProcedure<Input, never>;
}

/** Declares that one person is enough for a mutation that is no act: it changes nothing of the books, or decides about an act. */
export const byHand = <Procedure extends AnyTRPCMutationProcedure>(
  procedure: Procedure,
): Procedure & Decided => procedure as Procedure & Decided;
