import { actPreview, previewActInput } from "@wattle/contracts/approvals";
import type { ErrorCode } from "@wattle/contracts/errors";
import { anyStaff, router } from "../../procedures.ts";
import type { AnyAct } from "./act.ts";
import { previewAct } from "./preview.ts";
import { byHand } from "./reviewed-act.ts";

/**
 * Previews of acts.
 * @param findAct finds the act behind a procedure
 * @param errors all that acts can answer
 */
export const actsDeskRouter = (findAct: (path: string) => AnyAct | undefined, errors: readonly ErrorCode[]) =>
  router({
    /** Changes nothing. It is a mutation because text about a customer must not be in a URL. */
    preview: byHand(
      anyStaff
        .meta({ errors })
        .input(previewActInput)
        .output(actPreview)
        .mutation(({ ctx, input }) => previewAct(ctx, findAct(input.act), input)),
    ),
  });
