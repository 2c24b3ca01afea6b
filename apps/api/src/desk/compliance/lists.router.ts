import { doneOrAwaiting } from "@wattle/contracts/approvals";
import { importListInput, listVersion, listVersions } from "@wattle/contracts/lists";
import { router, staff } from "../../procedures.ts";
import { byHand, reviewed } from "../approvals/reviewed-act.ts";
import { importList, readLists, useList } from "./use-list.ts";

export const listsDeskRouter = router({
  list: staff("compliance")
    .output(listVersions)
    .query(({ ctx }) => readLists(ctx.services.database.read)),
  /** Keeps the version of a file, and uses it by the act `use`. */
  import: byHand(
    staff("compliance")
      .meta({ errors: ["payload_too_large", "state_conflict", "own_act"] })
      .input(importListInput)
      .output(doneOrAwaiting(listVersion))
      .mutation(({ ctx, input }) => importList(ctx, { ...input, content: ctx.content ?? input.content })),
  ),
  use: reviewed(useList),
});
