import { actPreview, previewActInput } from "@wattle/contracts/approvals";
import type { ErrorCode } from "@wattle/contracts/errors";
import { router, staff } from "../procedures.ts";
import type { AnyAct } from "./approvals/act.ts";
import { previewAct } from "./approvals/preview.ts";
import { byHand } from "./approvals/reviewed-act.ts";

/**
 * What acts would do.
 * @param findAct finds the act behind a procedure
 * @param errors all that acts can answer
 */
export const actsOpsRouter = (findAct: (path: string) => AnyAct | undefined, errors: readonly ErrorCode[]) =>
  router({
    /** Changes nothing, and is a mutation all the same: what is typed about a customer belongs into no address. */
    preview: byHand(
      staff
        .meta({ errors })
        .input(previewActInput)
        .output(actPreview)
        .mutation(({ ctx, input }) => previewAct(ctx, findAct(input.act), input)),
    ),
  });
